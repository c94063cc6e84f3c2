#!/usr/bin/env python3
"""`tare proxy model`: a client that knows nothing but HTTP, and a person's mistakes."""
import contextlib
import http.client
import http.server
import json
import os
import pathlib
import signal
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from tare_cli import TARE

ARGUMENTS = '{"n": 1.0, "n":12345678901234567890, "s":"é\\u00e9"}'
CALL = {"calls": [{"id": "c1", "name": "f", "arguments": ARGUMENTS}]}
PATHS = {
    "openaiChat": "/v1/chat/completions",
    "openaiResponses": "/v1/responses",
    "anthropic": "/v1/messages",
    "gemini": "/v1beta/models/m:streamGenerateContent?alt=sse",
    "ollama": "/api/chat",
}


KEY = "sk-real-0123456789"


class Proxy:
    """With a script it replays; with None the words say what it does."""

    def __init__(self, script, *words, env=None):
        replays = script is not None  # else nobody reads stdin, and it may be gone before a word is written
        mode = ["--replay", "-"] if replays else []
        self.process = subprocess.Popen([TARE, "proxy", "model", *mode, *words], text=True,
                                        env={**os.environ, **(env or {})},
                                        stdin=subprocess.PIPE if replays else subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if replays:
            self.process.stdin.write(script if isinstance(script, str) else json.dumps(script))
            self.process.stdin.close()
        first = self.process.stdout.readline()
        self.hello = json.loads(first) if first else None
        if self.hello:
            self.url = urllib.parse.urlsplit(self.hello["url"])

    def ask(self, path, body, connection=None):
        used = connection or http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=30)
        used.request("POST", self.url.path + path, json.dumps(body), {"Authorization": "Bearer dummy"})
        reply = used.getresponse()
        said = reply.read()
        if connection is None:
            used.close()
        return reply, said

    def record(self):
        return json.loads(self.process.stdout.readline())

    def end(self, number=signal.SIGINT):
        self.process.send_signal(number)
        code = self.process.wait(timeout=30)
        rest = self.process.stdout.read()
        error = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        return code, rest, error


class ByHand(unittest.TestCase):
    def test_each_provider_streamed_byte_by_byte_and_recorded(self):
        proxy = Proxy({**CALL, "chunks": "byte"}, "--repeat")
        for provider, path in PATHS.items():
            reply, body = proxy.ask(path, {"model": "m", "stream": True})
            self.assertEqual(reply.status, 200)
            record = proxy.record()
            self.assertEqual(record["provider"], provider)
            self.assertEqual(record["replyBody"].encode(), body)
            self.assertEqual(record["requestBody"], '{"model": "m", "stream": true}')
            call = record["calls"][0]
            self.assertEqual((call["id"], call["name"], call["arguments"]), ("c1", "f", ARGUMENTS))
            self.assertTrue(call["complete"])
            pieces = [body[begin:end] for begin, end in call["spans"]]
            self.assertTrue(all(piece for piece in pieces))
            self.assertIn(b"f", pieces[0])
            self.assertNotIn("dummy", json.dumps(record))
        self.assertEqual(proxy.end()[0], 0)

    def test_one_connection_goes_through_the_turns(self):
        proxy = Proxy([{"status": 503}, CALL, {"text": "done"}])
        connection = http.client.HTTPConnection(proxy.url.hostname, proxy.url.port, timeout=30)
        said = [proxy.ask("/v1/chat/completions", {"messages": []}, connection)[0].status for _ in range(4)]
        self.assertEqual(said, [503, 200, 200, 500])
        records = [proxy.record() for _ in range(4)]
        self.assertEqual([each["order"] for each in records], [1, 2, 3, 4])
        self.assertEqual([each.get("turn") for each in records], [1, 2, 3, None])
        self.assertIn("used up", records[3]["fault"])
        self.assertEqual(proxy.end(signal.SIGTERM)[0], 0)

    def test_a_path_that_was_not_handed_out_is_refused_and_named(self):
        proxy = Proxy(CALL)
        connection = http.client.HTTPConnection(proxy.url.hostname, proxy.url.port, timeout=30)
        connection.request("POST", "/v1/chat/completions", "{}")
        self.assertEqual(connection.getresponse().status, 404)
        record = proxy.record()
        self.assertEqual(record["fault"], "no such door")
        self.assertNotIn("door", record)
        proxy.end()

    def test_the_variables_point_clients_at_the_door(self):
        proxy = Proxy(CALL)
        url = proxy.hello["url"]
        env = proxy.hello["env"]
        self.assertEqual(env["OPENAI_BASE_URL"], url + "/v1")
        for name in ("ANTHROPIC_BASE_URL", "GOOGLE_GEMINI_BASE_URL", "OLLAMA_HOST"):
            self.assertEqual(env[name], url)
        for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY"):
            self.assertTrue(env[name])
        self.assertIn("127.0.0.1", env["NO_PROXY"])
        self.assertRegex(url, r"^http://127\.0\.0\.1:\d+/[0-9a-f]{32}$")
        proxy.end()

    def test_a_port_that_is_taken_is_an_error_that_says_so(self):
        proxy = Proxy(CALL)
        second = Proxy(CALL, "--port", str(proxy.url.port))
        code, out, error = second.end()
        self.assertEqual((code, out), (2, ""))
        self.assertIn(f"127.0.0.1:{proxy.url.port}", error)
        proxy.end()

    def test_faults_of_a_script_name_their_place(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "reply.json")
            path.write_text('[{"text":"a"},\n {"cals":[]}]')
            done = subprocess.run([TARE, "proxy", "model", "--replay", path], capture_output=True, text=True,
                                  timeout=30)
        self.assertEqual(done.returncode, 2)
        self.assertIn('unknown member "cals"', done.stderr)
        self.assertIn("reply.json:2:3", done.stderr)
        self.assertIn('"calls"', done.stderr)

    def test_the_schema_names_the_members_that_are_read(self):
        schema = json.loads(subprocess.run([TARE, "schema", "reply"], capture_output=True, check=True).stdout)
        for part, holder in (("reply", lambda m: {m: None}), ("call", lambda m: {"calls": [{"name": "f", m: "a"}]})):
            for member in schema["$defs"][part]["properties"]:
                if member == "escapes":
                    continue
                given = holder(member)
                if member == "name":
                    given = CALL
                proxy = Proxy(given)
                self.assertIsNotNone(proxy.hello, member)
                proxy.end()


class NobodyReads(unittest.TestCase):
    def test_traffic_goes_on_and_what_is_missing_is_said(self):
        proxy = Proxy({"text": "ok"}, "--repeat")
        asked = 40
        connection = http.client.HTTPConnection(proxy.url.hostname, proxy.url.port, timeout=30)
        # More than may wait, and nobody reads a line of it.
        for number in range(asked):
            body = {"model": "m", "number": number, "messages": "x" * 4_000_000}
            reply, said = proxy.ask("/v1/chat/completions", body, connection)
            self.assertEqual(reply.status, 200)
        connection.close()
        kept, lost = [], 0
        while len(kept) + lost < asked:
            line = proxy.record()
            if "lost" in line:
                lost += line["lost"]
                self.assertIn("nobody read stdout", line["fault"])
            else:
                kept.append(json.loads(line["requestBody"])["number"])
        self.assertGreater(lost, 0)
        self.assertGreater(len(kept), 10)
        self.assertEqual(kept, list(range(len(kept))))
        # Read again, it is told again.
        proxy.ask("/v1/chat/completions", {"model": "m", "number": asked})
        self.assertIn(f'"number": {asked}', proxy.record()["requestBody"])
        code, _, error = proxy.end()
        self.assertEqual(code, 110)
        self.assertIn("nobody read stdout", error)


@contextlib.contextmanager
def provider(*answers):
    """A stand-in that gives one answer (status, headers, body) a request, and keeps what it was asked."""
    asked, left = [], list(answers)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self):
            body = self.rfile.read(int(self.headers["Content-Length"]))
            asked.append((self.path, dict(self.headers), body))
            status, headers, answer = left.pop(0)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *words):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


class Forwarded(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.cassette = pathlib.Path(folder.name, "cassette.json")

    def test_what_was_recorded_is_replayed_byte_for_byte_and_holds_no_key(self):
        stream = b'data: {"choices":[{"delta":{"tool_calls":[{"index":0,"id":"c1","function":' \
                 b'{"name":"f","arguments":"{\\"n\\": 1.0}"}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n'
        answers = [(429, {"retry-after": "3"}, b'{"error":{}}'),
                   (200, {"Content-Type": "text/event-stream"}, stream),
                   (200, {"Content-Type": "application/json"}, b'\xff{"no": text}')]
        with provider(*answers) as (url, asked):
            proxy = Proxy(None, "--record", self.cassette, "--upstream", f"openai={url}", "--key-from",
                          "openai=MY_KEY", env={"MY_KEY": KEY})
            said = [proxy.ask("/v1/chat/completions", {"messages": []}) for _ in answers]
            records = [proxy.record() for _ in answers]
            code, rest, error = proxy.end()
        self.assertEqual((code, rest, error), (0, "", ""))
        self.assertEqual([body for _, body in said], [answer[2] for answer in answers])
        for path, headers, _ in asked:
            self.assertEqual(path, "/v1/chat/completions")
            self.assertEqual(headers["Authorization"], "Bearer " + KEY)
        self.assertEqual(records[1]["upstream"], url)
        self.assertEqual(records[1]["calls"][0]["arguments"], '{"n": 1.0}')
        text = self.cassette.read_text()
        for each in (text, json.dumps(records)):
            self.assertNotIn(KEY, each)
            self.assertNotIn("dummy", each)
        again = Proxy(text)
        for reply, body in said:
            replayed, same = again.ask("/v1/chat/completions", {"messages": []})
            self.assertEqual((replayed.status, same), (reply.status, body))
            self.assertEqual(replayed.getheader("Content-Type"), reply.getheader("Content-Type") or "application/json")
            self.assertEqual(replayed.getheader("retry-after"), reply.getheader("retry-after"))
        again.end()

    def test_forward_keeps_nothing_and_takes_the_key_from_the_usual_variable(self):
        with provider((200, {}, b"{}")) as (url, asked):
            proxy = Proxy(None, "--forward", "--upstream", f"anthropic={url}", env={"ANTHROPIC_API_KEY": KEY})
            self.assertEqual(proxy.ask("/v1/messages", {})[1], b"{}")
            self.assertEqual(proxy.ask("/v1/chat/completions", {})[0].status, 502)
            self.assertIn("no upstream is named for openai", [proxy.record(), proxy.record()][1]["fault"])
            self.assertEqual(proxy.end()[0], 0)
        self.assertEqual(asked[0][1]["x-api-key"], KEY)

    def test_an_older_recording_stays_where_nothing_was_answered(self):
        self.cassette.write_text("old")
        proxy = Proxy(None, "--record", self.cassette, "--upstream", "openai=http://127.0.0.1:1")
        self.assertEqual(proxy.ask("/v1/chat/completions", {})[0].status, 502)
        proxy.record()
        code, _, error = proxy.end(signal.SIGTERM)
        self.assertEqual(code, 0)
        self.assertIn("is not written", error)
        self.assertEqual(self.cassette.read_text(), "old")

    def test_misuse_is_named_before_anything_starts(self):
        file = str(self.cassette)
        for words, says in (
                ([], "--replay FILE, --record FILE"),
                (["--record", file, "--replay", "-"], "give one of"),
                (["--record", file], "need --upstream"),
                (["--forward", "--upstream", "opnai"], "openai"),
                (["--forward", "--upstream", "openai=ftp://a"], "https://HOST"),
                (["--forward", "--upstream", "openai", "--upstream", "openai"], "twice"),
                (["--forward", "--upstream", "openai", "--key-from", "openai=NOT_SET_ANYWHERE"], "NOT_SET_ANYWHERE"),
                (["--forward", "--upstream", "openai", "--key-from", "gemini=PATH"], "no --upstream"),
                (["--record", "/nowhere/x.json", "--upstream", "openai"], "/nowhere/x.json"),
                (["--replay", "-", "--upstream", "openai"], "--replay asks no provider"),
                (["--forward", "--repeat", "--upstream", "openai"], "--repeat goes with")):
            done = subprocess.run([TARE, "proxy", "model", *words], capture_output=True, text=True, timeout=30,
                                  stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stdout, "", words)
            self.assertIn(says, done.stderr, words)

    def test_a_usual_key_is_not_sent_in_the_clear_to_another_machine(self):
        # Nothing is sent at all: 192.0.2.1 is no machine; what is tried is that its text has no key.
        env = {"OPENAI_API_KEY": "sk with blanks"}
        words = ["--forward", "--upstream", "openai=http://192.0.2.1/v1"]
        proxy = Proxy(None, *words, env=env)
        self.assertIsNotNone(proxy.hello)  # the key, which could not be sent, was not taken
        proxy.end()
        refused = Proxy(None, "--forward", "--upstream", "openai=https://192.0.2.1/v1", env=env)
        self.assertIn("no line of plain characters", refused.end()[2])


if __name__ == "__main__":
    unittest.main()
