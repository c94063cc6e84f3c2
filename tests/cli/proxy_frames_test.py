#!/usr/bin/env python3
"""tare run with the MCP proxy: its frames are what the tools received."""
import unittest

from proxy_run_support import DONE, KEY, ProxyRun, case


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


if __name__ == "__main__":
    unittest.main()
