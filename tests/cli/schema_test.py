#!/usr/bin/env python3
"""What tare really reads and writes, against the schemas it ships: `tare schema NAME`."""
import json
import pathlib
import unittest

from json_schemas import jsonschema
from tare_cli import Suite, call, case

NAMES = ["violations", "audit", "selftest", "verify", "import", "baseline", "by", "calibration", "compare", "coverage", "suite", "case", "reply", "diff", "request", "event", "policy", "journal", "results",
         "mcp-answers", "mcp-record"]
ADAPTER = """
import json, os, sys
text = sys.stdin.readline()
request = json.loads(text)
sys.stderr.write(text)
case = request["case"]
mode = case["input"].get("mode")
if mode == "fail" and request["attempt"] == 1:
    sys.exit(3)
if mode == "crash":
    print(json.dumps({"event": "raw", "name": "get", "arguments": "{}"}), flush=True)
    os.abort()
if mode == "bytes":
    sys.stdout.buffer.write(b'{"event":"raw","name":"g\\xff","arguments":"{\\\\"a\\\\":\\\\"\\xfe\\\\"}"}\\n')
    sys.stdout.flush()
for event in case["input"].get("events", []):
    print(json.dumps(event))
print(json.dumps({"event": "finished", "reason": "stop"}))
"""
EVENTS = [
    {"event": "started", "adapter": {"name": "a", "version": "1"}, "model": "m",
     "layers": [{"role": "sdk", "name": "s", "version": "2"}]},
    {"event": "call", "at": "wire", "id": "1", "turn": 1, "name": "get", "arguments": "{\"n\": \"4\"}"},
    {"event": "call", "at": "client", "id": "1", "name": "get", "arguments": {"n": "4"}},
    {"event": "call", "at": "tool", "id": "1", "name": "get", "arguments": {"n": 4},
     "status": "executed", "server": "s"},
    {"event": "result", "id": "1", "name": "get", "isError": True, "text": "no"},
    {"event": "message", "role": "assistant", "text": "done", "channel": "content"},
    {"event": "history", "messages": []},
    {"event": "usage", "inputTokens": 3, "outputTokens": 4, "costUsd": 0.1, "modelCalls": 1},
    {"event": "outcome", "pass": True, "source": "simulator"},
]


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cases = [
            case("plain", "get", {}) | {"input": {"events": EVENTS}},
            case("limit", None, {}, never=[{"tool": "g*", "level": "called", "why": "x"}])
            | {"input": {"events": EVENTS}},
            case("retried", None, {}) | {"input": {"mode": "fail"}},
            case("crashed", "get", {}) | {"input": {"mode": "crash"}},
            case("bytes", "get", {}) | {"input": {"mode": "bytes"}},
            case("chat", None, {}, request=None, messages=[{"role": "user", "content": "hi"}],
                 kind="agent", tags=["t"], maxTurns=3),
        ]
        for entry in cases:
            if entry["request"] is None:
                del entry["request"]
        cls.suite = Suite(cases, ADAPTER, keep="all", gates={"exactAccuracy": 0.1},
                          tools=[{"name": "get", "description": "d", "inputSchema": {}}],
                          variants=[{"name": "v", "model": "m", "settings": {"t": 0}}])
        cls.done = cls.suite.run()
        cls.schemas = {name: json.loads(cls.suite.tare("schema", name).stdout) for name in NAMES}

    @classmethod
    def tearDownClass(cls):
        cls.suite.close()

    def check(self, name, document):
        # With nothing but itself: who asks for a schema has no other beside it.
        jsonschema.Draft202012Validator(self.schemas[name]).validate(document)

    def lines(self, path):
        return [json.loads(line) for line in path.read_text().splitlines() if line.strip()]

    def test_every_schema_is_one(self):
        self.assertEqual(self.suite.tare("schema").stdout.split(), sorted(NAMES))
        for schema in self.schemas.values():
            jsonschema.Draft202012Validator.check_schema(schema)

    def test_each_schema_stands_alone(self):
        def references(node):
            if isinstance(node, dict):
                for key, value in node.items():
                    if key == "$ref" and isinstance(value, str):
                        yield value
                    else:
                        yield from references(value)
            elif isinstance(node, list):
                for value in node:
                    yield from references(value)
        seen = 0
        for name, schema in self.schemas.items():
            for reference in references(schema):
                seen += 1
                self.assertTrue(reference == "#" or reference.startswith("#/"), f"{name}: {reference}")
                at = schema
                for step in reference.split("/")[1:]:
                    at = at[step.replace("~1", "/").replace("~0", "~")]
        self.assertGreater(seen, 100)

    def test_suite_and_cases(self):
        self.check("suite", json.loads(self.suite.file.read_text()))
        self.check("case", json.loads((self.suite.path / "cases.json").read_text()))

    def test_journal_and_results(self):
        self.assertEqual(self.done.returncode, 1, self.done.stderr)
        lines = self.lines(self.suite.run_folder / "journal.jsonl")
        self.assertEqual(len(lines), 1 + 7 + 1)
        for line in lines:
            self.check("journal", line)
        self.check("results", self.suite.results())

    def test_requests_and_events(self):
        requests = sorted(self.suite.run_folder.glob("artifacts/*/*/stderr"))
        self.assertEqual(len(requests), 7)
        for path in requests:
            for request in self.lines(path):
                self.check("request", request)
        seen = set()
        for line in self.lines(self.suite.run_folder / "journal.jsonl")[1:-1]:
            for event in line["events"]:
                if isinstance(event, str):
                    self.check("event", json.loads(event))
                    seen.add(json.loads(event)["event"])
        self.assertLessEqual({e["event"] for e in EVENTS}, seen)

    def test_a_results_document_with_a_member_too_many_is_refused(self):
        with self.assertRaises(jsonschema.ValidationError):
            self.check("results", {**self.suite.results(), "extra": 1})

    def test_a_table_over_runs(self):
        empty = self.suite.path / "empty"
        self.suite.tare("run", "--filter", "id(chat)", "--out", empty)
        for keys, folders in (("run,model,version", [empty, self.suite.run_folder]), ("variant,adapter", [empty])):
            done = self.suite.tare("report", *folders, "--by", keys, "--format", "json")
            self.assertEqual(done.returncode, 0, done.stderr)
            document = json.loads(done.stdout)
            self.assertEqual(len(document["rows"]), len(folders))
            self.check("by", document)
            row = document["rows"][0]
            for bad in ({**document, "by": ["vendor"]}, {**document, "rows": [{**row, "rate": 2}]},
                        {**document, "rows": [{k: v for k, v in row.items() if k != "seen"}]}):
                with self.assertRaises(jsonschema.ValidationError):
                    self.check("by", bad)

    def test_a_baseline_a_comparison_and_a_ladder(self):
        self.suite.tare("baseline", self.suite.run_folder, "--out", "b.json")
        baseline = json.loads((self.suite.path / "b.json").read_text())
        self.check("baseline", baseline)
        for bad in ({**baseline, "cases": []}, {**baseline, "format": "tare-baseline/2"},
                    {**baseline, "cases": [{"id": "a", "trials": 1}]}):
            with self.assertRaises(jsonschema.ValidationError):
                self.check("baseline", bad)
        done = self.suite.tare("compare", "b.json", self.suite.run_folder, "--target", "get -> *", "--format", "json")
        document = json.loads(done.stdout)
        self.check("compare", document)
        with self.assertRaises(jsonschema.ValidationError):
            self.check("compare", {**document, "answer": "same"})
        tools = [{"tool": "get", "how": "changed", "changes": ["the description was changed"], "cases": 1001,
                  "caseIds": ["a"] * 1000}]
        self.check("compare", {**document, "changedTools": tools})
        for bad in ([{**tools[0], "how": "moved"}], [{**tools[0], "caseIds": ["a"] * 1001}], [{"tool": "get"}]):
            with self.assertRaises(jsonschema.ValidationError):
                self.check("compare", {**document, "changedTools": bad})
        again = self.suite.path / "again"
        self.suite.tare("run", "--filter", "id(chat) | id(plain)", "--trials", "2", "--out", again,
                        "--baseline", "b.json")
        self.check("results", self.suite.results(again))
        self.assertIn("baseline", self.suite.results(again))
        self.assertIn("trials", self.suite.results(again))

    def test_a_batch_and_its_answers(self):
        schema = {"properties": {"n": {"type": "integer"}}}
        lines = [{"id": [1], "rawCalls": [{"id": None, "name": "g", "arguments": "{\"n\":\"4\"}"}], "executed": False,
                  "normalizedCalls": [{"name": "g", "arguments": {"n": 4}}], "tools": [{"name": "g", "inputSchema": schema}]},
                 {"rawText": "<tool_call>{\"name\":\"g\",\"arguments\":{}}</tool_call>", "rawName": "g",
                  "rawFormat": "hermes", "normalizedCalls": [], "inputSchema": schema},
                 {"rawCalls": [{"arguments": "{\"a\":1"}], "normalizedCalls": [{"arguments": "{\"a\":1}"}]}]
        done = self.suite.tare("diff", "--batch", "-", input="\n".join(map(json.dumps, lines)))
        self.assertEqual(done.returncode, 0, done.stderr)
        answers = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(len(answers), len(lines))
        for document in lines + answers:
            self.check("diff", document)
        for answer in answers:
            self.assertTrue(answer["findings"])
            with self.assertRaises(jsonschema.ValidationError):
                self.check("diff", {**answer, "worst": "mild"})
            kind = {**answer["findings"][0], "kind": "stringToNumbers"}
            with self.assertRaises(jsonschema.ValidationError):
                self.check("diff", {**answer, "findings": [kind]})
        with self.assertRaises(jsonschema.ValidationError):
            self.check("diff", {"rawCalls": [], "rawText": "", "normalizedCalls": []})

    def test_the_repository_s_own_suites(self):
        root = pathlib.Path(__file__).resolve().parents[2]
        for path in sorted((root / "cases/tickets").glob("*.json")):
            if path.name != "tools.json":
                self.check("case", json.loads(path.read_text()))


if __name__ == "__main__":
    unittest.main()
