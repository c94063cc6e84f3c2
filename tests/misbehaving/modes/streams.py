"""How an adapter may mishandle its three streams: not reading, flooding, dripping, falling silent."""
import os
import time

from modes.talk import answer, finished, mode, raw, read_all, say, sleep_for_ever, write


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
