"""What the tests of the command line share: a temporary suite, and running tare on it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

TARE = os.environ.get("TARE_BIN") or str(
    pathlib.Path(__file__).resolve().parents[2] / "build/release/tare")
PYTHON = sys.executable

# Answers as the case's input says; the least an adapter can be.
ECHO = """
import json, sys
for line in sys.stdin:
    case = json.loads(line)["case"]
    print(json.dumps(case["input"]["answer"]), flush=True)
"""


class Suite:
    """A suite in a folder of its own, gone with the object."""

    def __init__(self, cases, adapter=ECHO, **members):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-test-")
        self.path = pathlib.Path(self.folder.name)
        (self.path / "adapter.py").write_text(adapter)
        (self.path / "cases.json").write_text(json.dumps(cases))
        settings = {"adapter": {"command": [PYTHON, "adapter.py"]}, "cases": ["cases.json"]}
        adapter_members = members.pop("adapter_members", {})
        settings["adapter"].update(adapter_members)
        settings.update(members)
        self.file = self.path / "tare.json"
        self.file.write_text(json.dumps(settings))
        self.run_folder = self.path / "run"

    def tare(self, *words, env=None, **options):
        return subprocess.run([TARE, *map(str, words)], cwd=self.path, capture_output=True,
                              text=True, timeout=120, env={**os.environ, **(env or {})}, **options)

    def run(self, *words, **options):
        return self.tare("run", "--out", self.run_folder, *words, **options)

    def results(self, folder=None):
        return json.loads(((folder or self.run_folder) / "results.json").read_text())

    def close(self):
        self.folder.cleanup()


class TareTest(unittest.TestCase):
    def suite(self, *args, **kwargs):
        suite = Suite(*args, **kwargs)
        self.addCleanup(suite.close)
        return suite

    def expect(self, done, code, *words):
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        for word in words:
            self.assertIn(word, done.stderr + done.stdout)
        return done


def call(name, arguments="{}", **more):
    return {"name": name, "arguments": arguments, **more}


def case(id, tool, answer=None, **more):
    """A case whose adapter answers with a call of `tool`, or as `answer` says."""
    if answer is None:
        calls = [] if tool is None else [call(tool)]
        answer = {"raw": calls, "normalized": calls}
    return {"id": id, "request": f"Please do {id}.", "expectedTool": tool,
            "input": {"answer": answer}, **more}


def comparable(results):
    """results.json without what may differ between a resumed run and an undisturbed one."""
    return {k: v for k, v in results.items() if k not in ("provenance", "timing")}
