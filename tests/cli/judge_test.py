"""The judge as a user meets it: asked where code has nothing against a trial, journalled, calibrated."""
import http.server
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
from tare_cli import PYTHON, TARE, Suite  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "adapters/judge/rules.py"
CANARY = "canary-in-a-tool-result"

# Prints the events that the case's input says.
AGENT = """
import json, sys
for line in sys.stdin:
    for event in json.loads(line)["case"]["input"]["events"]:
        print(json.dumps(event), flush=True)
"""

# A judge that notes what it read, and answers as `kind` says.
NOTING = """
import json, os, sys
line = sys.stdin.readline()
open("seen.jsonl", "a").write(line)
tries = len(open("seen.jsonl").readlines())
%s
print(json.dumps({"event": "finished", "reason": "stop"}))
"""
PASSES = 'print(json.dumps({"event": "verdict", "score": 5, "reason": "fine", "x": 1}))'


def events(*tools, said="Done.", **more):
    out = []
    for turn, tool in enumerate(tools, 1):
        for at in ("raw", "normalized"):
            out.append({"event": at, "id": f"c{turn}", "turn": turn, "name": tool, "arguments": '{"n":1}'})
        out.append({"event": "result", "id": f"c{turn}", "isError": more.get("fails", False),
                    "text": CANARY})
    out.append({"event": "message", "role": "assistant", "text": said})
    if "usage" in more:
        out.append({"event": "usage", **more["usage"]})
    return out + [{"event": "finished", "reason": more.get("reason", "stop")}]


def agent(id, contract, answer, **more):
    case = {"id": id, "kind": "agent", "request": f"Please do {id}.", "input": {"events": answer}, **more}
    if contract:
        case["expectedOutput"] = contract
    return case


def trials(results):
    return {case["id"]: case["trials"] for case in results["cases"]}


class Judge(unittest.TestCase):
    def suite(self, cases, judge=None, **members):
        judge = {"command": [PYTHON, str(RULES)], **(judge or {})}
        suite = Suite(cases, adapter=AGENT, judge=judge, **members)
        self.addCleanup(suite.close)
        return suite

    def noting(self, cases, answer=PASSES, **members):
        suite = self.suite(cases, judge={"command": [PYTHON, "judge.py"]}, **members)
        (suite.path / "judge.py").write_text(NOTING % answer)
        return suite

    def seen(self, suite):
        path = suite.path / "seen.jsonl"
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def test_its_word_is_the_verdict_of_a_case_that_states_nothing_else(self):
        suite = self.suite([agent("good", "PASS only if called: close", events("close")),
                            agent("bad", "PASS only if called: close", events("open"))],
                           gates={"judgePassRate": 0.5})
        done = suite.run()
        self.assertEqual(done.returncode, 0, done.stderr)
        results = suite.results()
        self.assertEqual(trials(results)["good"][0]["verdict"], "pass")
        bad = trials(results)["bad"][0]
        self.assertEqual((bad["verdict"], bad["judge"]["pass"]), ("fail", False))
        self.assertEqual(bad["judge"]["reason"], "close was not called")
        self.assertEqual(results["judge"]["passRate"], 0.5)
        self.assertIn("Judge       1 of 2 trials pass (50.0 %)", done.stderr)

    def test_it_sees_calls_and_words_and_never_a_result(self):
        suite = self.noting([agent("c", "PASS always", events("close"))], tools=[{"name": "close"}])
        self.assertEqual(suite.run().returncode, 0)
        [request] = self.seen(suite)
        self.assertEqual(request["request"], "judge")
        self.assertEqual(request["judge"], {
            "messages": [{"role": "user", "content": "Please do c."}],
            "calls": [{"name": "close", "arguments": '{"n":1}', "turn": 1}],
            "finalText": "Done.", "tools": [{"name": "close"}], "contract": "PASS always"})
        self.assertNotIn(CANARY, json.dumps(request))

    def test_it_is_not_asked_about_what_code_can_tell(self):
        suite = self.noting([
            agent("no-call", "PASS always", events()),
            agent("limit", "PASS always", events("drop"), forbid=["drop"]),
            agent("wrong", "PASS always", events("open"), expectedTool="close"),
            agent("error", "PASS always", events("close", fails=True)),
            agent("turns", "PASS always", events("close", reason="maxTurns")),
            agent("asked", "PASS always", events("close"), expectedTool="close"),
            agent("failing", "PASS always", events("close", fails=True), expectedErrors=["close"]),
        ], gates={"neverCalled": 1})
        suite.run()
        self.assertEqual(sorted(r["case"]["id"] for r in self.seen(suite)), ["asked", "failing"])
        results = suite.results()
        self.assertEqual(results["judge"]["notAsked"], {
            "limitCrossed": 1, "maxTurns": 1, "noCall": 1, "ruleBroken": 1, "toolError": 1})
        self.assertEqual(results["agent"]["toolErrorsOf"], {"close": 1})

    def test_one_that_fails_is_retried_and_is_no_fail(self):
        suite = self.noting([agent("c", "PASS always", events("close"))], answer="sys.exit(3)",
                            gates={"judgePassRate": 0.5})
        done = suite.run()
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertEqual(len(self.seen(suite)), 2)
        trial = trials(suite.results())["c"][0]
        self.assertEqual(trial["verdict"], "undecided")
        self.assertIsNone(trial["judge"]["pass"])
        second = self.noting([agent("c", "PASS always", events("close"))],
                             answer="if tries == 1: sys.exit(3)\n" + PASSES)
        self.assertEqual(second.run().returncode, 0)
        self.assertEqual(trials(second.results())["c"][0]["judge"]["tries"], 2)

    def test_its_verdicts_are_journalled_and_scored_again_without_it(self):
        suite = self.noting([agent("c", "PASS always", events("close"))])
        self.assertEqual(suite.run().returncode, 0)
        journal = (suite.run_folder / "journal.jsonl").read_text()
        self.assertIn('"type":"judgement"', journal)
        first = (suite.run_folder / "results.json").read_bytes()
        (suite.path / "judge.py").write_text("raise SystemExit(1)")
        again = suite.path / "again.json"
        done = suite.tare("score", suite.file, "--from", suite.run_folder, "--report", f"json={again}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(again.read_bytes(), first)

    def test_a_run_that_goes_on_asks_only_what_was_not_asked(self):
        suite = self.noting([agent("a", "PASS always", events("close")),
                             agent("b", "PASS always", events("close"))], jobs=1)
        self.assertEqual(suite.run().returncode, 0)
        whole = suite.results()
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines(keepends=True)
        cut = [line for line in lines if '"type":"footer"' not in line]
        self.assertIn('"type":"judgement"', cut[-1])
        (suite.run_folder / "journal.jsonl").write_text("".join(cut[:-1]))
        (suite.path / "seen.jsonl").unlink()
        done = suite.tare("run", "--resume", suite.run_folder, suite.file)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual([r["case"]["id"] for r in self.seen(suite)], ["b"])
        for part in ("cases", "gates", "judge", "totals"):
            self.assertEqual(suite.results()[part], whole[part])

    def test_a_secret_of_the_judge_is_masked(self):
        suite = self.noting([agent("c", "PASS always", events("close"))],
                            answer='print(json.dumps({"event": "verdict", "verdict": "PASS", '
                                   '"reason": os.environ["JUDGE_KEY"]}))')
        settings = json.loads(suite.file.read_text())
        settings["judge"]["env"] = {"JUDGE_KEY": "${TEST_KEY_OF_JUDGE}"}
        suite.file.write_text(json.dumps(settings))
        done = suite.run(env={"TEST_KEY_OF_JUDGE": "sesame-open-1234"})
        self.assertEqual(done.returncode, 0, done.stderr)
        for name in ("journal.jsonl", "results.json"):
            self.assertNotIn("sesame-open-1234", (suite.run_folder / name).read_text())

    def test_a_judge_that_is_not_there_is_one_error_before_the_run(self):
        suite = self.suite([agent("c", "PASS always", events("close"))],
                           judge={"command": ["no-such-judge-program"]})
        done = suite.run()
        self.assertEqual(done.returncode, 2, done.stderr)
        self.assertIn("the judge:", done.stderr)
        self.assertFalse(suite.run_folder.exists())

    def calibrated(self, labels, *words, **judge):
        suite = self.suite([agent(f"c{i}", "PASS only if called: close",
                                  events("close" if i < 4 else "open")) for i in range(8)],
                           judge=judge)
        self.assertIn(suite.run().returncode, (0, 1))
        (suite.path / "labels.jsonl").write_text("".join(json.dumps(one) + "\n" for one in labels))
        done = suite.tare("judge", "calibrate", "labels.jsonl", suite.run_folder, *words)
        return suite, done

    def test_calibration_says_agreement_kappa_and_who_disagrees(self):
        labels = [{"id": f"c{i}", "verdict": "PASS" if i < 3 else "FAIL", "by": "ann"} for i in range(6)]
        labels.append({"caseId": "unknown#1", "verdict": "PASS"})
        suite, done = self.calibrated(labels, "--out", "calibration.json", minKappa=0.6)
        self.assertEqual(done.returncode, 0, done.stderr)
        # label x judge: PASS/PASS 3, FAIL/PASS 1, FAIL/FAIL 2: agreement 5/6, chance 1/2, kappa 2/3.
        self.assertIn("agreement 83.3 %, kappa 0.667; minKappa 0.6 is reached", done.stdout)
        self.assertIn("c3: label FAIL by ann; judge PASS: every clause holds", done.stdout)
        self.assertIn("unknown#1: the run has no such trial", done.stdout)
        self.assertIn("2 verdicts without a label", done.stdout)
        written = json.loads((suite.path / "calibration.json").read_text())
        self.assertEqual((written["format"], written["n"]), ("tare-calibration/1", 6))
        self.assertAlmostEqual(written["kappa"], 2 / 3)
        below = suite.tare("judge", "calibrate", "labels.jsonl", suite.run_folder, "--min-kappa", "0.7",
                           "--format", "json")
        self.assertEqual(below.returncode, 1)
        report = json.loads(below.stdout)
        self.assertEqual(report["table"], {"labelPass": {"judgePass": 3, "judgeFail": 0},
                                           "labelFail": {"judgePass": 1, "judgeFail": 2}})
        # The suite names it, and the judge decides; another judge is not calibrated by it.
        settings = json.loads(suite.file.read_text())
        settings["judge"]["calibration"] = "calibration.json"
        settings["gates"] = {"judgePassRate": 0.9}
        suite.file.write_text(json.dumps(settings))
        shutil.rmtree(suite.run_folder)
        self.assertEqual(suite.run().returncode, 1)
        self.assertTrue(suite.results()["judge"]["decides"])
        settings["judge"]["threshold"] = 3
        suite.file.write_text(json.dumps(settings))
        shutil.rmtree(suite.run_folder)
        done = suite.run()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("informs", done.stderr)
        gate = next(g for g in suite.results()["gates"] if g["figure"] == "judgePassRate")
        self.assertEqual(gate["outcome"], "informs")
        self.assertEqual(trials(suite.results())["c0"][0]["verdict"], "observed")

    def test_without_a_pair_no_kappa_fell_short(self):
        suite, done = self.calibrated([{"id": "zz", "verdict": "PASS"}], minKappa=0.6)
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing to compare", done.stderr)
        self.assertIn("kappa none (there is no pair)", done.stdout)
        self.assertNotIn("reached", done.stdout)
        done = suite.tare("judge", "calibrate", "labels.jsonl", suite.run_folder, "--format", "json")
        self.assertIsNone(json.loads(done.stdout)["reached"])

    def test_bad_labels_and_nothing_to_compare_are_exit_2(self):
        suite, done = self.calibrated([{"id": "c0", "verdict": "MAYBE"}])
        self.assertEqual(done.returncode, 2)
        self.assertIn("labels.jsonl:1:", done.stderr)
        for text in ('{"id":"c0"}', '{"id":"c0","score":9}', '{"id":"c0","verdict":"PASS"}\n' * 2,
                     '{"id":"zz","verdict":"PASS"}', "", "[]"):
            (suite.path / "labels.jsonl").write_text(text)
            done = suite.tare("judge", "calibrate", "labels.jsonl", suite.run_folder)
            self.assertEqual(done.returncode, 2, text)


class Example(unittest.TestCase):
    def test_the_judged_agent_of_the_examples_does_what_its_readme_says(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run([TARE, "run", str(ROOT / "examples/judged-agent"), "--out", folder + "/run"],
                                  capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 1, done.stderr)
            results = json.loads(pathlib.Path(folder, "run/results.json").read_text())
        self.assertEqual({id: one[0]["verdict"] for id, one in trials(results).items()},
                         {"cancel": "pass", "unknown-order": "pass", "already-sent": "fail"})
        self.assertEqual((results["judge"]["passed"], results["judge"]["failed"]), (2, 1))
        self.assertEqual(results["agent"]["toolErrors"], 0)
        self.assertEqual(trials(results)["cancel"][0]["turns"], 2)


class Endpoint(unittest.TestCase):
    """adapters/judge/endpoint.py against a stand-in for a model's server."""
    REQUEST = {"request": "judge", "deadlineMs": 5000,
               "judge": {"messages": [], "calls": [], "finalText": None, "tools": None, "contract": "PASS"}}

    def ask(self, content=None, status=200, headers=(), body=None, words=()):
        asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                read = self.rfile.read(int(self.headers["Content-Length"]))
                asked.append((self.path, self.headers.get("Authorization"), json.loads(read)))
                reply = body if body is not None else json.dumps({
                    "choices": [{"message": {"content": content}}],
                    "usage": {"prompt_tokens": 1000, "completion_tokens": 100}}).encode()
                self.send_response(status)
                for name, value in headers:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply)))
                self.end_headers()
                self.wfile.write(reply)

            def log_message(self, *ignored):
                pass

        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            done = subprocess.run(
                [PYTHON, str(ROOT / "adapters/judge/endpoint.py"), "--url",
                 f"http://127.0.0.1:{server.server_port}/v1", "--model", "m", "--prompt",
                 str(ROOT / "adapters/judge/prompt.md"), *words],
                input=json.dumps(self.REQUEST) + "\n", capture_output=True, text=True, timeout=60,
                env={"PATH": os.environ["PATH"], "JUDGE_API_KEY": "k-1", "no_proxy": "*"})
        finally:
            server.shutdown()
            server.server_close()
        self.assertEqual(done.returncode, 0, done.stderr)
        said = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(said[-1], {"event": "finished", "reason": "stop"})
        return {event["event"]: event for event in said}, asked

    def test_a_score_comes_with_its_usage_and_cost(self):
        said, asked = self.ask('{"score": 4, "reason": "so"}', words=["--usd-per-million", "2,10"])
        self.assertEqual(said["verdict"], {"event": "verdict", "score": 4, "reason": "so"})
        self.assertEqual((said["usage"]["inputTokens"], said["usage"]["costUsd"]), (1000, 0.003))
        [(path, key, body)] = asked
        self.assertEqual((path, key, body["temperature"], body["model"]),
                         ("/v1/chat/completions", "Bearer k-1", 0, "m"))
        self.assertIn("contract", body["messages"][1]["content"])

    def test_anything_but_one_object_of_the_form_is_a_failed_attempt(self):
        for content in ("PASS", '{"score": 6}', '{"score": true}', '{"score": 4, "verdict": "PASS"}', "[]",
                        '{"verdict": "pass"}', '```json\n{"score": 4}\n```', '{"score": 4} and more',
                        '{"score": 4, "score": 5}', '{"score": NaN}', '{"reason": "x"}', '{"score": 4, "x": 1}'):
            said, _ = self.ask(content)
            self.assertNotIn("verdict", said, content)
            self.assertEqual(said["error"]["kind"], "provider", content)

    def test_trouble_of_the_server_is_told_by_its_kind(self):
        self.assertEqual(self.ask("", status=401)[0]["error"]["retryable"], False)
        limited = self.ask("", status=429, headers=[("Retry-After", "3")])[0]["error"]
        self.assertEqual((limited["kind"], limited["retryAfterMs"]), ("rateLimit", 3000))
        self.assertEqual(self.ask("", status=503)[0]["error"]["kind"], "provider")
        self.assertEqual(self.ask(body=b"<html>")[0]["error"]["kind"], "provider")
        moved, asked = self.ask("", status=302, headers=[("Location", "http://127.0.0.1:1/")])
        self.assertEqual((moved["error"]["kind"], len(asked)), ("provider", 1))


if __name__ == "__main__":
    unittest.main()
