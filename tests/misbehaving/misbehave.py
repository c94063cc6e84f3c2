"""A misbehaving adapter: `misbehave.py MODE [ARGUMENT]` does one thing wrong (or one odd thing right).

Each mode is a function of its name in the folder modes; table.py says what Tare must make of it.
"""
import sys

from modes import framing, odd_bytes, processes, streams, surroundings  # noqa: F401 (they register)
from modes.talk import MODES

if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
