#!/usr/bin/env python3
"""`tare diff`: one line in, one line out; two texts for a person; faults that name their place."""
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import unittest

from tare_cli import TARE

MEMBERS = ["on", "kind", "path", "severity", "effect", "lossless", "hop", "rawCall", "normalizedCall", "raw",
           "normalized"]


def tare(*words, text="", env=None):
    given = text if isinstance(text, bytes) else text.encode()
    done = subprocess.run([TARE, "diff", *map(str, words)], input=given, capture_output=True, timeout=60,
                          env={**os.environ, **(env or {})})
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done


def line(raw, normalized, **more):
    return {"id": "a", "rawCalls": [{"id": "1", "name": "get", "arguments": raw}],
            "normalizedCalls": [{"id": "1", "name": "get", "arguments": normalized}], **more}


def batch(*lines, ending="\n"):
    texts = [each if isinstance(each, str) else json.dumps(each) for each in lines]
    return tare("--batch", "-", text="\n".join(texts) + ending)


def answers(*lines):
    done = batch(*lines)
    assert done.returncode == 0, done.stderr
    return [json.loads(each) for each in done.stdout.splitlines()]


class Batch(unittest.TestCase):
    def one(self, *arguments, **more):
        return answers(line(*arguments, **more))[0]

    def kinds(self, *arguments, **more):
        return [finding["kind"] for finding in self.one(*arguments, **more)["findings"]]

    def test_one_answer_a_line_in_order_members_in_order(self):
        done = batch(line('{"n":"4"}', '{"n":4}'), {**line("{}", "{}"), "id": "b"})
        first, second = done.stdout.splitlines()
        self.assertEqual(first, '{"id":"a","findings":[{"on":"arguments","kind":"stringToNumber","path":"/n",'
                         '"severity":"medium","effect":"damaged","lossless":true,"hop":null,"rawCall":0,'
                         '"normalizedCall":0,"raw":"\\"4\\"","normalized":"4"}],"worst":"medium"}')
        self.assertEqual(second, '{"id":"b","findings":[],"worst":"none"}')

    def test_an_id_is_echoed_to_the_byte(self):
        for id in ['"x"', "1.0", "12345678901234567890123", '{"b":1,"a":[1 ,2]}', '"\\u00e9\\ud800"', "null", "false"]:
            text = '{"id":' + id + ',"rawCalls":[],"normalizedCalls":[]}'
            self.assertEqual(batch(text).stdout, '{"id":' + id + ',"findings":[],"worst":"none"}\n')
        self.assertEqual(batch('{"rawCalls":[],"normalizedCalls":[]}').stdout,
                         '{"id":null,"findings":[],"worst":"none"}\n')

    def test_arguments_as_text_as_an_object_and_absent(self):
        self.assertEqual(self.one({"n": 1}, '{"n": 1}')["findings"], [])
        self.assertEqual(answers('{"rawCalls":[{"name":"a","arguments":{"n": 1e0}}],'
                                 '"normalizedCalls":[{"name":"a","arguments":"{\\"n\\":1e0}"}]}')[0]["findings"], [])
        self.assertEqual(self.kinds(None, "{}"), ["emptyArgsToObject"])
        self.assertEqual(self.kinds("", {}), ["emptyArgsToObject"])
        self.assertEqual([f["kind"] for f in answers('{"rawCalls":[{"name":"a"}],'
                                                     '"normalizedCalls":[{"name":"a","arguments":"{}"}]}')[0]["findings"]],
                         ["emptyArgsToObject"])

    def test_names_and_ids_may_be_null_or_absent(self):
        call = {"id": None, "name": None, "arguments": '{"n":1}'}
        self.assertEqual(answers({"rawCalls": [call], "normalizedCalls": [call]})[0]["findings"], [])
        self.assertEqual(answers({"rawCalls": [{"arguments": "{}"}], "normalizedCalls": [{"arguments": "{}"}]})[0]["findings"], [])

    def test_path_is_null_off_arguments_and_an_index_null_without_a_partner(self):
        found = answers({"rawCalls": [{"name": "get", "arguments": "{}"}], "normalizedCalls": []})[0]["findings"]
        self.assertEqual([(f["on"], f["kind"], f["path"], f["rawCall"], f["normalizedCall"]) for f in found],
                         [("call", "callDropped", None, 0, None)])
        self.assertIsNone(found[0]["normalized"])

    def test_every_member_in_its_order_and_remark_only_where_there_is_one(self):
        found = self.one('{"a":1,"b":"x"', '{"a":"1","b":"x"}', executed=False)["findings"]
        self.assertGreater(len(found), 1)
        for finding in found:
            self.assertEqual([m for m in finding if m != "remark"], MEMBERS)
            self.assertNotEqual(finding.get("remark"), "")
            self.assertLessEqual(["none", "info", "low", "medium", "high", "critical"].index(finding["severity"]), 3)

    def test_a_schema_and_a_list_of_tools_decide_the_effect(self):
        schema = {"type": "object", "properties": {"n": {"type": "integer"}}}
        effect = lambda **more: self.one('{"n":"4"}', '{"n":4}', **more)["findings"][0]["effect"]
        self.assertEqual(effect(), "damaged")
        self.assertEqual(effect(inputSchema=schema), "rescued")
        self.assertEqual(effect(tools=[{"name": "get", "inputSchema": schema}]), "rescued")
        self.assertEqual(effect(tools=[{"name": "get"}], inputSchema=schema), "rescued")
        self.assertEqual(effect(tools=[{"name": "get", "inputSchema": {}}], inputSchema=schema), "damaged")

    def test_a_line_does_not_remember_the_one_before(self):
        tools = [{"name": "get", "wireName": "w", "inputSchema": {"properties": {"n": {"type": "integer"}}}}]
        text = {"id": "t", "rawText": '<tool_call>{"name":"get","arguments":{}}</tool_call>', "rawFormat": "hermes",
                "rawName": "get", "normalizedCalls": [{"name": "get", "arguments": "{}"}]}
        lines = [line('{"n":"4"}', '{"n":4}', tools=tools, executed=False), line('{"n":"4"}', '{"n":4}'), text,
                 line(None, None), line('{"n":"4"}', '{"n":4}'), {"rawCalls": [], "normalizedCalls": []}]
        together = batch(*lines).stdout.splitlines()
        self.assertEqual(together, [batch(each).stdout.strip() for each in lines])

    def test_members_that_are_not_known_are_passed_over(self):
        self.assertEqual(self.one("{}", "{}", note="x", expected={"kinds": 1}, rawFormat="invalid", layer=[1])["findings"], [])

    def test_a_list_where_nothing_was_called(self):
        self.assertEqual(answers({"rawCalls": [], "normalizedCalls": []})[0]["worst"], "none")

    def test_an_input_without_a_line_has_no_answer(self):
        for text in ("", "\n", "\n \n\r\n"):
            done = tare("--batch", "-", text=text)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_last_line_needs_no_newline_and_empty_lines_may_end_the_input(self):
        good = line("{}", "{}")
        for ending in ("", "\n", "\r\n", "\n\n \n"):
            done = batch(good, good, ending=ending)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(len(done.stdout.splitlines()), 2)

    def test_bad_input_names_its_place_and_the_lines_before_it_are_answered(self):
        good = json.dumps(line("{}", "{}"))
        for bad, place, said in [
                ("[1]", "3:1", "must be a JSON object, not array"),
                ('{"rawCalls":[],}', "3:16", "expected"),
                ("", "3:1", "an empty line"),
                ('{"rawCalls":[]}', "3:1", 'no "normalizedCalls"'),
                ('{"normalizedCalls":[]}', "3:1", 'neither "rawCalls" nor "rawText"'),
                ('{"rawCalls":"x","normalizedCalls":[]}', "3:13", '"rawCalls" must be an array of calls, not string'),
                ('{"rawCalls":[1],"normalizedCalls":[]}', "3:14", "rawCalls[0] must be an object, not number"),
                ('{"rawCalls":[],"normalizedCalls":[{"name":1}]}', "3:43",
                 '"name" of normalizedCalls[0] must be a string or null'),
                ('{"é":1,"rawCalls":[],"rawText":"","normalizedCalls":[]}', "3:32", "both say what the model wrote"),
                ('{"rawCalls":[],"rawCalls":[],"normalizedCalls":[]}', "3:16", '"rawCalls" stands there twice'),
                ('{"rawCalls":[],"normalizedCalls":[],"executed":1}', "3:48", '"executed" must be true or false'),
                ('{"rawCalls":[],"normalizedCalls":[],"tools":[{"inputSchema":{}}]}', "3:46", 'tools[0] has no "name"'),
                ('{"rawCalls":[],"normalizedCalls":[],"inputSchema":"x"}', "3:51", "must be a JSON Schema")]:
            done = batch(good, good, bad, good)
            self.assertEqual(done.returncode, 2, bad)
            self.assertEqual(len(done.stdout.splitlines()), 2, bad)
            self.assertIn("tare: cannot diff the batch: ", done.stderr)
            self.assertIn(said, done.stderr)
            self.assertIn(f"(stdin:{place})", done.stderr)
            self.assertEqual(len(done.stderr.splitlines()), 2, done.stderr)

    def test_bytes_that_are_no_utf8_are_refused_at_their_place(self):
        done = tare("--batch", "-", text=b'{"id":"\xff","rawCalls":[],"normalizedCalls":[]}\n')
        self.assertEqual(done.returncode, 2)
        self.assertIn("(stdin:1:8)", done.stderr)

    def test_a_file_that_is_missing_is_bad_input(self):
        done = tare("--batch", "/nonexistent/x.jsonl")
        self.assertEqual(done.returncode, 2)
        self.assertIn("No such file", done.stderr)

    def test_a_file_is_named_in_its_faults(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "pairs.jsonl"
            path.write_text("{}\n")
            self.assertIn(f"({path}:1:1)", tare("--batch", path).stderr)

    def test_arguments_too_deep_to_follow_are_counted_and_not_called_unchanged(self):
        deep = lambda n: "[" * 5000 + n + "]" * 5000
        self.assertEqual(self.one(f'{{"a":{deep("1")}}}', f'{{"a":{deep("2")}}}'),
                         {"id": "a", "findings": [], "worst": "none", "unread": 1})
        text = '{"rawCalls":[{"name":"a","arguments":{"a":' + deep("1") + '}}],"normalizedCalls":[]}'
        self.assertEqual(answers(text)[0]["worst"], "critical")

    def test_a_line_of_many_megabytes(self):
        long = "x" * (40 << 20)
        done = batch(line(json.dumps({"a": long}), json.dumps({"a": long[:-1]})))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["findings"][0]["kind"], "valueTruncated")

    def test_answers_come_while_the_input_is_still_open(self):
        with subprocess.Popen([TARE, "diff", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            for id in ("a", "b"):
                process.stdin.write((json.dumps({**line("{}", "{}"), "id": id}) + "\n").encode())
                process.stdin.flush()
                self.assertTrue(select.select([process.stdout], [], [], 60)[0])
                self.assertEqual(json.loads(process.stdout.readline())["id"], id)
            process.stdin.close()
            self.assertEqual(process.wait(60), 0)

    def test_an_output_that_is_closed_ends_the_batch(self):
        with subprocess.Popen([TARE, "diff", "--batch", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            process.stdout.close()
            process.stdin.write((json.dumps(line("{}", "{}")) + "\n").encode())
            process.stdin.close()
            self.assertEqual(process.wait(60), 110)
            self.assertIn(b"cannot write the answers", process.stderr.read())

    def test_bad_usage(self):
        for words in ([], ["a"], ["--batch", "-", "a"], ["--batch", "-", "--schema", "s"], ["-", "-"]):
            done = tare(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertEqual(done.stdout, "")
            self.assertTrue(done.stderr.startswith("tare: cannot "), done.stderr)


class TwoTexts(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="tare-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def file(self, name, text):
        path = self.folder / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    def compare(self, raw, normalized, *words, **options):
        return tare(self.file("raw.json", raw), self.file("normalized.json", normalized), *words, **options)

    def test_a_schema_that_judges_nothing_is_said_once(self):
        broken = {"type": "object", "properties": {"a": {"$ref": "#/$defs/none"}}}
        done = batch(*[line('{"a":"1"}', '{"a":1}', inputSchema=broken)] * 3)
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("tare: warning: a schema judges nothing"), 1, done.stderr)
        self.assertIn("stdin:1", done.stderr)
        self.assertEqual(len(done.stdout.splitlines()), 3)

    def test_what_is_the_same_exits_with_0(self):
        for raw, normalized in [('{"a":1}', '{"a":1}'), ('{"a": 1}\n', '{"a":1}'),
                                ('{"a":"\\u00e9\\/"}', '{"a":"é/"}'), ("", " ")]:
            done = self.compare(raw, normalized)
            self.assertEqual((done.returncode, done.stderr), (0, ""), raw)
            self.assertIn("nothing changed", done.stdout)
            self.assertEqual(self.compare(raw, normalized, "-q").stdout, "")

    def test_what_changed_exits_with_1_and_stands_side_by_side(self):
        done = self.compare('{"n":"4"}', '{"n":4}')
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertIn("model wrote", done.stdout)
        self.assertIn("tool received", done.stdout)
        self.assertIn('{"n":"4"}', done.stdout)
        self.assertIn("^^^", done.stdout)
        self.assertIn('stringToNumber at /n: string "4" became number 4 (medium, damaged, lossless)',
                      " ".join(done.stdout.split()))
        self.assertNotIn("remedy", done.stdout)
        self.assertIn("remedy: ", self.compare('{"n":"4"}', '{"n":4}', "--verbose").stdout)

    def test_stdin_for_one_of_them(self):
        path = self.file("a", '{"a":1}')
        self.assertEqual(tare("-", path, text='{"a":2}').returncode, 1)
        self.assertEqual(tare(path, "-", text='{"a":1}').returncode, 0)

    def test_json_is_one_document(self):
        done = self.compare('{"n":"4"}', '{"n":4}', "--format", "json")
        self.assertEqual(done.returncode, 1)
        document = json.loads(done.stdout)
        self.assertEqual(list(document), ["findings", "worst"])
        self.assertEqual(list(document["findings"][0]), MEMBERS)
        self.assertEqual(json.loads(self.compare("{}", "{}", "--format", "json").stdout), {"findings": [], "worst": "none"})

    def test_a_schema_tells_a_rescue(self):
        schema = self.file("schema.json", '{"properties":{"n":{"type":"integer"}}}')
        self.assertIn("(low, rescued, lossless)", self.compare('{"n":"4"}', '{"n":4}', "--schema", schema).stdout)
        broken = self.file("broken.json", '{"type":')
        done = self.compare("{}", "{}", "--schema", broken)
        self.assertEqual(done.returncode, 2)
        self.assertIn("cannot read the schema", done.stderr)

    def test_colour_only_where_it_is_wanted(self):
        pair = ('{"n":"4"}', '{"n":4}')
        self.assertNotIn("\x1b", self.compare(*pair).stdout)
        self.assertIn("\x1b[", self.compare(*pair, "--color", "always").stdout)
        self.assertNotIn("\x1b", self.compare(*pair, "--color", "never").stdout)

    def test_nothing_that_a_terminal_obeys_comes_through(self):
        evil = '{"a":"\x1b[2J\u202e\u200b"}'
        done = self.compare(evil, '{"a":"\x9b31m"}')
        self.assertEqual(done.returncode, 1)
        for character in "\x1b\u202e\u200b\x9b":
            self.assertNotIn(character, done.stdout)
        self.assertIn("\\u202e", done.stdout)
        self.assertIn("\\u200b", done.stdout)

    def test_white_space_that_changed_is_visible(self):
        done = self.compare('{"a":" x\u00a0"}', '{"a":"x"}')
        self.assertIn('"·x\\u00a0"', done.stdout)
        done = self.compare('x\ty\n', 'x')
        self.assertIn("→", done.stdout)
        self.assertIn("↵", done.stdout)

    def test_a_long_value_is_cut_around_the_change_and_says_how_much(self):
        raw = json.dumps({"a": "x" * 5000 + "old" + "y" * 7000})
        done = self.compare(raw, raw.replace("old", "new"))
        self.assertIn("old", done.stdout)
        self.assertIn("new", done.stdout)
        self.assertLess(len(done.stdout), 2000)
        self.assertRegex(done.stdout, r"\[\d{4} B\]…")
        self.assertRegex(done.stdout, r"…\[\d{4} B\]")

    def test_bytes_that_are_no_utf8(self):
        done = self.compare(b'{"a":"\xff"}', b'{"a":"\xfe"}')
        self.assertEqual(done.returncode, 1)
        self.assertIn("\\xff", done.stdout)

    def test_a_missing_file(self):
        done = tare("/nonexistent/a", "/nonexistent/b")
        self.assertEqual(done.returncode, 2)
        self.assertIn("tare: cannot compare the two texts", done.stderr)

    def test_help_tells_of_the_batch(self):
        done = tare("--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--batch", "--schema", "rawText", "normalizedCalls", "Exit codes"):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    sys.exit(unittest.main())
