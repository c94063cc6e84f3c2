#!/usr/bin/env python3
"""tare-chat: servers tell their version, the tokens of a reply and their text each in its own way."""
import json
import unittest

from chat_support import ChatCase, Server, hermes, tool_call

TEXT = hermes(("f", '{"a": "1"}'))
CAST = [tool_call("f", '{"a": 1}')]
KINDS = {"vllm": ("vllm", "0.11.0"), "sglang": ("sglang", "0.5.9"), "llamacpp": ("llama.cpp", "b6000-abc")}


class Servers(ChatCase):
    def test_each_names_itself_and_its_version(self):
        for kind, layer in KINDS.items():
            with self.subTest(kind):
                _, results, _, _ = self.audit(Server(TEXT, CAST, kind=kind))
                (server,) = results["provenance"]["layers"]
                self.assertEqual((server["name"], server["version"]), layer)

    def test_what_its_parser_changed_is_seen_whole_and_streamed(self):
        for kind in KINDS:
            for way in ("--no-stream", "--stream", "--both"):
                with self.subTest(kind, way=way):
                    _, _, trial, findings = self.audit(Server(TEXT, CAST, kind=kind), way)
                    self.assertEqual(findings, [("stringToNumber", "text>wire")])
                    self.assertEqual(trial["calls"][0]["raw"]["at"], "text")

    def test_special_tokens_stay_in_the_text(self):
        for kind in KINDS:
            with self.subTest(kind), Server(TEXT, CAST, kind=kind) as server:
                events, _ = self.direct(server.url)
                (text,) = [e["text"] for e in events if e.get("at") == "text"]
                self.assertEqual(text, TEXT)

    def test_two_generations_are_told_apart_on_each(self):
        for kind in KINDS:
            with self.subTest(kind):
                other = hermes(("f", '{"a": "2"}'))
                server = Server(TEXT, [tool_call("f", '{"a": "1"}')], stream_text=other, kind=kind)
                _, error = self.failure(server, "--both")
                self.assertIn("tokens differ", error)

    def test_one_that_refuses_for_a_stream_alone_goes_on_telling_for_whole_replies(self):
        # Behind a gateway that gives no name: what it refuses is all that tells.
        server = Server(TEXT, CAST, kind="sglang")
        server.known = lambda: {"/v1/models": {"data": [{"id": "served"}]}}
        request = {"request": "run", "execute": "none", "tools": [], "deadlineMs": 20000,
                   "case": {"messages": [{"role": "user", "content": "Do it."}]}}
        with server:
            events, done = self.direct(server.url, "--both", request=request, times=2)
        self.assertEqual([e["text"] for e in events if e.get("at") == "text"], [TEXT, TEXT])
        asked = ["return_token_ids" in body for path, body in server.seen if path.endswith("completions")]
        self.assertEqual(asked, [True, True, False, True, False])

    def test_tokens_in_two_places_are_taken_once(self):
        ids = list(map(ord, TEXT))
        body = {"model": "m", "usage": {"completion_tokens": len(ids)}, "sglext": {"output_ids": [ids]},
                "choices": [{"index": 0, "message": {"content": "x"}, "token_ids": ids, "finish_reason": "stop"}]}
        with Server(answer=(200, (), json.dumps(body).encode())) as server:
            events, done = self.direct(server.url)
        self.assertEqual([e["text"] for e in events if e.get("at") == "text"], [TEXT])
        self.assertEqual(done.stderr, "")

    def test_odd_places_for_tokens_are_no_tokens(self):
        for odd in ({"sglext": 1}, {"sglext": {"output_ids": {}}}, {"sglext": {"output_ids": []}},
                    {"sglext": {"output_ids": [["1"], None]}}, {"__verbose": []}, {"__verbose": {"tokens": "1"}}):
            body = {"model": "m", "usage": {"completion_tokens": 1}, **odd,
                    "choices": [{"index": 0, "message": {"content": "x"}, "finish_reason": "stop"}]}
            with self.subTest(odd), Server(answer=(200, (), json.dumps(body).encode())) as server:
                events, done = self.direct(server.url)
                self.assertEqual([e for e in events if e.get("at") == "text"], [])
                self.assertIn("not audited", done.stderr)


if __name__ == "__main__":
    unittest.main()
