"""A judge without a model: reads clauses out of the contract and holds the transcript to them.

For tests and examples, and for contracts that are rules in truth. Clauses, in any order, each up to a
full stop or a line's end; other words are ignored:

    PASS only if called: NAME, NAME      all of these tools were called
    PASS only if said: WORDS             the final text holds the words
    FAIL if called: NAME, NAME           none of these tools may be called
    FAIL if said: WORDS                  the final text may not hold the words
"""
import json
import re
import sys

CLAUSE = re.compile(r"(PASS only if|FAIL if) (called|said): *([^\n]*?)(?=\.(?:\s|$)|\n|$)")


def broken(kind, subject, wanted, judge):
    """Why the clause does not hold; None where it does."""
    must = kind == "PASS only if"
    if subject == "said":
        said = wanted.lower() in (judge.get("finalText") or "").lower()
        return None if said == must else f"{wanted!r} was {'not said' if must else 'said'}"
    called = {call["name"] for call in judge["calls"]}
    for name in (name.strip() for name in wanted.split(",")):
        if name and (name in called) != must:
            return f"{name} was {'not called' if must else 'called'}"
    return None


def verdict(judge):
    clauses = CLAUSE.findall(judge["contract"])
    if not clauses:
        raise ValueError("the contract has no clause that this judge reads, such as "
                         "'PASS only if called: NAME'")
    for kind, subject, wanted in clauses:
        reason = broken(kind, subject, wanted.strip(), judge)
        if reason:
            return "FAIL", reason
    return "PASS", "every clause holds"


def answer(request):
    if request.get("request") != "judge":
        return [{"event": "unsupported"}]
    try:
        word, reason = verdict(request["judge"])
    except ValueError as problem:
        return [{"event": "error", "kind": "harness", "message": str(problem), "retryable": False}]
    return [{"event": "verdict", "verdict": word, "reason": reason}]


for line in sys.stdin:
    for event in answer(json.loads(line)) + [{"event": "finished", "reason": "stop"}]:
        print(json.dumps(event), flush=True)
