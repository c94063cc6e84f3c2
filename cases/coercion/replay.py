"""Plays a case of this corpus through a client layer and tells Tare what went in and what came out.

A layer is one function, hand_on(reply, tools): `reply` has `calls` (each with `id`, `name`, `arguments`
as text; what is absent the model did not write) or `text` with its `format`, and `content` beside the
calls. It returns {"calls": [...], "message": ..., "history": ...}, or raises ClientError to refuse.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "adapters", "python"))
import tare_adapter as tare  # noqa: E402


def play(name, hand_on):
    def run(request, answer):
        reply = request["case"]["input"]
        if "text" in reply:
            answer.event("raw", text=reply["text"], format=reply["format"])
        for call in reply.get("calls", []):
            answer.event("raw", **call)
        answer.raw_seen = True
        out = hand_on(reply, request["tools"])
        for call in out["calls"]:
            answer.event("normalized", **call)
        if out.get("message"):
            answer.event("message", role="assistant", text=out["message"])
        if out.get("history"):
            answer.event("history", messages=out["history"])
        return "stop"

    tare.serve(run, about={"layers": [{"role": "framework", "name": name, "version": "1"}]})
