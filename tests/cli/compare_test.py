#!/usr/bin/env python3
"""`tare compare`, `tare baseline`, --baseline and gates on a drop, as a user meets them."""
import hashlib
import json
import subprocess
import unittest

import tare_cli

# Calls the tool that the case's input names for the file `answers` in force, in every trial.
ADAPTER = """
import json, sys
overrides = json.load(open("answers.json"))
for line in sys.stdin:
    request = json.loads(line)
    case = request["case"]
    tools = overrides.get(case["id"], case["input"]["tool"])
    if isinstance(tools, list):
        tools = tools[request["trial"] - 1]
    calls = [] if tools is None else [{"name": tools, "arguments": "{}"}]
    print(json.dumps({"raw": calls, "normalized": calls}), flush=True)
"""


def cases(count, tool="get", **more):
    return [{"id": f"{tool or 'none'}/{i:02}", "request": "Go.", "expectedTool": tool, "input": {"tool": tool}, **more}
            for i in range(count)]


class CompareTest(unittest.TestCase):
    def suite(self, given, **members):
        suite = tare_cli.Suite(given, adapter=ADAPTER, **members)
        self.addCleanup(suite.close)
        return suite

    def run_with(self, suite, name, overrides=None, *words, code=0):
        (suite.path / "answers.json").write_text(json.dumps(overrides or {}))
        done = suite.tare("run", "--out", name, "--color", "never", *words)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def compare(self, suite, *words, code=0):
        done = suite.tare("compare", *words, "--format", "json")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return json.loads(done.stdout)

    def test_three_answers(self):
        suite = self.suite(cases(20))
        self.run_with(suite, "base")
        self.run_with(suite, "worse", {f"get/{i:02}": "list" for i in range(6)})
        self.run_with(suite, "noise", {f"get/{i:02}": "list" for i in range(5)})
        found = self.compare(suite, "base", "worse", code=1)
        self.assertEqual(found["format"], "tare-compare/1")
        self.assertEqual(found["answer"], "worse")
        self.assertEqual(found["smallestDrop"], 0.3)
        rate = found["figures"][0]
        self.assertEqual((rate["name"], rate["view"], rate["test"]), ("passRate", "normalized", "mcnemar"))
        self.assertEqual((rate["base"], rate["new"], rate["worse"], rate["p"]), (1, 0.7, 6, 0.03125))
        self.assertEqual([c["id"] for c in found["newlyFailing"]], [f"get/{i:02}" for i in range(6)])
        self.assertEqual(self.compare(suite, "base", "noise")["answer"], "cannotTell")
        self.assertEqual(self.compare(suite, "worse", "base")["answer"], "better")
        self.assertEqual(self.compare(suite, "base", "base")["answer"], "cannotTell")
        pairs = {(f["name"], f["view"]): f for f in found["figures"] if f["group"] == "confusion"}
        self.assertEqual((pairs["get -> list", "raw"]["base"], pairs["get -> list", "raw"]["new"]), (0, 6))

    def test_the_terminal_and_markdown_say_it(self):
        suite = self.suite(cases(20))
        self.run_with(suite, "base")
        self.run_with(suite, "worse", {f"get/{i:02}": "list" for i in range(12)})
        done = suite.tare("compare", "base", "worse", "--color", "never")
        self.assertEqual(done.returncode, 1)
        text = done.stdout
        for words in ["Newly failing (12)", "1 of 1 -> 0 of 1", "worse       pass rate 100.0 % -> 40.0 %",
                      "20 paired cases: the smallest drop", "(exit code 1)", "get -> list"]:
            self.assertIn(words, text)
        self.assertLess(text.index("Circumstance"), text.index("Figures"))
        self.assertRegex(text, r"(?m)^Circumstance \S")
        done = suite.tare("compare", "base", "worse", "--report", "markdown=c.md", "--report", "json=c.json")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("| passRate | 100.0 % | 40.0 % | -60.0 points | +0 -12 |", (suite.path / "c.md").read_text())
        self.assertEqual(json.loads((suite.path / "c.json").read_text())["exitCode"], 1)

    def test_a_baseline_file_stands_for_its_run(self):
        suite = self.suite(cases(10, tags=["read"]) + cases(5, None), gates={"exactAccuracy": 0.1})
        self.run_with(suite, "base", {"get/00": "list"})
        self.run_with(suite, "new", {f"get/{i:02}": "list" for i in range(9)})
        done = suite.tare("baseline", "base")
        self.assertEqual(done.returncode, 0, done.stderr)
        text = (suite.path / "tare.baseline.json").read_text()
        self.assertEqual(len(text.splitlines()), 15 + 8)  # one line a case
        document = json.loads(text)
        self.assertEqual(document["format"], "tare-baseline/1")
        self.assertEqual(document["cases"][0]["passes"], {"raw": 0, "normalized": 0})
        self.assertAlmostEqual(document["figures"]["exactAccuracy"]["raw"], 14 / 15)
        for figure in ["passRate", "confusions", "findings", "p95Ms", "incomplete", "neverCalled"]:
            self.assertIn(figure, document["figures"])
        of_run, of_file = (self.compare(suite, which, "new", code=1) for which in ("base", "tare.baseline.json"))
        for found in (of_run, of_file):
            del found["base"]
        self.assertEqual(of_file, of_run)
        self.assertEqual(suite.tare("baseline", "base", "--out", "-").stdout, text)

    def test_other_cases_are_refused_and_named_first(self):
        suite = self.suite(cases(8))
        self.run_with(suite, "base")
        suite.tare("baseline", "base")
        (suite.path / "cases.json").write_text(json.dumps(cases(9)))
        self.run_with(suite, "new", {}, "--allow-dataset-change", "--baseline", "tare.baseline.json")
        done = suite.tare("compare", "tare.baseline.json", "new")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--allow-dataset-change", done.stderr)
        done = suite.tare("compare", "tare.baseline.json", "new", "--allow-dataset-change", "--color", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertLess(done.stdout.index("The cases are not the same"), done.stdout.index("Figures"))
        self.assertIn("1 case only in the second run: get/08", done.stdout)
        done = suite.tare("run", "--out", "x", "--baseline", "tare.baseline.json")
        self.assertEqual(done.returncode, 2)
        self.assertIn("other cases", done.stderr)
        self.assertFalse((suite.path / "x").exists())

    def test_a_changed_threshold_is_named_before_any_figure(self):
        suite = self.suite(cases(3), gates={"exactAccuracy": 0.9})
        self.run_with(suite, "base")
        suite.tare("baseline", "base")
        settings = json.loads(suite.file.read_text())
        settings["gates"] = {"exactAccuracy": 0.5}
        suite.file.write_text(json.dumps(settings))
        self.run_with(suite, "new")
        text = suite.tare("compare", "tare.baseline.json", "new", "--color", "never").stdout
        self.assertIn("gate exactAccuracy, normalized: at least 0.9 -> at least 0.5", " ".join(text.split()))
        self.assertLess(text.index("The thresholds are not the same"), text.index("Figures"))

    def test_rates_of_trials_are_compared_by_the_sign_test(self):
        suite = self.suite(cases(8), trials=2)
        self.run_with(suite, "base")
        self.run_with(suite, "new", {f"get/{i:02}": ["get", "list"] for i in range(7)})
        found = self.compare(suite, "base", "new", code=1)
        self.assertEqual((found["figures"][0]["test"], found["figures"][0]["p"]), ("sign", 0.015625))
        self.assertEqual(found["newlyFailing"][0]["new"], {"passed": 1, "trials": 2})

    def test_an_experiment(self):
        given = cases(10, "get") + cases(10, "list") + cases(5, None) + cases(5, "delete", risk=5)
        suite = self.suite(given)
        self.run_with(suite, "base", {f"get/{i:02}": "list" for i in range(5)})
        self.run_with(suite, "good", {"get/00": "list"})
        self.run_with(suite, "dear", {"get/00": "list", "none/00": "get"})
        self.run_with(suite, "risky", {"get/00": "list", "delete/00": "get"})
        found = self.compare(suite, "base", "good", "--target", "get -> list")
        self.assertTrue(found["experiment"]["passed"])
        self.assertEqual(found["experiment"]["base"], {"confused": 5, "trials": 30})
        self.assertFalse(self.compare(suite, "base", "dear", "--target", "get -> list", code=1)["experiment"]["passed"])
        found = self.compare(suite, "base", "risky", "--target", "get -> list", code=1)
        self.assertIn("risk 4 and 5", found["experiment"]["broken"][0])
        self.compare(suite, "good", "base", "--target", "get -> list", code=1)
        text = suite.tare("compare", "base", "good", "--target", "get -> list", "--color", "never").stdout
        self.assertIn("5 of 30 -> 1 of 30 trials", " ".join(text.split()))

    def drop_gates(self, *gates):
        suite = self.suite(cases(20), gates=list(gates))
        self.run_with(suite, "base", code=1)  # no baseline yet
        self.assertEqual(suite.tare("baseline", "base").returncode, 0)
        return suite

    def gates_of(self, suite, folder):
        results = suite.results(suite.path / folder)
        return [(g["view"], None if g["value"] is None else round(g["value"], 9), g["outcome"])
                for g in results["gates"] if not g.get("alwaysOn")]

    def test_a_gate_on_a_drop(self):
        suite = self.drop_gates({"figure": "drop", "of": "exactAccuracy", "max": 0.1},
                                {"figure": "drop", "of": "minCasePassRate", "max": 0.5, "view": "normalized"},
                                {"figure": "drop", "of": "confusions", "max": 2, "view": "raw"},
                                {"figure": "drop", "of": "passHatK", "k": 1, "max": 0.1, "view": "raw"},
                                {"figure": "drop", "of": "passRate", "max": 0, "where": "id(get/0*)", "view": "raw"})
        self.assertEqual([outcome for _, _, outcome in self.gates_of(suite, "base")], ["fail"] * 6)
        reason = suite.results(suite.path / "base")["gates"][0]["reason"]
        self.assertIn("no baseline", reason)
        done = self.run_with(suite, "new", {"get/03": "list", "get/13": "list"}, "--baseline", "tare.baseline.json",
                             code=1)
        self.assertEqual(self.gates_of(suite, "new"),
                         [("raw", 0.1, "pass"), ("normalized", 0.1, "pass"), ("normalized", 1, "fail"),
                          ("raw", 2, "pass"), ("raw", 0.1, "pass"), ("raw", 0.1, "fail")])
        gate = suite.results(suite.path / "new")["gates"][-4]
        words = " ".join(done.stderr.split())
        self.assertIn("Baseline tare.baseline.json: cannot tell; pass rate 100.0 % -> 90.0 %, p 0.5", words)
        self.assertIn("2 cases newly failing (get/03, get/13), 0 newly passing; of 20 paired cases a drop of 30.0 points",
                      words)
        self.assertEqual(suite.results(suite.path / "new")["baseline"]["failing"], ["get/03", "get/13"])
        self.assertTrue(gate)

    def test_the_suites_own_baseline_is_used_and_missed(self):
        suite = self.suite(cases(8), gates=[{"figure": "drop", "of": "passRate", "max": 0}], baseline="b.json")
        done = self.run_with(suite, "base", code=1)
        self.assertIn("is not there yet", done.stderr)
        suite.tare("baseline", "base")
        self.assertTrue((suite.path / "b.json").exists())
        self.run_with(suite, "same")
        self.run_with(suite, "new", {"get/00": "list"}, code=1)
        done = suite.tare("score", "--from", "new", "--color", "never")
        self.assertEqual(done.returncode, 1)
        self.assertIn("get/00", done.stderr)
        # Against a run itself, too.
        self.assertEqual(suite.tare("score", "--from", "new", "--baseline", "new").returncode, 0)

    def test_a_run_stays_with_the_baseline_it_was_begun_with(self):
        suite = self.suite(cases(8), gates=[{"figure": "drop", "of": "passRate", "max": 0}])
        self.run_with(suite, "base", code=1)
        suite.tare("baseline", "base")
        self.run_with(suite, "new", {"get/00": "list"}, "--baseline", "tare.baseline.json", code=1)
        self.run_with(suite, "good", {}, "--baseline", "tare.baseline.json")
        was = (suite.path / "good" / "results.json").read_bytes()
        baseline = suite.path / "tare.baseline.json"
        text = baseline.read_bytes()
        header = json.loads((suite.path / "good" / "journal.jsonl").read_text().splitlines()[0])
        self.assertEqual(header["baseline"], {"name": "tare.baseline.json", "path": str(baseline.resolve()),
                                              "sha256": hashlib.sha256(text).hexdigest()})
        # Scored again, from elsewhere too: the same bytes.
        for words, folder in [(["tare.json", "--from", "good"], suite.path), (["--from", "good"], suite.path),
                              (["--from", str(suite.path / "good")], "/"),
                              (["--from", "good", "--baseline", str(baseline)], suite.path)]:
            report = suite.path / "again.json"
            done = subprocess.run([tare_cli.TARE, "score", *words, "--report", f"json={report}"], cwd=folder,
                                  capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(report.read_bytes(), was, words)
        self.assertEqual(suite.tare("score", "--from", "new").returncode, 1)
        self.assertEqual(suite.tare("verify", "good").returncode, 0)
        # Resumed: the same one, said or not; no other, and not none.
        done = suite.tare("run", "--resume", "good", "--color", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("Baseline", done.stderr)
        self.assertEqual(suite.tare("run", "--resume", "good", "--baseline", "tare.baseline.json").returncode, 0)
        done = suite.tare("run", "--resume", "good", "--baseline", "new")
        self.assertEqual(done.returncode, 2)
        self.assertIn("the baseline is not the one that this run was begun with", done.stderr)
        done = suite.tare("run", "--resume", "base", "--baseline", "tare.baseline.json")
        self.assertEqual(done.returncode, 2)
        # Changed, or gone: refused, whoever asks.
        for change in ("changed", "gone"):
            if change == "changed":
                baseline.write_bytes(text.replace(b'"normalized":1', b'"normalized":0', 1))
            else:
                baseline.unlink()
            for words in (["score", "--from", "good"], ["run", "--resume", "good"], ["report", "good"]):
                done = suite.tare(*words)
                self.assertEqual(done.returncode, 2, f"{words} {done.stderr}")
                self.assertIn("is gone" if change == "gone" else "says something else by now", done.stderr)
                self.assertIn("--baseline", done.stderr)
            self.assertEqual(suite.tare("verify", "good").returncode, 1)
        # Another one is taken where that is asked for.
        self.assertEqual(suite.tare("score", "--from", "good", "--baseline", "new").returncode, 0)

    def test_a_run_folder_as_a_baseline_is_held_by_what_it_says(self):
        suite = self.suite(cases(8), gates=[{"figure": "drop", "of": "passRate", "max": 0}])
        self.run_with(suite, "base", code=1)
        self.run_with(suite, "new", {}, "--baseline", "base")
        self.assertEqual(suite.tare("score", "--from", "new").returncode, 0)
        self.assertEqual(suite.tare("run", "--resume", "new").returncode, 0)

    def test_a_run_without_a_baseline_stays_without(self):
        suite = self.suite(cases(3), gates=[{"figure": "drop", "of": "passRate", "max": 0}], baseline="b.json")
        self.run_with(suite, "base", code=1)
        was = (suite.path / "base" / "results.json").read_bytes()
        suite.tare("baseline", "base")
        self.assertEqual(suite.tare("score", "--from", "base", "--report", "json=again.json").returncode, 1)
        self.assertEqual((suite.path / "again.json").read_bytes(), was)
        self.assertEqual(suite.tare("score", "--from", "base", "--baseline", "b.json").returncode, 0)

    def test_drops_are_told_in_the_unit_of_their_figure(self):
        suite = self.drop_gates({"figure": "drop", "of": "confusions", "max": 1, "view": "raw"},
                                {"figure": "drop", "of": "p95Ms", "max": 1000000},
                                {"figure": "drop", "of": "exactAccuracy", "max": 0.05, "view": "raw"})
        done = self.run_with(suite, "new", {"get/03": "list", "get/13": "list"}, "--baseline", "tare.baseline.json",
                             "--verbose", code=1)
        words = " ".join(done.stderr.split())
        self.assertIn("of confusions: +2, must be at most +1", words)
        self.assertIn("must be at most +1,000,000 ms" if "+1,000,000 ms" in words else "must be at most +1000000 ms",
                      words)
        self.assertIn("of exactAccuracy: +10.0 points, must be at most +5.0 points", words)
        self.assertNotIn("200.0 points", words)

    def test_a_slip_in_a_target_is_no_failed_experiment(self):
        suite = self.suite(cases(5, "get_ticket") + cases(3, "list_tickets"),
                           tools=[{"name": n, "inputSchema": {}} for n in ("get_ticket", "list_tickets", "drop_all")])
        self.run_with(suite, "base", {"get_ticket/00": "list_tickets"})
        for target, hint in [("get_tickt -> list_tickets", "get_ticket"), ("get_ticket -> list_tickts", "list_tickets"),
                             ("list_tickets", "->"), ("drop_all -> get_ticket", "case expects")]:
            done = suite.tare("compare", "base", "base", "--target", target)
            self.assertEqual(done.returncode, 2, f"{target}: {done.stdout}")
            self.assertIn(hint, done.stderr)
        for target in ["get_ticket -> drop_all", "get_* -> NO_TOOL", "get* -> list*"]:
            done = suite.tare("compare", "base", "base", "--target", target)
            self.assertEqual(done.returncode, 1, done.stderr)

    def test_cases_in_quarantine_are_not_missed(self):
        waiver = {"rule": "quarantine:get/01", "where": "", "why": "flaky", "reviewedBy": "ann", "until": "2999-01-01",
                  "evidence": "passes 7 of 10"}
        suite = self.suite(cases(3), waivers=[waiver])
        self.run_with(suite, "base")
        self.assertNotIn("have no baseline", suite.tare("baseline", "base").stderr)
        self.run_with(suite, "part", {}, "--filter", "get/00 | get/01")
        self.assertIn("the run went over 1 of 2 cases", suite.tare("baseline", "part").stderr)

    def test_a_part_of_the_suite_is_held_against_the_same_part(self):
        suite = self.drop_gates({"figure": "drop", "of": "exactAccuracy", "max": 0.4, "view": "raw"},
                                {"figure": "drop", "of": "findings", "max": 0})
        self.run_with(suite, "new", {"get/03": "list"}, "--baseline", "tare.baseline.json", "--filter",
                      "id(get/03) | id(get/04)", code=1)
        gates = self.gates_of(suite, "new")
        self.assertEqual(gates[0], ("raw", 0.5, "fail"))
        self.assertEqual(gates[1], (None, None, "fail"))

    def test_bad_use_is_told(self):
        suite = self.suite(cases(3))
        self.run_with(suite, "base")
        for words in [["compare", "base"], ["compare", "base", "nothing"], ["baseline", "nothing"],
                      ["baseline", "cases.json"], ["compare", "base", "cases.json"],
                      ["compare", "base", "base", "--report", "junit"],
                      ["compare", "base", "base", "--report", "json", "--report", "markdown"],
                      ["run", "--baseline", "nothing", "--out", "x"]]:
            done = suite.tare(*words)
            self.assertEqual(done.returncode, 2, f"{words}: {done.stderr}")
            self.assertTrue(done.stderr.startswith("tare: cannot ") or "required" in done.stderr, done.stderr)
        self.assertEqual(suite.tare("compare", "base", "base", "--report", "json=/no/such/x").returncode, 110)

    def with_tools(self, suite, tools):
        settings = json.loads(suite.file.read_text())
        suite.file.write_text(json.dumps({**settings, "tools": tools}))

    def test_a_changed_tool_names_the_cases_that_it_touches(self):
        def tool(name, description="Does one thing.", kind="string"):
            return {"name": name, "description": description,
                    "inputSchema": {"type": "object", "properties": {"key": {"type": kind}}}}

        plain = {"request": "Go.", "input": {"tool": "keep"}}
        given = [{"id": "expects", **plain, "expectedTool": "get"},
                 {"id": "accepts", **plain, "expectedTool": "keep", "acceptableTools": ["get"]},
                 {"id": "one-of-several", **plain,
                  "expectedCalls": [{"tool": "keep"}, {"tools": ["list", "get"]}]},
                 {"id": "forbids", **plain, "expectedTool": "keep", "forbid": ["ge*", "new"]},
                 {"id": "never", **plain, "expectedTool": "keep", "never": [{"tool": "get", "args": {"key": 1}}]},
                 {"id": "called-before", **plain, "expectedTool": "keep"},
                 {"id": "called-now", **plain, "expectedTool": "keep"},
                 {"id": "neither", **plain, "expectedTool": "keep"}]
        suite = self.suite(given)
        self.with_tools(suite, [tool("keep"), tool("get"), tool("list"), tool("gone")])
        self.run_with(suite, "base", {"called-before": "get"})
        self.with_tools(suite, [tool("keep"), tool("get", "Does another thing.", "integer"), tool("list"), tool("new")])
        self.run_with(suite, "now", {"called-now": "get"})
        found = self.compare(suite, "base", "now")["changedTools"]
        by_name = {one["tool"]: one for one in found}
        self.assertEqual({name: one["how"] for name, one in by_name.items()},
                         {"get": "changed", "new": "added", "gone": "removed"})
        touched = [one["id"] for one in given[:7]]
        self.assertEqual((by_name["get"]["cases"], by_name["get"]["caseIds"]), (7, touched))
        self.assertEqual(by_name["new"]["caseIds"], ["forbids"])
        self.assertEqual((by_name["gone"]["cases"], by_name["gone"]["changes"]), (0, []))
        said = " | ".join(by_name["get"]["changes"])
        self.assertIn("[-one-]{+another+}", said)
        self.assertIn('argument "key"', said)
        text = " ".join(suite.tare("compare", "base", "now", "--color", "never").stdout.split())
        self.assertIn("Changed tools (3)", text)
        self.assertIn("touches 7 cases: expects, accepts, one-of-several,", text)
        self.assertIn("gone: removed touches no case", text)
        suite.tare("compare", "base", "now", "--report", "markdown=c.md")
        markdown = (suite.path / "c.md").read_text()
        self.assertIn("### Changed tools (3)", markdown)
        self.assertIn("* new: added; touches 1 case: forbids", markdown)
        # The same tools: none changed. A file of tare baseline has none on record: not known.
        self.assertEqual(self.compare(suite, "base", "base")["changedTools"], [])
        self.assertNotIn("Changed tools", suite.tare("compare", "base", "base").stdout)
        suite.tare("baseline", "base")
        self.assertNotIn("changedTools", self.compare(suite, "tare.baseline.json", "now"))

    def test_many_touched_cases_are_counted(self):
        suite = self.suite(cases(1100), adapter_members={"reuse": 1100})
        self.with_tools(suite, [{"name": "get", "description": "Old.", "inputSchema": {}}])
        self.run_with(suite, "base")
        self.with_tools(suite, [{"name": "get", "description": "New.", "inputSchema": {}}])
        self.run_with(suite, "now")
        (found,) = self.compare(suite, "base", "now")["changedTools"]
        self.assertEqual((found["cases"], len(found["caseIds"])), (1100, 1000))
        text = " ".join(suite.tare("compare", "base", "now", "--color", "never").stdout.split())
        self.assertIn("touches 1,100 cases: get/00, get/01,", text)
        self.assertIn("get/19 and 1,080 more", text)

    def test_many_failures_do_not_wrap_an_exit_code(self):
        suite = self.suite(cases(256))
        self.run_with(suite, "base")
        self.run_with(suite, "new", {f"get/{i:02}": "list" for i in range(256)})
        self.compare(suite, "base", "new", code=1)


if __name__ == "__main__":
    unittest.main()
