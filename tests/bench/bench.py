#!/usr/bin/env python3
"""The figures of the docs: reading, launching, waiting, memory, scoring, the proxy, the policy. Prints a table; judges nothing by
time alone: each line is a ratio to a yardstick that ran in the same minute, turn by turn.

bench.py --build DIR [json] [launch] [wait] [memory] [diff] [score] [proxy] [policy]
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

LAUNCHES, WAITERS, ROUNDS = 10_000, 1_000, 5
PAIRS, PAIR_ROUNDS = 1_000_000, 3
CASES, CASE_ROUNDS = 1_000_000, 3
TOOLS, POLICY_ROUNDS = 500, 5
HERE = pathlib.Path(__file__).parent


def run(words, **options):
    began = time.perf_counter()
    done = subprocess.run([str(w) for w in words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True, **options)
    return done, time.perf_counter() - began


def peak_rss_mib(words, **options):
    """Peak resident memory of one run, from the kernel's own count."""
    process = subprocess.Popen([str(w) for w in words], **options)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, words
    return usage.ru_maxrss / 1024


def timed(words):
    """Seconds, peak resident memory in MiB, and what was said, of one run."""
    began = time.perf_counter()
    with tempfile.TemporaryFile("w+") as said:
        peak = peak_rss_mib(words, stdout=said, stderr=said)
        seconds = time.perf_counter() - began
        said.seek(0)
        return seconds, peak, said.read()


def policy_tool(number, word, most):
    """One as an agent has them: six arguments, a description of some hundred bytes; `word` and `most` are in it."""
    fields = {"customer": {"type": "string", "pattern": "^[A-Z]{2}-[0-9]+$", "description": "The customer's number."},
              "currency": {"type": "string", "enum": ["EUR", "USD", "GBP", "CHF"]},
              "limit": {"type": "integer", "minimum": 1, "maximum": most},
              "since": {"type": "string", "format": "date"},
              "open": {"type": "boolean"},
              "lines": {"type": "array", "items": {"type": "object", "required": ["amount"], "properties": {
                  "amount": {"type": "number", "exclusiveMinimum": 0}, "note": {"type": "string"}}}}}
    return {"name": f"get_record_{number:03}", "approval": "always",
            "description": f"Reads the records of kind {number} as they were {word}, the newest first. Use it where the "
                           "person names a customer, a currency or a day; do not use it to change anything. It answers "
                           "with at most a hundred records, each with its lines and their amounts.",
            "inputSchema": {"type": "object", "properties": fields, "required": ["customer"],
                            "additionalProperties": False}}


class Bench:
    def __init__(self, build):
        self.tare = build / "tare"
        self.loop = build / "tests/bench/bench_spawn"
        self.noop = build / "tests/bench/bench_noop"
        self.reader = build / "tests/bench/bench_json"
        self.pairs = build / "tests/bench/bench_diff"
        self.asker = build / "tests/bench/bench_proxy"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="tare-bench-"))

    def suite(self, name, count, command):
        cases = self.folder / f"{name}.jsonl"
        with cases.open("w") as out:
            for i in range(count):
                out.write(json.dumps({"id": f"case/{i:06}", "request": "Do nothing.",
                                      "expectedTool": None}) + "\n")
        suite = self.folder / f"{name}.json"
        suite.write_text(json.dumps({"adapter": {"command": [str(c) for c in command]},
                                     "cases": [cases.name]}))
        return suite

    def tare_seconds(self, suite, jobs):
        out = self.folder / "run"
        shutil.rmtree(out, ignore_errors=True)
        done, seconds = run([self.tare, "run", suite, "-q", "-j", jobs, "--out", out])
        assert done.returncode == 0, done.stderr
        totals = json.loads((out / "results.json").read_text())["totals"]
        assert totals["completed"] == totals["trials"], totals
        return seconds

    def side_by_side(self, name, count, jobs, command, rounds):
        suite = self.suite(name, count, command)
        bare, tare = [], []
        for _ in range(rounds):  # turn by turn, so that a busy machine is busy for both
            done, seconds = run([self.loop, count, jobs, "--", *command])
            assert done.returncode == 0, done.stderr
            bare.append(seconds)
            tare.append(self.tare_seconds(suite, jobs))
        ratio = statistics.median(t / b for t, b in zip(tare, bare))
        print(f"{name:>8}  {count} adapters at -j{jobs}: bare posix_spawn loop "
              f"{statistics.median(bare):.2f} s, tare run {statistics.median(tare):.2f} s, "
              f"ratio {ratio:.2f} (median of {rounds}; best {min(tare) / min(bare):.2f})", flush=True)

    def launch(self):
        self.side_by_side("launch", LAUNCHES, 2, [self.noop], ROUNDS)

    def wait(self):
        self.side_by_side("wait", WAITERS, 200,
                          ["/bin/sh", "-c", "sleep 0.5; echo '{\"raw\":[],\"normalized\":[]}'"], 3)

    def memory(self):
        peaks = []
        for count in (1_000, 10_000):
            suite = self.suite(f"memory{count}", count, [self.noop])
            out = self.folder / "run"
            shutil.rmtree(out, ignore_errors=True)
            peaks.append(peak_rss_mib([self.tare, "run", suite, "-q", "-j", 2, "--out", out]))
        print(f"  memory  peak resident: {peaks[0]:.1f} MiB at 1,000 adapters, {peaks[1]:.1f} MiB at "
              f"10,000: {peaks[1] - peaks[0]:+.1f} MiB", flush=True)

    def diff(self):
        lines, answers = self.folder / "pairs.jsonl", self.folder / "answers.jsonl"
        with lines.open("wb") as out:
            subprocess.run([self.pairs, "make", str(PAIRS)], stdout=out, check=True)
        batch = [self.tare, "diff", "--batch", lines]
        bare, tare = [], []
        for _ in range(PAIR_ROUNDS):  # turn by turn, so that a busy machine is busy for both
            with lines.open("rb") as given:
                done, seconds = run([self.pairs, "read"], stdin=given)
            assert done.returncode == 0, done.stderr
            bare.append(seconds)
            began = time.perf_counter()
            with answers.open("wb") as out:
                subprocess.run([str(w) for w in batch], stdout=out, check=True)
            tare.append(time.perf_counter() - began)
        with answers.open("rb") as given:
            assert sum(1 for _ in given) == PAIRS
        peaks = []
        for count in (PAIRS // 10, PAIRS):
            with answers.open("wb") as out:
                subprocess.run(["head", "-n", str(count), lines], stdout=out, check=True)
            peaks.append(peak_rss_mib([self.tare, "diff", "--batch", answers], stdout=subprocess.DEVNULL))
        ratio = statistics.median(t / b for t, b in zip(tare, bare))
        print(f"    diff  {PAIRS} small pairs, {lines.stat().st_size / 1e6:.0f} MB: read as JSON "
              f"{statistics.median(bare):.2f} s, tare diff --batch {statistics.median(tare):.2f} s, ratio {ratio:.2f}, "
              f"{PAIRS / statistics.median(tare):,.0f} pairs a second (median of {PAIR_ROUNDS}; best "
              f"{PAIRS / min(tare):,.0f})\n"
              f"          peak resident: {peaks[0]:.1f} MiB at {PAIRS // 10:,} pairs, {peaks[1]:.1f} MiB at {PAIRS:,}",
              flush=True)

    def score(self):
        folder = self.folder / "score"
        folder.mkdir()
        run([sys.executable, HERE / "score_data.py", CASES, folder], check=True)
        size = sum(path.stat().st_size for path in folder.glob("*.jsonl"))
        commands = {"tare": [self.tare, "score", folder, "--from", folder / "predictions.jsonl"],
                    "node, by line": ["node", HERE / "score.mjs", "stream", folder],
                    "node, whole files": ["node", HERE / "score.mjs", "whole", folder],
                    "python": [sys.executable, HERE / "score.py", folder]}
        seconds, peaks = {name: [] for name in commands}, dict.fromkeys(commands, 0.0)
        passed = set()
        for _ in range(CASE_ROUNDS):  # turn by turn, so that a busy machine is busy for all
            for name, words in commands.items():
                taken, peak, said = timed(words)
                seconds[name].append(taken)
                peaks[name] = max(peaks[name], peak)
                if name == "tare":
                    passed.add(int(re.search(r"([\d,]+) of [\d,]+ passed", said)[1].replace(",", "")))
                else:
                    passed.add(json.loads(said)["acceptable"])
        assert len(passed) == 1, passed
        print(f"   score  {CASES:,} cases and predictions, {size / 1e6:.0f} MB: {passed.pop():,} right by all", flush=True)
        for name in commands:
            ratio = statistics.median(other / own for other, own in zip(seconds[name], seconds["tare"]))
            print(f"          {name:<18}{statistics.median(seconds[name]):6.2f} s  {ratio:6.2f} x tare  peak "
                  f"{peaks[name]:.0f} MiB  (median of {CASE_ROUNDS}; best {min(seconds[name]):.2f} s)", flush=True)

    def proxy(self):
        done, _ = run([self.asker])
        print(done.stdout.rstrip("\n"), done.stderr, flush=True)
        assert done.returncode == 0

    def policy(self):
        reviewed = {"tools": [policy_tool(i, "reviewed", 100) for i in range(TOOLS)]}
        changed = {"tools": [policy_tool(i, "changed", 1000) for i in range(TOOLS)]}
        for name, manifest in (("reviewed", reviewed), ("changed", changed)):
            (self.folder / f"{name}.json").write_text(json.dumps(manifest))
        done, _ = run([self.tare, "policy", "snapshot", "--manifest", self.folder / "reviewed.json"])
        assert done.returncode == 0, done.stderr
        policy = self.folder / "policy.json"
        policy.write_text(json.dumps({**json.loads(done.stdout), "reviewedBy": "A person", "reviewedOn": "2026-11-30"}))
        check = [self.tare, "policy", "check", "--policy", policy, "--format", "json", "--manifest"]
        commands = {"bare tare version": ([self.tare, "version"], 0),
                    "unchanged": ([*check, self.folder / "reviewed.json"], 0),
                    "all changed": ([*check, self.folder / "changed.json"], 1)}
        seconds, found = {name: [] for name in commands}, {}
        for _ in range(POLICY_ROUNDS):  # turn by turn, so that a busy machine is busy for all
            for name, (words, code) in commands.items():
                done, taken = run(words)
                assert done.returncode == code, done.stdout + done.stderr
                seconds[name].append(taken)
                found[name] = done.stdout
        assert not json.loads(found["unchanged"])["violations"]
        subjects = {violation["subject"] for violation in json.loads(found["all changed"])["violations"]}
        assert len(subjects) == TOOLS, len(subjects)
        print(f"  policy  {TOOLS} tools, {policy.stat().st_size / 1e6:.1f} MB of policy, tare policy check --manifest "
              f"(median of {POLICY_ROUNDS})", flush=True)
        for name, taken in seconds.items():
            ratio = statistics.median(t / bare for t, bare in zip(taken, seconds["bare tare version"]))
            print(f"          {name:<18}{1e3 * statistics.median(taken):7.1f} ms  {ratio:6.2f} x bare  (best "
                  f"{1e3 * min(taken):.1f} ms)", flush=True)

    def json(self):
        done, _ = run([self.reader, 200, 5, "--verify"])
        print(done.stdout, done.stderr, flush=True)
        assert done.returncode == 0


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"))
    parser.add_argument("parts", nargs="*", default=[])
    options = parser.parse_args()
    bench = Bench(options.build.resolve())
    try:
        for part in options.parts or ["json", "launch", "wait", "memory", "diff", "score",
                                      "proxy", "policy"]:
            getattr(bench, part)()
    finally:
        shutil.rmtree(bench.folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
