#!/usr/bin/env python3
"""`tare policy check --wire RUN`: the tools as they went to the model, against the reviewed ones."""
import json
import unittest

from proxy_run_support import DONE, KEY, PROVIDERS, TOOLS, ProxyRun, case

SCHEMAS = {"anthropic": {"type": "object"}, "gemini": {"type": "OBJECT"}}  # the client's own, else {}


class Wire(ProxyRun):
    def sent(self, provider="chat", *added, reply=None, keep=True, **plan):
        """A run of a client that sends the suite's tools and those added."""
        tools = TOOLS + [{"name": name, "inputSchema": {}} for name in added]
        suite = self.suite([case("a", reply, {"provider": provider, **plan})])
        settings = json.loads(suite.file.read_text())
        suite.file.write_text(json.dumps({**settings, "tools": tools}))
        self.ran(suite, 0, *(["--keep", "all"] if keep else []))
        return suite

    def check(self, suite, *reviewed, code=0, provider="chat", **tool):
        policy = {"format": "tare-policy/1", "reviewedBy": "Ada", "reviewedOn": "2026-11-30",
                  "tools": {name: {"approval": "always", "inputSchema": SCHEMAS.get(provider, {}), **tool}
                            for name in reviewed}}
        (suite.path / "policy.json").write_text(json.dumps(policy))
        done = suite.tare("policy", "check", "--policy", "policy.json", "--wire", "run", "--format", "json")
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        if code == 2:
            return done.stderr
        found = json.loads(done.stdout)
        # The client gives its tools no descriptions, which is a finding of its own.
        return [(v["subject"], v["rule"]) for v in found["violations"] if v["rule"] != "policy/description-missing"]

    def test_a_tool_that_was_sent_and_is_not_reviewed_is_named(self):
        for provider in [*PROVIDERS, "stream"]:
            with self.subTest(provider):
                suite = self.sent(provider, "drop_all")
                self.assertEqual(self.check(suite, "get_ticket", code=1, provider=provider),
                                 [("drop_all", "policy/extra-tool")])
                self.assertEqual(self.check(suite, "get_ticket", "drop_all", code=1, provider=provider), [])

    def test_a_reviewed_tool_that_was_not_sent_is_named(self):
        self.assertEqual(self.check(self.sent(), "get_ticket", "get_user", code=1),
                         [("get_user", "policy/missing-tool")])

    def test_a_schema_that_the_client_changed_on_the_way_is_drift(self):
        found = self.check(self.sent(), "get_ticket", code=1, inputSchema=TOOLS[0]["inputSchema"])
        self.assertEqual({subject for subject, _ in found}, {"get_ticket"})
        self.assertTrue(all(rule.startswith("policy/schema-") for _, rule in found), found)

    def test_a_name_that_the_client_put_a_prefix_to_is_led_back(self):
        called = {"calls": [{"id": "c", "name": "mcp__t__get_ticket", "arguments": KEY}]}
        suite = self.sent("chat", "drop_all", reply=[called, DONE], prefix="mcp__t__")
        self.assertEqual(self.check(suite, "get_ticket", code=1), [("mcp__t__drop_all", "policy/extra-tool")])

    def test_what_the_wire_cannot_tell_is_said_and_not_held_against_it(self):
        suite = self.sent()
        self.check(suite, "get_ticket", code=1, server="erp", annotations={"readOnlyHint": True})
        text = suite.tare("policy", "check", "--policy", "policy.json", "--wire", "run").stdout
        self.assertRegex(text, r"not told by it +approval, limits, filters, servers, annotations\n")
        self.assertRegex(text, r"(?m)^get_ticket: has no description.*\n(?=policy check: 1 error$)")

    def test_a_run_without_records_is_told_what_to_do(self):
        suite = self.sent(keep=False)
        self.assertIn("--keep all", self.check(suite, "get_ticket", code=2))

    def test_a_record_that_is_broken_is_no_tool_less(self):
        suite = self.sent()
        (record,) = suite.run_folder.rglob("wire.jsonl")
        whole = record.read_bytes()
        record.write_bytes(whole + b'{"target":"/v1/chat/completions","requestBody":"{\n')
        self.assertIn("wire.jsonl:3", self.check(suite, "get_ticket", code=2))
        # A request that the model could not have read either: said beside what was.
        record.write_bytes(whole + b'{"target":"/v1/chat/completions","requestBody":"{"}\n')
        self.check(suite, "get_ticket", code=1)
        text = suite.tare("policy", "check", "--policy", "policy.json", "--wire", "run").stdout
        self.assertIn("requests that cannot be read: 1", text)


if __name__ == "__main__":
    unittest.main()
