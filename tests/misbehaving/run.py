#!/usr/bin/python3
"""Runs every row of table.py: one temporary suite a row, `tare run` on it, and the result compared.

    TARE_BIN=build/release/tare tests/misbehaving/run.py [-j JOBS] [--keep] [ROW...]

Rows run in parallel. After each, /proc is searched for processes that were started for it: a process
whose environment names the row's own temporary folder is one that Tare lost. Exits 1 on any mismatch,
77 if there is no binary.
"""
import argparse
import concurrent.futures
import fcntl
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import checks  # noqa: E402
import table  # noqa: E402

# Far above what any row needs: what is still running then hangs.
HANG_S = 120


class Run:
    """One row, run: its folder, what tare printed, and its results."""

    def __init__(self, row, root, tare):
        self.row, self.tare = row, tare
        self.folder = os.path.join(root, row.name)
        self.out = os.path.join(self.folder, "run")
        self.results, self.code, self.terminal = None, None, b""

    def trials(self):
        return [trial for case in self.results["cases"] for trial in case["trials"]]

    def read(self, name):
        with open(os.path.join(self.out, name), "rb") as data:
            return data.read()

    def write_suite(self):
        row = self.row
        os.makedirs(os.path.join(self.folder, "tmp"))
        command = row.command or [sys.executable, "-S", os.path.join(HERE, "misbehave.py"),
                                  *(row.mode or row.name).split()]
        suite = {"cases": ["cases.json"], "timeouts": {"totalMs": 60000},
                 "retries": {"operational": 0}, **row.suite}
        suite["adapter"] = {"command": command, **row.suite.get("adapter", {})}
        if row.signals:
            suite["adapter"]["env"] = {"MISBEHAVE_READY": self.folder}
        cases = [{"id": f"case-{n + 1}", "request": "Show me QA-1.", "expectedTool": "get_ticket",
                  **row.case} for n in range(row.cases)]
        for name, value in (("tare.json", suite), ("cases.json", cases)):
            with open(os.path.join(self.folder, name), "w", encoding="utf-8") as out:
                json.dump(value, out)
        if row.setup:
            row.setup(self.folder)

    def start(self):
        command = [self.tare, "run", self.folder, "--out", self.out, "--color", "never",
                   "--report", "junit=" + os.path.join(self.out, "junit.xml")]
        environment = {**os.environ, "TMPDIR": os.path.join(self.folder, "tmp"),
                       **self.row.environment}
        with open(os.path.join(self.folder, "terminal"), "wb") as log:
            terminal = os.openpty() if self.row.launch == "terminal" else None
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL if terminal is None else terminal[1], stdout=log,
                stderr=subprocess.STDOUT, env=environment, start_new_session=True,
                preexec_fn=self.prepare, close_fds=True)
        try:
            self.send_signals(process)
            self.code = process.wait(HANG_S)
        except subprocess.TimeoutExpired:
            raise AssertionError(f"hung: still running after {HANG_S} s")
        finally:
            if process.poll() is None:
                self.end(process)
            if terminal:
                for descriptor in terminal:
                    os.close(descriptor)
        with open(os.path.join(self.folder, "terminal"), "rb") as log:
            self.terminal = log.read()

    def end(self, process):
        """After a fault of the row, so that the test itself leaves nothing behind."""
        for pid in [process.pid, *processes_of(self.folder, pids=True)]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        process.wait()

    def prepare(self):
        """In the child, before tare: the odd circumstances that a row asks for."""
        launch = self.row.launch
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if launch == "terminal":
            fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        elif launch == "closed":
            for descriptor in (0, 1, 2):
                os.close(descriptor)
        elif launch == "few_descriptors":
            resource.setrlimit(resource.RLIMIT_NOFILE, (40, 40))
        elif launch == "odd_signals":
            signal.signal(signal.SIGCHLD, signal.SIG_IGN)
            signal.signal(signal.SIGINT, signal.SIG_IGN)
            signal.signal(signal.SIGQUIT, signal.SIG_IGN)
            signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR2, signal.SIGTERM,
                                                      signal.SIGCHLD})

    def send_signals(self, process):
        if not self.row.signals:
            return
        deadline = time.monotonic() + 30
        while not os.path.exists(os.path.join(self.folder, "ready")):
            assert time.monotonic() < deadline and process.poll() is None, "adapter never ready"
            time.sleep(0.01)
        for number, name in enumerate(self.row.signals):
            if number:
                # The first must have been taken, or the kernel folds the two into one.
                self.wait_until_not_pending(process, self.row.signals[number - 1])
            if name == "pause":
                self.pause(process)
            else:
                process.send_signal(getattr(signal, name))

    def pause(self, process):
        """Ctrl-Z, a wait beyond the row's deadline, and `fg`: the clocks must have stood still."""
        process.send_signal(signal.SIGTSTP)
        deadline = time.monotonic() + 10
        while state_of(process.pid) != "T":
            assert time.monotonic() < deadline, "tare does not stop on SIGTSTP"
            time.sleep(0.01)
        children = [pid for pid in processes_of(self.folder, pids=True) if pid != process.pid]
        assert children, "the adapter is gone"
        while [pid for pid in children if state_of(pid) not in "TZ"]:
            assert time.monotonic() < deadline, "adapters run on while tare is stopped"
            time.sleep(0.01)
        time.sleep(self.row.suite["timeouts"]["totalMs"] / 1000 + 0.5)
        open(os.path.join(self.folder, "go"), "w").close()
        process.send_signal(signal.SIGCONT)

    @staticmethod
    def wait_until_not_pending(process, name):
        bit = 1 << (getattr(signal, name) - 1)
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline:
            with open(f"/proc/{process.pid}/status") as status:
                pending = [int(line.split()[1], 16) for line in status
                           if line.startswith(("SigPnd", "ShdPnd"))]
            if not any(mask & bit for mask in pending):
                return
            time.sleep(0.01)

    def compare(self):
        row = self.row
        incomplete = row.failure is not None
        expected = row.exit if row.exit is not None else 3 if incomplete else 0
        assert self.code == expected, f"exit code {self.code}, expected {expected}"
        if expected == 2:
            self.compare_refusal()
            return
        self.results = json.loads(self.read("results.json"))
        if self.code != 110:
            assert self.results["exitCode"] == self.code, "results.json tells another exit code"
        if row.cases == 1 or not row.check:
            for trial in self.trials():
                self.compare_trial(trial)
        self.never_counted_as_no_tool()
        if row.check:
            row.check(self)

    def compare_refusal(self):
        text = self.terminal.decode("utf-8", "replace")
        for word in self.row.words:
            assert word in text, f"{word!r} is missing in the message"
        said = text.count("tare: ")
        assert said == 1, f"{said} messages where one should stand"

    def compare_trial(self, trial):
        row = self.row
        outcome = "incomplete" if row.failure else "clientCrash" if row.crash else "completed"
        assert trial["outcome"] == outcome, f"outcome {trial['outcome']}, expected {outcome}"
        if row.failure:
            allowed = row.failure if isinstance(row.failure, set) else {row.failure}
            assert trial["failure"] in allowed, f"failure {trial['failure']}, expected {allowed}"
            text = trial["failureText"]
            assert len(text) >= 20, f"no text that helps: {text!r}"
            for word in row.words:
                assert word in text, f"{word!r} is missing in: {text}"
        else:
            for side, wanted in (("raw", row.raw), ("normalized", row.normalized)):
                refused = wanted == "CLIENT_REFUSED"
                selected = trial["selected"][side]
                if wanted is not checks.ANY:
                    assert selected == (None if refused else wanted), f"{side}: {selected}"
            if row.normalized == "CLIENT_REFUSED":
                confusions = self.results["confusions"]["normalized"]
                assert confusions == {"get_ticket -> CLIENT_REFUSED": 1}, confusions
        if row.attempts is not None:
            count = len(trial["attempts"])
            assert count == row.attempts, f"{count} attempts, expected {row.attempts}"
        if row.flaky is not None:
            assert trial.get("flaky", False) == row.flaky, f"flaky: {trial.get('flaky', False)}"
        last = trial["attempts"][-1]
        if row.termination:
            assert row.termination in last["termination"], f"ended as {last['termination']}"
        left = last.get("descendantsLeft", 0)
        if row.left == 0:
            assert left == 0, f"descendantsLeft {left}"
        elif row.left is not None:
            assert left >= row.left, f"descendantsLeft {left}, expected {row.left} or more"

    def never_counted_as_no_tool(self):
        explicit = self.row.raw is None and self.row.normalized is None
        if explicit:
            return
        for side in ("raw", "normalized"):
            for confusion in self.results["confusions"][side]:
                assert "NO_TOOL" not in confusion, f"counted as no tool: {confusion}"
        if self.row.failure and self.row.cases == 1:
            for side in ("raw", "normalized"):
                trials = self.results["scores"][side]["trials"]
                assert trials == 0, f"an incomplete trial stands in the {side} denominator"
            assert self.results["totals"]["incomplete"] == len(self.trials())

    def nothing_is_left(self):
        left = processes_of(self.folder)
        assert not left, f"still running: {left}"
        scratch = os.listdir(os.path.join(self.folder, "tmp"))
        assert not scratch, f"left in TMPDIR: {scratch}"


def state_of(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rsplit(")", 1)[1].split()[0]
    except OSError:
        return "Z"


def processes_of(folder, pids=False):
    """Processes whose environment or command line names the folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/environ", "rb") as data:
                environment = data.read()
            with open(f"/proc/{pid}/cmdline", "rb") as data:
                command = data.read()
        except OSError:
            continue
        if int(pid) != os.getpid() and (folder + "/").encode() in environment + command:
            words = command.replace(bytes(1), b" ").decode(errors="replace")
            found.append(int(pid) if pids else f"{words}(pid {pid})")
    return found


def run_row(row, root, tare, printing):
    run = Run(row, root, tare)
    started = time.monotonic()
    faults = []
    for step in (run.write_suite, run.start, run.compare, run.nothing_is_left):
        try:
            step()
        except AssertionError as fault:
            faults.append(str(fault))
        except (OSError, ValueError, KeyError, TypeError, IndexError) as fault:
            faults.append(f"{step.__name__}: {type(fault).__name__}: {fault}")
        if faults and step != run.compare:
            break
    for fault in processes_of(run.folder):
        faults.append(f"lost: {fault}")
    with printing:
        seconds = time.monotonic() - started
        print(f"{'FAIL' if faults else 'ok  '} {row.name} ({seconds:.1f} s)", flush=True)
        for fault in faults:
            print(f"       {fault}")
        if faults and run.terminal:
            shown = run.terminal.decode("utf-8", "backslashreplace").strip().splitlines()
            print("       tare said:\n" + "\n".join("       | " + line for line in shown[-25:]))
    return not faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("-j", type=int, default=4, help="rows at a time")
    parser.add_argument("--keep", action="store_true", help="keep the rows' folders")
    parser.add_argument("rows", nargs="*")
    options = parser.parse_args()
    tare = os.environ.get("TARE_BIN", "")
    if not os.access(tare, os.X_OK):
        print("skipped: TARE_BIN names no program")
        return 77
    names = [row.name for row in table.ROWS]
    assert len(set(names)) == len(names), "two rows have one name"
    unknown = set(options.rows) - set(names)
    if unknown:
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    rows = [row for row in table.ROWS if not options.rows or row.name in options.rows]
    root = tempfile.mkdtemp(prefix="tare-misbehaving-")
    printing = threading.Lock()
    with concurrent.futures.ThreadPoolExecutor(options.j) as pool:
        good = list(pool.map(lambda row: run_row(row, root, os.path.abspath(tare), printing), rows))
    if options.keep:
        print(f"kept: {root}")
    else:
        shutil.rmtree(root, ignore_errors=True)
    lessons = sorted({lesson for row in rows for lesson in row.lessons})
    print(f"{sum(good)} of {len(rows)} rows as expected; lessons shown: {lessons}")
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
