"""Suites whose runs go through the proxies, and a look at what came of them."""
import json
import unittest

from proxy_support import ADAPTER, PROGRAM
from tare_cli import PYTHON, Suite

TOOLS = [{"name": "get_ticket", "description": "Reads one.",
          "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}}}]
KEY = '{"key": "QA-142"}'
DONE = {"text": "It is open."}
PROVIDERS = ["chat", "responses", "anthropic", "gemini", "ollama"]


def wire_call(arguments=KEY, **more):
    return {"calls": [{"id": "call_7", "name": "get_ticket", "arguments": arguments}], **more}


def case(id, reply=None, plan=None, **more):
    out = {"id": id, "request": f"Do {id}.", "expectedTool": "get_ticket",
           "reply": [wire_call(), DONE] if reply is None else reply, **more}
    return out if plan is None else {**out, "input": plan}


class ProxyRun(unittest.TestCase):
    def suite(self, cases, adapter=ADAPTER, proxy=None, **members):
        suite = Suite(cases, adapter, proxy={"mode": "replay", **(proxy or {})}, tools=TOOLS,
                      **members)
        self.addCleanup(suite.close)
        return suite

    def program(self, cases, plan, proxy=None, **members):
        """The same as a program that speaks no protocol."""
        adapter = {"kind": "command", "command": [PYTHON, "adapter.py", "{request}"],
                   "files": {"home/.agent/settings.json": plan}}
        return self.suite(cases, PROGRAM, proxy, adapter_members=adapter, **members)

    def ran(self, suite, code=0, *words, **options):
        done = suite.run(*words, **options)
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return {one["id"]: one["trials"][0] for one in suite.results()["cases"]}

    def only(self, suite, code=0, *words):
        trials = self.ran(suite, code, *words)
        self.assertEqual(len(trials), 1)
        return next(iter(trials.values()))

    def kinds(self, trial):
        return [f["kind"] for call in trial["calls"] for f in call["findings"]]

    def attempts(self, suite):
        lines = (suite.run_folder / "journal.jsonl").read_text().splitlines()
        return [one for one in map(json.loads, lines) if one["type"] == "attempt"]

    def files_with(self, folder, text):
        return [str(path) for path in folder.rglob("*")
                if path.is_file() and text.encode() in path.read_bytes()]
