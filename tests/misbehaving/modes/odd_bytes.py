"""Bytes, depths and numbers that break careless readers."""
import json
import os

from modes.talk import answer, finished, mode, normalized, raw, say, write


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
def deep_arguments_that_differ(depth):
    raw(arguments="[" * int(depth) + "1" + "]" * int(depth))
    normalized(arguments="[" * int(depth) + "2" + "]" * int(depth))
    finished()


@mode
def invalid_json_arguments():
    answer(arguments='{"key": "QA-1"')
