"""`tare import` as a user meets it: what is written, what is told, and that scoring goes on from it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tare_cli import TARE  # noqa: E402

try:
    import jsonschema
except ImportError:
    jsonschema = None

FUNCTION = {"name": "geo.area", "description": "Area.",
            "parameters": {"type": "dict", "properties": {"a": {"type": "integer"}}, "required": ["a"]}}


class Imports(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tare-import-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)

    def tare(self, *words):
        return subprocess.run([TARE, *words], cwd=self.path, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, timeout=120)

    def write(self, name, *lines):
        path = self.path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))

    def board(self, *results):
        """Questions 1, 2, … of version 1, each answered by a = its number."""
        name = "gorilla_openfunctions_v1_test_simple"
        numbers = range(1, len(results) + 1)
        self.write(f"q/{name}.json", *({"id": f"simple_{n}", "question": f"Area {n}?",
                                        "function": FUNCTION} for n in numbers))
        self.write(f"q/possible_answer/{name}.json",
                   *({"id": f"simple_{n}", "ground_truth": {"geo.area": {"a": [n]}}} for n in numbers))
        self.write(f"r/{name}_result.json",
                   *({"id": f"simple_{n}", "result": result} for n, result in zip(numbers, results)))

    def score(self, suite):
        scored = self.tare("score", suite, "--from", f"{suite}/predictions.jsonl", "--format", "json")
        self.assertIn(scored.returncode, (0, 1), scored.stderr)
        trials = {case["id"]: case["trials"][0] for case in json.loads(scored.stdout)["cases"]}
        return {id: (trial["rawVerdict"], trial["verdict"]) for id, trial in trials.items()}, trials

    def test_the_same_outputs_through_another_client_layer(self):
        self.board("```python\n[geo.area(a=1)]\n```", "[geo.area(a=2)]", "[geo.area(a=9)]")
        for decoder in ("prompt", "prompt-unfenced"):
            imported = self.tare("import", "bfcl", "q", "--results", "r", "--decoder", decoder,
                                 "--out", decoder)
            self.assertEqual(imported.returncode, 0, imported.stderr)
            self.assertIn("bfcl: 3 cases", imported.stderr)
        fenced, trials = self.score("prompt")
        self.assertEqual(fenced, {"simple_1": ("pass", "fail"), "simple_2": ("pass", "pass"),
                                  "simple_3": ("fail", "fail")})
        self.assertTrue(any("ast_decoder:decoder_failed" in reason
                            for reason in trials["simple_1"]["reasons"]), trials["simple_1"])
        self.assertTrue(any("value_error:others" in reason
                            for reason in trials["simple_3"]["reasons"]), trials["simple_3"])
        unfenced, _ = self.score("prompt-unfenced")
        self.assertEqual(unfenced["simple_1"], ("pass", "pass"))

    def test_a_known_model_brings_its_decoder_and_its_names(self):
        self.board([{"geo_area": "{\"a\": 1}"}], "No call.", [{"geo.area": "{\"a\": 3}"}])
        imported = self.tare("import", "bfcl", "q", "--results", "r", "--model", "gpt-4o-2024-05-13-FC",
                             "--out", "s", "--format", "json")
        self.assertEqual(imported.returncode, 0, imported.stderr)
        report = json.loads(imported.stdout)
        self.assertEqual((report["cases"], report["predictions"], report["refused"]), (3, 3, 1))
        if jsonschema:
            schema = json.loads(self.tare("schema", "import").stdout)
            jsonschema.Draft202012Validator(schema).validate(report)
        verdicts, _ = self.score("s")
        self.assertEqual([verdict for _, verdict in verdicts.values()], ["pass", "fail", "fail"])

    def test_bad_usage_writes_nothing(self):
        self.board("x")
        for words in (["import", "csv", "q", "--out", "s"],
                      ["import", "bfcl", "q", "--model", "gpt-4", "--out", "s"],
                      ["import", "bfcl", "q", "--results", "r", "--out", "s"],
                      ["import", "bfcl", "q", "--results", "r", "--model", "unheard-of", "--out", "s"],
                      ["import", "bfcl", "none", "--out", "s"],
                      ["import", "bfcl", "q", "--out", "q"]):
            ended = self.tare(*words)
            self.assertEqual(ended.returncode, 2, words)
            self.assertTrue(ended.stderr.startswith("tare: cannot import: "), ended.stderr)
            self.assertFalse((self.path / "s").exists(), words)

    def test_what_could_not_be_carried_is_told_by_place(self):
        (self.path / "s.yaml").write_text("- {query: a, expect: 5}\n- {query: b, expect: get}\n")
        imported = self.tare("import", "scenarios", "s.yaml", "--out", "s")
        self.assertEqual(imported.returncode, 0, imported.stderr)
        self.assertIn("Not carried over:\n  s.yaml:1:3: expect: ", imported.stderr)
        listed = self.tare("run", "s", "--list")
        self.assertEqual(listed.returncode, 0, listed.stderr)
        self.assertIn("scenario-2", listed.stdout)


if __name__ == "__main__":
    unittest.main()
