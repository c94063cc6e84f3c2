"""A misbehaving adapter: `misbehave.py MODE [ARGUMENT]` does one thing wrong (or one odd thing right).

Each mode is a function of its name below; table.py says what Tare must make of it. Modes write bytes to
descriptor 1 themselves, so that nothing of Python's own buffering stands between them and the pipe.
"""
import json
import os
import signal
import sys
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


# Reading and writing

@mode
def well_behaved():
    read_all()
    answer()


@mode
def never_reads():
    answer()


@mode
def reads_one_byte():
    os.read(0, 1)
    answer()


@mode
def closes_stdin_first():
    os.close(0)
    answer()


@mode
def says_nothing():
    pass


@mode
def reads_and_says_nothing():
    read_all()


@mode
def writes_a_mebibyte_then_reads():
    for _ in range(16):
        say("x-filler", text="x" * 65536)
    read_all()
    answer()


@mode
def answers_then_reads():
    answer()
    read_all()


@mode
def floods_events():
    while True:
        say("x-filler", text="x" * 8000)


@mode
def floods_one_line():
    write('{"event":"x-filler","text":"')
    while True:
        write("x" * 65536)


@mode
def line_over_limit():
    raw()
    say("x-filler", text="x" * 100000)
    finished()


@mode
def floods_stderr():
    for _ in range(128):
        os.write(2, b"noise " * 10922 + b"\n")
    answer()


@mode
def floods_stderr_for_ever():
    raw()
    while True:
        os.write(2, b"x" * 65536)


@mode
def drips():
    for byte in '{"event":"x-drip","text":"' + "x" * 100000:
        write(byte)
        time.sleep(0.02)


@mode
def silent():
    sleep_for_ever()


@mode
def speaks_once_then_silent():
    raw()
    sleep_for_ever()


@mode
def closes_stdout_and_sleeps():
    os.close(1)
    sleep_for_ever()


@mode
def answers_closes_stdout_and_sleeps():
    answer()
    os.close(1)
    sleep_for_ever()


@mode
def answers_closes_stdout_and_exits():
    answer()
    os.close(1)


@mode
def closes_stdout_and_exits():
    os.close(1)


@mode
def answers_and_never_exits():
    answer()
    sleep_for_ever()


# Processes left behind

def in_child(action):
    if os.fork() == 0:
        try:
            action()
        finally:
            os._exit(0)


def silence(*descriptors):
    null = os.open("/dev/null", os.O_RDWR)
    for descriptor in descriptors:
        os.dup2(null, descriptor)


def daemon(keep_pipe):
    def first():
        os.setsid()
        in_child(second)

    def second():
        if not keep_pipe:
            silence(0, 1, 2)
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep_for_ever()
    in_child(first)
    os.wait()


@mode
def grandchild_holds_stdout():
    in_child(sleep_for_ever)
    answer()


@mode
def grandchild_holds_stderr():
    in_child(lambda: (silence(0, 1), sleep_for_ever()))
    answer()


@mode
def grandchild_silent():
    in_child(lambda: (silence(0, 1, 2), sleep_for_ever()))
    answer()


@mode
def many_grandchildren():
    for _ in range(20):
        in_child(sleep_for_ever)
    answer()


@mode
def zombies_left():
    for _ in range(20):
        in_child(lambda: None)
    answer()


@mode
def daemon_with_pipe():
    daemon(True)
    answer()


@mode
def daemon_without_pipe():
    daemon(False)
    answer()


@mode
def daemon_and_no_answer():
    daemon(True)


@mode
def daemon_and_deadline():
    daemon(True)
    sleep_for_ever()


# Signals and exits

@mode
def ignores_sigterm():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    sleep_for_ever()


@mode
def answers_on_sigterm():
    def late(*_):
        answer()
        os._exit(0)
    signal.signal(signal.SIGTERM, late)
    sleep_for_ever()


@mode
def stops_itself():
    os.kill(os.getpid(), signal.SIGSTOP)
    answer()


@mode
def reads_the_terminal():
    try:
        with open("/dev/tty", "rb", buffering=0) as terminal:
            terminal.read(1)
    except OSError:
        os.write(2, b"there is no terminal\n")
    answer()


@mode
def sleeps_when_ready():
    touch_ready()
    sleep_for_ever()


@mode
def ignores_signals_when_ready():
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    touch_ready()
    sleep_for_ever()


@mode
def exits(code):
    os.write(2, b"I had to go\n")
    os._exit(int(code))


@mode
def says_something_and_exits(code):
    say("x-hello")
    os._exit(int(code))


@mode
def exits_after_answer(code):
    answer()
    os._exit(int(code))


@mode
def exits_after_normalized(code):
    normalized()
    finished()
    os._exit(int(code))


@mode
def exits_after_raw(code):
    raw()
    os._exit(int(code))


@mode
def exits_on_second_case(code):
    if os.environ["TARE_CASE_ID"] != "case-1":
        os._exit(int(code))
    answer()


@mode
def dies(number):
    os.kill(os.getpid(), int(number))
    sleep_for_ever()


@mode
def dies_after_raw(number):
    raw()
    os.kill(os.getpid(), int(number))
    sleep_for_ever()


@mode
def dies_after_normalized(number):
    normalized()
    os.kill(os.getpid(), int(number))
    sleep_for_ever()


@mode
def aborts():
    os.abort()


@mode
def takes_memory():
    block = bytearray(1 << 30)
    block[::4096] = b"x" * len(block[::4096])
    answer()


# Noise and framing

@mode
def garbage_before():
    write("Loading model... done\n")
    answer()


@mode
def garbage_between():
    raw()
    write("Traceback (most recent call last):\n")
    normalized()
    finished()


@mode
def garbage_invalid_utf8():
    write(b"\xff\xfe\x80 not text\n")
    answer()


@mode
def garbage_with_escapes():
    write("\x1b[31mred\x1b[0m\x1b]0;title\x07\n")
    answer()


@mode
def nul_line():
    write(b"\x00\x00\x00\n")
    answer()


@mode
def nul_in_string():
    write(b'{"event":"message","role":"assistant","text":"a\x00b"}\n')
    answer()


@mode
def half_a_line():
    raw()
    write('{"event":"finis')


@mode
def last_line_without_newline():
    raw()
    normalized()
    write('{"event":"finished","reason":"held"}')


@mode
def two_answers():
    for _ in range(2):
        write('{"raw":[],"normalized":[]}\n')


@mode
def something_after_finished():
    answer()
    say("message", role="assistant", text="one more thing")


@mode
def garbage_after_finished():
    answer()
    write("bye\n")


@mode
def white_space_after_finished():
    answer()
    write(" \n\t\r\n\n")


@mode
def finished_twice():
    answer()
    finished()


@mode
def no_finished():
    raw()
    normalized()


@mode
def event_is_an_array():
    write('[{"event":"finished","reason":"stop"}]\n')


@mode
def event_is_a_number():
    write("42\n")


@mode
def object_without_event():
    write('{"answer":"get_ticket"}\n')


@mode
def event_is_not_a_string():
    write('{"event":1}\n')


@mode
def unknown_event():
    raw()
    say("finnished", reason="stop")


@mode
def own_event():
    say("x-trace", depth=[1, 2, {"three": None}])
    answer()


@mode
def unknown_member():
    raw(colour="blue")
    normalized(colour="blue")
    finished()


@mode
def wrong_member_type():
    say("raw", name=7, arguments="{}")
    finished()


@mode
def unknown_view():
    say("call", at="server", name="get_ticket", arguments="{}")
    finished()


@mode
def unknown_reason():
    raw()
    finished("because")


@mode
def call_without_view():
    say("call", name="get_ticket", arguments="{}")
    finished()


@mode
def unsupported():
    say("unsupported")
    finished("stop")


# Bytes

@mode
def invalid_utf8_in_arguments():
    for event in (b"raw", b"normalized"):
        write(b'{"event":"' + event + b'","name":"get_ticket","arguments":"{\\"key\\":\\"\xff\xfe\\"}"}\n')
    finished()


@mode
def lone_surrogate():
    answer(arguments='{"key":"\\ud800"}')


@mode
def byte_order_mark():
    write(b"\xef\xbb\xbf")
    answer()


@mode
def carriage_returns():
    for event in ('"raw"', '"normalized"'):
        write('{"event":%s,"name":"get_ticket","arguments":"{}"}\r\n' % event)
    write('{"event":"finished","reason":"stop"}\r\n')


@mode
def line_separators():
    for event in ('"raw"', '"normalized"'):
        write('{"event":%s,"name":"get_ticket","arguments":"{\\"q\\":\\"a\u2028b\u2029c\u0085d\\"}"}\n' % event)
    finished()


@mode
def escapes_in_everything():
    os.write(2, b"\x1b[2J\x1b[31mred\n")
    evil = "\x1b[31m\x1b[2J\x07\u202e]]>&<\u0000\ufffe"
    raw(name="get_ticket" + evil, arguments=json.dumps({"key": evil}))
    normalized(name="get_ticket" + evil, arguments=json.dumps({"key": evil + "!"}))
    say("message", role="assistant", text=evil)
    finished()


@mode
def deep_event(depth):
    write('{"event":"x-deep","value":' + "[" * int(depth) + "]" * int(depth) + "}\n")
    answer()


@mode
def deep_arguments(depth):
    answer(arguments="[" * int(depth) + "]" * int(depth))


@mode
def huge_numbers():
    for event in ("raw", "normalized"):
        write('{"event":"%s","name":"get_ticket","arguments":{"a":1e999999999,"b":-1e-999999999,'
              '"c":%s}}\n' % (event, "9" * 20000))
    finished()


@mode
def huge_number_respelled():
    raw(arguments='{"a":1e999999999}')
    normalized(arguments='{"a":10e999999998}')
    finished()


@mode
def huge_turn():
    write('{"event":"raw","name":"get_ticket","arguments":"{}","turn":1e999999999}\n')
    finished()


@mode
def many_calls():
    for number in range(10000):
        raw(id="c%d" % number, arguments='{"n": %d}' % number)
    for number in range(10000):
        normalized(id="c%d" % number, arguments='{"n": %d}' % number)
    finished()


@mode
def invalid_json_arguments():
    answer(arguments='{"key": "QA-1"')


# The short form

@mode
def short_form_no_tool():
    write('{"raw":[],"normalized":[]}')


@mode
def short_form_pretty():
    write(json.dumps({"raw": [CALL], "normalized": [CALL], "message": "x\ny"}, indent=4) + "\n\n")


@mode
def short_form_cut():
    write(json.dumps({"raw": [CALL], "normalized": [CALL]}, indent=2)[:-20])


@mode
def short_form_then_event():
    write(json.dumps({"raw": [CALL], "normalized": [CALL]}) + "\n")
    finished()


@mode
def short_form_without_raw():
    write(json.dumps({"normalized": [CALL]}))


# Trouble of its own

@mode
def rate_limited_once():
    if os.environ["TARE_ATTEMPT"] == "1":
        say("error", kind="rateLimit", message="slow down", retryAfterMs=300)
        return
    answer()


@mode
def not_retryable():
    say("error", kind="auth", message="the key is not accepted", retryable=False)


@mode
def provider_down():
    say("error", kind="provider", message="overloaded")
    finished("stop")


@mode
def flaky_once():
    if os.environ["TARE_ATTEMPT"] == "1":
        os._exit(3)
    answer()


@mode
def refused_by_client():
    raw()
    say("finished", reason="refusedByClient", message="key: does not match")


# What a child is given

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


# One process, several requests

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


if __name__ == "__main__":
    MODES[sys.argv[1]](*sys.argv[2:])
