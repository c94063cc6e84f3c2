#!/usr/bin/env python3
"""tare run and show as a user meets them: exit codes, files, messages."""
import json
import unittest

from tare_cli import TareTest, call, case, comparable


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


if __name__ == "__main__":
    unittest.main()
