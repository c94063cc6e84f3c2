#!/usr/bin/env python3
"""Calls that went lost between the model and a tool, though the process ended well: each is named."""
import json
import unittest

from tare_cli import Suite

# A client of chat completions with one habit: `ids` keeps its calls by their ids, so of two under
# one id the last alone runs; `crash` dies once a tool of its MCP server has answered.
ADAPTER = r'''
import json, os, sys, urllib.error, urllib.request
case = json.loads(sys.stdin.readline())["case"]
habit = case["input"]["habit"]
tools = [{"type": "function", "function": {"name": "get_ticket", "parameters": {"type": "object"}}}]
messages = [{"role": "user", "content": "Do it."}]

def post(url, body):
    request = urllib.request.Request(url, json.dumps(body).encode(), {
        "Content-Type": "application/json", "Accept": "application/json, text/event-stream"})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.read()

def say(**event):
    print(json.dumps(event), flush=True)

def run(call):
    arguments = json.loads(call["function"]["arguments"])
    if habit != "crash":
        say(event="normalized", name=call["function"]["name"], arguments=arguments, status="executed")
        return
    post(os.environ["TARE_MCP_URL"], {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                                      "params": {"name": call["function"]["name"], "arguments": arguments}})
    os._exit(3)

for turn in range(3):
    status, body = post(os.environ["OPENAI_BASE_URL"] + "/chat/completions",
                        {"model": "m", "messages": messages, "tools": tools, "stream": habit == "stream"})
    if status >= 400 or habit == "stream":
        break  # nothing more is asked, and nobody is told
    message = json.loads(body)["choices"][0]["message"]
    calls = message.get("tool_calls") or []
    if not calls:
        break
    messages.append(message)
    for id, call in {call["id"]: call for call in calls}.items():
        run(call)
        messages.append({"role": "tool", "tool_call_id": id, "content": "done"})
say(event="finished", reason="stop")
'''
TOOLS = [{"name": "get_ticket", "description": "Reads one.", "inputSchema": {"type": "object"}}]
KEY = '{"key": "QA-142"}'


def wire_call(arguments, id="call_1"):
    return {"id": id, "name": "get_ticket", "arguments": arguments}


class LostCalls(unittest.TestCase):
    def trial(self, reply, habit, proxy=None, code=0, **more):
        case = {"id": "a", "request": "Do it.", "reply": reply, "input": {"habit": habit}, **more}
        suite = Suite([case], ADAPTER, proxy={"mode": "replay", **(proxy or {})}, tools=TOOLS)
        self.addCleanup(suite.close)
        done = suite.run()
        self.assertEqual(done.returncode, code, done.stderr + done.stdout)
        return suite.results()["cases"][0]["trials"][0]

    def kinds(self, call):
        return [finding["kind"] for finding in call["findings"]]

    def test_a_call_that_the_provider_answered_with_an_error_is_dropped_and_never_no_tool(self):
        for said in ('{"name": "get_ticket", "arguments": {"key": "QA-142"}}',
                     '<tool_call>\n{"name": "get_ticket", "arguments": {"key": "QA-142"}}\n</tool_call>'):
            error = {"error": {"message": "Failed to call a function.", "type": "invalid_request_error",
                               "code": "tool_use_failed", "failed_generation": said}}
            stream = "data: " + json.dumps(error) + "\n\n"
            for reply, habit in (({"status": 400, "body": error}, "once"),
                                 ({"headers": {"Content-Type": "text/event-stream"}, "body": stream},
                                  "stream")):
                for expected in ("get_ticket", None):
                    with self.subTest(said=said, habit=habit, expected=expected):
                        trial = self.trial([reply], habit, expectedTool=expected)
                        (call,) = trial["calls"]
                        self.assertEqual(self.kinds(call), ["callDropped"])
                        self.assertEqual(call["raw"]["evidence"], "recorded")
                        self.assertEqual(json.loads(call["raw"]["arguments"]), json.loads(KEY))
                        self.assertEqual(trial["selected"]["raw"], "get_ticket")
                        self.assertEqual(trial["rawVerdict"], "pass" if expected else "fail")
                        self.assertIn("swallowed", " ".join(trial["reasons"]))

    def test_of_two_calls_under_one_id_the_one_that_did_not_run_is_dropped(self):
        reply = [{"calls": [wire_call('{"key": "QA-1"}'), wire_call('{"key": "QA-2"}')]},
                 {"text": "Done."}]
        trial = self.trial(reply, "ids", expectedTool="get_ticket")
        first, second = trial["calls"]
        self.assertEqual(self.kinds(first), ["callDropped"])
        self.assertEqual(json.loads(second["normalized"]["arguments"]), {"key": "QA-2"})
        self.assertNotIn("callDropped", self.kinds(second))

    def test_what_reached_a_tool_before_the_client_died_has_reached_it(self):
        trial = self.trial([{"calls": [wire_call(KEY)]}, {"text": "Done."}], "crash", {"mcp": True},
                           expectedTool="get_ticket")
        self.assertEqual(trial["outcome"], "clientCrash")
        self.assertEqual(trial["selected"], {"raw": "get_ticket", "normalized": "get_ticket"})
        self.assertEqual((trial["rawVerdict"], trial["verdict"]), ("pass", "fail"))
        self.assertIn("died after the call had reached its tool", " ".join(trial["reasons"]))
        (call,) = trial["calls"]
        self.assertEqual(call["normalized"]["evidence"], "recorded")
        self.assertEqual(self.kinds(call), [])


if __name__ == "__main__":
    unittest.main()
