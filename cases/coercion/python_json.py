"""A layer as many are written: json.loads, a look at the names, json.dumps. It means well, and yet
numbers, repeated members and the spelling of what the model wrote do not survive it."""
import json

from faithful import read
from replay import play, tare


def hand_on(reply, tools):
    calls, message = reply.get("calls", []), reply.get("content")
    if "text" in reply:
        calls, message = read(reply["text"], reply["format"], tools)
    out = []
    for call in calls:
        if call["name"] not in [tool["name"] for tool in tools]:
            raise tare.ClientError("unknown tool " + call["name"])
        value = json.loads(call.get("arguments") or "{}")
        if not isinstance(value, dict):
            raise tare.ClientError("the arguments are no object")
        out.append({**call, "arguments": json.dumps(value)})
    return {"calls": out, "message": message}


if __name__ == "__main__":
    play("python-json", hand_on)
