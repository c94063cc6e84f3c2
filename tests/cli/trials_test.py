#!/usr/bin/env python3
"""Repeated trials as a user meets them: rates by case, pass@k, pass^k, what so few trials can show."""
import json
import unittest

import tare_cli


# Calls the tool of the case in the trials that its input lists, and another tool in the others.
ADAPTER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    asked = request["case"]["input"]
    name = "f" if request["trial"] in asked["good"] else "g"
    calls = [{"name": name, "arguments": "{}"}]
    print(json.dumps({"raw": calls, "normalized": calls}), flush=True)
"""


def repeated(id, good, **more):
    return {"id": id, "request": "Go.", "expectedTool": "f", "input": {"good": good}, **more}


class TrialsTest(unittest.TestCase):
    def suite(self, cases, **members):
        suite = tare_cli.Suite(cases, adapter=ADAPTER, **members)
        self.addCleanup(suite.close)
        return suite

    def test_rates_by_case_and_over_all(self):
        suite = self.suite([repeated("always", [1, 2, 3]), repeated("never", []), repeated("once", [2])],
                           trials=3)
        done = suite.run("--color", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        results = suite.results()
        rates = {c["id"]: c["passRate"] for c in results["cases"]}
        self.assertEqual([(r["passed"], r["trials"]) for r in rates.values()], [(3, 3), (0, 3), (1, 3)])
        self.assertEqual(rates["always"]["interval95"][1], 1)
        self.assertAlmostEqual(rates["always"]["interval95"][0], 0.4385, 4)  # Wilson, 3 of 3
        self.assertAlmostEqual(rates["once"]["interval95"][0], 0.0615, 4)
        self.assertAlmostEqual(rates["once"]["interval95"][1], 0.7923, 4)
        side = results["trials"]["normalized"]
        self.assertEqual((side["cases"], side["fewest"], side["most"]), (3, 3, 3))
        for got, want in [(side["meanPassRate"], 4 / 9), *zip(side["passAtK"], [4 / 9, 5 / 9, 2 / 3]),
                          *zip(side["passHatK"], [4 / 9, 1 / 3, 1 / 3])]:
            self.assertAlmostEqual(got, want, 12)
        self.assertEqual(results["trials"]["raw"], side)
        self.assertAlmostEqual(results["trials"]["power"]["seen"], 0.271, 12)
        self.assertAlmostEqual(results["trials"]["power"]["upperBound95"], 0.6316, 4)
        self.assertEqual([w["id"] for w in results["trials"]["worst"]], ["never", "once"])
        words = " ".join(done.stderr.split())
        self.assertIn("3 trials a case, mean pass rate 44.4 % (model 44.4 %)", words)
        self.assertIn("pass@k 44.4 %, 55.6 %, 66.7 % (k = 1 to 3)", words)
        self.assertIn("pass^k 44.4 %, 33.3 %, 33.3 % (k = 1 to 3)", words)
        self.assertIn("3 trials see a misfire of rate 10 % with probability 27.1 %", words)
        self.assertIn("never 0 of 3 0.0 % 0.0 % to 56.1 %", words)
        self.assertLess(done.stderr.index("never  "), done.stderr.rindex("once  "))

    def test_single_trials_say_nothing_of_rates(self):
        suite = self.suite([repeated("always", [1])])
        done = suite.run()
        self.assertNotIn("trials", suite.results())
        self.assertNotIn("passRate", suite.results()["cases"][0])
        self.assertNotIn("misfire", done.stderr)

    def test_gates_on_the_worst_case_and_on_k_in_a_row(self):
        gates = [{"figure": "minCasePassRate", "min": 0.5}, {"figure": "passHatK", "k": 2, "min": 0.5},
                 {"figure": "passHatK", "k": 3, "min": 0.5}, {"figure": "passHatK", "k": 5, "min": 0.1}]
        suite = self.suite([repeated("always", [1, 2, 3, 4]), repeated("half", [1, 3])], trials=4, gates=gates)
        done = suite.run()
        self.assertEqual(done.returncode, 1, done.stderr)
        found = [(g["value"], g["outcome"]) for g in suite.results()["gates"] if g["view"] == "normalized"]
        self.assertEqual(found[0], (0.5, "pass"))
        self.assertAlmostEqual(found[1][0], (1 + 1 / 6) / 2, 12)
        self.assertEqual(found[2], (0.5, "pass"))
        self.assertEqual(found[3], (None, "fail"))
        self.assertIn('raise "trials"', " ".join(done.stderr.split()))

    def test_an_incomplete_trial_is_no_failed_one(self):
        suite = self.suite([repeated("a", [1, 2])], trials=3, retries={"operational": 0}, gates={"incomplete": 1},
                           adapter_members={"command": [tare_cli.PYTHON, "-c", ADAPTER.replace(
                               'name = "f"', 'request["trial"] == 3 and sys.exit(1)\n    name = "f"')]})
        suite.run()
        results = suite.results()
        self.assertEqual(results["totals"]["incomplete"], 1)
        self.assertEqual(results["cases"][0]["passRate"]["trials"], 2)
        self.assertEqual(results["cases"][0]["passRate"]["rate"], 1)


if __name__ == "__main__":
    unittest.main()
