#!/usr/bin/env python3
"""tare-chat: what it asks for, what it makes of servers that tell less, and what it says."""
import json
import unittest

import tare_cli
from chat_support import CHAT, TOOLS, ChatCase, Server, hermes, tool_call


class Asking(ChatCase):
    # What is sent.

    def test_messages_tools_and_settings_go_out_to_the_byte(self):
        request = {"protocol": 1, "request": "run", "execute": "none", "deadlineMs": 20000,
                   "instructions": "Be brief.", "tools": TOOLS,
                   "case": {"messages": [{"role": "user", "content": "Dö it."}]},
                   "variant": {"name": "v", "model": "m-1",
                               "settings": {"temperature": 0.25, "tool_choice": "required"}}}
        with Server("x") as server:
            self.direct(server.url, request=request)
        body = [body for path, body in server.seen if path.endswith("completions")][0]
        self.assertEqual(body["model"], "m-1")
        self.assertEqual(body["temperature"], 0.25)
        self.assertEqual(body["tool_choice"], "required")
        self.assertEqual(body["messages"], [{"role": "system", "content": "Be brief."},
                                            {"role": "user", "content": "Dö it."}])
        self.assertEqual(body["tools"][0], {"type": "function", "function": {
            "name": "f", "description": "A tool.", "parameters": TOOLS[0]["inputSchema"]}})
        self.assertNotIn("seed", body)

    def test_without_a_model_the_first_of_the_list_is_asked(self):
        with Server("x") as server:
            self.direct(server.url)
        self.assertEqual(server.seen[0][1]["model"], "served")

    def test_a_setting_that_is_its_own_is_refused(self):
        request = {"request": "run", "case": {"messages": [{"role": "user", "content": "x"}]},
                   "variant": {"settings": {"stream": True}}}
        with Server("x") as server:
            events, _ = self.direct(server.url, request=request)
        self.assertEqual(events[0]["kind"], "harness")
        self.assertIn('"stream"', events[0]["message"])
        self.assertEqual(server.seen, [])

    def test_other_requests_are_not_supported(self):
        events, done = self.direct("http://127.0.0.1:9/v1", request={"request": "describe"})
        self.assertEqual([e.get("event") for e in events], ["unsupported", "finished"])
        self.assertEqual(done.returncode, 0)

    def test_one_process_answers_several_requests(self):
        text = hermes(("f", "{}"))
        with Server(text, [tool_call("f", "{}")]) as server:
            suite = tare_cli.Suite(
                [{"id": f"c{i}", "request": "Do it.", "expectedTool": "f"} for i in range(3)],
                adapter_members={"command": [CHAT, "--url", server.url], "reuse": 3}, tools=TOOLS,
                jobs=1)
            self.addCleanup(suite.close)
            done = suite.run()
        self.assertEqual(done.returncode, 0, done.stderr)

    # Servers that tell no text.

    def test_a_server_without_tokens_leaves_the_hop_unaudited_and_says_so(self):
        server = Server("", [tool_call("f", "{}")], tells_tokens=False, plain=True)
        with server:
            events, done = self.direct(server.url)
        self.assertEqual([e["at"] for e in events if e.get("event") == "call"],
                         ["wire", "client"])
        self.assertEqual(done.stderr.count("not audited"), 1)

    def test_a_strict_server_is_asked_without_the_tokens(self):
        server = Server("", [tool_call("f", "{}")], strict=True)
        _, _, trial, findings = self.audit(server)
        self.assertEqual(findings, [])
        self.assertEqual(trial["verdict"], "pass")
        with_ids = ["return_token_ids" in body for path, body in server.seen]
        self.assertEqual(with_ids, [True, False])

    def test_no_text_asks_for_no_tokens(self):
        with Server("x", [tool_call("f", "{}")]) as server:
            _, done = self.direct(server.url, "--no-text")
        self.assertEqual([path for path, _ in server.seen], ["/v1/chat/completions"])
        self.assertNotIn("return_token_ids", server.seen[0][1])
        self.assertEqual(done.stderr, "")

    def test_tokens_that_do_not_add_up_make_no_text(self):
        body = json.dumps({"model": "m", "usage": {"completion_tokens": 3}, "choices": [
            {"index": 0, "message": {"content": "x"}, "token_ids": [1], "finish_reason": "stop"}]})
        with Server(answer=(200, (), body.encode())) as server:
            events, done = self.direct(server.url)
        self.assertEqual([e for e in events if e.get("event") == "call"], [])
        self.assertIn("1 of 3 tokens", done.stderr)

    def test_a_reply_of_no_token_is_a_text_without_a_call(self):
        _, _, trial, findings = self.audit(Server(""), expected=None)
        self.assertEqual((trial["verdict"], trial["calls"], findings), ("pass", [], []))

    # What is said beside calls.

    def reply_with(self, message, finish="stop"):
        body = json.dumps({"model": "m", "choices": [
            {"index": 0, "message": message, "finish_reason": finish}]}).encode()
        with Server(answer=(200, (), body)) as server:
            return self.direct(server.url)[0]

    def test_reasoning_and_content_are_messages_of_their_channels(self):
        events = self.reply_with({"content": "Done.", "reasoning": "Hm."})
        self.assertEqual([(e["channel"], e["text"]) for e in events if e.get("event") == "message"],
                         [("reasoning", "Hm."), ("content", "Done.")])

    def test_a_refusal_and_a_cut_are_told(self):
        self.assertEqual(self.reply_with({"refusal": "No."})[-1]["reason"], "refusal")
        end = self.reply_with({"content": "Do"}, "length")[-1]
        self.assertEqual(end, {"event": "finished", "reason": "stop",
                               "message": "finish_reason length"})

    def test_odd_bytes_in_arguments_arrive_as_they_are(self):
        arguments = '{"a":"\\ud800 \u2028 \\u0000", "a": 1e400, "b":12345678901234567890123}'
        call = self.reply_with({"tool_calls": [tool_call("f", arguments)]}, "tool_calls")[1]
        self.assertEqual(call["arguments"], arguments)


if __name__ == "__main__":
    unittest.main()
