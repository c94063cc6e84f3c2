#!/usr/bin/env python3
"""A run that is killed with SIGKILL at a random moment and resumed ends with the same results.

kill_resume.py [--runs N]: N runs, each killed once or more, at moments spread over the run's length.
The suite has retries, client crashes, wrong answers and no-tool cases, so that every kind of attempt
is cut somewhere. The seed is printed; --seed repeats a run.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from tare_cli import TARE, Suite, call, case, comparable

ADAPTER = """
import json, os, sys
request = json.loads(sys.stdin.readline())
case = request["case"]
if case["input"].get("failFirst") and request["attempt"] == 1:
    sys.exit(7)
print(json.dumps({"event": "raw", **case["input"]["call"]}) if "call" in case["input"] else "", flush=True)
if case["input"].get("crash"):
    os.abort()
if "call" in case["input"]:
    print(json.dumps({"event": "normalized", **case["input"]["call"]}), flush=True)
print(json.dumps({"event": "finished", "reason": "stop"}), flush=True)
"""


def make_suite():
    cases = []
    for i in range(30):
        tool = ["get", "put", None][i % 3]
        entry = case(f"c/{i:02}", tool, {})
        entry["input"] = {} if tool is None else {"call": call("get", json.dumps({"n": i}))}
        entry["input"]["failFirst"] = i % 5 == 0
        entry["input"]["crash"] = i % 7 == 3
        cases.append(entry)
    return Suite(cases, ADAPTER, trials=2, retries={"operational": 1}, gates={"exactAccuracy": 0.1})


def run(suite, out, *words):
    return subprocess.Popen([TARE, "run", "-q", "-j", "2", *words, str(out)], cwd=suite.path,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options = parser.parse_args()
    print(f"seed {options.seed}")
    rng = random.Random(options.seed)
    suite = make_suite()
    whole = suite.path / "whole"
    began = time.monotonic()
    process = run(suite, whole, "--out")
    process.communicate()
    length = time.monotonic() - began
    expected = comparable(suite.results(whole))
    expected_code = process.returncode
    attempts = expected["totals"]["attempts"]
    failures = cuts = 0
    for number in range(options.runs):
        out = suite.path / f"run{number}"
        process = run(suite, out, "--out")
        for _ in range(rng.choice([1, 1, 2, 3])):
            try:
                process.wait(timeout=rng.uniform(0, length))
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.communicate()
                cuts += 1
                # Any byte: a line may have been cut in two by a full disk or a lost page as well.
                journal = out / "journal.jsonl"
                if journal.exists() and rng.random() < 0.5:
                    size = journal.stat().st_size
                    os.truncate(journal, rng.randrange(max(0, size - 400), size + 1) if size else 0)
                process = run(suite, out, "--resume")
        message = process.communicate()[1].decode(errors="replace")
        if not (out / "results.json").exists():
            print(f"run {number}: no results: {message}")
            failures += 1
            continue
        got = comparable(suite.results(out))
        if got != expected or process.returncode != expected_code:
            failures += 1
            print(f"run {number}: differs: exit {process.returncode} (expected {expected_code}), "
                  f"attempts {got['totals']['attempts']} (expected {attempts})")
            for mine, theirs in zip(got["cases"], expected["cases"]):
                if mine != theirs:
                    print("  ", json.dumps(mine)[:400], "\n  ", json.dumps(theirs)[:400])
                    break
        shutil.rmtree(out, ignore_errors=True)
    print(f"{options.runs} runs, {cuts} kills, {failures} differ")
    suite.close()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
