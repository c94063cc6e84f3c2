"""What the modes share: each is a function registered by @mode, called with the rest of the command
line. They write to descriptor 1 themselves, so that nothing of Python's own buffering stands between
them and the pipe."""
import json
import os
import time

CALL = {"name": "get_ticket", "arguments": "{\"key\": \"QA-1\"}"}
MODES = {}


def mode(function):
    MODES[function.__name__] = function
    return function


def write(data):
    data = data.encode("utf-8", "surrogateescape") if isinstance(data, str) else data
    while data:
        data = data[os.write(1, data):]


def say(event, **members):
    write(json.dumps({"event": event, **members}) + "\n")


def read_all():
    while os.read(0, 65536):
        pass


def raw(**more):
    say("raw", **{**CALL, **more})


def normalized(**more):
    say("normalized", **{**CALL, "status": "held", **more})


def finished(reason="held"):
    say("finished", reason=reason)


def answer(**more):
    raw(**more)
    normalized(**more)
    finished()


def report(value):
    """A whole answer whose argument tells the test what the process saw."""
    answer(arguments=json.dumps(value))


def sleep_for_ever():
    while True:
        time.sleep(3600)


def touch_ready():
    open(os.path.join(os.environ.get("MISBEHAVE_READY", "."), "ready"), "w").close()
