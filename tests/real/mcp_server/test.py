#!/usr/bin/python3
"""`tare policy` against a real MCP server, over stdio and Streamable HTTP, with and without a filter.
Skipped (77) without Node, npm or the server's package."""
import filecmp
import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
TARE = os.environ.get("TARE_BIN", str(HERE.parents[2] / "build" / "release" / "tare"))
SERVER = HERE / "node_modules/@modelcontextprotocol/server-everything/dist/index.js"
ALLOWED = ["echo", "get-sum"]


def skip(why):
    print("skipped: " + why)
    sys.exit(77)


def installed():
    """The packages of the lock file, brought if they are not there; nothing of theirs is run for it."""
    lock, have = HERE / "package-lock.json", HERE / "node_modules/.tare-lock.json"
    if have.exists() and filecmp.cmp(lock, have, shallow=False):
        return True
    done = subprocess.run(["npm", "ci", "--silent", "--no-audit", "--no-fund", "--ignore-scripts",
                           "--prefix", str(HERE)], capture_output=True, timeout=300)
    if done.returncode != 0:
        return False
    shutil.copy(lock, have)
    return True


class Everything(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(prefix="tare-test-")
        cls.path = pathlib.Path(cls.folder.name)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        cls.http = subprocess.Popen(["node", SERVER, "streamableHttp"], stdout=subprocess.DEVNULL,
                                    stderr=subprocess.PIPE, text=True,
                                    env={**os.environ, "PORT": str(port)})
        for line in cls.http.stderr:  # until it says that it listens
            if str(port) in line:
                break
        cls.ways = {"stdio": (["--mcp-stdio"], ["--", "node", SERVER, "stdio"]),
                    "http": (["--mcp-url", f"http://127.0.0.1:{port}/mcp"], [])}

    @classmethod
    def tearDownClass(cls):
        cls.http.terminate()
        cls.http.communicate()
        cls.folder.cleanup()

    def tare(self, way, *words):
        options, command = self.ways[way]
        return subprocess.run([TARE, "policy", *map(str, words), "--server", "everything", *options,
                               *map(str, command)], cwd=self.path, capture_output=True, text=True,
                              timeout=120)

    def reviewed(self):
        """The two tools that the filter lets through, as the server offers them, signed."""
        done = self.tare("stdio", "snapshot")
        self.assertEqual(done.returncode, 0, done.stderr)
        policy = json.loads(done.stdout)
        policy.update(reviewedBy="Ada", reviewedOn="2026-11-30")
        policy["mcp"]["everything"]["allowedTools"] = ALLOWED
        policy["tools"] = {name: tool for name, tool in policy["tools"].items() if name in ALLOWED}
        return policy

    def agent(self, policy, filtered):
        """An agent that takes its tools from that server."""
        offered = policy["mcp"]["everything"]["offeredTools"]
        tools = [{"name": name, "server": "everything", "approval": "always",
                  **{key: tool[key] for key in ("description", "inputSchema", "annotations")}}
                 for name, tool in policy["tools"].items()]
        if not filtered:
            tools += [{"name": name, "server": "everything", "description": "As the server says.",
                       "approval": "always"} for name in offered if name not in ALLOWED]
        entry = {"server": "everything", **({"allowedTools": ALLOWED} if filtered else {})}
        (self.path / "agent.json").write_text(json.dumps({"tools": tools, "mcp": [entry]}))
        return ["--manifest", "agent.json"]

    def check(self, way, policy, *words):
        (self.path / "policy.json").write_text(json.dumps(policy))
        done = self.tare(way, "check", "--policy", "policy.json", *words)
        return done.returncode, done.stdout + done.stderr

    def test_as_reviewed_it_passes_alone_and_behind_a_filter(self):
        policy = self.reviewed()
        for way in self.ways:
            code, out = self.check(way, policy)
            self.assertEqual(code, 0, out)
            code, out = self.check(way, policy, *self.agent(policy, filtered=True))
            self.assertEqual(code, 0, out)

    def test_without_its_filter_every_other_tool_is_named(self):
        policy = self.reviewed()
        for way in self.ways:
            code, out = self.check(way, policy, *self.agent(policy, filtered=False))
            self.assertEqual(code, 1, out)
            self.assertRegex(out, r"(?m)^echo, get-sum: .*\[policy/no-filter\]")
            for name in policy["mcp"]["everything"]["offeredTools"]:
                if name not in ALLOWED:
                    self.assertRegex(out, rf"(?m)^{name}: .*\[policy/extra-tool\]")

    def test_a_server_that_grew_is_found_behind_the_filter(self):
        policy = self.reviewed()
        policy["mcp"]["everything"]["offeredTools"].remove("get-env")
        for way in self.ways:
            for agent in ([], self.agent(policy, filtered=True)):
                code, out = self.check(way, policy, *agent)
                self.assertEqual(code, 1, out)
                self.assertRegex(out, r"(?m)^get-env: .*\[policy/server-grew\]")

    def test_a_tool_that_is_not_as_reviewed_is_named(self):
        for way in self.ways:
            policy = self.reviewed()
            policy["tools"]["echo"]["inputSchema"]["properties"]["message"]["enum"] = ["hello"]
            del policy["tools"]["get-sum"]["descriptionSha256"]
            policy["tools"]["get-sum"]["description"] = "Subtracts."
            code, out = self.check(way, policy)
            self.assertEqual(code, 1, out)
            self.assertRegex(out, r'(?m)^echo: argument "message": .*\[policy/enum-opened\]')
            self.assertRegex(out, r"(?m)^get-sum: .*\[policy/description-changed\]")


if __name__ == "__main__":
    if shutil.which("node") is None or shutil.which("npm") is None:
        skip("Node or npm is not there")
    if not installed():
        skip("the packages of tests/real/mcp_server/package-lock.json cannot be had")
    unittest.main()
