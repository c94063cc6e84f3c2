#!/usr/bin/env python3
"""`tare proxy mcp` over pipes, as an MCP client drives it; each message that it sends is held to the
schema of its revision."""
import base64
import json
import pathlib
import subprocess
import tempfile
import unittest

from mcp_support import ANSWERS, LEGACY, MODERN, TOOLS, Schemas, jsonschema, served_files
from tare_cli import TARE


class Client:
    """One process of the proxy; what is sent goes out as it is given."""

    def __init__(self, *words, revision=MODERN):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-mcp-")
        path = pathlib.Path(self.folder.name)
        self.record = path / "record.jsonl"
        self.process = subprocess.Popen(
            [TARE, "proxy", "mcp", *served_files(path), "--record", self.record, *words],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.schemas = Schemas(revision)
        self.revision = revision
        self.next_id = 0

    def write(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        return json.loads(line)

    def request(self, method, check=None, **params):
        self.next_id += 1
        if self.revision == MODERN:
            params["_meta"] = {"io.modelcontextprotocol/protocolVersion": MODERN,
                               "io.modelcontextprotocol/clientCapabilities": {}}
        self.write(json.dumps({"jsonrpc": "2.0", "id": self.next_id, "method": method,
                               "params": params}) + "\n")
        reply = self.read()
        assert reply["id"] == self.next_id, reply
        if "error" in reply:
            self.schemas.check_error(reply)
        elif check:
            self.schemas.check(check, reply["result"])
        return reply

    def initialize(self, revision):
        reply = self.request("initialize", "InitializeResult", protocolVersion=revision,
                             capabilities={}, clientInfo={"name": "test", "version": "1"})
        self.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        return reply["result"]

    def end(self):
        """Closes stdin; the exit code, what was still said, and the lines on record."""
        self.process.stdin.close()
        rest = self.process.stdout.read()
        errors = self.process.stderr.read().decode()
        self.process.stdout.close()
        self.process.stderr.close()
        code = self.process.wait(60)
        lines = [json.loads(line) for line in self.record.read_bytes().splitlines()]
        self.folder.cleanup()
        return code, rest, errors, lines


class ProxyMcp(unittest.TestCase):
    def test_every_message_fits_the_schema_of_its_revision(self):
        for revision in [MODERN, *LEGACY]:
            with self.subTest(revision):
                client = Client("--page-size", "2", revision=revision)
                if revision == MODERN:
                    found = client.request("server/discover", "DiscoverResult")["result"]
                    self.assertEqual(found["supportedVersions"], [MODERN, *LEGACY])
                else:
                    found = client.initialize(revision)
                    self.assertEqual(found["protocolVersion"], revision)
                    self.assertEqual(found["serverInfo"]["name"], "tare")
                    self.assertEqual(client.request("ping", "EmptyResult")["result"], {})
                self.assertEqual(found["instructions"], "Be brief.")
                tools, more = [], {}
                while more is not None:
                    page = client.request("tools/list", "ListToolsResult", **more)["result"]
                    tools += page["tools"]
                    more = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
                self.assertEqual([t["name"] for t in tools], [t["name"] for t in TOOLS["tools"]])
                self.assertNotIn("wireName", tools[0])
                self.assertNotIn("approval", tools[0])

                def call(name, **arguments):
                    reply = client.request("tools/call", "CallToolResult", name=name,
                                           arguments=arguments)
                    return reply.get("result") or reply["error"]

                self.assertEqual(call("get_ticket", key="QA-1")["content"][0]["text"], "first")
                self.assertEqual(call("get_ticket", key="QA-2")["structuredContent"], {"n": 1.5})
                self.assertEqual(call("get_user")["content"][0]["text"], "é")
                denied = call("drop_ticket")
                self.assertTrue(denied["isError"])
                self.assertEqual(denied["content"][0]["text"], "not on a Friday")
                self.assertTrue(call("odd")["isError"])
                self.assertEqual(call("none"), {"code": -32050, "message": "gone"})
                self.assertEqual(call("unknown")["code"], -32602)
                self.assertEqual(client.request("resources/list")["error"]["code"], -32601)
                code, rest, errors, lines = client.end()
                self.assertEqual((code, rest, errors), (0, b"", ""))
                statuses = [a["status"] for line in lines for a in line.get("answers", [])]
                self.assertEqual(statuses, ["executed"] * 3 + ["denied", "failed", "rejected",
                                                               "rejected"])

    def test_faults_of_a_frame_fit_the_schema_too(self):
        client = Client()
        for frame, code in [("nonsense", -32700), ('{"jsonrpc":', -32700), ("[]", -32600),
                            ('[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
                            ('{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600), ("3", -32600)]:
            client.write(frame + "\n")
            reply = client.read()
            client.schemas.check_error(reply)
            self.assertEqual(reply["error"]["code"], code, frame)
            self.assertNotIn("id", reply)
        reply = client.request("tools/list")
        self.assertIn("result", reply)
        client.write('{"jsonrpc":"2.0","id":"v","method":"tools/list","params":{"_meta":'
                     '{"io.modelcontextprotocol/protocolVersion":"2031-01-01"}}}\n')
        client.schemas.check("UnsupportedProtocolVersionError", client.read())
        client.write('{"jsonrpc":"2.0","id":"s","method":"subscriptions/listen","params":{"_meta":'
                     '{"io.modelcontextprotocol/protocolVersion":"2026-07-28",'
                     '"io.modelcontextprotocol/clientCapabilities":{}},"notifications":{}}}\n')
        client.schemas.check("SubscriptionsAcknowledgedNotification", client.read())
        self.assertEqual(client.end()[0], 0)

    def test_a_batch_is_answered_where_the_revision_has_batches(self):
        client = Client(revision="2025-03-26")
        client.initialize("2025-03-26")
        client.write('[{"jsonrpc":"2.0","id":1,"method":"ping"},'
                     '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_user"}}]\n')
        reply = client.read()
        client.schemas.check("JSONRPCBatchResponse", reply)
        self.assertEqual([each["id"] for each in reply], [1, 2])
        self.assertEqual(client.end()[0], 0)

    def test_a_frame_is_on_record_byte_for_byte(self):
        client = Client(revision="2025-11-25")
        odd = ('{"method":"tools/call", "id":7.0,"params":{"arguments":{"n":1e400,"n":-0,'
               '"s":"\\ud800\\u00e9é"},"name":"get_\\u0075ser"},"jsonrpc":"2.0"} \r')
        client.write(odd + "\n")
        self.assertEqual(client.read()["id"], 7)
        broken = b'{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"\xff"}}'
        client.write(broken + b"\n")
        self.assertEqual(client.read()["error"]["code"], -32602)
        client.write('{"jsonrpc":"2.0","id":9,"method":"ping"}')  # no newline, then the end
        code, rest, _, lines = client.end()
        self.assertEqual(code, 0)
        self.assertEqual(json.loads(rest)["id"], 9)
        came = [line for line in lines if line["direction"] == "fromClient"]
        self.assertEqual(came[0]["frame"], odd)
        self.assertEqual(base64.b64decode(came[1]["frameBase64"]), broken)
        self.assertIs(came[2]["newline"], False)
        self.assertEqual(lines[1]["answers"], [{"id": 7, "status": "executed"}])
        self.assertEqual(len({line["session"] for line in lines}), 1)
        schema = json.loads(subprocess.run([TARE, "schema", "mcp-record"], capture_output=True,
                                           check=True).stdout)
        for line in lines:
            jsonschema.Draft202012Validator(schema).validate(line)

    def test_a_frame_over_the_limit_is_refused_and_the_next_one_read(self):
        client = Client()
        client.write(b'{"jsonrpc":"2.0","id":1,"x":"' + b"x" * 9_000_000 + b'"}\n')
        self.assertEqual(client.read()["error"]["code"], -32600)
        self.assertIn("result", client.request("tools/list"))
        code, _, _, lines = client.end()
        self.assertEqual(code, 0)
        self.assertEqual(lines[0]["bytes"], 9_000_031)
        self.assertEqual(len(lines[0]["frame"]), 8388608)

    def test_input_that_ends_at_once_is_good(self):
        code, rest, errors, lines = Client().end()
        self.assertEqual((code, rest, errors, lines), (0, b"", "", []))

    def test_a_page_without_tools_is_refused(self):
        for size in ("-1", "0", "two", "1.5", " 2", "99999999999999999999999"):
            with self.subTest(size), tempfile.TemporaryDirectory() as folder:
                tools = pathlib.Path(folder, "tools.json")
                tools.write_text(json.dumps(TOOLS))
                for way in ([], ["--http"]):
                    done = subprocess.run([TARE, "proxy", "mcp", "--tools", tools, *way, "--page-size", size],
                                          stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
                    self.assertEqual((done.returncode, done.stdout), (2, ""))
                    self.assertIn(f'--page-size "{size}"', done.stderr)
                    self.assertIn("at least one", done.stderr)

    def test_it_says_where_a_file_is_wrong_and_never_begins(self):
        schema = json.loads(subprocess.run([TARE, "schema", "mcp-answers"], capture_output=True,
                                           check=True).stdout)
        jsonschema.Draft202012Validator(schema).validate(ANSWERS)
        with tempfile.TemporaryDirectory(prefix="tare-mcp-") as folder:
            path = pathlib.Path(folder)
            (path / "tools.json").write_text(json.dumps(TOOLS))
            (path / "twice.json").write_text('[{"name":"a"},\n {"name":"a"}]')
            (path / "lost.json").write_text('[\n{"tool":"gte_*","text":""}]')
            (path / "both.json").write_text('[{"tool":"get_*","text":"","deny":""}]')

            def fails(*words):
                done = subprocess.run([TARE, "proxy", "mcp", *words], cwd=folder,
                                      capture_output=True, text=True, stdin=subprocess.DEVNULL)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertEqual(done.stdout, "")
                return done.stderr

            self.assertIn("give --tools FILE", fails())
            self.assertIn("absent.json", fails("--tools", "absent.json"))
            self.assertIn("twice.json:2:10", fails("--tools", "twice.json"))
            self.assertIn("lost.json:2:1", fails("--tools", "tools.json", "--answers", "lost.json"))
            self.assertIn("must say one thing",
                          fails("--tools", "tools.json", "--answers", "both.json"))
            self.assertIn("no/such", fails("--tools", "tools.json", "--record", "no/such/file"))


if __name__ == "__main__":
    unittest.main()
