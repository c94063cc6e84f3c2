#!/usr/bin/env python3
"""Worked examples of coercions, drawn from public reports, through `tare diff --batch`.

Each case says which kinds must be among the findings (or what may stand for one of them where its evidence
is missing), how grave the worst is, what it did to a score, and whether anything was lost. A mismatch is a
row of the table that is printed.

coercion_cases.py [CASES.jsonl]
"""
import json
import os
import pathlib
import re
import subprocess
import sys

TARE = os.environ.get("TARE_BIN", "build/release/tare")
DATA = pathlib.Path(os.environ.get("TARE_SHARED_DATA") or
                    pathlib.Path(__file__).resolve().parents[3].parent / "shared/data")
ORDER = ["none", "info", "low", "medium", "high", "critical"]


def defaults():
    """Each kind's default severity, and whether it is lossless, from the documented list."""
    page = (pathlib.Path(__file__).resolve().parents[3] / "docs/coercions.md").read_text()
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| (yes|no) \|", page, re.M)
    return {kind: (severity, loses == "no") for kind, severity, loses in rows}


def reported(kind, fallback, found):
    """The kinds that stand for this one: itself, or all that may be reported in its place. None: neither."""
    if kind in found:
        return [kind]
    instead = fallback.get(kind)
    if instead == "not reported":
        return []
    parts = instead.split(" + ") if instead else [kind]
    return parts if all(part in found for part in parts) else None


def faults(case, answer, known):
    expected, findings = case["expected"], answer["findings"]
    found = {finding["kind"] for finding in findings}
    worst = max((finding["severity"] for finding in findings), key=ORDER.index, default="none")
    if worst != answer["worst"]:
        yield f"worst {answer['worst']} beside a finding that is {worst}"
    if not expected["kinds"]:
        if ORDER.index(worst) > ORDER.index("info"):
            yield f"{', '.join(sorted(found))} ({worst}) where nothing happened"
        return
    severity, lossless, wider = expected["severity"], expected["lossless"], []
    for kind in expected["kinds"]:
        stands_there = reported(kind, expected.get("fallback", {}), found)
        if stands_there is None:
            yield f"no {kind}"
        elif stands_there != [kind]:
            wider += stands_there
    if wider:
        # What the wider kind says of itself: the expectation is that of the narrower one.
        severity = max([known[kind][0] for kind in wider] +
                       [known[kind][0] for kind in expected["kinds"] if kind in found], key=ORDER.index)
        lossless = all(known[kind][1] for kind in wider) and lossless
    if worst not in (severity, expected["severity"]):
        yield f"worst is {worst}, not {severity}"
    if not any(finding["effect"] == expected["effect"] for finding in findings):
        yield f"nothing is {expected['effect']}"
    if all(finding["lossless"] for finding in findings) not in (lossless, expected["lossless"]):
        yield "something is lost" if lossless else "nothing is lost"


def main():
    path = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else DATA / "coercion/cases.jsonl"
    if not path.exists():
        print(f"no {path}: skipped")
        return 77
    done = subprocess.run([TARE, "diff", "--batch", path], capture_output=True, text=True)
    cases = [json.loads(line) for line in path.read_text().splitlines()]
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(cases):
        print(f"exit code {done.returncode}, {len(answers)} answers to {len(cases)} cases\n{done.stderr}")
        return 1
    bad, known = 0, defaults()
    for case, answer in zip(cases, answers):
        assert case["id"] == answer["id"], (case["id"], answer["id"])
        reasons = list(faults(case, answer, known))
        if not reasons:
            continue
        bad += 1
        said = "; ".join(f"{f['kind']} {f['path'] or ''} {f['severity']} {f['effect']}"
                         f"{'' if f['lossless'] else ' lossy'}" for f in answer["findings"])
        print(f"{case['id']:5} {'; '.join(reasons)}\n      expected {json.dumps(case['expected'])}\n"
              f"      found    {said or 'nothing'}")
    print(f"{len(cases) - bad} of {len(cases)} cases as expected")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
