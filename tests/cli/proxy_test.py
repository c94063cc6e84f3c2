#!/usr/bin/env python3
"""`tare proxy model`: a client that knows nothing but HTTP, and a person's mistakes."""
import http.client
import json
import pathlib
import signal
import subprocess
import tempfile
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


class Proxy:
    def __init__(self, script, *words):
        text = script if isinstance(script, str) else json.dumps(script)
        self.process = subprocess.Popen([TARE, "proxy", "model", "--replay", "-", *words], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.process.stdin.write(text)
        self.process.stdin.close()
        first = self.process.stdout.readline()
        self.hello = json.loads(first) if first else None
        if self.hello:
            self.url = urllib.parse.urlsplit(self.hello["url"])

    def ask(self, path, body, connection=None):
        connection = connection or http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=30)
        connection.request("POST", self.url.path + path, json.dumps(body), {"Authorization": "Bearer dummy"})
        reply = connection.getresponse()
        return reply, reply.read()

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


if __name__ == "__main__":
    unittest.main()
