"""What an adapter may print that is no whole answer, or more than one: noise, cuts, wrong events."""
import json
import os

from modes.talk import CALL, answer, finished, mode, normalized, raw, say, write


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
