"""A served model that misparses on purpose, for the tests of tare-chat.

The stand-in speaks as vLLM does, or as SGLang or llama.cpp where it is told to: chat completions
whole and streamed, the tokens of a reply where they are asked for, /detokenize, its version. What the model "wrote" and what the "parser" made of it
stand side by side in each test, so that a finding has one cause.
"""
import contextlib
import http.server
import json
import os
import pathlib
import subprocess
import threading
import unittest

import tare_cli

CHAT = os.environ.get("TARE_CHAT") or str(pathlib.Path(tare_cli.TARE).with_name("tare-chat"))
KEY = "sk-do-not-tell-0123456789"
TOOLS = [{"name": name, "description": "A tool.",
          "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}
         for name in ("f", "g")]


SPECIAL = ("<tool_call>", "</tool_call>", "<|im_end|>")


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
        self.kind = more.pop("kind", "vllm")            # or sglang, llamacpp
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
        """The tokens and the usage; no tokens where they are not asked for by their name here."""
        stream = request.get("stream")
        text = self.stream_text if stream and self.stream_text else self.text
        wish = {"vllm": "return_token_ids", "llamacpp": "return_tokens",
                "sglang": "return_output_ids_in_sglext" if stream else "return_token_ids"}
        asked = self.tells_tokens and request.get(wish[self.kind])
        usage = {"prompt_tokens": 7, "completion_tokens": len(text)}
        return ([ord(c) for c in text] if asked else None), usage

    def known(self):
        """What stands at a path beside the conversation."""
        owner = {"vllm": "vllm", "sglang": "sglang", "llamacpp": "llamacpp"}[self.kind]
        version = {"vllm": ("/version", {"version": "0.11.0"}),
                   "sglang": ("/get_server_info", {"version": "0.5.9", "port": 1}),
                   "llamacpp": ("/props", {"build_info": "b6000-abc", "total_slots": 1})}
        path, answer = version[self.kind]
        return {path: answer, "/v1/models": {"data": [{"id": "served", "owned_by": owner}]}}

    def detokenized(self, request):
        text = "".join(map(chr, request["tokens"]))
        if self.kind == "vllm":
            return {"prompt": text}
        if self.kind == "llamacpp":
            return {"content": text}
        if request.get("skip_special_tokens", True):
            for special in SPECIAL:
                text = text.replace(special, "")
        return {"text": text}


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
            known = server.known()
            if server.plain or self.path not in known:
                return self.send(404, b'{"detail":"Not Found"}')
            self.send(200, json.dumps(known[self.path]).encode())

        def do_POST(self):
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            server.seen.append((self.path, request))
            server.headers.append(dict(self.headers))
            if self.path == "/detokenize" and not server.plain:
                return self.send(200, json.dumps(server.detokenized(request)).encode())
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
            if server.kind == "sglang" and stream and "return_token_ids" in request:
                return self.send(400, b'{"message":"return_token_ids is not supported with streaming"}')
            (self.send_stream if stream else self.send_whole)(request)

        def send_whole(self, request):
            tokens, usage = server.reply(request)
            message = {"role": "assistant", "content": server.content}
            if server.calls:
                message["tool_calls"] = server.calls
            choice = {"index": 0, "message": message,
                      "finish_reason": server.finish or ("tool_calls" if server.calls else "stop")}
            body = {"id": "x", "model": "served-model", "choices": [choice], "usage": usage}
            if tokens is not None and server.kind == "llamacpp":
                body["__verbose"] = {"content": "x", "tokens": tokens}
            elif tokens is not None:
                choice.update(token_ids=tokens, prompt_token_ids=[1, 2])
            self.send(200, json.dumps(body).encode())

        def send_stream(self, request):
            tokens, usage = server.reply(request)
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
            events = [{"model": "served-model", "choices": [chunk]} for chunk in chunks]
            for i, event in enumerate(events):  # the tokens come piece by piece too
                if tokens is None or server.kind == "sglang":
                    continue
                some = tokens[i:i + 1] if i + 1 < len(chunks) else tokens[i:]
                if server.kind == "llamacpp":
                    event["__verbose"] = {"tokens": some}
                else:
                    event["choices"][0]["token_ids"] = some
            if tokens is not None and server.kind == "sglang":
                events.append({"model": "served-model", "choices": [], "sglext": {"output_ids": [tokens]}})
            events.append({"model": "served-model", "choices": [], "usage": usage})
            body = "".join(f"data: {json.dumps(event)}\n\n" for event in events) + "data: [DONE]\n\n"
            self.send(200, body.encode(), "text/event-stream")

    return Handler


class ChatCase(unittest.TestCase):
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

    def direct(self, server_url, *words, request=None, env=None, times=1):
        """Events of tare-chat alone, which is asked so many times, and its end."""
        request = request or {"protocol": 1, "request": "run", "execute": "none", "tools": TOOLS,
                              "case": {"messages": [{"role": "user", "content": "Do it."}]},
                              "instructions": None, "variant": None, "deadlineMs": 20000}
        done = subprocess.run([CHAT, *(["--url", server_url] if server_url else []), *words],
                              input=(json.dumps(request) + "\n") * times, capture_output=True, text=True,
                              timeout=60, env={"PATH": "/usr/bin", **(env or {})})
        return [json.loads(line) for line in done.stdout.split("\n") if line], done
