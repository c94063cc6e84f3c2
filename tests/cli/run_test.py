#!/usr/bin/env python3
"""tare run, score, show as a user meets them: exit codes, files, messages."""
import json
import pathlib
import unittest

from tare_cli import Suite, call, case, comparable


class TareTest(unittest.TestCase):
    def suite(self, *args, **kwargs):
        suite = Suite(*args, **kwargs)
        self.addCleanup(suite.close)
        return suite

    def expect(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        for word in words:
            self.assertIn(word, done.stderr + done.stdout)
        return done


class ExitCodes(TareTest):
    def test_zero_when_nothing_gates_and_all_is_complete(self):
        suite = self.suite([case("a", "get"), case("b", None)])
        self.expect(suite.run(), 0)
        self.assertEqual(suite.results()["exitCode"], 0)

    def test_a_wrong_choice_informs_and_does_not_gate_by_default(self):
        suite = self.suite([case("a", "get", {"raw": [call("put")], "normalized": [call("put")]})])
        self.expect(suite.run(), 0)
        self.assertEqual(suite.results()["cases"][0]["trials"][0]["verdict"], "fail")

    def test_one_when_a_gate_fails(self):
        wrong = {"raw": [call("put")], "normalized": [call("put")]}
        suite = self.suite([case("a", "get", wrong)], gates={"exactAccuracy": 0.5})
        self.expect(suite.run(), 1, "exactAccuracy")

    def test_one_when_a_forbidden_tool_was_called_whatever_the_rates(self):
        answer = {"raw": [call("get"), call("drop")], "normalized": [call("get")]}
        suite = self.suite([case("a", "get", answer, forbid=["dr*"])])
        self.expect(suite.run(), 1, "neverCalled", "drop")

    def test_two_for_bad_input_and_nothing_ran(self):
        suite = self.suite([{"id": "a", "request": "x", "expectedTol": "get"}])
        done = self.expect(suite.run(), 2, "cases.json:1:", "expectedTol", "expectedTool")
        self.assertFalse(suite.run_folder.exists(), done.stderr)

    def test_two_for_bad_usage(self):
        suite = self.suite([case("a", "get")])
        for words in (["--jobs", "0"], ["--nonsense"], ["--profile", "x"], ["--variant", "x"],
                      ["--report", "pdf"], ["--rerun-failed"], ["--filter", "tag("]):
            self.expect(suite.run(*words), 2, "tare: cannot")
        self.expect(suite.tare("walk"), 2)

    def test_three_when_trials_stay_incomplete(self):
        suite = self.suite([case("a", "get")], "import sys; sys.exit(5)", retries={"operational": 0})
        self.expect(suite.run(), 3, "exited 5")
        totals = suite.results()["totals"]
        self.assertEqual((totals["incomplete"], totals["completed"]), (1, 0))

    def test_four_when_the_filter_selects_nothing(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run("--filter", "risk(>=5)"), 4)

    def test_110_when_a_report_cannot_be_written(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run("--report", "junit=/nonexistent/folder/x.xml"), 110, "report")

    def test_a_program_that_is_not_there_is_one_error_before_anything_runs(self):
        suite = self.suite([case(f"c{i}", "get") for i in range(20)])
        suite.file.write_text(json.dumps({"adapter": {"command": ["./nowhere"]},
                                          "cases": ["cases.json"]}))
        done = self.expect(suite.run(), 2, "./nowhere")
        self.assertEqual(done.stderr.count("nowhere"), 1, done.stderr)

    def test_an_adapter_that_cannot_start_is_one_error_not_one_a_case(self):
        suite = self.suite([case(f"c{i}", "get") for i in range(20)],
                           adapter_members={"command": ["sh", "-c", "exec /nonexistent/program"]})
        done = self.expect(suite.run("-j", "8"), 2, "127")
        self.assertEqual(done.stderr.count("127"), 1, done.stderr)
        self.assertFalse(suite.run_folder.exists())


class Output(TareTest):
    def test_json_format_puts_one_document_on_stdout(self):
        suite = self.suite([case("a", "get")])
        done = self.expect(suite.run("--format", "json"), 0)
        self.assertEqual(json.loads(done.stdout), suite.results())

    def test_list_prints_ids_in_suite_order(self):
        suite = self.suite([case("b", "get"), case("a", None), case("c/x", "get")])
        self.assertEqual(self.expect(suite.tare("run", "--list"), 0).stdout, "b\na\nc/x\n")
        done = suite.tare("run", "--list", "--filter", "tool(get) & !id(b)", "--format", "json")
        self.assertEqual([c["id"] for c in json.loads(done.stdout)["cases"]], ["c/x"])

    def test_dry_run_launches_nothing_and_tells_the_power(self):
        suite = self.suite([case("a", "get")], "import os; open('ran', 'w')", trials=10)
        self.expect(suite.tare("run", "--dry-run"), 0, "1 cases, 10 trials", "65 %", "26 %")
        self.assertFalse((suite.path / "ran").exists())

    def test_results_are_the_same_for_any_number_of_jobs(self):
        suite = self.suite([case(f"c{i}", ["get", None][i % 2]) for i in range(12)], trials=2)
        documents = []
        for jobs in (1, 8):
            out = suite.path / f"out{jobs}"
            suite.tare("run", "--out", out, "-j", jobs)
            documents.append(comparable(suite.results(out)))
        self.assertEqual(*documents)

    def test_quiet_says_nothing_when_all_is_well(self):
        suite = self.suite([case("a", "get")])
        done = self.expect(suite.run("-q"), 0)
        self.assertEqual(done.stdout + done.stderr, "")

    def test_secrets_stay_out_of_every_file_and_report(self):
        secret = "s3cret/value\"with-quotes"
        adapter = """
import json, os, sys
json.loads(sys.stdin.readline())
key = os.environ["API_KEY"]
sys.stderr.write("key " + key + "\\n")
print(json.dumps({"raw": [{"name": key, "arguments": json.dumps({"k": key})}], "normalized": []}))
"""
        suite = self.suite([case("a", "get")], adapter, keep="all",
                           adapter_members={"env": {"API_KEY": "${MY_KEY}"}})
        done = suite.run("--report", "junit", "-v", env={"MY_KEY": secret})
        shown = suite.tare("show", suite.run_folder, "a", env={"MY_KEY": secret})
        texts = [done.stdout, done.stderr, shown.stdout, shown.stderr]
        for path in suite.run_folder.rglob("*"):
            if path.is_file():
                texts.append(path.read_bytes().decode())
        self.assertIn("[masked]", "".join(texts))
        for text in texts:
            for form in (secret, json.dumps(secret)[1:-1], json.dumps(json.dumps(secret))[3:-3]):
                self.assertNotIn(form, text)

    def test_masking_changes_no_verdict(self):
        adapter = """
import json, os, sys
sys.stdin.readline()
for name in ("get_ticket", "delete_all"):
    print(json.dumps({"event": "raw", "name": name, "arguments": json.dumps({"k": os.environ["A_KEY"]})}))
    print(json.dumps({"event": "normalized", "name": name, "arguments": {"k": os.environ["B_KEY"]}}))
print('{"event":"finished","reason":"stop"}')
"""
        for forbid in ("delete_all", "delete_*"):
            suite = self.suite([case("a", "get_ticket", forbid=[forbid])], adapter,
                               adapter_members={"env": {"A_KEY": "${A_KEY}", "B_KEY": "${B_KEY}"}})
            for n, token in enumerate(("", "delete_all", "delete_a", "normalized", '"event":"',
                                       '"event": "raw"', "get_tick", "normaliz", "1234.5678")):
                env = {"A_KEY": "Zq8SECRET/0123456789", "B_KEY": "Wp7OTHER/9876543210",
                       "X_TOKEN": token}
                out = suite.path / f"out{n}"
                suite.tare("run", "--out", out, env=env)
                results = suite.results(out)
                if n == 0:
                    first = comparable(results)
                    self.assertIn("[masked:2]", json.dumps(first))
                    self.assertIn("stringAltered", json.dumps(first))
                    self.assertIn('"fail"', json.dumps(first))
                self.assertEqual(comparable(results), first, token)

    def test_no_part_of_a_secret_is_left_where_a_text_was_cut(self):
        secret = "Zq8SECRETvalu0123456789x"
        adapter = """
import json, os, sys
request = json.loads(sys.stdin.readline())
k = os.environ["A_KEY"]
if request["request"] == "describe":
    print(json.dumps({"event": "manifest", "tools": [{"name": "get", "description": "use " + k,
                                                      "inputSchema": {"type": "object"}}]}))
    print('{"event":"finished","reason":"stop"}')
    sys.exit()
i = os.environ["TARE_CASE_ID"]
def fail(text):
    sys.stderr.write(text)
    sys.exit(3)
if i == "tail": fail("x" * 100 + k + "y" * 4076)
if i == "last": fail("s" * 285 + k + "t" * 400)
if i.startswith("cap"): fail("h" * int(i[3:]) + k + "i" * 9000 + k + "h" * int(i[3:]))
if i == "half": fail("h" + k[:-3])
if i == "line": print("z" * 185 + k + " noise")
if i == "error":
    print(json.dumps({"event": "error", "kind": "network", "message": "m" * 485 + k + "n" * 100}))
if i == "cut": sys.stdout.write('{"event":"message","role":"assistant","text":"' + k[:-3])
if i == "reason": print(json.dumps({"event": "finished", "reason": k}))
if i == "unknown": print(json.dumps({"event": "e" * 50 + k}))
"""
        cases = [case(i, "get") for i in ("tail", "last", "half", "line", "error", "cut", "reason",
                                          "unknown", "cap500", "cap1010", "cap2040", "cap4090")]
        suite = self.suite(cases, adapter, keep="all", tools="describe",
                           adapter_members={"env": {"A_KEY": "${A_KEY}"}},
                           retries={"operational": 0}, limits={"stderrBytes": 4096})
        done = suite.run("--report", "junit", "-v", env={"A_KEY": secret})
        texts = {"screen": done.stdout + done.stderr}
        for path in suite.run_folder.rglob("*"):
            if path.is_file():
                texts[str(path)] = path.read_bytes().decode()
        for name, text in texts.items():
            unbroken = "".join(text.split())
            for at in range(len(secret) - 4):
                self.assertNotIn(secret[at:at + 5], unbroken, name)
        self.assertIn("[masked]", texts[str(suite.run_folder / "journal.jsonl")].splitlines()[0])

    def test_show_prints_both_ends_and_stderr(self):
        answer = {"raw": [call("get", '{"n":"4"}')], "normalized": [call("get", {"n": 4})]}
        suite = self.suite([case("a", "get", answer)])
        self.expect(suite.run(), 0)
        self.expect(suite.tare("show", suite.run_folder, "a"), 0, '"4"', "stringToNumber", "/n")
        self.expect(suite.tare("show", suite.run_folder, "b"), 2, "b")

    def test_artifacts_are_kept_for_failures_or_for_all(self):
        wrong = {"raw": [call("put")], "normalized": [call("put")]}
        suite = self.suite([case("good", "get"), case("bad/one", "get", wrong)])
        for keep, expected in (("failures", ["bad%2Fone"]), ("all", ["bad%2Fone", "good"])):
            out = suite.path / keep
            suite.tare("run", "--out", out, "--keep", keep)
            folders = sorted(p.name for p in (out / "artifacts").iterdir())
            self.assertEqual(folders, expected)
            self.assertTrue((out / "artifacts/bad%2Fone/1.1/stdout").read_text().strip())


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
        suite = self.suite([case("a", None, {})], adapter, adapter_members={"reuse": 3},
                           retries={"operational": 0})
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


class NothingIsLost(TareTest):
    """What a person has on the disk is theirs: a run takes back only what it made itself."""

    FAILING_STARTS = {
        "cannot start": {"command": ["sh", "-c", "exec /nonexistent/program"]},
        "no describe": {"command": ["sh", "-c", "exit 1"]},
    }

    def test_a_failed_start_leaves_a_folder_that_was_there(self):
        for name, adapter in self.FAILING_STARTS.items():
            for words in (["--out"], ["--resume"]):
                with self.subTest(name, words=words):
                    tools = {"tools": "describe"} if name == "no describe" else {}
                    suite = self.suite([case("a", "get")], adapter_members=adapter, **tools)
                    kept = suite.path / "kept"
                    (kept / "artifacts").mkdir(parents=True)
                    (kept / "notes").write_text("precious")
                    (kept / "results.json").write_text("mine")
                    self.expect(suite.tare("run", *words, kept), 2)
                    self.assertEqual(sorted(p.name for p in kept.iterdir()),
                                     ["artifacts", "notes", "results.json"])
                    self.expect(suite.tare("run", *words, "."), 2)
                    self.assertTrue(suite.file.exists())

    def test_a_file_that_is_no_journal_is_not_taken_for_one(self):
        suite = self.suite([case("a", "get")])
        for text in ("my precious notes", "my\nprecious notes\n", '{"type":"header"}\n'):
            folder = suite.path / "mine"
            folder.mkdir(exist_ok=True)
            (folder / "journal.jsonl").write_text(text)
            for word in ("--resume", "--out"):
                self.expect(suite.tare("run", word, folder), 2)
                self.assertEqual((folder / "journal.jsonl").read_text(), text)

    def test_reports_never_replace_what_is_no_plain_file(self):
        import os
        suite = self.suite([case("a", "get")])
        fifo, link, real = suite.path / "fifo", suite.path / "link", suite.path / "real"
        os.mkfifo(fifo)
        real.write_text("old")
        link.symlink_to(real)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.expect(suite.run("--report", f"junit={fifo}"), 0)
        self.assertIn(b"<testsuite", os.read(reader, 1 << 16))
        os.close(reader)
        self.assertTrue(fifo.is_fifo())
        self.expect(suite.tare("run", "--out", "b", "--report", f"json={link}"), 0)
        self.assertTrue(link.is_symlink())
        self.assertIn("tare-results/1", real.read_text())
        self.expect(suite.tare("run", "--out", "c", "--report", "junit=/dev/null"), 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_two_reports_in_one_place_are_refused(self):
        suite = self.suite([case("a", "get")])
        out = suite.run_folder
        for words in (["--report", "junit=-", "--format", "json"],
                      ["--report", "junit=-", "--report", "json=-"],
                      ["--report", "junit=x", "--report", "terminal=./x"],
                      ["--report", f"junit={out}/journal.jsonl"],
                      ["--report", f"junit={out}/results.json"]):
            self.expect(suite.run(*words), 2, "place of its own")
        self.assertFalse(out.exists())

    def test_a_disk_that_fills_up_leaves_a_run_that_can_go_on(self):
        adapter = """
import json, sys
request = json.loads(sys.stdin.readline())
print(json.dumps({"event": "x-fill", "text": "x" * 3000}))
print(json.dumps({"event": "finished", "reason": "stop"}))
"""
        suite = self.suite([case(f"c{i:02}", None, {}) for i in range(20)], adapter)
        import resource
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        done = self.expect(suite.run("-j", 1, preexec_fn=limit), 130, "--resume")
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        totals = suite.results()["totals"]
        self.assertEqual((totals["completed"], totals["attempts"]), (20, 20), done.stderr)


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


class Scoring(TareTest):
    RISKS = [1, 1, 3, 4, 5, 2, 4]
    TOOLS = ["get", "search", "create", "update", "delete", None, None]

    def worked_example(self, **members):
        cases = [{"id": f"w{i}", "request": "Hello.", "expectedTool": tool, "risk": risk,
                  "input": {"answer": {"raw": [], "normalized": []}}}
                 for i, (tool, risk) in enumerate(zip(self.TOOLS, self.RISKS))]
        return self.suite(cases, **members)

    def predictions(self, suite, tools=None, lines=False, trials=0):
        tools = tools or ["get", "search", "create", "update", "update", None, None]
        rows = [{"caseId": f"w{i}", "selectedTool": tool} for i, tool in enumerate(tools)]
        if trials:
            rows = [{**row, "caseId": f"{row['caseId']}#{t}"} for row in rows
                    for t in range(1, trials + 1)]
        path = suite.path / "predictions.json"
        path.write_text("\n".join(map(json.dumps, rows)) if lines else json.dumps(rows))
        return path

    def test_the_worked_example_to_the_digit(self):
        suite = self.worked_example(gates={"riskWeightedAccuracy": 0.9})
        for lines in (False, True):
            path = self.predictions(suite, lines=lines)
            done = self.expect(suite.tare("score", suite.file, "--from", path, "--format", "json"), 1)
            results = json.loads(done.stdout)
            scores = results["scores"]["normalized"]
            self.assertEqual(scores["exactAccuracy"], 0.8571428571428571)
            self.assertEqual(scores["acceptableAccuracy"], 0.8571428571428571)
            self.assertEqual(scores["noToolAccuracy"], 1)
            self.assertEqual(scores["riskWeightedAccuracy"], 0.75)
            self.assertEqual(results["confusions"]["normalized"], {"delete -> update": 1})
            for figure in ("85.7 %", "75.0 %", "100.0 %"):
                self.assertIn(figure, done.stderr)

    def test_predictions_with_trials(self):
        suite = self.worked_example()
        path = self.predictions(suite, trials=3)
        done = self.expect(suite.tare("score", suite.file, "--from", path, "--format", "json"), 0)
        self.assertEqual(json.loads(done.stdout)["totals"]["trials"], 21)

    def test_missing_extra_and_duplicate_predictions_are_all_named(self):
        suite = self.worked_example()
        path = suite.path / "p.json"
        path.write_text(json.dumps([{"caseId": "w0", "selectedTool": "get"},
                                    {"caseId": "w0", "selectedTool": "get"},
                                    {"caseId": "nobody", "selectedTool": "get"}]))
        self.expect(suite.tare("score", suite.file, "--from", path), 2, "w1", "w6", "nobody", "w0")

    def test_a_run_folder_scores_to_the_same_bytes(self):
        suite = self.suite([case("a", "get"), case("b", None)], trials=2)
        self.expect(suite.run(), 0)
        ran = (suite.run_folder / "results.json").read_bytes()
        for _ in range(2):
            self.expect(suite.tare("score", suite.file, "--from", suite.run_folder,
                                   "--report", f"json={suite.path}/again.json"), 0)
            self.assertEqual((suite.path / "again.json").read_bytes(), ran)

    def test_scoring_again_with_another_expectation_says_so(self):
        suite = self.suite([case("a", "get")], gates={"exactAccuracy": 1})
        self.expect(suite.run(), 0)
        cases = json.loads((suite.path / "cases.json").read_text())
        cases[0]["expectedTool"] = "put"
        (suite.path / "cases.json").write_text(json.dumps(cases))
        self.expect(suite.tare("score", suite.file, "--from", suite.run_folder), 1, "warning")


class Resume(TareTest):
    def test_a_finished_run_resumed_runs_nothing_and_gives_the_same(self):
        suite = self.suite([case("a", "get"), case("b", None)])
        self.expect(suite.run(), 0)
        before = suite.results()
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(comparable(suite.results()), comparable(before))

    def test_a_changed_suite_dataset_or_gate_is_refused(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        original = suite.file.read_text()
        suite.file.write_text(json.dumps({**json.loads(original), "gates": {"exactAccuracy": 0.5}}))
        self.expect(suite.tare("run", "--resume", suite.run_folder), 2, "not the one")
        suite.file.write_text(original)
        (suite.path / "cases.json").write_text(json.dumps([case("a", "put")]))
        self.expect(suite.tare("run", "--resume", suite.run_folder), 2, "not the one")

    def test_a_missing_folder_is_begun_afresh(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.tare("run", "--resume", "new/folder"), 0)
        self.assertTrue((suite.path / "new/folder/results.json").exists())

    def test_the_options_of_the_first_run_stand(self):
        suite = self.suite([case("a", "get"), case("b", "get")])
        self.expect(suite.run("--filter", "id(a)", "--trials", 3), 0)
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(suite.results()["totals"]["trials"], 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder, "--filter", "id(b)"), 2)

    def test_trials_cannot_be_changed_on_the_way(self):
        for first in ([], ["--trials", 2]):
            suite = self.suite([case("a", "get")], trials=2)
            self.expect(suite.run(*first), 0)
            self.expect(suite.tare("run", "--resume", suite.run_folder, "--trials", 5), 2, "trials")
            self.expect(suite.tare("score", "--from", suite.run_folder), 0)

    def test_the_run_knows_its_suite_wherever_one_stands(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        for words in (["show", suite.run_folder, "a"], ["score", "--from", suite.run_folder],
                      ["run", "--resume", suite.run_folder]):
            import os
            import subprocess
            from tare_cli import TARE
            done = subprocess.run([TARE, *map(str, words)], cwd="/", capture_output=True, text=True)
            self.expect(done, 0)

    def test_rerun_failed_runs_only_what_failed(self):
        adapter = """
import json, sys
request = json.loads(sys.stdin.readline())
if request["case"]["id"] == "bad" and request["attempt"] <= 2:
    sys.exit(9)
print(json.dumps({"raw": [], "normalized": []}))
"""
        suite = self.suite([case("good", None, {}), case("bad", None, {})], adapter)
        self.expect(suite.run(), 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder), 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder, "--rerun-failed"), 0)
        trials = {c["id"]: c["trials"][0] for c in suite.results()["cases"]}
        self.assertEqual(len(trials["bad"]["attempts"]), 3)
        self.assertEqual(len(trials["good"]["attempts"]), 1)
        self.assertTrue(trials["bad"]["flaky"])

    def test_a_folder_in_use_is_refused(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        self.expect(suite.run(), 2, "run")  # --out of an existing run


if __name__ == "__main__":
    unittest.main()
