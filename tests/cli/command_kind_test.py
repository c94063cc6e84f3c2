#!/usr/bin/env python3
"""adapter.kind "command": programs that run an agent and know nothing of the protocol."""
import json
import os
import signal
import subprocess
import unittest

from tare_cli import PYTHON, TARE, Suite, TareTest, comparable

# Shows all that it was given, as its final answer.
SHOW = r"""
import json, os, sys
print(json.dumps({"args": [os.fsencode(a).decode("latin-1") for a in sys.argv[1:]],
                  "env": dict(os.environ), "stdin": sys.stdin.buffer.read().decode("latin-1"),
                  "null": os.stat(0).st_rdev == os.stat(os.devnull).st_rdev}))
"""


def plain(id, request="Please.", **more):
    return {"id": id, "request": request, "expectedTool": "get", **more}


class CommandTest(TareTest):
    def suite(self, cases, program=SHOW, words=("{request}",), **members):
        adapter = {"kind": "command", "stdout": "answer",
                   "command": [PYTHON, "adapter.py", *words], **members.pop("adapter_members", {})}
        suite = Suite(cases, program, adapter_members=adapter, **members)
        self.addCleanup(suite.close)
        return suite

    def attempts(self, suite):
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines()
        return [one for one in map(json.loads, lines) if one["type"] == "attempt"]

    def answers(self, suite):
        """The final answers, by case."""
        out = {}
        for attempt in self.attempts(suite):
            for text in attempt["events"]:
                event = json.loads(text) if isinstance(text, str) else text
                if event.get("event") == "message":
                    out[attempt["caseId"]] = event["text"]
        return out

    def shown(self, suite):
        return {id: json.loads(text) for id, text in self.answers(suite).items()}

    def only_trial(self, suite):
        return suite.results()["cases"][0]["trials"][0]


class Ends(CommandTest):
    def test_exit_0_is_complete_and_without_a_recorder_nothing_is_decided(self):
        suite = self.suite([plain("a"), plain("none", expectedTool=None)])
        self.expect(suite.run(), 0, "no recorder")
        results = suite.results()
        self.assertEqual(results["totals"]["completed"], 2)
        for one in results["cases"]:
            trial = one["trials"][0]
            self.assertEqual((trial["outcome"], trial["verdict"], trial["rawVerdict"]),
                             ("completed", "undecided", "undecided"))
            self.assertIs(trial["rawEvidence"], False)
            self.assertIs(trial["normalizedEvidence"], False)
            self.assertIn("no recorder saw its calls", trial["reasons"][0])
        self.assertIsNone(results["scores"]["raw"]["exactAccuracy"])
        self.assertIsNone(results["scores"]["normalized"]["noToolAccuracy"])

    def test_a_gate_on_tool_choice_does_not_pass_without_evidence(self):
        suite = self.suite([plain("none", expectedTool=None)], gates={"noToolAccuracy": 0.1})
        self.assertNotEqual(suite.run().returncode, 0)

    def test_no_limit_is_said_to_hold(self):
        suite = self.suite([plain("a", forbid=["pay"])])
        self.expect(suite.run(), 3, "neverCalled")

    def test_an_exit_code_is_operational_and_retried(self):
        program = "import sys; print('half an answer'); sys.stderr.write('no key\\n'); sys.exit(3)"
        suite = self.suite([plain("a")], program)
        self.expect(suite.run(), 3, "exited 3", "no key")
        trial = self.only_trial(suite)
        self.assertEqual((trial["outcome"], trial["failure"]), ("incomplete", "exitCode"))
        self.assertEqual(len(trial["attempts"]), 2)
        self.assertEqual(self.answers(suite), {})

    def test_a_retry_that_ends_well_counts(self):
        program = "import os, sys; sys.exit(3 if os.environ['TARE_ATTEMPT'] == '1' else 0)"
        suite = self.suite([plain("a")], program)
        self.expect(suite.run(), 0)
        self.assertIs(self.only_trial(suite)["flaky"], True)

    def test_a_signal_is_operational(self):
        suite = self.suite([plain("a")], "import os; os.kill(os.getpid(), 9)",
                           retries={"operational": 0})
        self.expect(suite.run(), 3, "signal 9")
        self.assertEqual(self.only_trial(suite)["failure"], "signalled")

    def test_a_deadline_is_operational_though_the_program_then_exits_0(self):
        program = ("import signal, sys\n"
                   "signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))\n"
                   "signal.pause()")
        suite = self.suite([plain("a")], program, timeouts={"totalMs": 1500},
                           retries={"operational": 0})
        self.expect(suite.run(), 3, "1500 ms")
        self.assertEqual(self.only_trial(suite)["failure"], "deadlineExceeded")
        self.assertEqual(self.attempts(suite)[0]["events"], [])

    def test_silence_is_an_end_like_any_other(self):
        suite = self.suite([plain("a")], "")
        self.expect(suite.run(), 0)
        self.assertEqual(self.attempts(suite)[0]["events"], ['{"event":"finished","reason":"stop"}'])

    def test_a_program_that_cannot_start_is_one_error(self):
        suite = self.suite([plain(f"c{i}") for i in range(9)],
                           adapter_members={"command": ["sh", "-c", "exec /nonexistent/x"]})
        done = self.expect(suite.run(), 2, "127")
        self.assertEqual(done.stderr.count("127"), 1, done.stderr)


class Output(CommandTest):
    def test_protocol_on_stdout_is_text_and_no_call(self):
        program = """print('{"raw":[{"name":"get"}],"normalized":[{"name":"get"}]}')"""
        suite = self.suite([plain("a")], program)
        self.expect(suite.run(), 0)
        self.assertEqual(self.only_trial(suite)["calls"], [])
        self.assertEqual(self.only_trial(suite)["verdict"], "undecided")

    def test_any_bytes_are_kept_to_the_byte(self):
        garbage = bytes(range(256)) + b"\x1b[31m\x1b]0;title\x07 {\"event\": \xed\xa0\x80"
        program = f"import sys; sys.stdout.buffer.write({garbage!r})"
        suite = self.suite([plain("a")], program, keep="all")
        done = self.expect(suite.run("-v"), 0)
        self.assertNotIn("\x1b]0", done.stdout + done.stderr)
        (artifact,) = suite.run_folder.glob("artifacts/*/*/stdout")
        self.assertEqual(artifact.read_bytes(), garbage)
        self.expect(suite.tare("score", ".", "--from", suite.run_folder), 0)
        shown = suite.tare("show", suite.run_folder, "a")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertNotIn("\x1b", shown.stdout)

    def test_ten_megabytes_are_too_many_unless_the_suite_allows_them(self):
        program = "import sys; sys.stdout.write('x' * 10_000_000)"
        suite = self.suite([plain("a")], program, retries={"operational": 0})
        self.expect(suite.run(), 3, "8388608 bytes")
        self.assertEqual(self.only_trial(suite)["failure"], "outputOverflow")
        suite = self.suite([plain("a")], program, limits={"stdoutBytes": 20_000_000})
        self.expect(suite.run(), 0)
        self.assertEqual(len(self.answers(suite)["a"]), 10_000_000)

    def test_stdout_is_a_log_where_the_suite_does_not_ask_for_it(self):
        suite = self.suite([plain("a")], "print('hello')", keep="all",
                           adapter_members={"stdout": "log"})
        self.expect(suite.run(), 0)
        self.assertEqual(self.answers(suite), {})
        (artifact,) = suite.run_folder.glob("artifacts/*/*/stdout")
        self.assertEqual(artifact.read_text(), "hello\n")

    def test_secrets_stay_out_of_every_file_and_report(self):
        secret = "s3cret/value\"with-quotes"
        program = ("import os, sys\n"
                   "sys.stderr.write('E ' + os.environ['API_KEY'] + '\\n')\n"
                   "print('key', os.environ['API_KEY'], sys.argv[1], end=' ')\n"
                   "print(os.environ['API_KEY'][:-2], end='')")
        suite = self.suite([plain("a", f"use {secret}")], program, keep="all",
                           adapter_members={"env": {"API_KEY": "${MY_KEY}"}})
        done = suite.run("-v", "--report", "junit", env={"MY_KEY": secret})
        self.assertEqual(done.returncode, 0, done.stderr)
        shown = suite.tare("show", suite.run_folder, "a", env={"MY_KEY": secret})
        # What the request says stands in the user's own case file, and is shown as it stands there.
        lines = [line for line in shown.stdout.splitlines() if not line.startswith("  request")]
        texts = [done.stdout, done.stderr, "\n".join(lines)]
        for path in suite.run_folder.rglob("*"):
            if path.is_file():
                texts.append(path.read_bytes().decode())
        self.assertIn("key [masked] use [masked] ", self.answers(suite)["a"])
        for text in texts:
            for form in (secret, json.dumps(secret)[1:-1], json.dumps(json.dumps(secret))[3:-3]):
                self.assertNotIn(form, text)
        (artifact,) = suite.run_folder.glob("artifacts/*/*/stdout")
        self.assertNotIn(secret[:8], artifact.read_text())


class Request(CommandTest):
    def test_a_request_is_one_argument_whatever_is_in_it(self):
        requests = ["two  words", "say \"x\" and 'y'", "line\nline\n", "--help", "-", "", "{caseId} {{x}}",
                    "$(touch owned); `touch owned` | & > owned", "é\u202e\U0001f600", "*", "a\\nb"]
        suite = self.suite([plain(f"c{i}", r) for i, r in enumerate(requests)],
                           words=["{request}", "--prompt={request}!", "{caseId}"])
        self.expect(suite.run("-j", 2), 0)
        shown = self.shown(suite)
        for i, request in enumerate(requests):
            args = [a.encode("latin-1").decode() for a in shown[f"c{i}"]["args"]]
            self.assertEqual(args, [request, f"--prompt={request}!", f"c{i}"])
        self.assertFalse((suite.path / "owned").exists())

    def test_all_placeholders(self):
        suite = self.suite([plain("x y", instructions="be kind", maxTurns=3, timeoutMs=50_000)],
                           words=["{caseId}|{trial}|{attempt}|{maxTurns}|{deadlineMs}|{model}|{variant}",
                                  "{instructions}", "{home}", "{scratch}", "{{request}", '{"a":{}}'],
                           variants=[{"name": "v", "model": "m"}])
        self.expect(suite.run(), 0)
        shown = self.shown(suite)["x y"]
        scratch = shown["env"]["TARE_SCRATCH"]
        self.assertEqual(shown["args"], ["x y|1|1|3|50000|m|v", "be kind", scratch + "/home", scratch,
                                         "{request}", '{"a":{}}'])

    def test_messages_are_a_file(self):
        messages = [{"role": "system", "content": "s"}, {"role": "user", "content": "ü \u0000 {request}"}]
        case = {"id": "a", "messages": messages, "expectedTool": "get"}
        suite = self.suite([case], "import sys; sys.stdout.write(open(sys.argv[1]).read())",
                           words=["{messages}"])
        self.expect(suite.run(), 0)
        self.assertEqual(json.loads(self.answers(suite)["a"]), messages)

    def test_stdin_is_the_null_device_unless_the_suite_says_otherwise(self):
        text = "first\nsecond\n" + "x" * 300_000
        for stdin, expected in (("none", ""), ("request", text),
                                ("messages", [{"role": "user", "content": text}])):
            suite = self.suite([plain("a", text)], words=[], adapter_members={"stdin": stdin})
            self.expect(suite.run(), 0)
            shown = self.shown(suite)["a"]
            got = json.loads(shown["stdin"]) if stdin == "messages" else shown["stdin"]
            self.assertEqual(got, expected)
            self.assertIs(shown["null"], stdin == "none")

    def test_a_program_that_reads_no_stdin_is_complete(self):
        suite = self.suite([plain("a", "x" * 500_000)], "print('done')", words=[],
                           adapter_members={"stdin": "request"})
        self.expect(suite.run(), 0)

    def test_a_slip_in_the_suite_is_refused_before_anything_runs(self):
        for members, word in (({"words": ["{reqest}"]}, "did you mean"),
                              ({"words": [], "adapter_members": {"command": ["sh", "-c", "x {request}"]}},
                               "code for sh"),
                              ({"adapter_members": {"stdout": "mixed"}}, "speak the protocol"),
                              ({"tools": "describe"}, "cannot be asked")):
            suite = self.suite([plain("a")], "open('ran', 'w')", **members)
            self.expect(suite.run(), 2, word)
            self.assertFalse((suite.path / "ran").exists())


class Home(CommandTest):
    FOLDERS = ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME",
               "XDG_RUNTIME_DIR", "TMPDIR")
    PROGRAM = r"""
import json, os, pathlib, stat
folders = {name: os.environ[name] for name in %r}
found = {}
for name, path in folders.items():
    found[name] = [stat.S_IMODE(os.stat(path).st_mode),
                   [str(p.relative_to(path)) for p in pathlib.Path(path).rglob("*") if p.is_file()]]
pathlib.Path(os.environ["HOME"], ".settings").write_text("left behind")
os.mkdir(os.environ["XDG_DATA_HOME"] + "/locked", 0o500)
print(json.dumps({"folders": folders, "found": found, "scratch": os.environ["TARE_SCRATCH"],
                  "protocol": "TARE_PROTOCOL" in os.environ}))
""" % (FOLDERS,)

    def test_each_attempt_has_a_home_of_its_own(self):
        suite = self.suite([plain(f"c{i}") for i in range(4)], self.PROGRAM)
        outside = suite.path / "user"
        outside.mkdir()
        (outside / ".settings").write_text("the user's")
        users = {name: str(outside) for name in self.FOLDERS if name != "TMPDIR"}
        self.expect(suite.run("-j", 2, env=users), 0)
        seen = []
        for shown in self.shown(suite).values():
            for name, path in shown["folders"].items():
                self.assertTrue(path.startswith(shown["scratch"] + "/"), path)
                self.assertEqual(shown["found"][name], [0o700, []])
                self.assertFalse(os.path.exists(path))
            self.assertFalse(shown["protocol"])
            seen.append(shown["folders"]["HOME"])
        self.assertEqual(len(set(seen)), 4)
        self.assertEqual((outside / ".settings").read_text(), "the user's")

    def test_the_suite_may_name_another(self):
        suite = self.suite([plain("a")], adapter_members={"env": {"HOME": "${HOME}", "XDG_DATA_HOME": "/x"}})
        self.expect(suite.run(env={"HOME": str(suite.path)}), 0)
        env = self.shown(suite)["a"]["env"]
        self.assertEqual((env["HOME"], env["XDG_DATA_HOME"]), (str(suite.path), "/x"))
        self.assertTrue(env["XDG_CACHE_HOME"].startswith(env["TARE_SCRATCH"]))

    def test_a_daemon_left_behind_is_ended(self):
        program = ("import os, subprocess, sys\n"
                   "subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()'],\n"
                   "                 start_new_session=True, stdin=subprocess.DEVNULL,\n"
                   "                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)\n")
        suite = self.suite([plain("a")], program)
        self.expect(suite.run(), 0)
        self.assertEqual(self.attempts(suite)[0]["notes"]["descendantsLeft"], 1)


class Runs(CommandTest):
    def test_a_dry_run_launches_nothing_and_says_what_it_cannot_show(self):
        suite = self.suite([plain("a")], "open('ran', 'w')")
        self.expect(suite.tare("run", "--dry-run"), 0, "1 cases, 1 trials", "not on record")
        done = suite.tare("run", "--dry-run", "--format", "json")
        self.assertEqual(len(json.loads(done.stdout)["warnings"]), 1)
        self.assertFalse((suite.path / "ran").exists())

    def test_scores_again_from_its_journal_to_the_same(self):
        suite = self.suite([plain("a", forbid=["pay"]), plain("n", expectedTool=None)])
        suite.run()
        before = comparable(suite.results())
        suite.tare("score", ".", "--from", suite.run_folder, "--report", "json=again.json")
        self.assertEqual(comparable(json.loads((suite.path / "again.json").read_text())), before)

    def test_a_run_that_was_killed_goes_on(self):
        program = ("import os, signal, sys\n"
                   "if sys.argv[1] == 'stop' and not os.path.exists('go'):\n"
                   "    open('go', 'w').close()\n"
                   "    os.kill(int(open('tare.pid').read()), signal.SIGKILL)\n"
                   "    sys.exit()\n"
                   "print(sys.argv[1])\n")
        suite = self.suite([plain("a", "one"), plain("b", "stop"), plain("c", "three")], program)
        tare = subprocess.Popen(["sh", "-c", 'echo $$ > tare.pid; exec "$0" "$@"', TARE, "run", "-j", "1",
                                 "--out", str(suite.run_folder)], cwd=suite.path,
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.assertEqual(tare.wait(), -signal.SIGKILL)
        self.assertEqual([one["caseId"] for one in self.attempts(suite)], ["a"])
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(sorted(one["caseId"] for one in self.attempts(suite)), ["a", "b", "c"])
        self.assertEqual(suite.results()["totals"]["completed"], 3)
        undisturbed = suite.path / "other"
        self.expect(suite.tare("run", "--out", undisturbed), 0)
        self.assertEqual(comparable(suite.results()), comparable(suite.results(undisturbed)))


if __name__ == "__main__":
    unittest.main()
