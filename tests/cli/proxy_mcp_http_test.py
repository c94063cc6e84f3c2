#!/usr/bin/env python3
"""`tare proxy mcp --http` as a client over Streamable HTTP sees it, and `--connect`, the way to it from
stdio; each message is held to the schema of its revision."""
import http.client
import http.server
import json
import pathlib
import signal
import subprocess
import tempfile
import threading
import unittest
import urllib.parse

from mcp_support import LEGACY, MODERN, TOOLS, Schemas, jsonschema, served_files
from tare_cli import TARE

META = {"io.modelcontextprotocol/protocolVersion": MODERN,
        "io.modelcontextprotocol/clientCapabilities": {}}


class Server:
    """A process that serves TOOLS on the loopback."""

    def __init__(self, *words, record=True):
        self.folder = tempfile.TemporaryDirectory(prefix="tare-mcp-")
        path = pathlib.Path(self.folder.name)
        self.record = path / "record.jsonl"
        if record:
            words = ["--record", self.record, *words]
        self.process = subprocess.Popen(
            [TARE, "proxy", "mcp", *served_files(path), "--http", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.url = json.loads(self.process.stdout.readline())["url"]
        self.clients = []

    def client(self, revision=MODERN):
        self.clients.append(Client(self.url, revision))
        return self.clients[-1]

    def end(self):
        """The exit code, and the lines on record."""
        for client in self.clients:
            client.connection.close()
        self.process.send_signal(signal.SIGTERM)
        out, errors = self.process.communicate(timeout=60)
        if self.record.exists():
            assert out == b"", out
            out = self.record.read_bytes()
        self.folder.cleanup()
        assert errors == b"", errors
        return self.process.returncode, [json.loads(line) for line in out.splitlines()]


class Client:
    """Nothing but HTTP: what is sent goes out as it is given."""

    def __init__(self, url, revision=MODERN):
        self.url = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(self.url.hostname, self.url.port, timeout=60)
        self.revision = revision
        self.schemas = Schemas(revision)
        self.session = None
        self.next_id = 0

    def send(self, method, body=None, path=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self.connection.request(method, path or self.url.path, body, headers)
        reply = self.connection.getresponse()
        return reply, reply.read()

    def post(self, message, **headers):
        headers.setdefault("Content_Type", "application/json")
        headers.setdefault("Accept", "application/json, text/event-stream")
        if self.session:
            headers.setdefault("Mcp_Session_Id", self.session)
        text = message if isinstance(message, (str, bytes)) else json.dumps(message)
        return self.send("POST", text, **headers)

    def request(self, method, check=None, status=200, **params):
        self.next_id += 1
        headers = {}
        if self.revision == MODERN:
            params["_meta"] = META
            headers = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method}
            if "name" in params:
                headers["Mcp_Name"] = params["name"]
        elif method != "initialize":
            headers = {"MCP_Protocol_Version": self.revision}
        reply, body = self.post({"jsonrpc": "2.0", "id": self.next_id, "method": method,
                                 "params": params}, **headers)
        assert reply.status == status, (reply.status, body)
        assert reply.headers["Content-Type"] == "application/json"
        message = json.loads(body)
        assert message["id"] == self.next_id, message
        if "error" in message:
            self.schemas.check_error(message)
        elif check:
            self.schemas.check(check, message["result"])
        if method == "initialize":
            self.session = reply.headers["Mcp-Session-Id"]
        return message


class Relay:
    """A process of `--connect`."""

    def __init__(self, url):
        self.process = subprocess.Popen([TARE, "proxy", "mcp", "--connect", url],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def write(self, text):
        self.process.stdin.write(text if isinstance(text, bytes) else text.encode())
        self.process.stdin.flush()

    def ask(self, text):
        self.write(text + "\n")
        return self.process.stdout.readline()

    def end(self):
        out, errors = self.process.communicate(timeout=60)
        return self.process.returncode, out, errors.decode()


class Http(unittest.TestCase):
    def test_every_message_fits_the_schema_of_its_revision(self):
        server = Server("--page-size", "2")
        for revision in [MODERN, *LEGACY]:
            with self.subTest(revision):
                client = server.client(revision)
                if revision == MODERN:
                    client.request("server/discover", "DiscoverResult")
                else:
                    found = client.request("initialize", "InitializeResult", capabilities={},
                                           protocolVersion=revision,
                                           clientInfo={"name": "test", "version": "1"})["result"]
                    self.assertEqual(found["protocolVersion"], revision)
                    self.assertRegex(client.session, "^[0-9a-f]{32}$")
                    reply, body = client.post({"jsonrpc": "2.0",
                                               "method": "notifications/initialized"})
                    self.assertEqual((reply.status, body), (202, b""))
                    client.request("ping", "EmptyResult")
                tools, more = [], {}
                while more is not None:
                    page = client.request("tools/list", "ListToolsResult", **more)["result"]
                    tools += page["tools"]
                    more = {"cursor": page["nextCursor"]} if "nextCursor" in page else None
                self.assertEqual([t["name"] for t in tools], [t["name"] for t in TOOLS["tools"]])

                def call(name, **arguments):
                    reply = client.request("tools/call", "CallToolResult", name=name,
                                           arguments=arguments)
                    return reply.get("result") or reply["error"]

                self.assertEqual(call("get_ticket", key="QA-1")["content"][0]["text"], "first")
                self.assertEqual(call("drop_ticket")["content"][0]["text"], "not on a Friday")
                self.assertTrue(call("odd")["isError"])
                self.assertEqual(call("none"), {"code": -32050, "message": "gone"})
                self.assertEqual(call("unknown")["code"], -32602)
                client.request("resources/list", status=404 if revision == MODERN else 200)
                if revision != MODERN:
                    end = {"Mcp_Session_Id": client.session}
                    self.assertEqual(client.send("DELETE", **end)[0].status, 204)
                    self.assertEqual(client.request("ping", status=404)["error"]["code"], -32001)
        code, lines = server.end()
        self.assertEqual(code, 0)
        schema = json.loads(subprocess.run([TARE, "schema", "mcp-record"], capture_output=True,
                                           check=True).stdout)
        for line in lines:
            jsonschema.Draft202012Validator(schema).validate(line)
        statuses = [a["status"] for line in lines for a in line.get("answers", [])]
        self.assertEqual(statuses, ["executed", "denied", "failed", "rejected", "rejected"] * 5)
        self.assertEqual(len({line["session"] for line in lines}), 5)

    def test_faults_fit_the_schema_too(self):
        server = Server()
        client = server.client()
        for body, status, code, headers in [
                ("nonsense", 400, -32700, {}), ("3", 400, -32600, {}),
                ("[]", 400, -32600, {"MCP_Protocol_Version": MODERN}),
                ("{}", 403, -32600, {"Origin": "http://evil.example"})]:
            reply, text = client.post(body, **{"MCP_Protocol_Version": MODERN, **headers})
            message = json.loads(text)
            client.schemas.check_error(message)
            self.assertEqual((reply.status, message["error"]["code"]), (status, code), body)
        listing = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": META}}
        reply, text = client.post(listing, MCP_Protocol_Version="1900-01-01")
        client.schemas.check("UnsupportedProtocolVersionError", json.loads(text))
        self.assertEqual(reply.status, 400)
        reply, text = client.post(listing, Mcp_Method="tools/call")
        client.schemas.check("HeaderMismatchError", json.loads(text))
        self.assertEqual(reply.status, 400)
        reply, text = client.post({"jsonrpc": "2.0", "id": "s", "method": "subscriptions/listen",
                                   "params": {"_meta": META, "notifications": {}}})
        self.assertEqual(reply.headers["Content-Type"], "text/event-stream")
        events = [json.loads(line[6:]) for line in text.decode().split("\n")
                  if line.startswith("data: ")]
        client.schemas.check("SubscriptionsAcknowledgedNotification", events[0])
        client.schemas.check("SubscriptionsListenResultResponse", events[1])
        reply, _ = client.send("GET", Accept="text/event-stream")
        self.assertEqual((reply.status, reply.headers["Allow"]), (405, "POST, DELETE"))
        self.assertEqual(client.send("POST", "{}", path="/mcp")[0].status, 404)
        server.end()

    def test_a_frame_over_the_limit_is_refused_and_named(self):
        server = Server()
        client = server.client()
        big = b'{"jsonrpc":"2.0","id":1,"x":"' + b"x" * 9_000_000 + b'"}'
        self.assertEqual(client.post(big)[0].status, 400)
        self.assertEqual(server.end()[1][0]["bytes"], len(big))

    def test_the_record_is_printed_where_no_file_is_named(self):
        server = Server(record=False)
        server.client(LEGACY[0]).request("ping")
        code, lines = server.end()
        self.assertEqual((code, [line["direction"] for line in lines]),
                         (0, ["fromClient", "toClient"]))


class Connect(unittest.TestCase):
    def test_frames_go_through_as_they_came_and_the_session_is_kept_and_ended(self):
        server = Server()
        relay = Relay(server.url)
        hello = json.loads(relay.ask('{"jsonrpc":"2.0","id":0,"method":"initialize","params":'
                                     '{"protocolVersion":"2025-06-18"}}'))
        self.assertEqual(hello["result"]["protocolVersion"], "2025-06-18")
        relay.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        odd = ('{"method":"tools/call", "id":7.0,"params":{"arguments":{"n":1e400,"n":-0,'
               '"s":"\\ud800é"},"name":"get_user"},"jsonrpc":"2.0"} \r')
        self.assertEqual(json.loads(relay.ask(odd))["id"], 7)
        denied = json.loads(relay.ask('{"jsonrpc":"2.0","id":8,"method":"tools/call",'
                                      '"params":{"name":"drop_ticket"}}'))
        self.assertTrue(denied["result"]["isError"])
        relay.write('{"jsonrpc":"2.0","id":9,"method":"ping"}')  # no newline, then the end
        code, out, errors = relay.end()
        self.assertEqual((code, json.loads(out)["id"], errors), (0, 9, ""))
        _, lines = server.end()
        came = [line["frame"] for line in lines if line["direction"] == "fromClient"]
        self.assertEqual(came[2], odd)
        self.assertEqual(len(came), 5)
        self.assertEqual(len({line["session"] for line in lines}), 1)

    def test_the_newest_revision_is_said_in_headers(self):
        server = Server()
        relay = Relay(server.url)
        name = "größe"
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": name, "_meta": META}}
        self.assertEqual(json.loads(relay.ask(json.dumps(call)))["error"]["code"], -32602)
        listing = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {"_meta": META}}
        self.assertEqual(json.loads(relay.ask(json.dumps(listing)))["result"]["resultType"],
                         "complete")
        self.assertEqual(relay.end()[0], 0)
        server.end()

    def test_what_is_malformed_or_too_large_is_on_record_behind_it(self):
        server = Server()
        relay = Relay(server.url)
        self.assertEqual(json.loads(relay.ask("nonsense"))["error"]["code"], -32700)
        self.assertEqual(json.loads(relay.ask('{"x":"' + "x" * 9_000_000 + '"}'))["error"]["code"],
                         -32600)
        self.assertEqual(json.loads(relay.ask('{"x":"' + "x" * 17_000_000 + '"}'))["error"]["code"],
                         -32600)
        code, _, errors = relay.end()
        self.assertEqual(code, 2)
        self.assertIn("a frame of 17000008 bytes", errors)
        _, lines = server.end()
        came = [line for line in lines if line["direction"] == "fromClient"]
        self.assertEqual(len(came), 3)
        self.assertEqual(came[1]["bytes"], 9_000_008)
        self.assertGreater(came[2]["bytes"], 8_388_608)

    def test_many_frames_before_one_answer_is_read_keep_their_order(self):
        server = Server()
        relay = Relay(server.url)
        frames = "".join(json.dumps({"jsonrpc": "2.0", "id": i, "method": "tools/list"}) + "\n"
                         for i in range(500))
        relay.write(frames)
        relay.process.stdin.close()
        ids = [json.loads(line)["id"] for line in relay.process.stdout]
        self.assertEqual(ids, list(range(500)))
        self.assertEqual(relay.process.wait(60), 0)
        relay.process.stdout.close()
        relay.process.stderr.close()
        server.end()

    def test_a_server_that_is_not_there_is_said_to_both(self):
        server = Server()
        server.end()
        relay = Relay(server.url)
        reply = json.loads(relay.ask('{"jsonrpc":"2.0","id":"q","method":"ping"}'))
        self.assertEqual((reply["id"], reply["error"]["code"]), ("q", -32603))
        self.assertIn("cannot reach 127.0.0.1", reply["error"]["message"])
        relay.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n')
        code, out, errors = relay.end()
        self.assertEqual((code, out), (2, b""))
        self.assertEqual(errors.count("cannot reach 127.0.0.1"), 2)

    def test_only_the_loopback_is_spoken_to(self):
        for url in ("http://example.com/mcp", "https://127.0.0.1/mcp", "http://10.0.0.1/mcp"):
            done = subprocess.run([TARE, "proxy", "mcp", "--connect", url], capture_output=True,
                                  text=True, stdin=subprocess.DEVNULL)
            self.assertEqual(done.returncode, 2)
            self.assertIn("http://127.0.0.1:PORT", done.stderr)
            self.assertEqual(done.stdout, "")


class Scripted(http.server.BaseHTTPRequestHandler):
    """Answers with what the test put there: (status, headers, body)."""
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        status, headers, body = self.server.replies.pop(0)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in headers:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Foreign(unittest.TestCase):
    """A relay in front of servers that answer otherwise than Tare does."""

    def answers(self, status, headers, body):
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Scripted)
        server.replies = [(status, headers, body)]
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        relay = Relay(f"http://localhost:{server.server_port}/x")
        relay.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        code, out, errors = relay.end()
        server.shutdown()
        server.server_close()
        return code, [json.loads(line) for line in out.splitlines()], errors

    def test_events_become_lines(self):
        events = (b": hello\n\nid: 1\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"x\"}\n\n"
                  b"data: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n")
        stream = {"Content-Type": "text/event-stream"}
        code, lines, _ = self.answers(200, stream, events)
        self.assertEqual(code, 0)
        self.assertEqual([line.get("method") for line in lines], ["x", None])
        chunks = b"".join(b"1\r\n%c\r\n" % byte for byte in events) + b"0\r\n\r\n"
        chunked = {**stream, "Transfer-Encoding": "chunked"}
        self.assertEqual(self.answers(200, chunked, chunks)[1], lines)

    def test_json_over_several_lines_becomes_one(self):
        body = b'{"jsonrpc":"2.0",\r\n  "id":1,\n "result":{}}'
        self.assertEqual(self.answers(200, {"Content-Type": "application/json"}, body)[1],
                         [{"jsonrpc": "2.0", "id": 1, "result": {}}])

    def test_a_request_that_gets_no_answer_gets_an_error(self):
        stream = {"Content-Type": "text/event-stream"}
        other = b'{"jsonrpc":"2.0","id":2,"result":{}}'
        for reply in [(202, {}, b""), (200, stream, b"data: {}\n"), (200, {}, b""),
                      (500, {}, b"oops"), (404, {}, other), (302, {"Location": "/y"}, b""),
                      (200, {"Transfer-Encoding": "chunked"}, b"zz\r\n")]:
            code, lines, _ = self.answers(*reply)
            self.assertEqual((code, lines[-1]["id"], lines[-1]["error"]["code"]), (2, 1, -32603),
                             reply)

    def test_an_error_of_the_protocol_tells_more_than_its_status(self):
        body = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}}'
        code, lines, errors = self.answers(404, {"Content-Type": "application/json"}, body)
        self.assertEqual((code, lines[0]["error"]["code"], errors), (0, -32601, ""))


if __name__ == "__main__":
    unittest.main()
