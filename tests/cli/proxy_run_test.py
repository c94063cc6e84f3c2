#!/usr/bin/env python3
"""tare run with the proxies: who stands on the wire has the evidence, whatever a client says."""
import http.server
import json
import os
import signal
import subprocess
import threading
import unittest

from proxy_support import ADAPTER, PROGRAM
from tare_cli import PYTHON, TARE, Suite, comparable

TOOLS = [{"name": "get_ticket", "description": "Reads one.",
          "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}}}]
KEY = '{"key": "QA-142"}'
DONE = {"text": "It is open."}
PROVIDERS = ["chat", "responses", "anthropic", "gemini", "ollama"]


def wire_call(arguments=KEY, **more):
    return {"calls": [{"id": "call_7", "name": "get_ticket", "arguments": arguments}], **more}


def case(id, reply=None, plan=None, **more):
    out = {"id": id, "request": f"Do {id}.", "expectedTool": "get_ticket",
           "reply": [wire_call(), DONE] if reply is None else reply, **more}
    return out if plan is None else {**out, "input": plan}


class ProxyRun(unittest.TestCase):
    def suite(self, cases, adapter=ADAPTER, proxy=None, **members):
        suite = Suite(cases, adapter, proxy={"mode": "replay", **(proxy or {})}, tools=TOOLS,
                      **members)
        self.addCleanup(suite.close)
        return suite

    def program(self, cases, plan, proxy=None, **members):
        """The same as a program that speaks no protocol."""
        adapter = {"kind": "command", "command": [PYTHON, "adapter.py", "{request}"],
                   "files": {"home/.agent/settings.json": plan}}
        return self.suite(cases, PROGRAM, proxy, adapter_members=adapter, **members)

    def ran(self, suite, code=0, *words, **options):
        done = suite.run(*words, **options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return {one["id"]: one["trials"][0] for one in suite.results()["cases"]}

    def only(self, suite, code=0, *words):
        trials = self.ran(suite, code, *words)
        self.assertEqual(len(trials), 1)
        return next(iter(trials.values()))

    def kinds(self, trial):
        return [f["kind"] for call in trial["calls"] for f in call["findings"]]

    def attempts(self, suite):
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines()
        return [one for one in map(json.loads, lines) if one["type"] == "attempt"]

    def files_with(self, folder, text):
        return [str(path) for path in folder.rglob("*")
                if path.is_file() and text.encode() in path.read_bytes()]


class Replay(ProxyRun):
    def test_the_call_of_each_provider_is_on_record_to_the_byte(self):
        suite = self.suite([case(name, plan={"provider": name}) for name in PROVIDERS])
        trials = self.ran(suite)
        for name in PROVIDERS:
            with self.subTest(name):
                self.assertEqual(trials[name]["verdict"], "pass", trials[name])
                (call,) = trials[name]["calls"]
                self.assertEqual(call["raw"]["at"], "wire")
                self.assertEqual(call["raw"]["evidence"], "recorded")
                self.assertEqual(call["raw"]["arguments"], KEY)
                self.assertEqual(call["normalized"]["evidence"], "verbatim")
                self.assertEqual(call["findings"], [])
                self.assertEqual(trials[name]["reasons"], [])

    def test_what_only_the_wire_shows_is_found(self):
        reply = [wire_call('{"key": "a", "n": 12345678901234567890, "key": "b"}'), DONE]
        trial = self.only(self.suite([case("a", reply)]))
        self.assertEqual(self.kinds(trial), ["duplicateKeyCollapsed"])
        self.assertIn("12345678901234567890", trial["calls"][0]["raw"]["arguments"])

    def test_a_call_that_is_dropped_without_a_word_is_critical_and_no_missing_call(self):
        for name in PROVIDERS:
            with self.subTest(name):
                suite = self.suite([case("a", plan={"provider": name, "do": "drop"})])
                trial = self.only(suite)
                self.assertEqual(self.kinds(trial), ["callDropped"])
                self.assertEqual(trial["calls"][0]["findings"][0]["severity"], "critical")
                self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("fail", "pass"))
                self.assertIsNone(trial["calls"][0]["normalized"])

    def test_a_case_that_expects_no_call_does_not_pass_silently_when_one_is_dropped(self):
        trial = self.only(self.suite([case("a", plan={"do": "drop"}, expectedTool=None)]))
        self.assertEqual(trial["rawVerdict"], "fail")
        self.assertEqual(self.kinds(trial), ["callDropped"])

    def test_an_error_told_to_the_model_is_no_dropped_call(self):
        for name in PROVIDERS:
            with self.subTest(name):
                suite = self.suite([case("a", plan={"provider": name, "do": "tell"})])
                trial = self.only(suite)
                self.assertEqual(self.kinds(trial), [])
                self.assertIsNone(trial["calls"][0]["normalized"])
                self.assertIsNone(trial["selected"]["normalized"])
                self.assertEqual(trial["verdict"], "fail")
                shown = suite.tare("show", suite.run_folder, "a").stdout
                self.assertIn("no such tool", shown)

    def test_a_client_that_asks_again_after_a_cut_stream_dropped_nothing(self):
        reply = [wire_call(cut=600, chunks=2), wire_call(chunks="byte"), DONE]
        suite = self.suite([case("a", reply, {"provider": "stream"})])
        trial = self.only(suite)
        self.assertEqual(trial["verdict"], "pass", trial)
        self.assertEqual(self.kinds(trial), [])
        piece, whole = trial["calls"]
        self.assertTrue(KEY.startswith(piece["raw"]["arguments"]), piece)
        self.assertIsNone(piece["normalized"])
        self.assertEqual(whole["raw"]["arguments"], KEY)
        self.assertIn("ended before its call", " ".join(trial["reasons"]))

    def test_a_client_that_gives_up_on_a_cut_stream_without_a_word_dropped_the_call(self):
        reply = [wire_call(cut=600, chunks=2)]
        trial = self.only(self.suite([case("a", reply, {"provider": "stream", "turns": 1})]))
        self.assertEqual(self.kinds(trial), ["callDropped"])

    def test_trouble_on_the_way_is_on_record_as_facts(self):
        stream = {"provider": "stream"}
        suite = self.suite([
            case("limited", [{"status": 429, "retryAfter": 0}, wire_call(), DONE]),
            case("cut", [wire_call(cut=80), wire_call(), DONE]),
            case("broken", [{"error": "overloaded"}, wire_call(), DONE]),
            case("within", [{"text": "I", "error": "overloaded"}, wire_call(), DONE], stream)])
        trials = self.ran(suite)
        words = {"limited": "answered with 429", "cut": "request", "broken": "answered with 500",
                 "within": "reports an error"}
        for id, word in words.items():
            with self.subTest(id):
                self.assertEqual(trials[id]["verdict"], "pass", trials[id])
                self.assertIn(word, " ".join(trials[id]["reasons"]))
                self.assertTrue(trials[id]["reasons"][0].startswith("on the wire: "))

    def test_a_script_that_is_used_up_tells_the_client_not_to_retry(self):
        suite = self.suite([case("a", [wire_call()])])
        trial = self.only(suite)
        self.assertEqual(trial["finished"], "refusedByClient")
        self.assertEqual(len(trial["attempts"]), 1)
        self.assertTrue(trial["reasons"])

    def test_a_client_that_never_asks_is_undecided_and_told_why(self):
        for expected in ["get_ticket", None]:
            suite = self.suite([case("a", plan={"do": "silent"}, expectedTool=expected)])
            trial = self.only(suite)
            self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("undecided", "undecided"))
            self.assertIn("never asked the model proxy", " ".join(trial["reasons"]))

    def test_no_call_is_an_answer_only_of_a_reply_that_could_be_read(self):
        names = [*PROVIDERS, "stream"]
        good = self.suite([case(n, DONE, {"provider": n}, expectedTool=None) for n in names])
        for trial in self.ran(good).values():
            self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("pass", "pass"), trial)
        broken = {"anthropic": {"body": "{not JSON"}, "chat": {"status": 500},
                  "gemini": {"body": "<html>"}, "stream": {"text": "Let me", "cut": 400},
                  "responses": {"error": "overloaded"}}
        cases = [case(n, reply, {"provider": n, "turns": 1}, expectedTool=None)
                 for n, reply in broken.items()]
        for name, trial in self.ran(self.suite(cases)).items():
            with self.subTest(name):
                self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("undecided", "undecided"))
                self.assertIn("what it wrote is not known", " ".join(trial["reasons"]))

    def test_a_crash_after_a_call_on_the_wire_is_the_clients(self):
        suite = self.suite([case("a", plan={"do": "crash"})])
        trial = self.only(suite)
        self.assertEqual((trial["outcome"], trial["rawVerdict"]), ("clientCrash", "pass"))
        self.assertEqual(len(trial["attempts"]), 1)

    def test_a_claim_that_is_not_what_the_wire_showed_is_named(self):
        claims = [{"event": "raw", "name": "get_ticket", "arguments": '{"key":"QA-9"}'},
                  {"event": "x-recorder", "modelRequests": 0, "facts": ["forged"]}]
        trial = self.only(self.suite([case("a", plan={"claims": claims})]))
        said = " ".join(trial["reasons"])
        self.assertIn("evidenceMismatch", said)
        self.assertIn("QA-9", said)
        self.assertNotIn("forged", said)
        self.assertEqual(trial["calls"][0]["raw"]["arguments"], KEY)

    def test_names_under_which_tools_were_sent_are_no_change_of_name(self):
        reply = [{"calls": [{"id": "c", "name": "mcp__rec__get_ticket", "arguments": KEY}]}, DONE]
        trial = self.only(self.suite([case("a", reply, {"prefix": "mcp__rec__"})]))
        self.assertEqual(trial["selected"], {"raw": "get_ticket", "normalized": "get_ticket"})
        self.assertEqual(self.kinds(trial), [])

    def test_attempts_at_a_time_do_not_mix(self):
        cases = [case(f"c{i}", [wire_call(f'{{"key": "only-{i}"}}'), DONE],
                      {"provider": PROVIDERS[i % 5]}, trials=2) for i in range(20)]
        suite = self.suite(cases)
        self.ran(suite, 0, "-j8")
        for one in suite.results()["cases"]:
            for trial in one["trials"]:
                (call,) = trial["calls"]
                self.assertIn(f'"only-{one["id"][1:]}"', call["raw"]["arguments"])
                self.assertEqual(call["findings"], [])

    def test_a_case_that_cannot_be_answered_is_refused_before_the_run(self):
        for reply, word in [([{"calls": 5}], "calls"), (None, "reply")]:
            one = case("odd", reply)
            if reply is None:
                del one["reply"]
            suite = self.suite([one])
            done = suite.run()
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn("odd", done.stderr)
            self.assertIn(word, done.stderr)
            self.assertFalse(suite.run_folder.exists() and list(suite.run_folder.iterdir()))


class Mcp(ProxyRun):
    def test_frames_are_the_evidence_over_http_and_over_the_relay(self):
        for how in ["url", "command"]:
            with self.subTest(how):
                suite = self.suite([case("a", plan={"mcp": how})], proxy={"mcp": True})
                trial = self.only(suite)
                (call,) = trial["calls"]
                self.assertEqual(trial["verdict"], "pass", trial)
                received = call["normalized"]
                self.assertEqual((received["at"], received["evidence"]), ("tool", "recorded"))
                self.assertEqual(received["statusEvidence"], "recorded")
                self.assertEqual(received["status"], "executed")
                self.assertNotIn("statusEvidence", call["raw"])
                self.assertEqual(trial["reasons"], [])

    def test_an_adapters_claim_of_a_call_that_no_frame_shows_is_kept_as_its_word(self):
        claims = [{"event": "normalized", "name": "get_ticket", "arguments": '{"key":"other"}'}]
        suite = self.suite([case("a", plan={"mcp": "url", "quiet": True, "claims": claims})],
                           proxy={"mcp": True})
        trial = self.only(suite)
        self.assertEqual(trial["calls"][0]["normalized"]["arguments"], KEY)
        self.assertIn("evidenceMismatch", " ".join(trial["reasons"]))

    def test_connected_and_no_frame_for_a_call_is_a_dropped_call(self):
        suite = self.program([case("a")], {"mcp": "url", "do": "drop"}, {"mcp": True})
        trial = self.only(suite)
        self.assertEqual(self.kinds(trial), ["callDropped"])
        self.assertEqual(trial["verdict"], "fail")

    def test_a_server_that_nobody_spoke_to_says_nothing_of_tools(self):
        for plan in [{}, {"do": "drop"}, {"do": "local"}]:
            with self.subTest(plan):
                trial = self.only(self.program([case("a")], plan, {"mcp": True}))
                self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("undecided", "pass"))
                self.assertEqual(self.kinds(trial), [])
                self.assertIsNone(trial["calls"][0]["normalized"])
                self.assertIs(trial["normalizedEvidence"], False)

    def test_canned_answers_are_given(self):
        suite = self.suite([case("a", plan={"mcp": "url"})],
                           proxy={"mcp": {"server": "desk", "answers": "answers.json"}})
        (suite.path / "answers.json").write_text('[{"tool": "get_*", "deny": "not today"}]')
        trial = self.only(suite)
        received = trial["calls"][0]["normalized"]
        self.assertEqual((received["status"], received["server"]), ("denied", "desk"))
        (suite.path / "answers.json").write_text('[{"tool": "get_*"')
        other = suite.tare("run", "--out", suite.path / "other")
        self.assertEqual(other.returncode, 2, other.stderr)
        self.assertIn("answers.json", other.stderr)

    def test_a_program_is_seen_whole_without_a_line_of_adapter(self):
        plans = [{"mcp": "url", "model": "{modelUrl}/v1", "server": "{mcpUrl}"},
                 {"mcp": "command", "start": ["{tare}", "proxy", "mcp", "--connect", "{mcpUrl}"]}]
        for plan in plans:
            with self.subTest(plan):
                trial = self.only(self.program([case("a")], plan, {"mcp": True}))
                self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("pass", "pass"))
                (call,) = trial["calls"]
                self.assertEqual(call["raw"]["evidence"], "recorded")
                self.assertEqual(call["normalized"]["evidence"], "recorded")

    def test_a_tool_of_the_programs_own_shows_on_the_models_side_alone(self):
        reply = [{"calls": [{"id": "s", "name": "shell", "arguments": "{}"}]}, DONE]
        trial = self.only(self.program([case("a", reply)], {"mcp": "url", "do": "local"},
                                       {"mcp": True}))
        self.assertEqual(trial["selected"]["raw"], "shell")
        self.assertIsNone(trial["calls"][0]["normalized"])
        self.assertEqual(self.kinds(trial), [])


class Model(http.server.BaseHTTPRequestHandler):
    """A provider: answers with a call, then with a text, and lets slip the key that it was given."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = any(m["role"] == "tool" for m in body["messages"])
        call = {"id": "call_u", "type": "function",
                "function": {"name": "get_ticket", "arguments": '{"key": "U-1"}'}}
        message = {"role": "assistant", "content": "ok " + self.headers["Authorization"]}
        if not told:
            message["tool_calls"] = [call]
        text = json.dumps({"choices": [{"index": 0, "message": message}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Upstream(ProxyRun):
    SECRET = "sk-very-secret-0123456789"

    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def asking(self, mode):
        one = case("a")
        del one["reply"]
        url = f"http://127.0.0.1:{self.server.server_port}/v1"
        return self.suite([one], proxy={"mode": mode, "cassettes": "cassettes", "upstream": {
            "openai": {"url": url, "key": "${REAL_KEY}"}}}, keep="all")

    def test_the_key_is_in_no_file_and_the_cassette_replays_the_same_calls(self):
        suite = self.asking("record")
        trials = self.ran(suite, 0, "--report", "junit=junit.xml", env={"REAL_KEY": self.SECRET})
        self.assertEqual(trials["a"]["verdict"], "pass", trials)
        self.assertEqual(trials["a"]["calls"][0]["raw"]["arguments"], '{"key": "U-1"}')
        self.assertEqual(self.files_with(suite.path, self.SECRET), [])
        (cassette,) = (suite.path / "cassettes").iterdir()
        self.assertIn("U-1", cassette.read_text())
        wire = list(suite.run_folder.rglob("wire.jsonl"))
        self.assertEqual(len(wire), 1)

        settings = json.loads(suite.file.read_text())
        settings["proxy"] = {"mode": "replay", "cassettes": "cassettes"}
        suite.file.write_text(json.dumps(settings))
        again = suite.tare("run", "--out", suite.path / "again")
        self.assertEqual(again.returncode, 0, again.stderr)
        replayed = suite.results(suite.path / "again")["cases"][0]["trials"][0]
        self.assertEqual(replayed["calls"], trials["a"]["calls"])

    def test_forward_keeps_no_key_either(self):
        suite = self.asking("forward")
        self.ran(suite, env={"REAL_KEY": self.SECRET})
        self.assertEqual(self.files_with(suite.path, self.SECRET), [])
        self.assertFalse((suite.path / "cassettes").exists())

    def test_a_key_that_is_not_set_ends_the_run_before_it_begins(self):
        suite = self.asking("record")
        done = suite.run()
        self.assertEqual(done.returncode, 2)
        self.assertIn("REAL_KEY", done.stderr)

    def test_a_provider_that_is_not_there_is_trouble_of_the_wire(self):
        suite = self.asking("forward")
        settings = json.loads(suite.file.read_text())
        settings["proxy"]["upstream"]["openai"]["url"] = "http://127.0.0.1:1/v1"
        suite.file.write_text(json.dumps(settings))
        done = suite.run(env={"REAL_KEY": self.SECRET})
        reasons = suite.results()["cases"][0]["trials"][0]["reasons"]
        self.assertIn("on the wire", " ".join(reasons), done.stderr)


class Journal(ProxyRun):
    def mixed(self):
        return self.suite([
            case("ok", plan={"mcp": "url"}), case("dropped", plan={"do": "drop"}),
            case("told", plan={"do": "tell"}), case("silent", plan={"do": "silent"}),
            case("crash", plan={"do": "crash"}),
            case("limited", [{"status": 429}, wire_call(), DONE])], proxy={"mcp": True})

    def test_a_run_is_scored_again_to_the_same_bytes(self):
        suite = self.mixed()
        self.ran(suite)
        first = (suite.run_folder / "results.json").read_bytes()
        again = suite.path / "again.json"
        done = suite.tare("score", suite.path, "--from", suite.run_folder,
                          "--report", f"json={again}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(again.read_bytes(), first)
        shown = suite.tare("show", suite.run_folder, "dropped")
        self.assertIn("wire, recorded", shown.stdout)

    def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(self):
        limited = [{"status": 429}, wire_call(), DONE]
        cases = [case(f"c{i}", limited, {"mcp": "url", "do": ["run", "drop", "tell"][i % 3]})
                 for i in range(9)]
        suite = self.suite(cases, proxy={"mcp": True})
        whole = suite.path / "whole"
        self.assertEqual(suite.tare("run", "--out", whole, "-j1").returncode, 0)
        journal = suite.run_folder / "journal.jsonl"
        with subprocess.Popen([TARE, "run", "--out", suite.run_folder, "-j1"], cwd=suite.path,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            while child.poll() is None and (
                    not journal.exists() or journal.read_bytes().count(b"\n") < 4):
                pass
            child.send_signal(signal.SIGKILL)
        self.assertEqual(child.returncode, -signal.SIGKILL, "it ended before it could be killed")
        done = suite.tare("run", "--resume", suite.run_folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(comparable(suite.results()), comparable(suite.results(whole)))


if __name__ == "__main__":
    unittest.main()
