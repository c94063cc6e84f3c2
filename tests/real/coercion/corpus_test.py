#!/usr/bin/python3
"""The corpus in cases/coercion through its four layers: the faithful one shows nothing above info and
hands on what each case says; the careless ones show the kinds that they are known for."""
import collections
import glob
import json
import os
import shutil
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from harness import REPOSITORY, check, run, trials  # noqa: E402

CORPUS = os.path.join(REPOSITORY, "cases", "coercion")
SEVERITIES = ["none", "info", "low", "medium", "high", "critical"]

# Kinds that a layer shows on a case that aims at them. Each is a defect that its code shows too.
KNOWN = {
    "python_json.tare.json": {
        "duplicateKeyCollapsed", "emptyArgsToObject", "floatPrecisionLoss", "nonfiniteNumber",
        "numberRespelled"},
    "js_json.tare.json": {
        "bigintPrecisionLoss", "duplicateKeyCollapsed", "emptyArgsToObject", "floatPrecisionLoss",
        "floatToInt", "keyOrderChanged", "nonfiniteNumber", "numberRespelled"},
    "lax.tare.json": {
        "argsLost", "arrayObjectSwap", "arrayUnwrapped", "arrayWrapped", "boolInverted",
        "boolToNumber", "boolToString", "callDeduplicated", "callDropped", "callIdRewritten",
        "callPromotedFromText", "callsMerged", "callsReordered", "dateReformatted",
        "defaultInjected", "doubleEncodingUnwrapped", "duplicateKeyCollapsed",
        "emptyArgsToObject", "emptyStringDropped", "entityDecoded", "enumCaseFolded",
        "enumMapped", "escapeAltered", "floatPrecisionLoss", "floatToInt", "fractionTruncated",
        "historyRewritten", "intToFloat", "itemDropped", "itemsReordered", "jsonStringParsed",
        "jsonValueStringified", "keyDropped", "keyInjected", "keyOrderChanged", "keyRenamed",
        "nameCaseChanged", "nameCollision", "nameFuzzyMapped", "namePrefixStripped",
        "nameSanitized", "nameSentinel", "nonfiniteNumber", "nullDropped", "nullInjected",
        "nullToString", "numberAltered", "numberRespelled", "numberToString",
        "repairPythonLiteral", "repairSyntax", "repairTruncation", "stringAltered",
        "stringToBool", "stringToNull", "stringToNumber", "textDropped", "unicodeAltered",
        "valueNulled", "valueTruncated", "whitespaceTrimmed"},
}


def cases():
    for path in sorted(glob.glob(os.path.join(CORPUS, "group_*.jsonl"))):
        with open(path, encoding="utf-8") as lines:
            yield from map(json.loads, lines)


def findings_of(trial):
    return [finding for call in trial["calls"] for finding in call["findings"]]


def check_faithful(aims):
    results = run(os.path.join(CORPUS, "tare.json"))
    for case, trial in trials(results):
        check(trial["outcome"] == "completed", f"{case}: {trial['outcome']}")
        for finding in findings_of(trial):
            check(SEVERITIES.index(finding["severity"]) <= 1, f"{case}: a faithful client: {finding}")
        expected = aims[case]["faithful"]
        if "refused" in expected:
            check(trial["finished"] == "refusedByClient", f"{case}: not refused")
            continue
        got = [{"name": call["normalized"]["name"], "arguments": call["normalized"]["arguments"]}
               for call in trial["calls"]
               if call["normalized"] and call["normalized"]["at"] == "tool"]
        check(got == expected["calls"], f"{case}: {got}, not {expected['calls']}")
    coercions = results["coercions"]
    check(coercions["unaudited"] == 0 and coercions["unread"] == 0, f"not all read: {coercions}")
    return coercions["byKind"]


def check_layer(suite, aims):
    results = run(os.path.join(CORPUS, suite))
    hit, found = collections.Counter(), collections.Counter()
    for case, trial in trials(results):
        check(trial["outcome"] == "completed", f"{case} in {suite}: {trial['outcome']}")
        kinds = {finding["kind"] for finding in findings_of(trial)}
        found.update(kinds)
        if aims[case]["kind"] in kinds:
            hit[aims[case]["kind"]] += 1
    missing = KNOWN[suite] - set(hit)
    check(not missing, f"{suite} no longer shows {sorted(missing)}")
    return hit, found


def main():
    aims = {case["id"]: case["metadata"] for case in cases()}
    check(len(aims) >= 150, f"{len(aims)} cases")
    for case in cases():
        kind = case["metadata"]["kind"]
        check(case["id"].startswith(f"coercion/{kind}/"), f"{case['id']} aims at {kind}")
    print(f"{len(aims)} cases, {len({a['kind'] for a in aims.values()})} kinds")
    print("faithful.py:", check_faithful(aims) or "nothing")
    shown = set()
    for suite in KNOWN:
        if suite.startswith("js_") and not shutil.which("node"):
            print(f"{suite}: left out, there is no node")
            continue
        hit, found = check_layer(suite, aims)
        shown |= set(hit)
        print(f"{suite}: {len(hit)} kinds where they are aimed at, {len(found)} in all")
        if "--verbose" in sys.argv:
            print("  " + ", ".join(f"{k} {n}" for k, n in sorted(hit.items())))
    rest = sorted({a["kind"] for a in aims.values()} - shown)
    print("shown by no layer here:", ", ".join(rest) or "none")


main()
