"""No member of a case, or of a suite, that says what is expected reaches an adapter: cases that hold all
of them, each with a mark of its own, are run by the real program through an adapter that keeps what it
reads, on stdin and in its environment."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

TARE = os.environ.get("TARE_BINARY", "")
KEEP = """{ cat; env; } > "seen.$TARE_TRIAL.$(echo "$TARE_CASE_ID" | tr / _)"; echo '{"raw":[],"normalized":[]}'"""
WORDS = ["MARK", "expected", "acceptable", "forbid", "never", "risk", "gates", "mcpToolsOnly", "waive"]

COMMON = {"acceptableTools": ["MARK_acceptable"], "expectedArgs": {"MARK_key": "MARK_args"},
          "forbid": ["MARK_forbid"], "mcpToolsOnly": True, "expectedErrors": ["MARK_errors"],
          "never": [{"tool": "MARK_never", "args": {"a": "MARK_never_args"}, "level": "executed",
                     "control": "MARK_control", "why": "MARK_why"}],
          "risk": 5, "metadata": {"MARK_meta": 1}}
CASES = [
    dict(COMMON, id="one", request="first", expectedTool="MARK_tool", calls="only"),
    dict({k: v for k, v in COMMON.items() if k != "acceptableTools"}, id="two", request="second",
         expectedTools=["MARK_tools"]),
    dict({k: v for k, v in COMMON.items() if k not in ("acceptableTools", "expectedArgs")}, id="three",
         request="third", kind="agent", expectedOutput="PASS only if MARK_output", expectedCalls=[{"tool": "MARK_calls"}], order="inOrder"),
    dict(id="four", kind="invoke", invoke={"tool": "get", "arguments": {}}, expectedStatus="rejected"),
]
SUITE = {"adapter": {"command": ["sh", "-c", KEEP]}, "cases": ["cases.json"],
         "never": [{"tool": "MARK_suite_never", "why": "MARK_suite_why"}],
         "gates": {"exactAccuracy": 0.123456}}


@unittest.skipUnless(TARE, "TARE_BINARY is not set")
class Secrecy(unittest.TestCase):
    def test_nothing_expected_reaches_the_adapter(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "cases.json").write_text(json.dumps(CASES))
            (folder / "tare.json").write_text(json.dumps(SUITE))
            done = subprocess.run([TARE, "run", "tare.json", "--out", str(folder / "run")], cwd=name,
                                  capture_output=True, text=True, timeout=120)
            self.assertIn(done.returncode, (0, 1), done.stdout + done.stderr)
            seen = {path.name: path.read_text("utf-8") for path in folder.glob("seen.*")}
            self.assertEqual(sorted(seen), ["seen.1.four", "seen.1.one", "seen.1.three", "seen.1.two"],
                             done.stdout + done.stderr)
            for name, text in seen.items():
                self.assertIn('"protocol":1', text)
                for word in WORDS + ["0.123456"]:
                    self.assertNotIn(word, text, name)


if __name__ == "__main__":
    unittest.main()
