#!/usr/bin/env python3
"""tare run with the proxies: what was recorded stands in the journal, and is scored again from there."""
import signal
import subprocess
import unittest

from proxy_run_support import DONE, ProxyRun, case, wire_call
from tare_cli import TARE, comparable


class Journal(ProxyRun):
    def mixed(self):
        return self.suite([
            case("ok", plan={"mcp": "url"}), case("dropped", plan={"do": "drop"}),
            case("told", plan={"do": "tell"}), case("silent", plan={"do": "silent"}),
            case("crash", plan={"do": "crash"}),
            case("limited", [{"status": 429}, wire_call(), DONE])], proxy={"mcp": True})

    def test_a_run_is_scored_again_to_the_same_bytes(self):
        suite = self.mixed()
        self.ran(suite)
        first = (suite.run_folder / "results.json").read_bytes()
        again = suite.path / "again.json"
        done = suite.tare("score", suite.path, "--from", suite.run_folder,
                          "--report", f"json={again}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(again.read_bytes(), first)
        shown = suite.tare("show", suite.run_folder, "dropped")
        self.assertIn("wire, recorded", shown.stdout)

    def test_a_run_that_was_killed_goes_on_as_if_it_had_not_been(self):
        limited = [{"status": 429}, wire_call(), DONE]
        cases = [case(f"c{i}", limited, {"mcp": "url", "do": ["run", "drop", "tell"][i % 3]})
                 for i in range(9)]
        suite = self.suite(cases, proxy={"mcp": True})
        whole = suite.path / "whole"
        self.assertEqual(suite.tare("run", "--out", whole, "-j1").returncode, 0)
        journal = suite.run_folder / "journal.jsonl"
        with subprocess.Popen([TARE, "run", "--out", suite.run_folder, "-j1"], cwd=suite.path,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as child:
            while child.poll() is None and (
                    not journal.exists() or journal.read_bytes().count(b"\n") < 4):
                pass
            child.send_signal(signal.SIGKILL)
        self.assertEqual(child.returncode, -signal.SIGKILL, "it ended before it could be killed")
        done = suite.tare("run", "--resume", suite.run_folder)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(comparable(suite.results()), comparable(suite.results(whole)))


if __name__ == "__main__":
    unittest.main()
