#!/usr/bin/env python3
"""tare-chat in trouble: each refusal has its kind, nothing is taken for an answer, no key is told."""
import json
import socket
import unittest

from chat_support import KEY, ChatCase, Server, tool_call


class Trouble(ChatCase):
    # Trouble.

    def test_each_refusal_has_its_kind(self):
        for status, kind, retryable in ((401, "auth", False), (403, "auth", False),
                                        (404, "provider", False), (429, "rateLimit", None),
                                        (500, "provider", None), (503, "provider", None)):
            body = json.dumps({"error": {"message": f"no, says {status}"}}).encode()
            with self.subTest(status), Server(answer=(status, (("Retry-After", "2"),), body)) as server:
                events, done = self.direct(server.url)
                error = [e for e in events if e.get("event") == "error"][0]
                self.assertEqual(error["kind"], kind)
                self.assertEqual(error.get("retryable"), retryable)
                self.assertEqual(error["retryAfterMs"], 2000)
                self.assertIn(f"no, says {status}", error["message"])
                self.assertEqual(events[-1]["event"], "finished")
                self.assertEqual(done.returncode, 0)

    def test_a_failure_is_never_no_tool(self):
        suite, error = self.failure(Server(answer=(500, (), b"boom")), expected=None)
        self.assertIn("boom", error)

    def test_an_error_within_a_stream_is_an_error(self):
        body = b'data: {"error":{"message":"engine died"}}\n\ndata: [DONE]\n\n'
        with Server(answer=(200, (("Content-Type", "text/event-stream"),), body)) as server:
            server.raw = (b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                          b"Connection: close\r\n\r\n" + body)
            events, _ = self.direct(server.url, "--stream")
        error = [e for e in events if e.get("event") == "error"][0]
        self.assertIn("engine died", error["message"])

    def test_a_cut_stream_is_an_error(self):
        body = b'data: {"choices":[{"index":0,"delta":{"content":"hel"}}]}\n\n'
        server = Server(raw=b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                            b"Connection: close\r\n\r\n" + body)
        with server:
            events, _ = self.direct(server.url, "--stream")
        error = [e for e in events if e.get("event") == "error"][0]
        self.assertEqual(error["kind"], "network")

    def test_garbage_is_an_error(self):
        for raw in (b"\x00\xff\x01 no http at all\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\n{\"a\""):
            with self.subTest(raw), Server(raw=raw) as server:
                events, done = self.direct(server.url)
                self.assertIn("error", [e.get("event") for e in events])
                self.assertEqual(done.returncode, 0)

    def test_an_answer_of_100_megabytes_is_bounded(self):
        head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 104857600\r\n\r\n"
        with Server(raw=head + b"[" * 104857600) as server:
            events, done = self.direct(server.url)
        error = [e for e in events if e.get("event") == "error"][0]
        self.assertIn("larger than", error["message"])
        self.assertLess(len(done.stdout), 100_000)

    def test_a_server_that_says_nothing_ends_before_the_deadline(self):
        with socket.create_server(("127.0.0.1", 0)) as silent:
            suite = self.suite(url=f"http://127.0.0.1:{silent.getsockname()[1]}/v1",
                               timeouts={"totalMs": 5000}, retries={"operational": 0})
            suite.run()
            self.assertIn("no whole answer within", self.error_of(suite))

    def test_nobody_there_is_a_network_error_that_says_where(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
        events, _ = self.direct(f"http://127.0.0.1:{port}/v1")
        error = [e for e in events if e.get("event") == "error"][0]
        self.assertEqual(error["kind"], "network")
        self.assertIn(f"127.0.0.1:{port}", error["message"])

    def test_without_an_endpoint_it_says_how_to_name_one(self):
        events, done = self.direct(None)
        self.assertEqual(events[0]["kind"], "harness")
        self.assertFalse(events[0]["retryable"])
        self.assertIn("OPENAI_BASE_URL", events[0]["message"])

    def test_the_endpoint_may_stand_in_the_environment(self):
        with Server("x") as server:
            events, _ = self.direct(None, env={"OPENAI_BASE_URL": server.url})
        self.assertEqual(events[-1], {"raw": [], "normalized": []})

    def test_a_wrong_command_line_is_refused(self):
        for words, hint in ((("--both", "--stream"), "--both"), (("--no-such",), "--no-such"),
                            (("--text-format", "hermess"), "hermes")):
            _, done = self.direct("http://127.0.0.1:9", *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(hint, done.stderr)

    # The key.

    def test_the_key_is_sent_and_never_printed(self):
        echo = json.dumps({"error": {"message": f"wrong key {KEY}"}}).encode()
        with Server(answer=(401, (), echo)) as server:
            events, done = self.direct(server.url, "--key-from", "CHAT_KEY", env={"CHAT_KEY": KEY})
        self.assertEqual(server.headers[0]["Authorization"], f"Bearer {KEY}")
        self.assertNotIn(KEY, done.stdout + done.stderr)
        self.assertIn("wrong key ***", events[1]["message"])

    def test_a_long_error_does_not_end_within_the_key(self):
        echo = json.dumps({"error": {"message": "x" * 290 + KEY + "y" * 99}}).encode()
        with Server(answer=(500, (), echo)) as server:
            events, _ = self.direct(server.url, env={"OPENAI_API_KEY": KEY})
        self.assertIn("xxx***", events[1]["message"])
        self.assertNotIn(KEY[:3], events[1]["message"])

    def test_a_key_in_the_reply_is_hidden_too(self):
        with Server("", [tool_call("f", json.dumps({"a": KEY}))], content=KEY) as server:
            _, done = self.direct(server.url, env={"OPENAI_API_KEY": KEY})
        self.assertIn("Authorization", server.headers[0])
        self.assertNotIn(KEY, done.stdout + done.stderr)

    def test_a_key_that_comes_in_pieces_is_hidden_too(self):
        with Server(streamed=[tool_call("f", json.dumps({"a": KEY}))]) as server:
            events, done = self.direct(server.url, "--stream", env={"OPENAI_API_KEY": KEY})
        self.assertNotIn(KEY, done.stdout + done.stderr)
        self.assertIn("***", [e for e in events if e.get("event") == "call"][-1]["arguments"])

    def test_a_key_that_is_wanted_and_missing_is_named(self):
        events, _ = self.direct("http://127.0.0.1:9", "--key-from", "NO_SUCH")
        self.assertIn("NO_SUCH", events[0]["message"])


if __name__ == "__main__":
    unittest.main()
