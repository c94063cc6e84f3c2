"""Replays one sample of an Inspect log: adapter.py FILE.

The log holds both sides of Inspect's own client layer: `call.response` is the provider's body, with
the argument text that the model wrote, and `output` is what Inspect made of it and gave to its tools.
So nothing is computed here: both views are copied out.
"""
import json
import sys


def say(event, **members):
    print(json.dumps({"event": event, **members}))


def sides(event):
    """(raw calls, normalized calls) of one model event."""
    raw = [c["function"] | {"id": c["id"]} for choice in event["call"]["response"]["choices"]
           for c in choice["message"].get("tool_calls") or []]
    made = [c for choice in event["output"]["choices"]
            for c in choice["message"].get("tool_calls") or []]
    return raw, made


def model_events(sample):
    return [e for e in sample["events"]
            if e["event"] == "model" and "choices" in ((e.get("call") or {}).get("response") or {})]


def replay(sample):
    for turn, event in enumerate(model_events(sample), 1):
        raw, made = sides(event)
        for call in raw:
            say("raw", id=call["id"], turn=turn, name=call["name"], arguments=call["arguments"])
        for call in made:
            say("normalized", id=call["id"], turn=turn, name=call["function"],
                arguments=call["arguments"], status="executed")
        for choice in event["output"]["choices"]:
            if isinstance(choice["message"]["content"], str) and choice["message"]["content"]:
                say("message", role="assistant", text=choice["message"]["content"])
    say("finished", reason="stop")


if __name__ == "__main__":
    request = json.loads(sys.stdin.readline())
    with open(sys.argv[1], encoding="utf-8") as log:
        samples = json.load(log)["samples"]
    replay(next(s for s in samples if f"sample-{s['id']}" == request["case"]["id"]
                and s["epoch"] == request["trial"]))
