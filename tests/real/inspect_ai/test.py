#!/usr/bin/python3
"""An Inspect log, in which provider and framework both speak, through tare: every call on both sides is
there and paired, and has a finding exactly where the two texts differ."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
from adapter import model_events, sides  # noqa: E402
from harness import check, data_file, differs, run, trials  # noqa: E402


def main():
    path = data_file("inspect_ai_logs/2025-05-12T20-27-36-04-00_browser.json")
    with open(path, encoding="utf-8") as log:
        samples = json.load(log)["samples"]
    epochs = max(s["epoch"] for s in samples)
    cases = [{"id": f"sample-{s['id']}", "kind": "agent", "trials": epochs, "request": "As recorded."}
             for s in samples if s["epoch"] == 1]
    adapter = {"command": [sys.executable, os.path.join(HERE, "adapter.py"), path]}
    results = run({"suite": {"adapter": adapter, "cases": ["cases.json"]}, "cases": cases})

    recorded = {(f"sample-{s['id']}", s["epoch"]): [sides(e) for e in model_events(s)]
                for s in samples}
    seen = changed = 0
    for case, trial in trials(results):
        turns = recorded.pop((case, trial["trial"]))
        raw = [c for r, _ in turns for c in r]
        made = [c for _, m in turns for c in m]
        check(len(trial["calls"]) == len(raw) == len(made), f"{case}: {len(trial['calls'])} calls")
        for call, wrote, got in zip(trial["calls"], raw, made):
            check(call["raw"]["arguments"] == wrote["arguments"], f"{case}: raw {call['raw']}")
            check(call["normalized"]["name"] == got["function"], f"{case}: {call['normalized']}")
            check(json.loads(call["normalized"]["arguments"]) == got["arguments"],
                  f"{case}: normalized {call['normalized']}")
            different = differs(wrote["arguments"], json.dumps(got["arguments"]))
            check(bool(call["findings"]) == different, f"{case}: findings {call['findings']}")
            seen, changed = seen + 1, changed + different
    check(not recorded, f"samples without a result: {sorted(recorded)}")
    check(seen > 0, "the log holds no call on both sides")
    check(results["coercions"]["callsChanged"] == changed, f"coercions {results['coercions']}")
    print(f"{seen} calls on both sides, paired; {changed} changed on the way")


main()
