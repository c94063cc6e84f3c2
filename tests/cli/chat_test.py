#!/usr/bin/env python3
"""tare-chat against a server that misparses on purpose, through `tare run`.

The stand-in speaks as vLLM does: chat completions whole and streamed, the tokens of a reply where
they are asked for, /detokenize, /version. What the model "wrote" and what the "parser" made of it
stand side by side in each test, so that a finding has one cause.
"""
import contextlib
import http.server
import json
import os
import pathlib
import socket
import subprocess
import threading
import unittest

import tare_cli

CHAT = os.environ.get("TARE_CHAT") or str(pathlib.Path(tare_cli.TARE).with_name("tare-chat"))
KEY = "sk-do-not-tell-0123456789"
TOOLS = [{"name": name, "description": "A tool.",
          "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}
         for name in ("f", "g")]


def tool_call(name, arguments, id="call-1"):
    return {"id": id, "type": "function", "function": {"name": name, "arguments": arguments}}


def hermes(*calls):
    return "".join(f'<tool_call>\n{{"name": "{name}", "arguments": {arguments}}}\n</tool_call>\n'
                   for name, arguments in calls).rstrip() + "<|im_end|>"


class Server:
    """What the model wrote, what the parsers make of it, and what was asked."""

    def __init__(self, text="", calls=(), streamed=None, content=None, **more):
        self.text, self.calls, self.content = text, list(calls), content
        self.streamed = self.calls if streamed is None else list(streamed)
        self.tells_tokens = more.pop("tells_tokens", True)
        self.strict = more.pop("strict", False)         # refuses members that it does not know
        self.plain = more.pop("plain", False)           # no /version, no /models, no /detokenize
        self.stream_text = more.pop("stream_text", None)  # another generation, the second time
        self.finish = more.pop("finish", None)
        self.answer = more.pop("answer", None)          # (status, headers, body) for chat
        self.raw = more.pop("raw", None)                # bytes instead of HTTP
        self.seen, self.headers = [], []
        assert not more, more

    def __enter__(self):
        self.http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler_of(self))
        self.http.daemon_threads = True
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.02,), daemon=True)
        self.thread.start()
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}/v1"
        return self

    def __exit__(self, *_):
        self.http.shutdown()
        self.http.server_close()

    def reply(self, request):
        text = self.stream_text if request.get("stream") and self.stream_text else self.text
        tokens = [ord(c) for c in text] if request.get("return_token_ids") else None
        usage = {"prompt_tokens": 7, "completion_tokens": len(text)}
        return text, (tokens if self.tells_tokens else None), usage


def handler_of(server):
    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *_):
            pass

        def send(self, status, body, content_type="application/json", headers=()):
            self.send_response(status)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            for name, value in headers:
                self.send_header(name, value)
            self.end_headers()
            with contextlib.suppress(OSError):  # whoever asked may have gone
                self.wfile.write(body)

        def do_GET(self):
            known = {"/version": {"version": "0.11.0"},
                     "/v1/models": {"data": [{"id": "served", "owned_by": "vllm"}]}}
            if server.plain or self.path not in known:
                return self.send(404, b'{"detail":"Not Found"}')
            self.send(200, json.dumps(known[self.path]).encode())

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.seen.append((self.path, request))
            server.headers.append(dict(self.headers))
            if self.path == "/detokenize" and not server.plain:
                text = "".join(map(chr, request["tokens"]))
                return self.send(200, json.dumps({"prompt": text}).encode())
            if self.path != "/v1/chat/completions":
                return self.send(404, b'{"detail":"Not Found"}')
            if server.raw is not None:
                self.close_connection = True
                with contextlib.suppress(OSError):
                    self.wfile.write(server.raw)
                return
            if server.answer:
                status, headers, body = server.answer
                return self.send(status, body, headers=headers)
            if server.strict and "return_token_ids" in request:
                return self.send(400, b'{"error":{"message":"unknown member return_token_ids"}}')
            stream = request.get("stream")
            (self.send_stream if stream else self.send_whole)(request)

        def send_whole(self, request):
            _, tokens, usage = server.reply(request)
            message = {"role": "assistant", "content": server.content}
            if server.calls:
                message["tool_calls"] = server.calls
            choice = {"index": 0, "message": message,
                      "finish_reason": server.finish or ("tool_calls" if server.calls else "stop")}
            if tokens is not None:
                choice["token_ids"] = tokens
            self.send(200, json.dumps({"id": "x", "model": "served-model", "choices": [choice],
                                       "usage": usage}).encode())

        def send_stream(self, request):
            _, tokens, usage = server.reply(request)
            deltas = [{"role": "assistant", "content": server.content or ""}]
            for index, call in enumerate(server.streamed):
                function = call["function"]
                deltas.append({"tool_calls": [{**call, "index": index,
                                               "function": {**function, "arguments": ""}}]})
                for piece in function["arguments"]:
                    deltas.append({"tool_calls": [{"index": index, "function": {"arguments": piece}}]})
            chunks = [{"index": 0, "delta": delta, "finish_reason": None} for delta in deltas]
            chunks.append({"index": 0, "delta": {}, "finish_reason":
                           "tool_calls" if server.streamed else "stop"})
            for i, chunk in enumerate(chunks):  # the tokens come piece by piece too
                if tokens is not None:
                    chunk["token_ids"] = tokens[i:i + 1] if i + 1 < len(chunks) else tokens[i:]
            events = [{"model": "served-model", "choices": [chunk]} for chunk in chunks]
            events.append({"model": "served-model", "choices": [], "usage": usage})
            body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
            self.send(200, body.encode(), "text/event-stream")

    return Handler


class ChatTest(unittest.TestCase):
    def suite(self, *words, expected="f", url=None, env=None, **members):
        suite = tare_cli.Suite(
            [{"id": "c", "request": "Do it.", "expectedTool": expected}],
            adapter_members={"command": [CHAT, *(["--url", url] if url else []), *words],
                             "env": env or {}},
            tools=TOOLS, **members)
        self.addCleanup(suite.close)
        return suite

    def audit(self, server, *words, **members):
        """Runs one case; its trial, and the findings as (kind, hop)."""
        with server:
            suite = self.suite(*words, url=server.url, **members)
            done = suite.run(env={"CHAT_KEY": KEY})
        self.assertIn(done.returncode, (0, 1, 3), done.stderr)
        results = suite.results()
        trial = results["cases"][0]["trials"][0]
        findings = [(f["kind"], f["hop"]) for call in trial["calls"] for f in call["findings"]]
        return suite, results, trial, findings

    def failure(self, server, *words, **members):
        members.setdefault("retries", {"operational": 0})
        suite, _, trial, _ = self.audit(server, *words, **members)
        self.assertEqual(trial["outcome"], "incomplete", trial)
        return suite, self.error_of(suite)

    def error_of(self, suite):
        trial = suite.results()["cases"][0]["trials"][0]
        return trial["failure"] + ": " + " ".join(trial["reasons"])

    def direct(self, server_url, *words, request=None, env=None):
        """Events of tare-chat alone, and its stderr."""
        request = request or {"protocol": 1, "request": "run", "execute": "none", "tools": TOOLS,
                              "case": {"messages": [{"role": "user", "content": "Do it."}]},
                              "instructions": None, "variant": None, "deadlineMs": 20000}
        done = subprocess.run([CHAT, *(["--url", server_url] if server_url else []), *words],
                              input=json.dumps(request) + "\n", capture_output=True, text=True,
                              timeout=60, env={"PATH": "/usr/bin", **(env or {})})
        return [json.loads(line) for line in done.stdout.split("\n") if line], done

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
