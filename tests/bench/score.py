#!/usr/bin/env python3
"""The scoring benchmark's yardstick in Python: score.py FOLDER. Prints one line of JSON with the figures."""
import json
import sys
from collections import Counter, defaultdict


def count(sums, case, exact, acceptable):
    sums["n"] += 1
    sums["exact"] += exact
    sums["acceptable"] += acceptable
    if case[0] is None:
        sums["noTool"] += 1
        sums["noToolRight"] += exact
    sums["risk"] += case[2]
    if acceptable:
        sums["riskRight"] += case[2]


def main():
    folder = sys.argv[1]
    cases, answered = {}, set()
    with open(f"{folder}/cases.jsonl", encoding="utf-8") as lines:
        for line in lines:
            case = json.loads(line)
            assert case["id"] not in cases, case["id"]
            cases[case["id"]] = (case["expectedTool"], case.get("acceptableTools", ()), case["risk"], case["tags"])
    total, slices, confusions = Counter(), defaultdict(Counter), Counter()
    with open(f"{folder}/predictions.jsonl", encoding="utf-8") as lines:
        for line in lines:
            prediction = json.loads(line)
            case, selected = cases[prediction["caseId"]], prediction["selectedTool"]
            assert prediction["caseId"] not in answered, prediction
            answered.add(prediction["caseId"])
            expected = case[0]
            exact = selected == expected
            acceptable = exact or (selected is not None and expected is not None and selected in case[1])
            count(total, case, exact, acceptable)
            for name in (f"tool:{expected or 'NO_TOOL'}", *(f"tag:{tag}" for tag in case[3])):
                count(slices[name], case, exact, acceptable)
            if not acceptable:
                confusions[f"{expected or 'NO_TOOL'} -> {selected or 'NO_TOOL'}"] += 1
    assert total["n"] == len(cases)
    print(json.dumps({**total, "pairs": len(confusions), "slices": len(slices)}))


if __name__ == "__main__":
    main()
