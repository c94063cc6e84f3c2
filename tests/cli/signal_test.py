#!/usr/bin/env python3
"""Signals: first, second, third; stop and go on; who is running. Readiness through files, no sleeps."""
import json
import os
import pathlib
import signal
import subprocess
import time
import unittest

from tare_cli import PYTHON, TARE, Suite, case

# Says that it runs, then waits until it is told to end; `deaf` ones do not listen to SIGTERM or SIGINT.
WAITER = """
import json, os, signal, sys, time
request = json.loads(sys.stdin.readline())
case = request["case"]
if case["input"].get("deaf"):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
if case["input"].get("quick"):
    print(json.dumps({"raw": [], "normalized": []}), flush=True)
    sys.exit(0)
open(f"ready-{case['id']}", "w").write(str(os.getpid()))
while not os.path.exists("go"):
    time.sleep(0.01)
print(json.dumps({"raw": [], "normalized": []}), flush=True)
"""


def wait_until(condition, what, seconds=30):
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            raise AssertionError(f"never came: {what}")
        time.sleep(0.01)


def state_of(pid):
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return None


class Signals(unittest.TestCase):
    def start(self, inputs, *words, **members):
        self.suite = Suite([case(f"c{i}", None, {}) | {"input": given}
                            for i, given in enumerate(inputs)], WAITER, **members)
        self.addCleanup(self.suite.close)
        self.tare = subprocess.Popen(
            [TARE, "run", "--out", str(self.suite.run_folder), *words], cwd=self.suite.path,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.tare.kill)

    def ready(self, *numbers):
        pids = []
        for n in numbers:
            path = self.suite.path / f"ready-c{n}"
            wait_until(lambda: path.exists() and path.read_text(), f"adapter {n}")
            pids.append(int(path.read_text()))
        return pids

    def end(self, code):
        out, err = self.tare.communicate(timeout=60)
        self.assertEqual(self.tare.returncode, code, out + err)
        return out + err

    def test_the_first_signal_ends_the_run_resumably(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT):
            with self.subTest(number):
                self.start([{"quick": 1}, {}, {}, {}], "-j", "2")
                pids = self.ready(1, 2)
                self.tare.send_signal(number)
                self.end(130)
                for pid in pids:
                    self.assertIsNone(state_of(pid))
                self.assertFalse((self.suite.path / "ready-c3").exists())
                results = self.suite.results()
                self.assertEqual(results["exitCode"], 130)
                self.assertEqual(results["totals"]["trials"], 4)
                self.assertEqual(results["totals"]["completed"], 1)
                (self.suite.path / "go").write_text("")
                done = self.suite.tare("run", "--resume", self.suite.run_folder)
                self.assertEqual(done.returncode, 0, done.stderr)
                totals = self.suite.results()["totals"]
                self.assertEqual((totals["completed"], totals["attempts"]), (4, 4))

    def test_a_deaf_adapter_is_killed_after_the_grace(self):
        self.start([{"deaf": 1}], timeouts={"killGraceMs": 100})
        pids = self.ready(0)
        self.tare.send_signal(signal.SIGTERM)
        self.end(130)
        self.assertIsNone(state_of(pids[0]))

    def test_the_second_signal_kills_at_once(self):
        self.start([{"deaf": 1}], timeouts={"killGraceMs": 600000})
        pids = self.ready(0)
        self.tare.send_signal(signal.SIGINT)
        # stderr says that the first one was heard: two signals in one moment are one to the kernel.
        self.assertIn("no new attempts", self.tare.stderr.readline())
        self.tare.send_signal(signal.SIGINT)
        self.end(130)
        self.assertIsNone(state_of(pids[0]))

    def test_stop_and_continue_pause_the_adapters_and_the_clocks(self):
        self.start([{}], timeouts={"totalMs": 3000})
        pid = self.ready(0)[0]
        self.tare.send_signal(signal.SIGTSTP)
        wait_until(lambda: state_of(self.tare.pid) == "T", "tare stopped")
        wait_until(lambda: state_of(pid) == "T", "adapter stopped")
        time.sleep(3.2)  # longer than the deadline: this is what must not count
        self.tare.send_signal(signal.SIGCONT)
        wait_until(lambda: state_of(pid) in ("S", "R"), "adapter goes on")
        (self.suite.path / "go").write_text("")
        self.end(0)
        self.assertEqual(self.suite.results()["totals"]["completed"], 1)

    def test_usr1_prints_what_is_running(self):
        self.start([{}])
        pid = self.ready(0)[0]
        self.tare.send_signal(signal.SIGUSR1)
        line = self.tare.stderr.readline() + self.tare.stderr.readline()
        self.assertIn("c0#1", line)
        self.assertIn(str(pid), line)
        (self.suite.path / "go").write_text("")
        self.end(0)

    def test_a_signal_during_describe_is_an_interruption(self):
        adapter = """
import json, os, sys, time
json.loads(sys.stdin.readline())
open("ready-c0", "w").write(str(os.getpid()))
while not os.path.exists("go"):
    time.sleep(0.01)
"""
        self.suite = Suite([case("c0", None, {})], adapter, tools="describe")
        self.addCleanup(self.suite.close)
        self.tare = subprocess.Popen([TARE, "run", "--out", str(self.suite.run_folder)],
                                     cwd=self.suite.path, stdout=subprocess.PIPE,
                                     stderr=subprocess.PIPE, text=True)
        self.addCleanup(self.tare.kill)
        pids = self.ready(0)
        self.tare.send_signal(signal.SIGINT)
        self.end(130)
        self.assertIsNone(state_of(pids[0]))

    def test_the_adapter_sees_no_terminal(self):
        adapter = """
import json, os, sys
tty = [os.isatty(fd) for fd in (0, 1, 2)]
print(json.dumps({"raw": [{"name": str(any(tty)), "arguments": "{}"}], "normalized": []}))
"""
        import pty
        suite = Suite([case("a", "False", {})], adapter)
        self.addCleanup(suite.close)
        primary, secondary = pty.openpty()
        done = subprocess.run([TARE, "run", "-q", "--out", str(suite.run_folder)], cwd=suite.path,
                              stdin=secondary, stdout=secondary, stderr=secondary, timeout=60)
        os.close(primary)
        os.close(secondary)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(suite.results()["scores"]["raw"]["exactAccuracy"], 1)


if __name__ == "__main__":
    unittest.main()
