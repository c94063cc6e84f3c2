#!/usr/bin/env python3
"""What lies on the disk: nothing of the user's is lost, and a run that was cut off goes on."""
import json
import pathlib
import shutil
import unittest

from tare_cli import TareTest, case, comparable


class NothingIsLost(TareTest):
    """What a person has on the disk is theirs: a run takes back only what it made itself."""

    FAILING_STARTS = {
        "cannot start": {"command": ["sh", "-c", "exec /nonexistent/program"]},
        "no describe": {"command": ["sh", "-c", "exit 1"]},
    }

    def test_a_failed_start_leaves_a_folder_that_was_there(self):
        for name, adapter in self.FAILING_STARTS.items():
            for words in (["--out"], ["--resume"]):
                with self.subTest(name, words=words):
                    tools = {"tools": "describe"} if name == "no describe" else {}
                    suite = self.suite([case("a", "get")], adapter_members=adapter, **tools)
                    kept = suite.path / "kept"
                    (kept / "artifacts").mkdir(parents=True)
                    (kept / "notes").write_text("precious")
                    (kept / "results.json").write_text("mine")
                    self.expect(suite.tare("run", *words, kept), 2)
                    self.assertEqual(sorted(p.name for p in kept.iterdir()),
                                     ["artifacts", "notes", "results.json"])
                    self.expect(suite.tare("run", *words, "."), 2)
                    self.assertTrue(suite.file.exists())

    def test_a_file_that_is_no_journal_is_not_taken_for_one(self):
        suite = self.suite([case("a", "get")])
        for text in ("my precious notes", "my\nprecious notes\n", '{"type":"header"}\n'):
            folder = suite.path / "mine"
            folder.mkdir(exist_ok=True)
            (folder / "journal.jsonl").write_text(text)
            for word in ("--resume", "--out"):
                self.expect(suite.tare("run", word, folder), 2)
                self.assertEqual((folder / "journal.jsonl").read_text(), text)

    def test_reports_never_replace_what_is_no_plain_file(self):
        import os
        suite = self.suite([case("a", "get")])
        fifo, link, real = suite.path / "fifo", suite.path / "link", suite.path / "real"
        os.mkfifo(fifo)
        real.write_text("old")
        link.symlink_to(real)
        reader = os.open(fifo, os.O_RDONLY | os.O_NONBLOCK)
        self.expect(suite.run("--report", f"junit={fifo}"), 0)
        self.assertIn(b"<testsuite", os.read(reader, 1 << 16))
        os.close(reader)
        self.assertTrue(fifo.is_fifo())
        self.expect(suite.tare("run", "--out", "b", "--report", f"json={link}"), 0)
        self.assertTrue(link.is_symlink())
        self.assertIn("tare-results/1", real.read_text())
        self.expect(suite.tare("run", "--out", "c", "--report", "junit=/dev/null"), 0)
        self.assertTrue(pathlib.Path("/dev/null").is_char_device())

    def test_two_reports_in_one_place_are_refused(self):
        suite = self.suite([case("a", "get")])
        out = suite.run_folder
        for words in (["--report", "junit=-", "--format", "json"],
                      ["--report", "junit=-", "--report", "json=-"],
                      ["--report", "junit=x", "--report", "terminal=./x"],
                      ["--report", f"junit={out}/journal.jsonl"],
                      ["--report", f"junit={out}/results.json"]):
            self.expect(suite.run(*words), 2, "place of its own")
        self.assertFalse(out.exists())

    def test_a_disk_that_fills_up_leaves_a_run_that_can_go_on(self):
        adapter = """
import json, sys
request = json.loads(sys.stdin.readline())
print(json.dumps({"event": "x-fill", "text": "x" * 3000}))
print(json.dumps({"event": "finished", "reason": "stop"}))
"""
        suite = self.suite([case(f"c{i:02}", None, {}) for i in range(20)], adapter)
        import resource
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
        done = self.expect(suite.run("-j", 1, preexec_fn=limit), 130, "--resume")
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        totals = suite.results()["totals"]
        self.assertEqual((totals["completed"], totals["attempts"]), (20, 20), done.stderr)


class Resume(TareTest):
    def test_a_finished_run_resumed_runs_nothing_and_gives_the_same(self):
        suite = self.suite([case("a", "get"), case("b", None)])
        self.expect(suite.run(), 0)
        before = suite.results()
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(comparable(suite.results()), comparable(before))

    def test_a_changed_suite_dataset_or_gate_is_refused(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        original = suite.file.read_text()
        suite.file.write_text(json.dumps({**json.loads(original), "gates": {"exactAccuracy": 0.5}}))
        self.expect(suite.tare("run", "--resume", suite.run_folder), 2, "not the one")
        suite.file.write_text(original)
        (suite.path / "cases.json").write_text(json.dumps([case("a", "put")]))
        self.expect(suite.tare("run", "--resume", suite.run_folder), 2, "not the one")

    def test_a_missing_folder_is_begun_afresh(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.tare("run", "--resume", "new/folder"), 0)
        self.assertTrue((suite.path / "new/folder/results.json").exists())

    def test_the_options_of_the_first_run_stand(self):
        suite = self.suite([case("a", "get"), case("b", "get")])
        self.expect(suite.run("--filter", "id(a)", "--trials", 3), 0)
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(suite.results()["totals"]["trials"], 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder, "--filter", "id(b)"), 2)

    def test_what_the_first_part_keeps_the_second_keeps_too(self):
        suite = self.suite([case(f"c{i}", "get") for i in range(4)])
        self.expect(suite.run("--keep", "all", "-j", 1), 0)
        journal = suite.run_folder / "journal.jsonl"
        journal.write_bytes(b"".join(journal.read_bytes().splitlines(True)[:3]))
        shutil.rmtree(suite.run_folder / "artifacts")
        self.expect(suite.tare("run", "--resume", suite.run_folder), 0)
        self.assertEqual(sorted(p.name for p in (suite.run_folder / "artifacts").iterdir()),
                         ["c2", "c3"])

    def test_trials_cannot_be_changed_on_the_way(self):
        for first in ([], ["--trials", 2]):
            suite = self.suite([case("a", "get")], trials=2)
            self.expect(suite.run(*first), 0)
            self.expect(suite.tare("run", "--resume", suite.run_folder, "--trials", 5), 2, "trials")
            self.expect(suite.tare("score", "--from", suite.run_folder), 0)

    def test_the_run_knows_its_suite_wherever_one_stands(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        for words in (["show", suite.run_folder, "a"], ["score", "--from", suite.run_folder],
                      ["run", "--resume", suite.run_folder]):
            import os
            import subprocess
            from tare_cli import TARE
            done = subprocess.run([TARE, *map(str, words)], cwd="/", capture_output=True, text=True)
            self.expect(done, 0)

    def test_rerun_failed_runs_only_what_failed(self):
        adapter = """
import json, sys
request = json.loads(sys.stdin.readline())
if request["case"]["id"] == "bad" and request["attempt"] <= 2:
    sys.exit(9)
print(json.dumps({"raw": [], "normalized": []}))
"""
        suite = self.suite([case("good", None, {}), case("bad", None, {})], adapter)
        self.expect(suite.run(), 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder), 3)
        self.expect(suite.tare("run", "--resume", suite.run_folder, "--rerun-failed"), 0)
        trials = {c["id"]: c["trials"][0] for c in suite.results()["cases"]}
        self.assertEqual(len(trials["bad"]["attempts"]), 3)
        self.assertEqual(len(trials["good"]["attempts"]), 1)
        self.assertTrue(trials["bad"]["flaky"])

    def test_a_folder_in_use_is_refused(self):
        suite = self.suite([case("a", "get")])
        self.expect(suite.run(), 0)
        self.expect(suite.run(), 2, "run")  # --out of an existing run


if __name__ == "__main__":
    unittest.main()
