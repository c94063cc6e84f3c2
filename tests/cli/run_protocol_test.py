#!/usr/bin/env python3
"""What adapters are given and asked for, and what becomes of what they answer."""
import json
import pathlib
import unittest

from tare_cli import TareTest, call, case, comparable


class Protocol(TareTest):
    def test_no_expectation_ever_reaches_the_adapter(self):
        adapter = """
import json, os, sys
open(os.environ["TARE_SCRATCH"] + "/../../seen", "w") if 0 else None
text = sys.stdin.read()
sys.stderr.write(text + json.dumps(dict(os.environ)) + " ".join(sys.argv))
print(json.dumps({"raw": [], "normalized": []}))
"""
        hidden = {
            "expectedTool": "MARK_tool", "acceptableTools": ["MARK_acceptable"],
            "expectedArgs": {"MARK_args": "MARK_value"}, "forbid": ["MARK_forbid"],
            "never": [{"tool": "MARK_never", "level": "called", "why": "MARK_why"}],
            "expectedErrors": ["MARK_errors"], "expectedStatus": "held",
            "expectedOutput": "PASS only if MARK_output", "risk": 3,
            "metadata": {"MARK_metadata": 1}, "reply": {"MARK_reply": 1}, "calls": "any",
            "mcpToolsOnly": True,
        }
        trajectory = {"expectedCalls": [{"tool": "MARK_calls"}], "order": "strict"}
        listed = {"expectedTools": ["MARK_tools", "MARK_tools2"]}
        suite = self.suite([{"id": "a", "request": "Hello.", **hidden},
                            {"id": "b", "request": "Hello.", "kind": "agent", **trajectory},
                            {"id": "c", "request": "Hello.", **listed}], adapter,
                           keep="all", gates={"exactAccuracy": 0.123456})
        self.expect(suite.run(), 1)
        for id in "abc":
            seen = (suite.run_folder / f"artifacts/{id}/1.1/stderr").read_text()
            self.assertIn("Hello.", seen)
            for word in ("MARK", "expected", "acceptable", "forbid", "never", "risk", "0.123456",
                         "mcpToolsOnly", "strict"):
                self.assertNotIn(word, seen)

    def test_reuse_serves_many_cases_with_one_process(self):
        adapter = """
import json, os, sys
for line in sys.stdin:
    json.loads(line)
    print(json.dumps({"event": "message", "role": "assistant", "text": str(os.getpid())}))
    print(json.dumps({"event": "finished", "reason": "stop"}), flush=True)
"""
        suite = self.suite([case(f"c{i}", None, {}) for i in range(10)], adapter,
                           adapter_members={"reuse": 5})
        self.expect(suite.run("-j", 1), 0)
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines()[1:-1]
        pids = [json.loads(json.loads(line)["events"][0])["text"] for line in lines]
        self.assertEqual(len(set(pids)), 2)
        self.assertEqual(pids[:5], [pids[0]] * 5)

    def test_a_failure_replaces_the_reused_process(self):
        adapter = """
import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["case"]["id"] == "c1" and request["attempt"] == 1:
        print("garbage", flush=True)
        continue
    print(json.dumps({"raw": [], "normalized": []}), flush=True)
"""
        suite = self.suite([case(f"c{i}", None, {}) for i in range(4)], adapter,
                           adapter_members={"reuse": 10})
        self.expect(suite.run("-j", 1), 0)
        trials = {c["id"]: c["trials"][0] for c in suite.results()["cases"]}
        self.assertTrue(trials["c1"]["flaky"])
        self.assertEqual([t["outcome"] for t in trials.values()], ["completed"] * 4)

    def test_a_schema_that_judges_nothing_is_said(self):
        tools = [{"name": "get", "inputSchema": {"properties": {"a": {"$ref": "#/none"}}}},
                 {"name": "put", "inputSchema": {"properties": {"a": {"pattern": "(?=x)"}}}}]
        suite = self.suite([case("one", "get")], tools=tools)
        done = suite.run()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn('tare: warning: the inputSchema of tool "get" judges nothing', done.stderr)
        self.assertIn('tare: warning: the inputSchema of tool "put" is not checked in full', done.stderr)
        again = suite.tare("score", "--from", suite.run_folder)
        self.assertIn('the inputSchema of tool "get" judges nothing', again.stderr)

    def test_a_schema_with_a_slip_counts_no_call_as_valid_and_is_said_whoever_brings_it(self):
        own = [{"name": "put", "inputSchema": {"type": "object", "properties": {"n": {"type": "strng"}}}}]
        suite = self.suite([case("one", "put", tools=own)], gates={"schemaValid": 1})
        warning = ('tare: warning: case "one": the inputSchema of tool "put" is not checked in full: '
                   '`type` names a type that JSON Schema does not have')
        done = suite.run()
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(warning, done.stderr)
        self.assertIn("/properties/n/type", done.stderr)
        results = suite.results()
        self.assertIsNone(results["scores"]["raw"]["schemaValid"])
        self.assertEqual(results["scores"]["raw"]["schemaUnjudged"], 1)
        self.assertEqual(results["cases"][0]["trials"][0]["schema"]["raw"],
                         {"calls": 0, "valid": 0, "unjudged": 1, "faults": []})
        (suite.path / "p.jsonl").write_text(json.dumps(
            {"caseId": "one", "raw": [call("put")], "normalized": [call("put")]}) + "\n")
        self.assertIn(warning, suite.tare("score", "--from", "p.jsonl").stderr)

    def test_describe_is_asked_once_and_its_tools_travel(self):
        adapter = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if request["request"] == "describe":
        print(json.dumps({"event": "manifest", "tools": [
            {"name": "get", "description": "Gets.", "inputSchema": {"type": "object"},
             "wireName": "mcp__x__get"}]}))
        print(json.dumps({"event": "finished", "reason": "stop"}))
    else:
        name = request["tools"][0]["wireName"]
        print(json.dumps({"raw": [{"name": name, "arguments": "{}"}],
                          "normalized": [{"name": "get", "arguments": {}}]}))
"""
        suite = self.suite([case("a", "get", {})], adapter, tools="describe")
        self.expect(suite.run(), 0)
        results = suite.results()
        self.assertEqual(results["scores"]["raw"]["exactAccuracy"], 1)
        self.assertEqual(results["coercions"]["callsChanged"], 0)
        self.assertTrue(results["provenance"]["toolManifestSha256"])

    def test_describe_that_fails_is_one_error(self):
        suite = self.suite([case("a", "get")], "import sys; sys.exit(1)", tools="describe")
        self.expect(suite.run(), 2, "describe")
        self.assertFalse(suite.run_folder.exists())

    def test_a_refusal_of_the_client_is_an_answer_and_not_retried(self):
        adapter = """
import json, sys
sys.stdin.readline()
print(json.dumps({"event": "raw", "name": "get", "arguments": "{"}))
print(json.dumps({"event": "finished", "reason": "refusedByClient", "message": "bad JSON"}))
"""
        suite = self.suite([case("a", "get", {}), case("b", None, {})], adapter)
        self.expect(suite.run(), 0)
        results = suite.results()
        self.assertEqual(results["totals"]["refused"], 2)
        self.assertEqual(results["totals"]["attempts"], 2)
        self.assertEqual(results["confusions"]["normalized"], {"get -> CLIENT_REFUSED": 1})
        self.assertEqual(results["scores"]["raw"]["exactAccuracy"], 0.5)
        self.assertEqual(results["scores"]["normalized"]["noToolAccuracy"], 1)

    def test_variant_and_profile_reach_the_adapter_and_the_plan(self):
        adapter = """
import json, sys
request = json.loads(sys.stdin.readline())
print(json.dumps({"raw": [{"name": request["variant"]["model"], "arguments": "{}"}],
                  "normalized": []}))
"""
        suite = self.suite([case("a", "m1", {}), case("b", "m2", {}, tags=["t"])], adapter,
                           variants=[{"name": "one", "model": "m1"}, {"name": "two", "model": "m2"}],
                           profiles={"p": {"filter": "tag(t)", "trials": 3}})
        self.expect(suite.run("--profile", "p", "--variant", "two"), 0)
        results = suite.results()
        self.assertEqual(results["totals"]["trials"], 3)
        self.assertEqual(results["scores"]["raw"]["exactAccuracy"], 1)
        self.assertEqual(results["provenance"]["variant"], "two")

    def test_only_allowed_variables_reach_the_adapter(self):
        adapter = """
import json, os, sys
print(json.dumps({"raw": [{"name": n, "arguments": "{}"} for n in sorted(os.environ)],
                  "normalized": []}))
"""
        suite = self.suite([case("a", "get", {})], adapter,
                           adapter_members={"env": {"MODEL": "x-${WHICH}"}})
        env = {"WHICH": "7", "LC_TIME": "C", "STRAY_SETTING": "1"}
        suite.run(env=env)
        names = {c["raw"]["name"] for c in suite.results()["cases"][0]["trials"][0]["calls"]}
        self.assertTrue({"PATH", "MODEL", "LC_TIME", "TARE_PROTOCOL", "TARE_CASE_ID", "TARE_TRIAL",
                         "TARE_ATTEMPT", "TARE_DEADLINE_MS", "TARE_SCRATCH"} <= names, names)
        self.assertFalse({"STRAY_SETTING", "WHICH"} & names, names)
        self.expect(suite.tare("run", "--out", "other"), 2, "WHICH")

    def test_reuse_reports_the_same_for_any_number_of_jobs(self):
        adapter = """
import json, sys
for line in sys.stdin:
    json.loads(line)
    print(json.dumps({"raw": [{"name": "get", "arguments": "{}"}],
                      "normalized": [{"name": "get", "arguments": "{}"}]}), flush=True)
sys.exit(1)
"""
        suite = self.suite([case(f"c{i}", "get", {}) for i in range(7)], adapter,
                           adapter_members={"reuse": 3})
        documents = []
        for jobs in (1, 2, 5):
            out = suite.path / f"out{jobs}"
            self.expect(suite.tare("run", "--out", out, "-j", jobs), 0)
            documents.append(comparable(suite.results(out)))
        self.assertEqual(documents[0]["totals"]["completed"], 7)
        self.assertEqual(documents[0], documents[1])
        self.assertEqual(documents[0], documents[2])

    def test_a_failed_attempt_under_reuse_says_how_its_process_ended(self):
        adapter = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"event": "error", "kind": "harness", "message": "no"}))
    print(json.dumps({"event": "finished", "reason": "stop"}), flush=True)
"""
        # However long it takes to end by itself on a machine at work.
        suite = self.suite([case("a", None, {})], adapter, adapter_members={"reuse": 3},
                           retries={"operational": 0}, timeouts={"leakMs": 60000})
        self.expect(suite.run(), 3)
        attempt = suite.results()["cases"][0]["trials"][0]["attempts"][0]
        self.assertEqual(attempt["termination"], "exited 0")

    def test_a_case_s_own_tools_count_for_names_and_limits(self):
        tools = [{"name": "get", "wireName": "mcp__s__get"}, {"name": "del", "wireName": "mcp__s__del"}]
        answer = {"raw": [call("mcp__s__get"), call("mcp__s__del")], "normalized": [call("get")]}
        for where in ("case", "suite"):
            own = {"tools": tools} if where == "case" else {}
            members = {"tools": tools} if where == "suite" else {}
            suite = self.suite([case("a", "get", answer, forbid=["del"], **own)], **members)
            self.expect(suite.run(), 1, "neverCalled")
            trial = suite.results()["cases"][0]["trials"][0]
            self.assertEqual(trial["selected"]["raw"], "get", where)

    def test_a_silent_first_adapter_does_not_hold_the_others_back(self):
        # Each waits until all of them run: that comes about only if the first is not waited for.
        adapter = """
import json, os, sys, time
case = json.loads(sys.stdin.readline())["case"]
open("here-" + case["id"], "w").close()
while len([name for name in os.listdir(".") if name.startswith("here-")]) < 6:
    time.sleep(0.01)
print(json.dumps({"raw": [], "normalized": []}))
"""
        suite = self.suite([case(f"c{i}", None, {}) for i in range(6)], adapter,
                           timeouts={"totalMs": 30000}, retries={"operational": 0})
        self.expect(suite.run("-j", 6), 0)

    def test_fail_fast_starts_nothing_more(self):
        wrong = {"raw": [call("put")], "normalized": [call("put")]}
        suite = self.suite([case("a", "get"), case("b", "get", wrong)] +
                           [case(f"c{i}", "get") for i in range(50)])
        done = suite.run("-j", 1, "--fail-fast")
        results = suite.results()
        self.assertEqual(results["totals"]["completed"], 2, done.stderr)
        self.assertEqual(results["totals"]["trials"], 52)
        self.assertEqual(results["totals"]["attempts"], 2)
        self.assertEqual(done.returncode, 3)


class Scratch(TareTest):
    LOOK = """
import json, os, sys
request = json.loads(sys.stdin.readline())
path = os.environ["TARE_SCRATCH"]
fact = f"{os.path.isabs(path)} {os.path.isdir(path)} {os.listdir(path)}"
mess = request["case"]["input"].get("mess")
if mess == "chmod":
    os.makedirs(path + "/d/e")
    os.chmod(path + "/d", 0)
elif mess == "file":
    open(path + "/f", "w").write("x")
elif mess == "gone":
    os.rmdir(path)
elif mess == "link":
    os.rmdir(path)
    os.symlink("/etc", path)
print(json.dumps({"raw": [{"name": fact, "arguments": "{}"}], "normalized": []}))
"""

    def test_every_attempt_finds_an_empty_folder_of_its_own_and_leaves_none(self):
        messes = ["file", "chmod", "gone", "link", None, "file", None, None]
        suite = self.suite([case(f"c{i}", "x", {}) | {"input": {"mess": mess}}
                            for i, mess in enumerate(messes)], self.LOOK)
        for temporary in (suite.path / "tmp", pathlib.Path("tmp2")):
            (suite.path / temporary).mkdir()
            out = suite.path / f"out-{temporary.name}"
            self.expect(suite.tare("run", "--out", out, "-j", 1, env={"TMPDIR": str(temporary)}), 0)
            for c in suite.results(out)["cases"]:
                self.assertEqual(c["trials"][0]["calls"][0]["raw"]["name"], "True True []")
            self.assertEqual(list((suite.path / temporary).iterdir()), [])


if __name__ == "__main__":
    unittest.main()
