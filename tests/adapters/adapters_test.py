"""The four worked adapters and the two helpers, as processes: the same requests, the same answers."""
import json
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from support import ADAPTERS, CPP, NODE, PYTHON, chat, faults, request, run, run_script

READ_ONLY = [{"name": "get_ticket", "annotations": {"readOnlyHint": True}}, {"name": "drop"}]
ANTHROPIC = '{"content": [{"type":"text","text":"\\"input\\": {}"},' \
            '{"type":"tool_use","id":"t1","name":"get_ticket","input":{"key": 1.0,"key":"}\\"{" , "input": {"a":-0}}},' \
            '{"type":"server_tool_use","id":"s","name":"web","input":{"q":1}},' \
            '{"type":"tool_use","id":"t2","name":"get_ticket","input": {"key":1e2}}]}'
RESPONSES = {"output": [{"type": "reasoning"}, {"type": "function_call", "call_id": "r1",
                                                "name": "get_ticket", "arguments": '{"key":"A" }'}]}


def of(events, name):
    return [event for event in events if event["event"] == name]


class WorkedAdapter:
    """What each worked adapter does; the classes below say which one."""
    command = []

    def answers(self, *requests):
        ran = run(self.command, requests)
        self.assertEqual(ran.exit_code, 0, ran.err)
        found = faults(ran.out)
        self.assertIn(found, ("", None))
        self.assertEqual(len(ran.answers()), len(requests), ran.out)
        return ran.answers()

    def test_shows_both_ends_with_the_argument_text_untouched(self):
        text = '{"key": "QA-142",  "n": 1.0}'
        [events] = self.answers(request(reply=chat(("get_ticket", text))))
        self.assertEqual(of(events, "raw")[0]["arguments"], text)
        self.assertEqual(of(events, "normalized")[0]["arguments"]["key"], "QA-142")
        self.assertEqual(of(events, "normalized")[0]["status"], "held")
        self.assertEqual(events[-1]["reason"], "held")

    def test_runs_a_tool_only_where_execute_allows(self):
        reply = chat(("get_ticket", '{"key":"A"}'))
        none, reads, unknown, everything = self.answers(
            request(reply=reply, tools=READ_ONLY), request(reply=reply, tools=READ_ONLY, execute="reads"),
            request(reply=reply, execute="reads"), request(reply=reply, execute="all"))
        status = [of(e, "normalized")[0]["status"] for e in (none, reads, unknown, everything)]
        self.assertEqual(status, ["held", "executed", "held", "executed"])
        self.assertEqual([e[-1]["reason"] for e in (none, reads)], ["held", "stop"])

    def test_a_call_that_the_client_throws_on_is_refused_and_the_next_request_is_served(self):
        broken, unknown, good = self.answers(
            request(reply=chat(("get_ticket", '{"key": '))), request(reply=chat(("get_tickets", "{}"))),
            request(reply=chat(("get_ticket", '{"key":"A"}')), execute="all"))
        for events in (broken, unknown):
            self.assertEqual(events[-1]["reason"], "refusedByClient")
            self.assertEqual((len(of(events, "raw")), of(events, "normalized")), (1, []))
        self.assertEqual(good[-1]["reason"], "stop")

    def test_trouble_without_a_call_on_record_is_an_error_and_no_refusal(self):
        [events] = self.answers(request(reply="<html>Bad gateway</html>"))
        self.assertEqual(of(events, "error")[0]["kind"], "harness")
        self.assertNotEqual(events[-1]["reason"], "refusedByClient")

    def test_no_call_is_no_view(self):
        [events] = self.answers(request(reply={"choices": [{"message": {"content": "none"}}]}))
        self.assertEqual((of(events, "raw"), of(events, "normalized")), ([], []))
        self.assertEqual(events[-1]["reason"], "stop")

    def test_describes_its_tools_and_invokes_one(self):
        manifest, good, bad, unknown = self.answers(
            request("describe"), request("invoke", invoke={"tool": "get_ticket", "arguments": {"key": "A"}}),
            request("invoke", invoke={"tool": "get_ticket", "arguments": {"kee": "A"}}),
            request("invoke", invoke={"tool": "nope", "arguments": {}}))
        self.assertEqual(of(manifest, "manifest")[0]["tools"][0]["name"], "get_ticket")
        self.assertEqual(of(good, "normalized")[0]["status"], "executed")
        self.assertFalse(of(good, "result")[0]["isError"])
        self.assertIn("open", of(good, "result")[0]["text"])
        for events in (bad, unknown):
            self.assertEqual(of(events, "normalized")[0]["status"], "rejected")
            self.assertTrue(of(events, "result")[0]["isError"])

    def test_hands_the_identity_of_an_invoke_case_to_the_tool_whatever_the_arguments_say(self):
        def invoke(**more):
            return request("invoke", invoke={"tool": "get_ticket", "arguments": {"key": "A"}, **more})

        nobody, reader, suspended, forged = self.answers(
            invoke(), invoke(identity={"user": "ann"}), invoke(identity={"user": "bob", "suspended": True}),
            invoke(identity={"user": "bob", "suspended": True},
                   arguments={"key": "A", "identity": {"user": "ann"}}))
        for events in (nobody, reader):
            self.assertEqual(of(events, "normalized")[0]["status"], "executed")
        for events in (suspended, forged):
            self.assertEqual(of(events, "normalized")[0]["status"], "rejected")
            self.assertIn("bob may not read tickets", of(events, "result")[0]["text"])
        self.assertNotIn("bob", of(nobody, "result")[0]["text"] + of(reader, "result")[0]["text"])

    def test_says_so_where_it_does_not_know_the_request(self):
        [events] = self.answers(request("judge"))
        self.assertEqual([e["event"] for e in events], ["unsupported", "finished"])

    def test_takes_requests_with_any_character_and_of_any_size(self):
        wide = "\u2028\u2029\u0085 é \U0001f600" + "x" * 1000000
        [events] = self.answers(request(reply=chat(("get_ticket", json.dumps({"key": wide}))), execute="all"))
        self.assertEqual(of(events, "normalized")[0]["arguments"]["key"], wide)


class AllReplies(WorkedAdapter):
    def test_takes_calls_out_of_every_kind_of_reply(self):
        text, parsed, responses = self.answers(
            request(reply=ANTHROPIC), request(reply=json.loads(ANTHROPIC)), request(reply=RESPONSES))
        self.assertEqual([e["arguments"] for e in of(text, "raw")],
                         ['{"key": 1.0,"key":"}\\"{" , "input": {"a":-0}}', '{"key":1e2}'])
        self.assertEqual([e["id"] for e in of(text, "raw")], ["t1", "t2"])
        self.assertEqual(of(parsed, "raw")[1]["arguments"], {"key": 100})
        self.assertEqual(of(responses, "raw")[0], {"event": "raw", "id": "r1", "name": "get_ticket",
                                                   "arguments": '{"key":"A" }'})


class Python(AllReplies, unittest.TestCase):
    command = PYTHON + [ADAPTERS / "python/example.py"]

    def test_numbers_reach_the_record_as_python_has_them(self):
        text = '{"key": [-0.0, 12345678901234567890123, 1e400, NaN, "NaN"]}'
        [events] = self.answers(request(reply=chat(("get_ticket", text)), execute="all"))
        self.assertEqual(of(events, "normalized")[0]["arguments"],
                         '{"key": [-0.0, 12345678901234567890123, Infinity, NaN, "NaN"]}')


@unittest.skipUnless(NODE, "there is no node here")
class Node(AllReplies, unittest.TestCase):
    command = [NODE, ADAPTERS / "node/example.mjs"]

    def test_numbers_reach_the_record_as_javascript_has_them(self):
        text = '{"key": [-0, 12345678901234567890, 1e400, "NaN"]}'
        [events] = self.answers(request(reply=chat(("get_ticket", text)), execute="all"))
        self.assertEqual(of(events, "normalized")[0]["arguments"],
                         '{"key":[-0,12345678901234567000,Infinity,"NaN"]}')


@unittest.skipUnless(CPP, "TARE_ADAPTER_EXAMPLE is not set")
class Cpp(WorkedAdapter, unittest.TestCase):
    command = [CPP]


class Shell(unittest.TestCase):
    def test_answers_in_the_short_form(self):
        for message, calls in (("Show me ticket QA-142", 1), ("Good morning", 0)):
            ran = run(["sh", ADAPTERS / "shell/example.sh"],
                      [request(messages=[{"role": "user", "content": message}])])
            self.assertEqual(ran.exit_code, 0, ran.err)
            self.assertEqual(len(json.loads(ran.out)["raw"]), calls)
            self.assertIn(faults(ran.out, lines=False), ("", None))


PYTHON_STRAY = """
import os, subprocess, sys
import tare_adapter as tare
print("printed")
def run(request, answer):
    print("printed in a case"); os.write(1, b"written\\n")
    subprocess.run(["sh", "-c", "echo from a child; cat"])
    raise %s
tare.serve(run)
"""
NODE_STRAY = """
import { serve, Trouble } from './tare-adapter.mjs';
console.log('printed');
await serve(async () => { console.log('printed in a case'); process.stdout.write('written'); throw %s; });
"""


class StrayOutput(unittest.TestCase):
    def check(self, ran, words, kind, message):
        for word in words:
            self.assertIn(word, ran.err)
        self.assertEqual([e["event"] for e in ran.events], ["started", "error", "finished"] * 2)
        self.assertEqual((ran.events[1]["kind"], ran.events[1]["message"]), (kind, message))

    def test_of_python_and_of_its_children_goes_to_stderr(self):
        words = ["printed", "printed in a case", "written", "from a child"]
        ran = run_script("py", PYTHON_STRAY % "KeyError('x')", [request(), request()])
        self.check(ran, words + ["Traceback"], "harness", "KeyError: 'x'")
        ran = run_script("py", PYTHON_STRAY % "tare.Trouble('rateLimit', 'slow')", [request(), request()])
        self.check(ran, words, "rateLimit", "slow")

    @unittest.skipUnless(NODE, "there is no node here")
    def test_of_node_goes_to_stderr(self):
        words = ["printed", "printed in a case", "written"]
        ran = run_script("mjs", NODE_STRAY % "new RangeError('x')", [request(), request()])
        self.check(ran, words, "harness", "RangeError: x")
        ran = run_script("mjs", NODE_STRAY % "new Trouble('auth', 'no')", [request(), request()])
        self.check(ran, words, "auth", "Error: no")


PYTHON_GUARD = """
import tare_adapter as tare
class Stop(Exception): pass
async def slow(a, b=2): return "ran"
def positional(a, b): return "ran"
def mapping(arguments): return "ran"
async def run(request, answer):
    answer.event("x-slow", got=await answer.guard(slow)(1, b=3))
    answer.event("x-positional", got=answer.guard(positional, name="p")(1, 2))
    answer.event("x-mapping", got=answer.guard(mapping)({"a": float("nan")}))
    try: answer.guard(positional, held=Stop)(1, 2)
    except Stop: answer.event("x-stopped")
    return request["case"]["input"].get("reason")
tare.serve(run, about={"adapter": {"name": "mine", "version": "1"}, "model": "m"})
"""


class Guard(unittest.TestCase):
    def test_records_what_each_kind_of_function_received(self):
        ran = run_script("py", PYTHON_GUARD, [request(), request(execute="all", input={"reason": "maxTurns"})])
        held, ran_all = ran.answers()
        for events, status, got in ((held, "held", "held: not allowed to run"), (ran_all, "executed", "ran")):
            self.assertEqual([e["arguments"] for e in of(events, "normalized")],
                             [{"a": 1, "b": 3}, {"a": 1, "b": 2}, '{"a": NaN}', {"a": 1, "b": 2}])
            self.assertEqual({e["status"] for e in of(events, "normalized")}, {status})
            self.assertEqual([of(events, "x-" + n)[0]["got"] for n in ("slow", "positional", "mapping")], [got] * 3)
        self.assertEqual(len(of(held, "x-stopped")), 1)
        self.assertEqual((held[-1]["reason"], ran_all[-1]["reason"]), ("held", "maxTurns"))
        self.assertEqual(of(held, "started")[0]["adapter"]["name"], "mine")


class Size(unittest.TestCase):
    def test_a_helper_stays_small(self):
        for path in ("python/tare_adapter.py", "node/tare-adapter.mjs", "cpp/tare_adapter.h"):
            self.assertLessEqual(len((ADAPTERS / path).read_text().splitlines()), 120, path)


if __name__ == "__main__":
    unittest.main()
