#!/usr/bin/env python3
"""Cases and predictions for the scoring benchmark: score_data.py COUNT FOLDER

A million come to about 340 MB. Forty tools, one case in seven without a call, one in three with tools that are
acceptable too, two tags each; nine predictions in ten are right. The same on every machine.
"""
import json
import pathlib
import random
import sys

TOOLS = [f"{verb}_{thing}" for verb in ("get", "list", "search", "create", "update", "delete", "send", "archive")
         for thing in ("ticket", "invoice", "order", "customer", "report")]
TAGS = ["read", "write", "de", "en", "smoke", "nightly"]
WORDS = ("please show me the latest status of this ticket and tell who changed it last week because we need to answer "
         "the customer today").split()


def main():
    count, folder = int(sys.argv[1]), pathlib.Path(sys.argv[2])
    dice = random.Random(7)
    (folder / "tare.json").write_text(json.dumps({"adapter": {"command": ["true"]}, "cases": ["cases.jsonl"]}))
    with (folder / "cases.jsonl").open("w") as cases, (folder / "predictions.jsonl").open("w") as predictions:
        for i in range(count):
            tool = dice.choice(TOOLS) if i % 7 else None
            case = {"id": f"pr/{tool or 'none'}/case-{i:07}", "request": " ".join(dice.choices(WORDS, k=20)),
                    "expectedTool": tool, "risk": dice.randint(1, 5), "tags": dice.sample(TAGS, 2),
                    "metadata": {"batch": i // 1000}}
            if tool and i % 3 == 0:
                case["acceptableTools"] = dice.sample(TOOLS, 2)
            luck = dice.random()
            selected = tool if luck < 0.9 else None if luck < 0.93 else dice.choice(TOOLS)
            cases.write(json.dumps(case) + "\n")
            predictions.write(json.dumps({"caseId": case["id"], "selectedTool": selected}) + "\n")


if __name__ == "__main__":
    main()
