"""What a row of table.py may check beside its outcome. A check gets the finished `Run` (run.py) and
raises AssertionError; a setup gets the row's folder."""
import json
import os
import re
import stat

ANY = object()  # a selection that the row leaves open


# Setups

def _executable(path, data):
    with open(path, "wb") as out:
        out.write(data)
    os.chmod(path, 0o755)


def plain_file(folder):
    _executable(f"{folder}/plain.txt", b"hello\n")
    os.chmod(f"{folder}/plain.txt", 0o644)


def format_error(folder):
    _executable(f"{folder}/format.bin", b"\x7fELF\x01nothing that any machine runs")


def missing_interpreter(folder):
    _executable(f"{folder}/orphan.sh", b"#!/opt/no-such-interpreter\n")


def elsewhere(folder):
    os.mkdir(f"{folder}/elsewhere")


# Checks

def _first_call(run, case=0, trial=0):
    return run.results["cases"][case]["trials"][trial]["calls"][0]


def _argument(run, case=0, trial=0):
    return json.loads(_first_call(run, case, trial)["normalized"]["arguments"])


def argument(key, value):
    def check(run):
        assert _argument(run)[key] == value, f"{key} is {_argument(run)[key]}, not {value}"
    return check


def second_case_failed(failure):
    def check(run):
        first, second = (case["trials"][0] for case in run.results["cases"])
        assert first["outcome"] == "completed", first
        assert second["outcome"] == "incomplete" and second["failure"] == failure, second
    return check


def no_escapes_shown(run):
    for name, data in (("terminal", run.terminal), ("junit.xml", run.read("junit.xml"))):
        for byte in (b"\x1b", b"\x07", b"\x00"):
            assert byte not in data, f"{name} holds a raw {byte!r}"
    for character in ("\u202e",):
        assert character.encode() not in run.terminal, "the terminal shows a raw U+202E"


def arguments_as_bytes(run):
    for side in ("raw", "normalized"):
        view = _first_call(run)[side]
        assert view.get("argumentsBase64") == "eyJrZXkiOiL//iJ9", view
        assert "arguments" not in view, view


def crash_counted(run):
    assert run.results["totals"]["clientCrash"] == 1, run.results["totals"]


def findings(count):
    def check(run):
        found = [f for c in run.trials() for call in c["calls"] for f in call["findings"]]
        assert len(found) == count, found
    return check


def unread(count):
    """Counted, and nothing is claimed of it."""
    def check(run):
        coercions = run.results["coercions"]
        assert (coercions["unread"], coercions["byKind"]) == (count, {}), coercions
    return check


def kinds(*names):
    def check(run):
        found = [f["kind"] for c in run.trials() for call in c["calls"] for f in call["findings"]]
        assert found == list(names), found
    return check


def many_calls(run):
    calls = run.trials()[0]["calls"]
    assert len(calls) == 10000, len(calls)
    for number, call in enumerate(calls):
        assert call["raw"] and call["normalized"], call
        assert json.loads(call["raw"]["arguments"])["n"] == number, call
        assert call["raw"]["arguments"] == call["normalized"]["arguments"], call
        assert call["findings"] == [], call


def took_at_least(milliseconds):
    def check(run):
        wall = run.results["timing"]["wallMs"]
        assert wall >= milliseconds, f"the run took {wall} ms: retryAfterMs was not waited for"
    return check


def refused(run):
    assert run.trials()[0]["finished"] == "refusedByClient", run.trials()[0]
    assert run.results["totals"]["refused"] == 1, run.results["totals"]


ALLOWED = re.compile(r"PATH|HOME|USER|LANG|LC_.*|TZ|TMPDIR|SSL_CERT_(FILE|DIR)|NODE_EXTRA_CA_CERTS|"
                     r"HTTPS?_PROXY|NO_PROXY|https?_proxy|no_proxy|MISBEHAVE_READY|"
                     r"TARE_(PROTOCOL|CASE_ID|TRIAL|ATTEMPT|DEADLINE_MS|SCRATCH)")


def environment(run):
    seen = _argument(run)
    stray = [n for n in seen["names"] if not ALLOWED.fullmatch(n)]
    assert stray == [], f"not on the allow-list: {stray}"
    missing = {"PATH", "TARE_PROTOCOL", "TARE_CASE_ID", "TARE_TRIAL", "TARE_ATTEMPT",
               "TARE_DEADLINE_MS", "TARE_SCRATCH"} - set(seen["names"])
    assert not missing, f"missing: {missing}"
    assert (seen["case"], seen["trial"], seen["attempt"]) == ("case-1", "1", "1"), seen


def scratch(run):
    seen = [_argument(run, case, trial) for case in (0, 1) for trial in (0, 1)]
    assert len({s["scratch"] for s in seen}) == 4, "two attempts shared a scratch folder"
    for s in seen:
        assert s["before"] == [], f"not empty at the start: {s}"
        assert not os.path.exists(s["scratch"]), f"still there: {s['scratch']}"


def cwd(below):
    def check(run):
        expected = os.path.realpath(os.path.join(run.folder, below)).rstrip("/")
        seen = _argument(run)
        assert os.path.realpath(seen["cwd"]) == expected, seen
        assert seen["pwd"] in (None, seen["cwd"]), f"PWD tells of another folder: {seen}"
    return check


def own_group(run):
    seen = _argument(run)
    assert seen["group"] == seen["pid"] and not seen["stdin_is_tty"], seen


def clean_signals(run):
    text = _first_call(run)["raw"]["arguments"]
    masks = dict(pair.split("=") for pair in text.split())
    assert int(masks["SigBlk"], 16) == 0, f"signals are blocked: {text}"
    # 32 and 33 belong to the C library and cannot be set from outside.
    ignored = int(masks["SigIgn"], 16) & ~(1 << 31) & ~(1 << 32)
    assert ignored == 0, f"signals are ignored: {text}"


def processes(count):
    def check(run):
        trials = run.trials()
        seen = [json.loads(t["calls"][0]["normalized"]["arguments"]) for t in trials]
        assert [s["case"] for s in seen] == [f"case-{n + 1}" for n in range(len(seen))], seen
        assert len({s["pid"] for s in seen}) == count, seen
    return check


def secret_is_masked(run):
    secret = b"s3cr3t-0123456789"
    assert secret not in run.terminal, "the terminal shows the secret"
    seen = 0
    for folder, _, names in os.walk(run.out):
        for name in names:
            path = os.path.join(folder, name)
            if not stat.S_ISREG(os.lstat(path).st_mode):
                continue
            with open(path, "rb") as data:
                assert secret not in data.read(), f"{path} holds the secret"
            seen += 1
    assert seen >= 4, f"only {seen} files in {run.out}: nothing was checked"
