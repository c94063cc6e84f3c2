"""The suite for a tau-bench recording: a case a task, a trial a recorded trial."""
import json
import os
import sys

ADAPTER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapter.py")


def case_id(trajectory):
    return f"task-{trajectory['task_id']:02}"


def first_words_of_user(trajectory):
    return next(m["content"] for m in trajectory["traj"] if m["role"] == "user")


def make_suite(path, client="plain"):
    with open(path, encoding="utf-8") as recording:
        trajectories = json.load(recording)
    count = 1 + max(t["trial"] for t in trajectories)
    cases = [{"id": case_id(t), "kind": "agent", "trials": count, "request": first_words_of_user(t)}
             for t in sorted(trajectories, key=lambda t: t["task_id"]) if t["trial"] == 0]
    return {"suite": {"adapter": {"command": [sys.executable, ADAPTER, path, client]},
                      "cases": ["cases.json"]}, "cases": cases}


if __name__ == "__main__":
    made = make_suite(os.path.abspath(sys.argv[1]))
    for name, key in (("tare.json", "suite"), ("cases.json", "cases")):
        with open(os.path.join(sys.argv[2], name), "w", encoding="utf-8") as out:
            json.dump(made[key], out, indent=1)
