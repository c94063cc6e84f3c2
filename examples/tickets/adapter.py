"""The adapter of the replayed agent: adapter.py REPLIES.

The model's replies were written down once (replies.jsonl: one OpenAI chat completion a case, the
argument text untouched); what runs for real is the client layer between the reply and the tool,
client.py. So the example needs no network and no key, and gives the same figures on every machine.

Each call of the reply is seen twice: raw, the text that the model wrote, and normalized, what the tool
would have received. No tool runs here: a call ends `held`. If the client refuses, that is an answer
too: raw stands, and nothing reached a tool.
"""
import json
import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../adapters/python"))
import tare_adapter as tare  # noqa: E402
import client  # noqa: E402


def recorded_reply(case_id):
    with open(sys.argv[1], encoding="utf-8") as lines:
        for entry in map(json.loads, lines):
            if entry["caseId"] == case_id:
                return entry["reply"]
    raise KeyError(f"{sys.argv[1]} holds no reply for the case {case_id}")


def run(request, answer):
    reply = recorded_reply(request["case"]["id"])
    calls = answer.raw_calls(reply)
    for call in calls:
        name, arguments = client.hand_on(call["name"], call["arguments"], request["tools"])
        answer.normalized(name, arguments, id=call["id"], status="held")
    text = reply["choices"][0]["message"]["content"]
    if text:
        answer.event("message", role="assistant", text=text)
    return "held" if calls else "stop"


tare.serve(run, client_errors=(client.Refused,), about={
    "adapter": {"name": "replayed-tickets", "version": "1"}, "model": "replayed-1",
    "layers": [{"role": "sdk", "name": "tickets-client", "version": "1"}]})
