"""How an adapter may mishandle processes: leaving some behind, ignoring signals, dying, crashing."""
import os
import signal
import time

from modes.talk import (answer, finished, mode, normalized, raw, say, sleep_for_ever, touch_ready, write)


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
def answers_when_told():
    touch_ready()
    while not os.path.exists(os.path.join(os.environ["MISBEHAVE_READY"], "go")):
        time.sleep(0.01)
    answer()


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
    if int(number) == signal.SIGPIPE:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # Python ignores it from the start
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
