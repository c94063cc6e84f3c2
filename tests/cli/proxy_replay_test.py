#!/usr/bin/env python3
"""tare run with the model proxy in replay: who stands on the wire has the evidence, whatever a client
says."""
import unittest

from proxy_run_support import DONE, KEY, PROVIDERS, ProxyRun, case, wire_call


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


if __name__ == "__main__":
    unittest.main()
