#!/usr/bin/python3
"""All 200 recorded trajectories of tau-bench's airline task through tare, one process a trajectory.

Checked against what the recording itself says: every raw call is there, to the byte, and paired; the
rewards give the published pass^1 to pass^4; and a call has a finding exactly where an independent
reading of both texts (harness.differs) says that they differ.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [os.path.dirname(HERE), HERE]
from harness import check, data_file, differs, run, trials  # noqa: E402
from make_suite import case_id, make_suite  # noqa: E402

PUBLISHED = [0.420, 0.273, 0.220, 0.200]


def recorded_calls(path):
    with open(path, encoding="utf-8") as recording:
        trajectories = json.load(recording)
    return {(case_id(t), t["trial"] + 1):
            [(c["id"], c["function"]["name"], c["function"]["arguments"])
             for m in t["traj"] for c in m.get("tool_calls") or []] for t in trajectories}


def check_calls(results, recorded):
    """Returns the calls whose two texts differ, as [(case, trial, findings)]."""
    changed, seen = [], 0
    for case, trial in trials(results):
        where = f"{case}#{trial['trial']}"
        expected = recorded.pop((case, trial["trial"]))
        check(trial["outcome"] == "completed", f"{where}: {trial['outcome']}")
        check(len(trial["calls"]) == len(expected),
              f"{where}: {len(trial['calls'])} calls, {len(expected)} were recorded")
        for call, (call_id, name, text) in zip(trial["calls"], expected):
            raw, normalized = call["raw"], call["normalized"]
            check(raw is not None and normalized is not None, f"{where}: not paired: {call}")
            check((raw["id"], raw["name"], raw["arguments"]) == (call_id, name, text),
                  f"{where}: raw is not what was recorded: {raw}")
            check(normalized["name"] == name, f"{where}: paired with another call: {call}")
            found = [f for f in call["findings"]]
            check(bool(found) == differs(text, normalized["arguments"]),
                  f"{where}: findings {found} for {text} and {normalized['arguments']}")
            if found:
                changed.append((case, trial["trial"], found))
            seen += 1
    check(not recorded, f"trials without a result: {sorted(recorded)}")
    check(seen == 1164, f"{seen} calls, not 1164")
    check(results["coercions"]["calls"] == 1164, f"coercions.calls: {results['coercions']}")
    check(results["coercions"]["callsChanged"] == len(changed),
          f"callsChanged {results['coercions']['callsChanged']}, the oracle says {len(changed)}")
    return changed


def numbers_in(text):
    count = 0

    def number(_):
        nonlocal count
        count += 1
    json.loads(text, parse_int=number, parse_float=number)
    return count


def main():
    path = data_file("tau_bench/gpt-4o-airline.json")
    results = run(make_suite(path))
    changed = check_calls(results, recorded_calls(path))
    check(results["totals"]["trials"] == 200 and results["totals"]["attempts"] == 200,
          f"totals {results['totals']}")
    outcomes = results["outcomes"]
    check((outcomes["trials"], outcomes["passed"]) == (200, 84), f"outcomes {outcomes}")
    check([round(p, 3) for p in outcomes["passHatK"]] == PUBLISHED, f"pass^k {outcomes}")
    print(f"plain client: 1164 calls paired, {len(changed)} changed, pass^k {outcomes['passHatK']}")

    recorded = recorded_calls(path)
    expected = sum(numbers_in(text) for calls in recorded.values() for _, _, text in calls)
    changed = check_calls(run(make_suite(path, "stringly")), recorded)
    kinds = [f["kind"] for _, _, found in changed for f in found]
    check(expected > 0 and kinds == ["numberToString"] * expected,
          f"{expected} numbers became strings, the findings are {sorted(set(kinds))} x {len(kinds)}")
    print(f"stringly client: {len(changed)} calls changed, {expected} numbers found as strings")


main()
