"""Well-behaved adapters that tell what they were given, or serve several requests."""
import json
import os

from modes.talk import (CALL, answer, finished, mode, normalized, raw, report, say, sleep_for_ever, write)


@mode
def lists_descriptors():
    found = []
    for name in os.listdir("/proc/self/fd"):
        try:
            os.fstat(int(name))
            found.append(int(name))
        except OSError:
            pass
    report({"descriptors": sorted(found)})


@mode
def lists_environment():
    report({"names": sorted(os.environ), "case": os.environ["TARE_CASE_ID"],
            "trial": os.environ["TARE_TRIAL"], "attempt": os.environ["TARE_ATTEMPT"]})


@mode
def tells_scratch():
    scratch = os.environ["TARE_SCRATCH"]
    before = os.listdir(scratch)
    os.makedirs(os.path.join(scratch, "deep", "folder"))
    with open(os.path.join(scratch, "deep", "file"), "w") as out:
        out.write("left behind")
    os.chmod(os.path.join(scratch, "deep", "file"), 0)
    report({"scratch": scratch, "before": before})


@mode
def tells_cwd():
    report({"cwd": os.getcwd(), "pwd": os.environ.get("PWD")})


@mode
def tells_group():
    report({"pid": os.getpid(), "group": os.getpgid(0), "stdin_is_tty": os.isatty(0)})


@mode
def tells_secret():
    secret = os.environ["SHOP_API_KEY"]
    os.write(2, b"using key " + secret.encode() + b"\n")
    say("message", role="assistant", text="my key is " + secret)
    raw(arguments=json.dumps({"key": secret}))
    normalized(arguments=json.dumps({"key": "prefix-" + secret}))
    finished()


@mode
def tells_secret_and_fails():
    secret = os.environ["SHOP_API_KEY"]
    os.write(2, b"cannot log in with " + secret.encode() + b"\n")
    write("debug: key=" + secret + "\n")
    os._exit(1)


def requests():
    data = b""
    while True:
        chunk = os.read(0, 65536)
        if not chunk:
            return
        data += chunk
        while b"\n" in data:
            line, data = data.split(b"\n", 1)
            yield json.loads(line)


@mode
def serves():
    for request in requests():
        answer(arguments=json.dumps({"case": request["case"]["id"], "pid": os.getpid()}))


@mode
def serves_one_and_exits():
    for request in requests():
        answer(arguments=json.dumps({"case": request["case"]["id"], "pid": os.getpid()}))
        return


@mode
def serves_and_hangs_on_second():
    for request in requests():
        if request["case"]["id"] == "case-2" and request["attempt"] == 1:
            sleep_for_ever()
        answer(arguments=json.dumps({"case": request["case"]["id"], "pid": os.getpid()}))


@mode
def serves_two_answers_at_once():
    short = json.dumps({"raw": [CALL], "normalized": [CALL]}) + "\n"
    for _ in requests():
        write(short + short)
