#!/usr/bin/env python3
"""tare verify: a byte that was changed anywhere is found and named, and nothing else is accused."""
import hashlib
import json
import os
import random
import shutil
import sys
import unittest

from tare_cli import Suite, case

try:
    from json_schemas import jsonschema
except SystemExit:  # its schema is then not looked at
    jsonschema = None

PLACES = 200
NOTHING = {"raw": [], "normalized": []}


def suite_of():
    """Runs with passes, failures, a retry and a crash, all with their artifacts."""
    adapter = """
import json, os, sys
request = json.loads(sys.stdin.readline())
one = request["case"]["input"]
print("of " + request["case"]["id"], file=sys.stderr)
if one.get("failFirst") and request["attempt"] == 1:
    sys.exit(7)
if one.get("crash"):
    print(json.dumps({"event": "raw", "name": "get", "arguments": "{}"}), flush=True)
    os.abort()
print(json.dumps(one["answer"]))
"""
    cases = [case(f"case/{i}", "get") for i in range(6)] + [case("wrong", "set", NOTHING)]
    cases[2]["input"]["failFirst"] = True
    cases[3]["input"]["crash"] = True
    return Suite(cases, adapter=adapter, keep="all", trials=2)


class Verify(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.suite = suite_of()
        cls.done = cls.suite.tare("run", "--out", "run", "-q")
        assert cls.done.returncode in (0, 1), cls.done.stderr

    @classmethod
    def tearDownClass(cls):
        cls.suite.folder.cleanup()

    def copy(self, name):
        target = self.suite.path / name
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(self.suite.path / "run", target)
        self.addCleanup(shutil.rmtree, target, ignore_errors=True)
        return target

    def verify(self, folder, *more):
        return self.suite.tare("verify", folder, *more)

    def test_an_untouched_run_is_good_and_its_digest_is_what_sha256sum_says(self):
        done = self.verify("run", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        told = json.loads(done.stdout)
        if jsonschema is not None:
            jsonschema.validate(told, json.loads(self.suite.tare("schema", "verify").stdout))
        self.assertTrue(told["good"])
        self.assertEqual(told["results"]["rescore"], "same")
        self.assertEqual(told["faults"], [])
        self.assertGreater(told["artifacts"]["files"], 20)
        lines = "".join(
            f"{hashlib.sha256((self.suite.path / 'run' / name).read_bytes()).hexdigest()}  {name}\n"
            for name in ("journal.jsonl", "results.json"))
        self.assertEqual(told["digest"], hashlib.sha256(lines.encode()).hexdigest())

    def test_one_byte_changed_at_random_places_is_found_each_time(self):
        seed = int(os.environ.get("TARE_SEED", random.randrange(1 << 30)))
        rng = random.Random(seed)
        folder = self.copy("changed")
        files = sorted(p for p in folder.rglob("*") if p.is_file() and p.name != "lock"
                       and p.stat().st_size > 0)
        self.assertGreater(len(files), 20)
        for _ in range(PLACES):
            # Each kind of file as often as the others, or the journal would get nearly all.
            path = rng.choice([files[0], rng.choice(files), folder / "journal.jsonl",
                               folder / "results.json"])
            was = path.read_bytes()
            at = rng.randrange(len(was))
            path.write_bytes(was[:at] + bytes([was[at] ^ rng.randrange(1, 256)]) + was[at + 1:])
            done = self.verify(folder, "--format", "json")
            path.write_bytes(was)
            told = f"seed {seed}: {path.relative_to(folder)} byte {at}: {done.stdout}{done.stderr}"
            self.assertEqual(done.returncode, 1, told)
            where = str(path.relative_to(folder))
            self.assertIn(where, done.stdout, told)
        self.assertEqual(self.verify(folder).returncode, 0)

    def test_the_last_line_of_the_journal_is_held_too(self):
        folder = self.copy("footer")
        journal = folder / "journal.jsonl"
        lines = journal.read_bytes().splitlines(keepends=True)
        footer = lines[-1]
        for at in range(len(footer)):
            lines[-1] = footer[:at] + bytes([footer[at] ^ 1]) + footer[at + 1:]
            journal.write_bytes(b"".join(lines))
            done = self.verify(folder)
            self.assertEqual(done.returncode, 1, f"byte {at}: {done.stdout}{done.stderr}")
            self.assertIn("journal.jsonl", done.stdout)

    def test_what_is_gone_or_was_put_there_is_named(self):
        folder = self.copy("gone")
        first = sorted((folder / "artifacts").rglob("stdout"))[0]
        first.unlink()
        (folder / "artifacts" / "planted").write_text("x")
        os.symlink("/etc/passwd", folder / "artifacts" / "link")
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn(f"{first.relative_to(folder)}: is gone", done.stdout)
        self.assertIn("artifacts/planted: is a file that the journal does not know", done.stdout)
        self.assertIn("artifacts/link: is neither a file nor a folder", done.stdout)

    def test_links_and_pipes_in_the_place_of_the_files_prove_nothing(self):
        for name in ("journal.jsonl", "results.json"):
            for make in (os.mkfifo, lambda p: os.symlink(self.suite.path / "run" / name, p)):
                folder = self.copy("odd")
                (folder / name).unlink()
                make(folder / name)
                done = self.verify(folder, "--format", "json")
                self.assertEqual(done.returncode, 1, done.stderr)
                told = json.loads(done.stdout)
                self.assertIsNone(told["digest"])
                self.assertIn(name, [fault["where"] for fault in told["faults"]])

    def test_a_member_that_stands_twice_is_told_though_the_chain_was_written_again(self):
        folder = self.copy("twice")
        journal = folder / "journal.jsonl"
        lines = journal.read_bytes().splitlines()
        lines[1] = lines[1].replace(b'"trial":1', b'"trial":7,"trial":1', 1)
        for i in range(2, len(lines)):
            before = hashlib.sha256(lines[i - 1]).hexdigest().encode()
            lines[i] = lines[i][:-66] + before + b'"}'
        journal.write_bytes(b"\n".join(lines) + b"\n")
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn('journal.jsonl:2: has the member "trial" twice', done.stdout)

    def rewritten(self, name, change):
        """A copy whose journal was changed by change(lines of objects), and chained anew."""
        folder = self.copy(name)
        journal = folder / "journal.jsonl"
        lines = [json.loads(line) for line in journal.read_bytes().splitlines()]
        change(lines, folder)
        before, out = "0" * 64, []
        for line in lines:
            line["prevSha256"] = before if out else line["prevSha256"]
            out.append(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode())
            before = hashlib.sha256(out[-1]).hexdigest()
        journal.write_bytes(b"\n".join(out) + b"\n")
        return folder

    def faults(self, folder):
        done = self.verify(folder, "--format", "json")
        return [f"{one['where']}: {one['what']}" for one in json.loads(done.stdout)["faults"]
                if one["where"].startswith(("journal.jsonl", "artifacts"))]

    def test_a_journal_chained_anew_is_named_where_it_contradicts_itself(self):
        self.assertEqual(self.faults(self.rewritten("same", lambda lines, folder: None)), [])

        def a_count(name, by):
            def change(lines, _):
                lines[-1]["counts"][name] += by
            return change

        def a_line_again(lines, _):
            lines.insert(3, dict(lines[2]))
            lines[-1]["counts"]["attempts"] += 1

        def fewer_lines(lines, _):
            del lines[3]

        def bytes_of(name, value):
            def change(lines, _):
                lines[2][name] = value
            return change

        def another_event(lines, _):
            lines[1]["events"][0] = lines[1]["events"][0].replace("get", "put")

        def another_file(lines, folder):
            one = next(i for i in lines[2]["artifacts"] if i["name"] == "stderr")
            for path in (folder / "artifacts").rglob(
                    f"{lines[2]['trial']}.{lines[2]['attempt']}/stderr"):
                if hashlib.sha256(path.read_bytes()).hexdigest() == one["sha256"]:
                    path.write_bytes(path.read_bytes() + b"and more\n")
                    one["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
                    return

        for change, words in (
                (a_count("attempts", 1), r'counts \d+ as "attempts", and the lines above it have'),
                (a_count("complete", -1), r'counts \d+ as "complete"'),
                (a_count("cases", -1), r'counts 6 as "cases", and the lines above it are of 7'),
                (a_count("trials", -1), r'counts 13 as "trials"'),
                (a_count("cases", 1), r'counts 8 as "cases", and the header is of 7'),
                (a_line_again, r"journal.jsonl:4: is attempt \d+ of trial \d+ of case \S+, which "
                               r"stands above already"),
                (fewer_lines, r'as "attempts"'),
                (bytes_of("stdoutBytes", 3), r"journal.jsonl:3: counts 3 bytes of stdout, and its "
                                             r"events alone have \d+"),
                (bytes_of("stdoutBytes", 30000), r"journal.jsonl:3: counts 30000 bytes of stdout, "
                                                 r"and the file that it names has \d+"),
                (bytes_of("stderrBytes", 0), r"journal.jsonl:3: counts 0 bytes of stderr"),
                (another_event, r"journal.jsonl:2: has an event, number 1, that the stdout"),
                (another_file, r"journal.jsonl:\d+: counts \d+ bytes of stderr, and the file")):
            with self.subTest(words=words):
                self.assertRegex("\n".join(self.faults(self.rewritten("anew", change))), words)

    def test_what_lies_beside_the_run_is_noted(self):
        folder = self.copy("beside")
        for name in ("notes.txt", "journal.jsonl.bak", "junit.xml"):
            (folder / name).write_text("x")
        done = self.verify(folder)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("journal.jsonl.bak is no part of the run: no record names it", done.stdout)
        self.assertIn("notes.txt is no part of the run", done.stdout)
        self.assertNotIn("junit.xml", done.stdout)  # reports are made again
        self.assertNotIn("no part of the run", self.verify("run").stdout)

    def test_a_baseline_that_moved_is_told_with_what_to_do(self):
        suite = Suite([case("a", "get")], baseline="base.json")
        self.addCleanup(suite.close)
        self.assertEqual(suite.run().returncode, 0)
        self.assertEqual(suite.tare("baseline", "run", "--out", "base.json").returncode, 0)
        self.assertEqual(suite.tare("run", "--out", "held").returncode, 0)
        self.assertEqual(suite.tare("verify", "held").returncode, 0)
        (suite.path / "base.json").rename(suite.path / "moved.json")
        done = suite.tare("verify", "held")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is gone", done.stdout)
        self.assertIn("put it back there as it was and verify again", done.stdout)
        score = suite.tare("score", "--from", "held", "--baseline", "moved.json")
        self.assertEqual(score.returncode, 0, score.stderr)

    def test_a_line_taken_out_and_a_run_cut_short_are_named(self):
        folder = self.copy("lines")
        journal = folder / "journal.jsonl"
        lines = journal.read_bytes().splitlines(keepends=True)
        journal.write_bytes(b"".join(lines[:3] + lines[4:]))
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("journal.jsonl:4: does not carry the SHA-256 of line 3", done.stdout)
        journal.write_bytes(b"".join(lines[:-1]))
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("has no footer", done.stdout)

    def test_another_results_file_says_where_it_differs(self):
        folder = self.copy("results")
        results = folder / "results.json"
        results.write_text(results.read_text().replace('"pass":12', '"pass":13', 1)
                           .replace('"completed":', '"completed": ', 1))
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stdout, r"results\.json:\d+:\d+: says .* where a scoring")
        results.unlink()
        done = self.verify(folder)
        self.assertEqual(done.returncode, 1)
        self.assertIn("results.json: is gone", done.stdout)

    def test_an_adapter_that_has_changed_since_is_a_note_and_no_fault(self):
        folder = self.copy("adapter")
        adapter = self.suite.path / "adapter.py"
        was = adapter.read_text()
        adapter.write_text(was + "\n# later\n")
        done = self.verify(folder)
        adapter.write_text(was)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("adapter.py is no longer the file that the run used", done.stdout)

    def test_what_ran_without_an_approval_is_told_and_who_says_so(self):
        tools = [{"name": "pay", "approval": "always", "inputSchema": {"type": "object"}}]
        def answer(status):
            return {"raw": [{"name": "pay", "arguments": "{}"}],
                    "normalized": [{"name": "pay", "arguments": "{}", "status": status}]}
        suite = Suite([case("held", "pay", answer("held")), case("ran", "pay", answer("executed"))],
                      tools=tools)
        self.addCleanup(suite.close)
        done = suite.run("--color", "never")
        self.assertIn("1 of 2 calls of tools that need one ran without",
                      " ".join(done.stderr.split()))
        approvals = suite.results()["approvals"]
        self.assertEqual({k: approvals[k] for k in ("calls", "proven", "unapproved", "unapprovedProven")},
                         {"calls": 2, "proven": 0, "unapproved": 1, "unapprovedProven": 0})
        # Clopper and Pearson, one-sided: the p with (1-p)^2 + 2p(1-p) = 0.05, or p = sqrt(0.95).
        self.assertAlmostEqual(approvals["upperBound95"], 0.95 ** 0.5)
        done = suite.tare("verify", "run", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertEqual(json.loads(done.stdout)["approvals"], approvals)

    def test_no_run_is_bad_input(self):
        done = self.verify("nowhere")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere", done.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[1:])
