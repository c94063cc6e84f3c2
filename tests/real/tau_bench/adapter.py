"""Replays one recorded trajectory a process: adapter.py FILE [CLIENT].

The recording holds what the model wrote, `function.arguments` to the byte: the raw view. The client
layer that runs for real is Python's own JSON parser and printer, as the simulator that made the
recording used them. With CLIENT `stringly`, every number becomes a string on the way, so that a test
can see findings where there are some.

Ids go out as recorded (they repeat within a trajectory), and the simulator's reward is an `outcome`.
"""
import json
import os
import sys


def say(event, **members):
    sys.stdout.write(json.dumps({"event": event, **members}) + "\n")


def strings_for_numbers(value):
    if isinstance(value, dict):
        return {key: strings_for_numbers(member) for key, member in value.items()}
    if isinstance(value, list):
        return [strings_for_numbers(item) for item in value]
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return json.dumps(value)
    return value


def replay(trajectory, client):
    turn = 0
    for message in trajectory["traj"]:
        if message["role"] == "tool":
            say("result", id=message["tool_call_id"], name=message["name"], text=message["content"],
                isError=message["content"].startswith("Error"))
        if message["role"] != "assistant":
            continue
        turn += 1
        for call in message.get("tool_calls") or []:
            name, text = call["function"]["name"], call["function"]["arguments"]
            say("raw", id=call["id"], turn=turn, name=name, arguments=text)
            say("normalized", id=call["id"], turn=turn, name=name, arguments=client(json.loads(text)),
                status="executed")
        if message["content"]:
            say("message", role="assistant", text=message["content"])
    say("outcome", **{"pass": trajectory["reward"] == 1, "source": "tau-bench reward"})
    say("finished", reason="stop")


def main():
    request = json.loads(sys.stdin.readline())
    case, trial = request["case"]["id"], request["trial"]
    assert (case, str(trial)) == (os.environ["TARE_CASE_ID"], os.environ["TARE_TRIAL"])
    with open(sys.argv[1], encoding="utf-8") as recording:
        trajectories = json.load(recording)
    client = strings_for_numbers if "stringly" in sys.argv[2:] else lambda value: value
    replay(next(t for t in trajectories
                if f"task-{t['task_id']:02}" == case and t["trial"] + 1 == trial), client)


main()
