"""What the tests of `tare policy` share: an agent, and a server of its, whose tools may be changed."""
import copy
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from tare_cli import TARE

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "examples/invoices"


def tare(*words, cwd=None, env=None):
    return subprocess.run([TARE, *map(str, words)], cwd=cwd, capture_output=True, text=True,
                          timeout=120, env={**os.environ, **(env or {})})


class Agent(unittest.TestCase):
    """The invoices agent, in a folder of its own where its manifest may be changed."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tare-test-")
        cls.path = pathlib.Path(cls.folder.name) / "examples/invoices"
        shutil.copytree(EXAMPLE, cls.path, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(ROOT / "adapters/python", cls.path.parents[1] / "adapters/python",
                        ignore=shutil.ignore_patterns("__pycache__"))
        cls.good = json.loads((cls.path / "manifest.json").read_text())

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def tearDown(self):
        self.write(self.good)

    def write(self, manifest):
        (self.path / "manifest.json").write_text(json.dumps(manifest))

    def drifted(self, change):
        manifest = copy.deepcopy(self.good)
        change(manifest, {tool["name"]: tool for tool in manifest["tools"]})
        self.write(manifest)

    def check(self, *words, code=0):
        done = tare("policy", "check", self.path, *words)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout


# One server of two, with a filter in front of it.
ERP = {"tools": [{"name": name, "description": f"The tool {name} of the server.",
                  "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}}}
                 for name in ("get_order", "get_stock", "drop_order")]}


class Server(unittest.TestCase):
    """Tare's own MCP server stands for one that grows."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tare-test-")
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.serve(ERP)
        done = self.tare("snapshot", "--out", "policy.json", "--mcp-stdio", "--server", "erp",
                         *self.behind())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.policy = json.loads((self.path / "policy.json").read_text())
        self.policy.update(reviewedBy="Ada", reviewedOn="2026-11-30")
        self.policy["mcp"]["erp"]["allowedTools"] = ["get_order", "get_stock"]
        del self.policy["tools"]["drop_order"]
        self.save()

    def serve(self, tools):
        (self.path / "tools.json").write_text(json.dumps(tools))

    def save(self):
        (self.path / "policy.json").write_text(json.dumps(self.policy))

    def behind(self, *more):
        return ["--", TARE, "proxy", "mcp", "--tools", self.path / "tools.json", *more]

    def tare(self, *words):
        return tare("policy", *words, cwd=self.path)

    def check(self, *words, code=0, more=()):
        done = self.tare("check", "--policy", "policy.json", "--server", "erp", *words,
                         *(self.behind(*more) if "--mcp-stdio" in words else ()))
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        return done.stdout

    def agent(self, *allowed):
        """A manifest of an agent that takes those from the server; none: without a filter."""
        tools = [dict(tool, server="erp", approval="always") for tool in ERP["tools"]
                 if not allowed or tool["name"] in allowed]
        entry = {"server": "erp", **({"allowedTools": list(allowed)} if allowed else {})}
        (self.path / "agent.json").write_text(json.dumps({"tools": tools, "mcp": [entry]}))
        return ["--manifest", "agent.json"]

    def http(self):
        server = subprocess.Popen([TARE, "proxy", "mcp", "--http", "--tools",
                                   self.path / "tools.json"], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, text=True)

        def end():
            server.terminate()
            server.communicate()
        self.addCleanup(end)
        return json.loads(server.stdout.readline())["url"]
