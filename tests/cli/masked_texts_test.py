"""A secret in a model's text is masked however the text spells it, and no finding comes of that."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from tare_cli import TARE  # noqa: E402

SECRETS = ["ab'c\\d\ne\"fgh'ij", "-----BEGIN KEY-----\nMII\\n\"x'y\nQQ==\n-----END KEY-----"]
ADAPTER = """import os
for line in open("events.jsonl"):
    print(line.strip())
print('{"event":"finished","reason":"stop"}')
"""


def spellings(secret):
    """Model texts that call get with this value, and the value's spelling in each."""
    def python(form):
        return "'" + "".join(form(ord(c)) for c in secret) + "'"
    for literal in (repr(secret), python("\\x{:02x}".format), python("\\u{:04X}".format),
                    python("\\{:03o}".format), repr(secret).replace("c", "c\\\n")):
        yield f"[get(v={literal})]", literal
    once = json.dumps(secret)
    yield '<tool_call>{"name":"get","arguments":{"v":%s}}</tool_call>' % once, once
    twice = json.dumps(json.dumps({"v": secret}))
    yield '<tool_call>{"name":"get","arguments":%s}</tool_call>' % twice, json.dumps(once)[3:-3]


class MaskedTexts(unittest.TestCase):
    def run_one(self, folder, secret, text):
        def path(name):
            return os.path.join(folder, name)
        events = [{"event": "raw", "text": text},
                  {"event": "normalized", "name": "get", "arguments": {"v": secret}}]
        with open(path("events.jsonl"), "w", encoding="utf-8") as out:
            out.writelines(json.dumps(event) + "\n" for event in events)
        with open(path("adapter.py"), "w", encoding="utf-8") as out:
            out.write(ADAPTER)
        with open(path("tare.json"), "w", encoding="utf-8") as out:
            json.dump({"adapter": {"command": [sys.executable, "adapter.py"],
                                   "env": {"MY_SECRET": "${MY_SECRET}"}},
                       "cases": ["cases.json"],
                       "tools": [{"name": "get", "inputSchema": {
                           "type": "object", "properties": {"v": {"type": "string"}}}}]}, out)
        with open(path("cases.json"), "w", encoding="utf-8") as out:
            json.dump([{"id": "a", "request": "Go.", "expectedTool": "get"}], out)
        env = dict(os.environ, MY_SECRET=secret)
        run = subprocess.run([TARE, "run", "--out", "run", "--verbose"], cwd=folder, env=env,
                             stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        show = subprocess.run([TARE, "show", "run", "a"], cwd=folder, capture_output=True, text=True,
                              timeout=60)
        written = run.stdout + run.stderr + show.stdout + show.stderr
        for root, _, names in os.walk(path("run")):
            for name in names:
                with open(os.path.join(root, name), encoding="utf-8", errors="replace") as each:
                    written += each.read()
        return run, written, path("run/results.json")

    def test_no_spelling_of_a_secret_is_written_and_none_makes_a_finding(self):
        for secret in SECRETS:
            for text, spelled in spellings(secret):
                with self.subTest(text=text), tempfile.TemporaryDirectory(prefix="tare-mask-") as folder:
                    run, written, results = self.run_one(folder, secret, text)
                    self.assertEqual(run.returncode, 0, run.stderr)
                    for form in (secret, spelled, json.dumps(secret)[1:-1], json.dumps(spelled)[1:-1]):
                        self.assertNotIn(form, written)
                    for part in ("fgh", "MII", "QQ=="):
                        self.assertNotIn(part, written)
                    with open(results, encoding="utf-8") as report:
                        (call,) = json.load(report)["cases"][0]["trials"][0]["calls"]
                    self.assertEqual(call["findings"], [])
                    self.assertIn("[masked]", call["raw"]["arguments"])


if __name__ == "__main__":
    unittest.main()
