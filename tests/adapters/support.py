"""Runs an adapter as Tare does: requests on stdin, events on stdout, all else on stderr."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
ADAPTERS = ROOT / "adapters"
PYTHON = [sys.executable, "-B"]
NODE = shutil.which("node")
CPP = os.environ.get("TARE_ADAPTER_EXAMPLE", "")


def request(kind="run", reply=None, execute="none", tools=None, **case):
    members = {"id": "a", "kind": "tool-call", "messages": [], "tags": [], "identity": None,
               "input": {} if reply is None else {"reply": reply}}
    members.update(case)
    return {"protocol": 1, "request": kind, "case": members, "trial": 1, "attempt": 1, "tools": tools,
            "instructions": None, "execute": execute, "maxTurns": 8, "deadlineMs": 1000, "variant": None}


def chat(*calls):
    """An OpenAI chat completion with calls given as (name, argument text)."""
    return {"choices": [{"message": {"role": "assistant", "content": None, "tool_calls": [
        {"id": "c%d" % i, "type": "function", "function": {"name": name, "arguments": text}}
        for i, (name, text) in enumerate(calls)]}}]}


class Ran:
    def __init__(self, exit_code, out, err):
        self.exit_code, self.out, self.err = exit_code, out, err

    @property
    def events(self):
        def refuse(word):
            raise ValueError("no JSON: " + word)
        return [json.loads(line, parse_constant=refuse) for line in self.out.split("\n") if line]

    def answers(self):
        """The events of each request."""
        found = [[]]
        for event in self.events:
            found[-1].append(event)
            if event["event"] == "finished":
                found.append([])
        return found[:-1]


def run(command, requests, timeout=60):
    text = "".join(json.dumps(r, ensure_ascii=False, separators=(",", ":")) + "\n" for r in requests)
    done = subprocess.run([str(part) for part in command], input=text.encode(), capture_output=True,
                          timeout=timeout)
    return Ran(done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8", "replace"))


def run_script(language, source, requests):
    """A script of the test's own, beside a link to the helper."""
    with tempfile.TemporaryDirectory() as folder:
        helper = {"py": ADAPTERS / "python/tare_adapter.py", "mjs": ADAPTERS / "node/tare-adapter.mjs"}
        shutil.copy(helper[language], folder)
        path = pathlib.Path(folder) / ("adapter." + language)
        path.write_text(source, "utf-8")
        return run((PYTHON if language == "py" else [NODE]) + [path], requests)


def faults(out, lines=True):
    """What schemas/event.schema.json has against the output; None where the validator is missing."""
    command = [sys.executable, ROOT / "tests/support/validate_json.py", "event.schema.json", "-"]
    done = subprocess.run([str(c) for c in command] + (["--lines"] if lines else []),
                          input=out.encode(), capture_output=True)
    return None if done.returncode == 77 else (done.stdout + done.stderr).decode()
