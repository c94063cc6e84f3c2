"""What the tests on recorded data share: finding the data, running tare, and an oracle for findings.

The data is not part of the repository. It is looked for in TARE_SHARED_DATA, else in ../shared/data
beside the repository; where it is absent a test says so and exits 77, which ctest shows as skipped.
"""
import json
import os
import subprocess
import sys
import tempfile

REPOSITORY = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def skip(why):
    print(f"skipped: {why}")
    sys.exit(77)


def tare_binary():
    path = os.environ.get("TARE_BIN", "")
    if not os.access(path, os.X_OK):
        skip("TARE_BIN names no program")
    return os.path.abspath(path)


def data_file(relative):
    base = os.environ.get("TARE_SHARED_DATA") or os.path.join(REPOSITORY, "..", "shared", "data")
    path = os.path.abspath(os.path.join(base, relative))
    if not os.path.exists(path):
        skip(f"{path} is absent (set TARE_SHARED_DATA to the folder of the data sets)")
    return path


def run(suite, *options, expect=0):
    """Runs tare on a suite (a value, written to a temporary folder, or the path of a suite file).
    Returns results.json as a value."""
    with tempfile.TemporaryDirectory(prefix="tare-real-") as folder:
        if isinstance(suite, dict):
            path = os.path.join(folder, "tare.json")
            with open(path, "w", encoding="utf-8") as out:
                json.dump(suite["suite"], out)
            with open(os.path.join(folder, "cases.json"), "w", encoding="utf-8") as out:
                json.dump(suite["cases"], out)
        else:
            path = suite
        out = os.path.join(folder, "run")
        done = subprocess.run([tare_binary(), "run", path, "--out", out, "--color", "never",
                               *options], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                              errors="backslashreplace", timeout=900)
        said = done.stdout + done.stderr
        assert done.returncode == expect, f"exit code {done.returncode}, not {expect}:\n{said}"
        with open(os.path.join(out, "results.json"), encoding="utf-8") as results:
            return json.load(results)


def trials(results):
    for case in results["cases"]:
        for trial in case["trials"]:
            yield case["id"], trial


class Number(str):
    """A number as it was spelled: 1.0 is not 1."""

    def __eq__(self, other):
        return isinstance(other, Number) and str.__eq__(self, other)

    __hash__ = str.__hash__


class Members(tuple):
    """An object: its members in order, repeated ones kept."""

    def __eq__(self, other):
        return isinstance(other, Members) and tuple.__eq__(self, other)

    __hash__ = tuple.__hash__


def reading(text):
    """JSON text without its white space and escapes, and with all else that it says. Two texts differ
    in more than those if and only if their readings differ."""
    return json.loads(text, parse_int=Number, parse_float=Number, parse_constant=Number,
                      object_pairs_hook=Members)


def differs(raw, normalized):
    return reading(raw) != reading(normalized)


def check(condition, message):
    if not condition:
        print(f"FAIL: {message}")
        sys.exit(1)
