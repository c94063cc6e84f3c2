#!/usr/bin/env python3
"""tare score over predictions and run folders."""
import json
import unittest

from tare_cli import TareTest, case


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


if __name__ == "__main__":
    unittest.main()
