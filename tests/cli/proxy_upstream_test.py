#!/usr/bin/env python3
"""tare run in record and forward: a provider is asked, and its key stays with Tare."""
import http.server
import json
import os
import subprocess
import threading
import unittest

from proxy_run_support import ProxyRun, case
from tare_cli import PYTHON, TARE


# Looks for a key wherever Linux shows one process to another of its user: its parent is Tare. It
# knows the key only backwards, so that it does not find its own.
SPY = r"""
import json, os, sys
request = json.loads(sys.stdin.readline())
key = request["case"]["input"]["backwards"][::-1].encode()
def shown(path):
    try:
        return open(path, "rb").read()
    except OSError as error:
        return str(error).encode()
def memory(process):
    found = []
    for line in shown(f"/proc/{process}/maps").decode().split("\n"):
        if " rw-p " not in line:
            continue
        first, last = (int(number, 16) for number in line.split()[0].split("-"))
        try:
            with open(f"/proc/{process}/mem", "rb") as file:
                file.seek(first)
                found.append(file.read(last - first))
        except OSError:
            pass
    return b"".join(found)
parent = os.getppid()
places = {"environ": shown(f"/proc/{parent}/environ"), "mem": memory(parent),
          "own environ": shown("/proc/self/environ"), "cmdline": shown(f"/proc/{parent}/cmdline")}
print(json.dumps({"event": "message", "role": "assistant", "channel": "content", "text": json.dumps(
    {"found": [name for name, text in places.items() if key in text], "root": os.geteuid() == 0,
     "sizes": {name: len(text) for name, text in places.items()}})}))
print(json.dumps({"event": "finished", "reason": "stop"}))
"""
NOBODY = 65534


class Model(http.server.BaseHTTPRequestHandler):
    """A provider: answers with a call, then with a text, and lets slip the key that it was given."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        told = any(m["role"] == "tool" for m in body["messages"])
        call = {"id": "call_u", "type": "function",
                "function": {"name": "get_ticket", "arguments": '{"key": "U-1"}'}}
        message = {"role": "assistant", "content": "ok " + self.headers["Authorization"]}
        if not told:
            message["tool_calls"] = [call]
        text = json.dumps({"choices": [{"index": 0, "message": message}]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Upstream(ProxyRun):
    SECRET = "sk-very-secret-0123456789"

    def setUp(self):
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
        thread = threading.Thread(target=self.server.serve_forever)
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)

    def asking(self, mode):
        one = case("a")
        del one["reply"]
        url = f"http://127.0.0.1:{self.server.server_port}/v1"
        return self.suite([one], proxy={"mode": mode, "cassettes": "cassettes", "upstream": {
            "openai": {"url": url, "key": "${REAL_KEY}"}}}, keep="all")

    def test_the_key_is_in_no_file_and_the_cassette_replays_the_same_calls(self):
        suite = self.asking("record")
        trials = self.ran(suite, 0, "--report", "junit=junit.xml", env={"REAL_KEY": self.SECRET})
        self.assertEqual(trials["a"]["verdict"], "pass", trials)
        self.assertEqual(trials["a"]["calls"][0]["raw"]["arguments"], '{"key": "U-1"}')
        self.assertEqual(self.files_with(suite.path, self.SECRET), [])
        (cassette,) = (suite.path / "cassettes").iterdir()
        self.assertIn("U-1", cassette.read_text())
        wire = list(suite.run_folder.rglob("wire.jsonl"))
        self.assertEqual(len(wire), 1)

        settings = json.loads(suite.file.read_text())
        settings["proxy"] = {"mode": "replay", "cassettes": "cassettes"}
        suite.file.write_text(json.dumps(settings))
        again = suite.tare("run", "--out", suite.path / "again")
        self.assertEqual(again.returncode, 0, again.stderr)
        replayed = suite.results(suite.path / "again")["cases"][0]["trials"][0]
        self.assertEqual(replayed["calls"], trials["a"]["calls"])

    def test_forward_keeps_no_key_either(self):
        suite = self.asking("forward")
        self.ran(suite, env={"REAL_KEY": self.SECRET})
        self.assertEqual(self.files_with(suite.path, self.SECRET), [])
        self.assertFalse((suite.path / "cassettes").exists())

    def test_a_key_that_is_not_set_ends_the_run_before_it_begins(self):
        suite = self.asking("record")
        done = suite.run()
        self.assertEqual(done.returncode, 2)
        self.assertIn("REAL_KEY", done.stderr)

    def test_a_provider_that_is_not_there_is_trouble_of_the_wire(self):
        suite = self.asking("forward")
        settings = json.loads(suite.file.read_text())
        settings["proxy"]["upstream"]["openai"]["url"] = "http://127.0.0.1:1/v1"
        suite.file.write_text(json.dumps(settings))
        done = suite.run(env={"REAL_KEY": self.SECRET})
        reasons = suite.results()["cases"][0]["trials"][0]["reasons"]
        self.assertIn("on the wire", " ".join(reasons), done.stderr)

    def spied(self, suite, **options):
        """What an adapter found, which looked at Tare itself."""
        done = suite.run(env={"REAL_KEY": self.SECRET, "TMPDIR": str(suite.path)}, **options)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        (attempt,) = self.attempts(suite)
        (text,) = [event["text"] for event in map(json.loads, attempt["events"])
                   if event["event"] == "message"]
        return json.loads(text)

    def spying(self, python=PYTHON):
        one = case("a", plan={"backwards": self.SECRET[::-1]}, kind="observe")
        del one["reply"], one["expectedTool"]
        suite = self.suite([one], SPY, proxy={"mode": "forward", "upstream": {
            "openai": {"url": "https://127.0.0.1:1/v1", "key": "${REAL_KEY}"}}},
            adapter_members={"command": [python, "adapter.py"]})
        return suite

    def test_an_adapter_finds_the_key_in_no_environment_even_as_root(self):
        seen = self.spied(self.spying())
        self.assertLessEqual(set(seen["found"]), {"mem"} if seen["root"] else set(), seen)
        self.assertGreater(seen["sizes"]["own environ"], 0)

    def test_an_adapter_of_the_same_user_sees_nothing_of_tare(self):
        if os.geteuid() != 0:
            self.skipTest("the test above looked as this user")
        python = "/usr/bin/python3"  # this one may stand where only its owner comes
        try:
            for program in (TARE, python):
                subprocess.run([program, "--version"], user=NOBODY, check=True, capture_output=True)
        except OSError:
            self.skipTest("another user cannot start the programs")
        suite = self.spying(python)
        for path in (suite.path, *suite.path.rglob("*")):
            os.chown(path, NOBODY, NOBODY)
        seen = self.spied(suite, user=NOBODY, group=NOBODY, extra_groups=[])
        self.assertFalse(seen["root"])
        self.assertEqual(seen["found"], [], seen)
        self.assertEqual(seen["sizes"]["mem"], 0)


if __name__ == "__main__":
    unittest.main()
