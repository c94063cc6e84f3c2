"""What a faithful client does: it hands on the very bytes, and refuses what is broken.

Nothing is repaired, cast, filled in or left out. A name that is not offered, or arguments that are no
JSON object, are an error that goes back to the model.
"""
import json

from model_text import read
from replay import play, tare


def no_number(word):
    raise ValueError(word + " is no JSON")


def check(call, tools):
    if call["name"] not in [tool["name"] for tool in tools]:
        raise tare.ClientError("unknown tool " + json.dumps(call["name"]))
    text = call.get("arguments")
    if text is None or not text.strip():
        return
    try:
        if not isinstance(json.loads(text, parse_constant=no_number), dict):
            raise ValueError("no object")
    except ValueError as problem:
        raise tare.ClientError("bad arguments: %s" % problem)


def hand_on(reply, tools):
    calls, message = reply.get("calls", []), reply.get("content")
    if "text" in reply:
        calls, message = read(reply["text"], reply["format"], tools)
    for call in calls:
        check(call, tools)
    return {"calls": calls, "message": message}


if __name__ == "__main__":
    play("faithful", hand_on)
