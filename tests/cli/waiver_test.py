"""Waivers as a user meets them: covered findings pass, stale and expired entries do not."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tare_cli import TARE  # noqa: E402

ANSWER = {"raw": [{"name": "get", "arguments": '{"n":"5"}'}],
          "normalized": [{"name": "get", "arguments": {"n": 5}}]}
GATES = {"findings": 0}


def waiver(rule="coercion:stringToNumber", where="tool(get)", until="2999-01-01"):
    return {"rule": rule, "where": where, "why": "the store wants numbers", "reviewedBy": "ann",
            "until": until}


class Waivers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-waiver-")
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def tare(self, *words):
        return subprocess.run([TARE, *words], cwd=self.folder.name, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=60)

    def suite(self, waivers, gates=GATES):
        with open(self.path("tare.json"), "w", encoding="utf-8") as out:
            json.dump({"adapter": {"command": ["sh", "adapter.sh"]}, "cases": ["cases.json"],
                       "gates": gates, "waivers": waivers}, out, indent=1)
        with open(self.path("cases.json"), "w", encoding="utf-8") as out:
            json.dump([{"id": "a", "request": "Five.", "expectedTool": "get"},
                       {"id": "b", "request": "Five.", "expectedTool": "get"}], out)
        with open(self.path("adapter.sh"), "w", encoding="utf-8") as out:
            out.write("printf '%s\\n' '" + json.dumps(ANSWER) + "'\n")

    def run_suite(self, *words):
        return self.tare("run", "--out", "run", "--color", "never", *words)

    def results(self):
        with open(self.path("run/results.json"), encoding="utf-8") as text:
            return json.load(text)

    def test_a_covered_finding_is_counted_apart(self):
        self.suite([])
        self.assertEqual(self.run_suite().returncode, 1)
        os.rename(self.path("run"), self.path("bare"))
        self.suite([waiver()])
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("2 waived", " ".join(done.stderr.split()))
        coercions = self.results()["coercions"]
        self.assertEqual((coercions["waived"], coercions["byKind"]), (2, {}))
        self.assertEqual(self.results()["waivers"][0]["outcome"], "pass")
        finding = self.results()["cases"][0]["trials"][0]["calls"][0]["findings"][0]
        self.assertIs(finding["waived"], True)

    def test_one_that_covers_nothing_fails_and_says_which_to_delete(self):
        self.suite([waiver(), waiver("coercion:keyDropped")])
        done = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertIn("delete the entry at tare.json:", " ".join(done.stderr.split()))
        self.assertIn("a waiver covers nothing", done.stderr)

    def test_a_place_is_told_from_the_suites_folder_however_the_suite_was_named(self):
        self.suite([waiver()])
        self.assertEqual(self.run_suite().returncode, 0)
        with open(self.path("run/results.json"), "rb") as file:
            was = file.read()
        self.assertRegex(self.results()["waivers"][0]["at"], "^tare.json:")
        for words in (["tare.json"], [], [self.path("tare.json")], ["."]):
            self.tare("score", *words, "--from", "run", "--report", "json=again.json")
            with open(self.path("again.json"), "rb") as file:
                self.assertEqual(file.read(), was, words)

    def test_blanks_are_no_evidence(self):
        for member in ("evidence", "why", "reviewedBy"):
            self.suite([{**waiver("quarantine:a", ""), "evidence": "7 of 10", member: " \t"}])
            done = self.run_suite()
            self.assertEqual(done.returncode, 2)
            self.assertIn(f'"{member}" is blank (tare.json:', done.stderr)

    def test_a_part_of_the_suite_cannot_tell(self):
        self.suite([waiver(), waiver("coercion:keyDropped")])
        done = self.run_suite("--filter", "a")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIsNone(self.results()["waivers"][1]["outcome"])

    def test_an_expired_one_is_refused_and_a_slip_in_the_kind_too(self):
        self.suite([waiver(until="2001-01-01")])
        done = self.run_suite()
        self.assertEqual(done.returncode, 2)
        self.assertIn("expired on 2001-01-01", done.stderr)
        self.assertFalse(os.path.exists(self.path("run")))
        self.suite([waiver("coercion:stringToNumbr")])
        done = self.run_suite()
        self.assertEqual(done.returncode, 2)
        self.assertIn('did you mean "stringToNumber"', done.stderr)
        self.assertFalse(os.path.exists(self.path("run")))

    def test_a_score_of_later_days_dates_it_by_the_run(self):
        self.suite([waiver()])
        self.assertEqual(self.run_suite().returncode, 0)
        started = self.results()["provenance"]["started"][:10]
        self.suite([waiver(until=started)])
        done = self.tare("score", "--from", "run", "--color", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        # The day before the run would have been too early.
        self.suite([waiver(until="2001-01-01")])
        self.assertEqual(self.tare("score", "--from", "run").returncode, 2)

    def flaky(self, tools, waivers, gates=None, trials=3, case="a"):
        """A suite whose case "a" is answered by these tools, trial by trial, and "b" rightly."""
        self.suite(waivers, gates or {"passRate": 1, "exactAccuracy": 1, "minCasePassRate": 1})
        with open(self.path("tare.json"), encoding="utf-8") as text:
            settings = json.load(text)
        settings["adapter"]["command"] = [sys.executable, "adapter.py"]
        settings["trials"] = trials
        with open(self.path("tare.json"), "w", encoding="utf-8") as out:
            json.dump(settings, out, indent=1)
        with open(self.path("adapter.py"), "w", encoding="utf-8") as out:
            out.write("import json, sys\nrequest = json.load(sys.stdin)\n"
                      f"tools = {tools!r}\n"
                      f"name = tools[request['trial'] - 1] if request['case']['id'] == {case!r} else 'get'\n"
                      "calls = [{'name': name, 'arguments': '{}'}]\n"
                      "print(json.dumps({'raw': calls, 'normalized': calls}))\n")

    def quarantine(self, **more):
        return {**waiver("quarantine:a", ""), "evidence": "https://example.org/flaky", **more}

    def test_a_case_in_quarantine_decides_no_gate_and_is_counted_apart(self):
        self.flaky(["get", "list", "get"], [])
        self.assertEqual(self.run_suite().returncode, 1)
        os.rename(self.path("run"), self.path("bare"))
        self.flaky(["get", "list", "get"], [self.quarantine()])
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stderr)
        words = " ".join(done.stderr.split())
        self.assertIn("quarantine:a: 2 passed, 1 failed, until 2999-01-01 (https://example.org/flaky)", words)
        self.assertNotIn("unexpected pass", words)
        results = self.results()
        self.assertEqual(results["totals"]["trials"], 6)
        self.assertEqual(results["scores"]["normalized"]["trials"], 3)
        self.assertEqual(results["confusions"]["normalized"], {})
        self.assertEqual([(t["verdict"], t["quarantined"]) for t in results["cases"][0]["trials"]],
                         [("waived", "pass"), ("waived", "fail"), ("waived", "pass")])
        found = results["waivers"][0]
        self.assertEqual((found["matched"], found["passed"], found["failed"], found["unexpectedPass"], found["outcome"]),
                         (3, 2, 1, False, "pass"))

    def test_an_unexpected_pass_is_told_and_fails_nothing(self):
        self.flaky(["get"] * 3, [self.quarantine()])
        done = self.run_suite()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("unexpected pass: if it is mended, delete the entry at tare.json:", " ".join(done.stderr.split()))
        os.rename(self.path("run"), self.path("whole"))
        self.assertNotIn("unexpected", self.run_suite("--filter", "a").stderr)

    def test_a_quarantine_without_evidence_or_of_no_case_is_refused(self):
        entry = self.quarantine()
        del entry["evidence"]
        self.flaky(["get"] * 3, [entry])
        done = self.run_suite()
        self.assertEqual(done.returncode, 2)
        self.assertIn('"evidence" is missing', done.stderr)
        self.flaky(["get"] * 3, [self.quarantine(rule="quarantine:gone")])
        done = self.run_suite()
        self.assertEqual(done.returncode, 1)
        self.assertIn("covered nothing", done.stderr)

    def test_no_quarantine_covers_a_limit(self):
        self.flaky(["get", "list", "get"], [self.quarantine()], gates={"passRate": 0})
        with open(self.path("cases.json"), encoding="utf-8") as text:
            cases = json.load(text)
        cases[0]["forbid"] = ["list"]
        with open(self.path("cases.json"), "w", encoding="utf-8") as out:
            json.dump(cases, out)
        self.assertEqual(self.run_suite().returncode, 1)
        gates = {g["figure"]: g["outcome"] for g in self.results()["gates"]}
        self.assertEqual(gates["neverCalled"], "fail")

    def test_what_show_proposes_is_refused_until_a_person_fills_it_in(self):
        self.suite([])
        self.run_suite()
        done = self.tare("show", "run", "a", "--waivers")
        self.assertEqual(done.returncode, 0, done.stderr)
        entries = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([(e["rule"], e["where"]) for e in entries],
                         [("coercion:stringToNumber", "tool(get)")])
        os.rename(self.path("run"), self.path("bare"))
        self.suite(entries)
        self.assertEqual(self.run_suite().returncode, 2)
        self.suite([{**entries[0], "why": "ours", "reviewedBy": "ann", "until": "2999-01-01"}])
        self.assertEqual(self.run_suite().returncode, 0)

    def test_a_verbose_run_proposes_them_too(self):
        self.suite([])
        self.assertNotIn('"reviewedBy":""', self.run_suite().stderr)
        os.rename(self.path("run"), self.path("bare"))
        self.assertIn('{"rule":"coercion:stringToNumber","where":"tool(get)","why":"","reviewedBy":"",'
                      '"until":""}', self.run_suite("--verbose").stderr)


if __name__ == "__main__":
    unittest.main()
