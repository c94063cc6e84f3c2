#!/usr/bin/python3
"""The ticket example: the worked example comes out to the digit, and the whole ticket set gives the
figures that a few lines of Python compute from the replies and the client layer alone."""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import REPOSITORY, check, differs, run, trials  # noqa: E402

EXAMPLE = os.path.join(REPOSITORY, "examples", "tickets")
CASES = os.path.join(REPOSITORY, "cases", "tickets")
sys.path.insert(0, EXAMPLE)
import client  # noqa: E402


def same(name, got, expected):
    check(got == expected, f"{name} is {got}, not {expected}")


def load(path):
    with open(path, encoding="utf-8") as text:
        return json.load(text)


def worked_example():
    results = run(os.path.join(EXAMPLE, "tare.json"), expect=1)
    same("cases", [case["id"] for case in results["cases"]],
         [case["id"] for case in load(os.path.join(EXAMPLE, "cases.json"))])
    for side in ("raw", "normalized"):
        scores = results["scores"][side]
        same("exact", scores["exactAccuracy"], 0.8571428571428571)
        same("acceptable", scores["acceptableAccuracy"], 0.8571428571428571)
        same("no-tool", scores["noToolAccuracy"], 1)
        same("risk-weighted", scores["riskWeightedAccuracy"], 0.75)
        same("confusions", results["confusions"][side], {"delete_ticket -> update_ticket": 1})
    coercions = results["coercions"]
    same("calls", (coercions["calls"], coercions["callsChanged"]), (5, 1))
    same("kinds", coercions["byKind"], {"stringToNumber": 1})
    same("severities", coercions["bySeverity"], {"medium": 1})
    same("hops", coercions["byHop"], {"wire>tool": 1})
    found = [(case, f["path"], f["raw"], f["normalized"]) for case, trial in trials(results)
             for call in trial["calls"] for f in call["findings"]]
    same("the finding", found, [("ticket-update-01", "/priority", '"2"', "2")])
    failed = {(gate["figure"], gate["view"]) for gate in results["gates"]
              if gate["outcome"] != "pass"}
    same("failed gates", failed, {("riskWeightedAccuracy", "raw"),
                                  ("riskWeightedAccuracy", "normalized")})


def golden_set():
    tools = load(os.path.join(CASES, "tools.json"))
    with open(os.path.join(EXAMPLE, "golden_replies.jsonl"), encoding="utf-8") as lines:
        replies = {entry["caseId"]: entry["reply"] for entry in map(json.loads, lines)}
    names = ("get_ticket", "search_tickets", "create_ticket", "update_ticket", "delete_ticket",
             "no_tool")
    cases = [case for name in names for case in load(os.path.join(CASES, name + ".json"))]
    same("cases and replies", sorted(case["id"] for case in cases), sorted(replies))
    for name in names:
        count = sum(case["id"].startswith(f"pr/{name}/") for case in cases)
        check(count >= 20, f"{count} cases for {name}")

    right = {"raw": 0, "normalized": 0}
    changed = 0
    expected = {}
    for case in cases:
        calls = replies[case["id"]]["choices"][0]["message"].get("tool_calls", [])
        wrote = calls[0]["function"] if calls else None
        raw = got = wrote and wrote["name"]
        if wrote:
            try:
                got, arguments = client.hand_on(wrote["name"], wrote["arguments"], tools)
                changed += got != raw or not readable(wrote["arguments"]) or differs(
                    wrote["arguments"], json.dumps(arguments))
            except client.Refused:
                got = None
        for side, name in (("raw", raw), ("normalized", got)):
            allowed = [case["expectedTool"]] + case.get("acceptableTools", [])
            right[side] += name in allowed
        expected[case["id"]] = {"raw": raw, "normalized": got}

    results = run(os.path.join(EXAMPLE, "golden.json"), expect=1)
    for case, trial in trials(results):
        same(f"selected in {case}", trial["selected"], expected[case])
    for side in right:
        same(f"acceptable {side}", results["scores"][side]["acceptableAccuracy"],
             right[side] / len(cases))
    same("changed calls", results["coercions"]["callsChanged"], changed)
    rescued = sum(e["raw"] != e["normalized"] for e in expected.values())
    check(rescued > 10 and right["raw"] != right["normalized"], "the client makes no difference")
    print(f"{len(cases)} cases: acceptable raw {right['raw']}, normalized {right['normalized']}, "
          f"{changed} calls changed")


def readable(text):
    try:
        json.loads(text)
    except json.JSONDecodeError:
        return False
    return True


for name in ("tools.json", "instructions.md"):
    with open(os.path.join(EXAMPLE, name), "rb") as one, open(os.path.join(CASES, name), "rb") as two:
        check(one.read() == two.read(), f"{name} differs between examples/tickets and cases/tickets")
worked_example()
golden_set()
print("the worked example comes out to the digit")
