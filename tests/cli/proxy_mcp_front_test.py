#!/usr/bin/env python3
"""`tare proxy mcp --front`: what passes through to a real server, what does not, and that the server
never outlives the proxy."""
import array
import fcntl
import json
import os
import pathlib
import select
import signal
import subprocess
import sys
import tempfile
import termios
import unittest

from tare_cli import TARE

# A server that writes down what it hears. `stubborn` answers no end of input and no SIGTERM; `die`
# ends it in the middle of a call.
SERVER = r"""
import json, os, signal, sys
heard = open("heard", "ab", buffering=0)
stubborn = "stubborn" in sys.argv
if stubborn:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
def say(text):
    sys.stdout.write(text + "\n")
    sys.stdout.flush()
say('{"jsonrpc":"2.0", "method":"notifications/hello","params":{"pid":%d,"args":%s}}'
    % (os.getpid(), json.dumps(sys.argv[1:])))
for line in sys.stdin.buffer:
    heard.write(line)
    try:
        message = json.loads(line)
    except ValueError:
        say('{"jsonrpc":"2.0","error":{"code":-32700,"message":"real"}}')
        continue
    if "id" not in message:
        continue
    name = message.get("params", {}).get("name")
    if name == "die":
        print("dying", file=sys.stderr, flush=True)
        os._exit(3)
    head = '{ "jsonrpc":"2.0","id":%s,' % json.dumps(message["id"])
    if name == "unknown":
        say(head + '"error":{"code":-32602,"message":"no such tool"}}')
    else:
        say(head + '"result":{"content":[{"type":"text","text":"real \\u00e9"}],"isError":%s}}'
            % json.dumps(name == "fails"))
while stubborn:
    signal.pause()
"""
ANSWERS = [{"tool": "drop_*", "deny": "not on a Friday"},
           {"tool": "get", "arguments": {"n": 1}, "text": "canned"},
           {"tool": "odd", "error": {"code": -32050, "message": "gone"}}]


def call(number, name, **arguments):
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                       "params": {"name": name, "arguments": arguments}})


class Front:
    def __init__(self, *server_words, answers=ANSWERS):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-mcp-")
        self.path = pathlib.Path(self.folder.name)
        (self.path / "server.py").write_text(SERVER)
        words = ["--record", "record.jsonl"]
        if answers is not None:
            (self.path / "answers.json").write_text(json.dumps(answers))
            words += ["--answers", "answers.json"]
        self.process = subprocess.Popen(
            [TARE, "proxy", "mcp", *words, "--front", "--", sys.executable, "server.py",
             *server_words],
            cwd=self.path, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.hello = self.read()
        self.server = os.pidfd_open(json.loads(self.hello)["params"]["pid"])

    def read(self):
        return self.process.stdout.readline().decode().rstrip("\n")

    def write(self, text):
        self.process.stdin.write(text.encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, text):
        self.write(text)
        return json.loads(self.read())

    def heard(self):
        return (self.path / "heard").read_text().splitlines()

    def records(self):
        return [json.loads(line) for line in (self.path / "record.jsonl").read_text().splitlines()]

    def statuses(self):
        return [a["status"] for line in self.records() for a in line.get("answers", [])]

    def server_is_gone(self):
        """Waits for it; it is only ever a matter of whether."""
        return bool(select.select([self.server], [], [], 60)[0])

    def end(self):
        out, errors = self.process.communicate(timeout=60)
        return self.process.returncode, out.decode(), errors.decode()

    def close(self):
        os.close(self.server)
        self.folder.cleanup()


class Fronting(unittest.TestCase):
    def front(self, *words, **options):
        front = Front(*words, **options)
        self.addCleanup(front.close)
        return front

    def test_frames_pass_through_as_they_came_in_both_directions(self):
        front = self.front("a b", "--flag", "$HOME;")
        self.assertEqual(json.loads(front.hello)["params"]["args"], ["a b", "--flag", "$HOME;"])
        odd = ('{"method":"tools/call", "id":7.0,"params":{"arguments":{"n":1e400,"n":-0},'
               '"name":"g\\u0065t"},"jsonrpc":"2.0"} \r')
        front.write(odd)
        reply = front.read()
        self.assertEqual(reply, '{ "jsonrpc":"2.0","id":7.0,"result":{"content":'
                                '[{"type":"text","text":"real \\u00e9"}],"isError":false}}')
        front.write('{"jsonrpc":"2.0","method":"notifications/initialized"}')
        code, out, errors = front.end()
        self.assertEqual((code, out, errors), (0, "", ""))
        self.assertEqual((front.path / "heard").read_bytes().split(b"\n")[0].decode(), odd)
        self.assertEqual(len(front.heard()), 2)
        records = front.records()
        self.assertEqual([(r["direction"], r["frame"]) for r in records[:3]],
                         [("toClient", front.hello), ("fromClient", odd), ("toClient", reply)])
        self.assertEqual(records[2]["answers"], [{"id": 7, "status": "executed"}])
        self.assertTrue(front.server_is_gone())

    def test_a_call_that_an_answer_is_for_never_reaches_the_server(self):
        front = self.front()
        self.assertEqual(front.ask(call(1, "drop_all"))["result"]["content"][0]["text"],
                         "not on a Friday")
        self.assertEqual(front.ask(call(2, "get", n=1))["result"]["content"][0]["text"], "canned")
        self.assertEqual(front.ask(call(3, "odd"))["error"]["code"], -32050)
        self.assertEqual(front.ask(call(4, "get", n=2))["result"]["content"][0]["text"], "real é")
        self.assertTrue(front.ask(call(5, "fails"))["result"]["isError"])
        self.assertEqual(front.ask(call(6, "unknown"))["error"]["message"], "no such tool")
        self.assertIn("-32700", json.dumps(front.ask("nonsense")))
        self.assertEqual(front.end()[0], 0)
        self.assertEqual([json.loads(line)["id"] for line in front.heard()], [4, 5, 6])
        self.assertEqual(front.statuses(),
                         ["denied", "executed", "rejected", "executed", "failed", "rejected"])

    def test_without_answers_all_is_passed_on(self):
        front = self.front(answers=None)
        self.assertEqual(front.ask("nonsense")["error"]["message"], "real")
        self.assertEqual(front.ask(call(1, "drop_all"))["result"]["isError"], False)
        self.assertEqual(front.end()[0], 0)
        self.assertEqual(len(front.heard()), 2)

    def test_large_frames_in_both_directions_do_not_block_each_other(self):
        front = self.front()
        frames = "\n".join(call(i, "get", text="x" * 100_000) for i in range(50))
        out, _ = front.process.communicate((frames + "\n").encode(), timeout=120)
        self.assertEqual([json.loads(line)["id"] for line in out.splitlines()], list(range(50)))
        self.assertEqual(front.process.returncode, 0)

    def test_a_server_that_dies_is_said_and_what_waited_is_answered(self):
        front = self.front()
        reply = front.ask(call(1, "die"))
        self.assertEqual((reply["id"], reply["error"]["code"]), (1, -32603))
        self.assertIn("ended with exit code 3", reply["error"]["message"])
        code, out, errors = front.end()
        self.assertEqual((code, out), (2, ""))
        self.assertIn("dying", errors)  # its stderr is the proxy's
        self.assertIn("the server ended with exit code 3 while its client was there", errors)
        self.assertEqual(front.statuses(), ["rejected"])

    def test_a_client_that_closes_at_once_hears_an_error_for_each_request(self):
        frames = [call(1, "die"), call("two", "get"), call(1, "get"), '{"jsonrpc":"2.0","method":"x"}',
                  json.dumps([json.loads(call(3, "get")), json.loads(call(4, "get"))])]
        for answers in (ANSWERS, None):
            with self.subTest(answers=answers):
                front = self.front(answers=answers)
                out, errors = front.process.communicate("\n".join(frames).encode(), timeout=60)
                replies = [json.loads(line) for line in out.splitlines()]
                self.assertEqual([r["id"] for r in replies], [1, "two", 1, 3, 4])
                self.assertEqual({r["error"]["code"] for r in replies}, {-32603})
                self.assertEqual(front.process.returncode, 2)
                self.assertIn(b"the server ended with exit code 3", errors)

    def test_a_frame_that_ends_with_the_input_is_answered_though_the_server_is_gone(self):
        front = self.front()
        front.process.send_signal(signal.SIGSTOP)
        signal.pidfd_send_signal(front.server, signal.SIGKILL)
        self.assertTrue(front.server_is_gone())
        stdin = front.process.stdin
        stdin.write(call(7, "get").encode())
        stdin.flush()
        front.process.send_signal(signal.SIGCONT)
        # Until the proxy has taken what there is: the frame has no end yet.
        waiting = array.array("i", [1])
        while waiting[0] > 0:
            fcntl.ioctl(stdin, termios.FIONREAD, waiting)
        code, out, _ = front.end()
        self.assertEqual([json.loads(line)["id"] for line in out.splitlines()], [7])
        self.assertEqual(code, 2)

    def test_what_was_written_before_the_server_was_found_dead_is_answered(self):
        front = self.front()
        # Stopped, the proxy reads nothing; the server is gone before it goes on.
        front.process.send_signal(signal.SIGSTOP)
        signal.pidfd_send_signal(front.server, signal.SIGKILL)
        self.assertTrue(front.server_is_gone())
        for number in range(300):
            front.write(call(number, "get"))
        front.process.send_signal(signal.SIGCONT)
        code, out, _ = front.end()
        self.assertEqual([json.loads(line)["id"] for line in out.splitlines()], list(range(300)))
        self.assertEqual(code, 2)

    def test_a_server_that_ends_without_answering_is_said(self):
        front = self.front("stubborn")
        front.process.send_signal(signal.SIGSTOP)
        front.write(call(1, "die"))
        front.process.stdin.close()
        front.process.stdin = None
        front.process.send_signal(signal.SIGCONT)
        code, out, errors = front.end()
        self.assertEqual((json.loads(out)["id"], code), (1, 2))
        self.assertIn("left requests without an answer", errors)

    def test_a_server_that_does_not_want_to_end_is_ended(self):
        front = self.front("stubborn")
        self.assertEqual(front.end()[0], 0)
        self.assertTrue(front.server_is_gone())

    def test_a_signal_ends_the_server_too(self):
        front = self.front("stubborn")
        front.process.send_signal(signal.SIGTERM)
        self.assertEqual(front.end()[0], 128 + signal.SIGTERM)
        self.assertTrue(front.server_is_gone())

    def test_a_proxy_that_is_killed_leaves_no_server(self):
        front = self.front("stubborn")
        front.process.kill()
        self.assertTrue(front.server_is_gone())
        front.end()

    def test_a_command_that_cannot_start_is_said(self):
        def fails(*words):
            done = subprocess.run([TARE, "proxy", "mcp", *words], capture_output=True, text=True,
                                  stdin=subprocess.DEVNULL)
            self.assertEqual((done.returncode, done.stdout), (2, ""))
            return done.stderr

        self.assertIn("no-such-program", fails("--front", "--", "no-such-program"))
        self.assertIn("no server", fails("--front"))
        self.assertIn("--front is not", fails("--tools", "x", "--", "python3"))
        self.assertIn("exclude", fails("--tools", "x", "--front", "--", "python3"))


if __name__ == "__main__":
    unittest.main()
