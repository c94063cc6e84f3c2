#!/usr/bin/env python3
"""tare-chat through `tare run`: what a server's parser and its streaming parser do otherwise."""
import unittest

from chat_support import ChatCase, Server, hermes, tool_call


class Parsers(ChatCase):
    # The hop text>wire: what the parser did.

    def test_a_faithful_parser_has_no_finding(self):
        server = Server(hermes(("f", '{"a": "1"}')), [tool_call("f", '{"a": "1"}')])
        _, results, trial, findings = self.audit(server, "--parser", "hermes")
        self.assertEqual(findings, [])
        self.assertEqual(trial["verdict"], "pass")
        self.assertEqual(trial["calls"][0]["raw"]["at"], "text")
        self.assertEqual(trial["calls"][0]["views"], 3)
        self.assertEqual(trial["calls"][0]["normalized"]["status"], "held")
        provenance = results["provenance"]
        self.assertEqual(provenance["model"], "served-model")
        self.assertEqual([(l["role"], l["name"], l["version"]) for l in provenance["layers"]],
                         [("server", "vllm", "0.11.0"), ("parser", "hermes", "0.11.0")])

    def test_a_parser_that_drops_a_call_is_seen(self):
        text = hermes(("f", '{"a": "1"}'), ("g", '{"a": "2"}'))
        _, _, _, findings = self.audit(Server(text, [tool_call("f", '{"a": "1"}')]))
        self.assertEqual(findings, [("callDropped", "text>wire")])

    def test_a_parser_that_drops_the_only_call_is_seen_where_it_did(self):
        server = Server(hermes(("f", '{"a": "1"}')), content="")
        _, _, trial, findings = self.audit(server)
        self.assertEqual(findings, [("callDropped", "text>wire")])
        self.assertEqual((trial["verdict"], trial["rawVerdict"]), ("fail", "pass"))

    def test_a_parser_that_leaves_the_call_in_the_content_is_seen(self):
        text = hermes(("f", '{"a": "1"}'))
        _, _, _, findings = self.audit(Server(text, content=text))
        self.assertEqual(findings, [("callDemotedToText", "text>wire")])

    def test_a_parser_that_cuts_arguments_is_seen(self):
        text = hermes(("f", '{"a": "one two three"}'))
        _, _, _, findings = self.audit(Server(text, [tool_call("f", '{"a": "one tw')]))
        self.assertTrue(findings)
        self.assertEqual({hop for _, hop in findings}, {"text>wire"})

    def test_a_parser_that_casts_a_string_is_seen(self):
        text = hermes(("f", '{"a": "1"}'))
        _, _, _, findings = self.audit(Server(text, [tool_call("f", '{"a": 1}')]))
        self.assertEqual(findings, [("stringToNumber", "text>wire")])

    def test_a_parser_that_merges_two_calls_is_seen(self):
        text = hermes(("f", '{"a": "1"}'), ("f", '{"b": "2"}'))
        _, _, _, findings = self.audit(Server(text, [tool_call("f", '{"a": "1"}{"b": "2"}')]))
        self.assertIn(("callsMerged", "text>wire"), findings)

    def test_a_parser_that_makes_a_call_of_plain_words_is_seen(self):
        _, _, _, findings = self.audit(Server("Shall I do f?<|im_end|>", [tool_call("f", "{}")]))
        self.assertEqual([hop for _, hop in findings], ["text>wire"])

    def test_the_format_is_named_by_the_parser_or_detected(self):
        server = Server("<function=f>\n<parameter=a>\n1\n</parameter>\n</function>")
        with server:
            for words, format in (((), None), (("--parser", "qwen3_xml"), "qwenXml"),
                                  (("--parser", "nobody-knows"), None),
                                  (("--parser", "hermes", "--text-format", "mistral"), "mistral")):
                events, _ = self.direct(server.url, *words)
                text = [e for e in events if e.get("event") == "call"][0]
                self.assertEqual(text["at"], "text")
                self.assertEqual(text.get("format"), format)

    def test_the_tokens_of_a_stream_make_its_text(self):
        text = hermes(("f", '{"a": "1"}'))
        _, _, _, findings = self.audit(Server(text, streamed=[tool_call("f", '{"a": 1}')]), "--stream")
        self.assertEqual(findings, [("stringToNumber", "text>wire")])

    # The hop wire>client: what the streaming parser does otherwise.

    def test_a_streaming_parser_that_parses_otherwise_is_seen(self):
        calls = [tool_call("f", '{"a": "1"}')]
        server = Server(hermes(("f", '{"a": "1"}')), calls, [tool_call("f", '{"a": 1}', "call-2")])
        _, _, trial, findings = self.audit(server, "--both")
        self.assertEqual(findings, [("stringToNumber", "wire>client")])
        bodies = [body for path, body in server.seen if path.endswith("completions")]
        self.assertEqual([body["stream"] for body in bodies], [False, True])
        self.assertEqual({(body["seed"], body["temperature"]) for body in bodies}, {(1, 0)})

    def test_a_streaming_parser_that_drops_one_of_two_calls_is_seen(self):
        calls = [tool_call("f", '{"a": "1"}'), tool_call("g", '{"a": "2"}', "call-2")]
        _, _, _, findings = self.audit(Server("", calls, calls[:1], tells_tokens=False), "--both")
        self.assertEqual(findings, [("callDropped", "wire>client")])

    def test_a_streaming_parser_that_drops_all_is_seen(self):
        server = Server("", [tool_call("f", "{}")], [], tells_tokens=False)
        _, _, _, findings = self.audit(server, "--both")
        self.assertEqual([kind for kind, _ in findings], ["callDropped"])

    def test_two_different_generations_are_not_held_against_each_other(self):
        calls = [tool_call("f", '{"a": "1"}')]
        server = Server(hermes(("f", '{"a": "1"}')), calls,
                        stream_text=hermes(("f", '{"a": "2"}')))
        _, error = self.failure(server, "--both")
        self.assertIn("adapterError", error)
        self.assertIn("tokens differ", error)


if __name__ == "__main__":
    unittest.main()
