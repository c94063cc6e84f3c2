#!/usr/bin/env python3
"""`tare audit` on a client of three lines: outcomes, reports, what has changed, exit codes."""
import html.parser
import json
import tempfile
import unittest

from json_schemas import jsonschema
from tare_cli import PYTHON, Suite

# Asks the model where the variables say, as any client would, and hands over what it parsed.
CLIENT = """
import json, os, sys, urllib.request
request = json.loads(sys.stdin.readline())
exact = ((request.get("variant") or {}).get("settings") or {}).get("numbers") == "exact"
def say(**event):
    print(json.dumps(event), flush=True)
say(event="started", adapter={"name": "a", "version": "1"}, model="m",
    layers=[{"role": "sdk", "name": "<b>tiny</b>", "version": "3" if exact else "2"}])
body = {"model": "m", "messages": [{"role": "user", "content": "x"}], "tools": []}
asked = urllib.request.Request(os.environ["OPENAI_BASE_URL"] + "/chat/completions",
                               json.dumps(body).encode(), {"Content-Type": "application/json"})
message = json.load(urllib.request.urlopen(asked))["choices"][0]["message"]
for call in message.get("tool_calls") or []:
    text = call["function"]["arguments"]
    try:
        parsed = json.loads(text, parse_int=int if exact else lambda digits: int(float(digits)))
    except ValueError as problem:
        if "drop" in text:
            continue
        say(event="finished", reason="refusedByClient", message=str(problem))
        sys.exit()
    say(event="call", at="tool", id=call["id"], name=call["function"]["name"], arguments=json.dumps(parsed))
say(event="finished", reason="stop")
"""
HOSTILE = "</pre><script>alert(1)</script>\u202e|`x`"


def case(name, kind, arguments):
    return {"id": f"c/{name}", "kind": "observe", "request": "x", "metadata": {"kind": kind},
            "reply": [{"calls": [{"id": "1", "name": "get", "arguments": arguments}]}, {"text": "Done."}]}


CASES = [
    case("same", "stringToNumber", json.dumps({"s": HOSTILE})),
    case("big", "bigintPrecisionLoss", '{"n": 9007199254740993}'),
    case("broken", "repairSyntax", '{"n": 1'),
    case("silent", "callDropped", '{"drop": 1'),
]


class Page(html.parser.HTMLParser):
    """Well-formed, for a page that closes what it opens; and what stands in it."""
    VOID = {"meta", "br", "rect"}

    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.tags, self.texts = [], [], [], set(), []
        self.headers_without_scope = 0
        self.feed(text)
        self.close()
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        self.tags.add(tag)
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        if tag == "a":
            self.links.append(attributes["href"])
        if tag == "th" and "scope" not in attributes:
            self.headers_without_scope += 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.tags.add(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open[-1] == tag, (tag, self.open, self.getpos())
        self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


class Audit(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        tools = [{"name": "get", "inputSchema": {"type": "object"}}]
        cls.suite = Suite(CASES, CLIENT, tools=tools)
        folder = cls.suite.path / "tiny"
        folder.mkdir()
        (folder / "adapter.py").write_text(CLIENT)
        (folder / "none.json").write_text("[]")
        (folder / "tare.json").write_text(json.dumps({
            "adapter": {"command": [PYTHON, "adapter.py"]}, "proxy": {"mode": "replay"},
            "cases": ["../cases.json"],
            "variants": [{"name": "double", "settings": {"numbers": "double"}},
                         {"name": "exact", "settings": {"numbers": "exact"}}]}))
        cls.out = cls.suite.path / "out"
        cls.done = cls.audit("tiny", out=cls.out)

    @classmethod
    def tearDownClass(cls):
        cls.suite.close()

    @classmethod
    def audit(cls, *words, out=None):
        out = out or tempfile.mkdtemp(dir=cls.suite.path)
        reports = [f"--report={form}" for form in ("markdown", "html", "terminal")]
        # Folders first; a command behind "--" comes last.
        folder = [word for word in words if word == "tiny"]
        rest = [word for word in words if word != "tiny"]
        return cls.suite.tare("audit", *folder, "--corpus", "tare.json", "--out", out, *reports, *rest)

    def document(self, out=None):
        return json.loads(((out or self.out) / "audit.json").read_text())

    def test_each_call_has_the_outcome_that_the_client_gave_it(self):
        self.assertEqual(self.done.returncode, 0, self.done.stderr)
        outcomes = {client["variant"]: {cell["case"][2:]: cell["outcome"] for cell in client["cells"]}
                    for client in self.document()["clients"]}
        rest = {"same": "verbatim", "broken": "errorToCaller", "silent": "dropped"}
        self.assertEqual(outcomes["exact"], {"big": "verbatim", **rest})
        self.assertEqual(outcomes["double"], {"big": "coerced", **rest})

    def test_both_texts_of_a_changed_call_are_kept(self):
        double = next(c for c in self.document()["clients"] if c["variant"] == "double")
        call = next(c for c in double["cells"] if c["case"] == "c/big")["calls"][0]
        self.assertEqual(call["raw"], {"name": "get", "arguments": '{"n": 9007199254740993}'})
        self.assertEqual(call["normalized"], {"name": "get", "arguments": '{"n": 9007199254740992}'})
        self.assertEqual([f["kind"] for f in call["findings"]], ["bigintPrecisionLoss"])

    def test_the_same_clients_give_the_same_bytes(self):
        again = self.suite.path / "again"
        self.audit("tiny", out=again)
        self.assertEqual((again / "audit.json").read_bytes(), (self.out / "audit.json").read_bytes())

    def test_the_document_is_as_its_schema_says(self):
        schema = json.loads(self.suite.tare("schema", "audit").stdout)
        jsonschema.Draft202012Validator(schema).validate(self.document())
        with self.assertRaises(jsonschema.ValidationError):
            jsonschema.Draft202012Validator(schema).validate({**self.document(), "extra": 1})

    def test_the_page_is_well_formed_and_holds_no_markup_of_others(self):
        text = (self.out / "audit.html").read_text()
        page = Page(text)
        self.assertEqual(len(page.ids), len(set(page.ids)))
        for link in page.links:
            self.assertIn(link[1:], page.ids)
        self.assertEqual(page.headers_without_scope, 0)
        self.assertFalse(page.tags & {"script", "link", "img", "iframe", "object", "form"})
        self.assertIn("script>alert(1)", "".join(page.texts))
        self.assertIn("<b>tiny</b> 2", "".join(page.texts))
        self.assertNotIn("\u202e", text)
        self.assertIn("default-src 'none'", text)

    def test_markdown_and_terminal_name_clients_and_kinds(self):
        text = (self.out / "audit.md").read_text()
        self.assertNotIn("<script", text)
        for shown in (text, self.done.stdout):
            for word in ("tiny/double", "bigintPrecisionLoss", "9007199254740992"):
                self.assertIn(word, shown)

    def test_an_upgrade_that_makes_a_cell_worse_exits_1(self):
        old = self.document()
        for client in old["clients"]:
            client["cells"] = [c if c["case"] != "c/big" else
                               {**c, "outcome": "verbatim", "severity": "none", "kinds": [], "calls": []}
                               for c in client["cells"]]
            for layer in client["layers"]:
                layer["version"] = "1"
        earlier = self.suite.path / "old.json"
        earlier.write_text(json.dumps(old))
        done = self.audit("tiny", "--against", earlier)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn("1 worse, 0 better, 0 otherwise changed, of 8 cells in both audits", done.stdout)
        self.assertIn("<b>tiny</b> 1 -> <b>tiny</b> 2 (tiny/double)", done.stdout)
        self.assertEqual(self.audit("tiny", "--against", self.out).returncode, 0)

    def test_variants_and_cases_are_chosen(self):
        out = self.suite.path / "chosen"
        done = self.audit("tiny", "--variant", "ex*", "--filter", "id(c/big)", out=out)
        self.assertEqual(done.returncode, 0, done.stderr)
        clients = self.document(out)["clients"]
        self.assertEqual([c["variant"] for c in clients], ["exact"])
        self.assertEqual([c["case"] for c in clients[0]["cells"]], ["c/big"])
        self.assertEqual(self.audit("tiny", "--variant", "x*").returncode, 2)

    def test_the_run_of_a_client_can_be_reported_again(self):
        folder = next(self.out.glob("*double*/journal.jsonl")).parent
        done = self.suite.tare("report", folder, "--color", "never")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("the suite has no variant", done.stderr)
        done = self.suite.tare("report", folder, "--by", "variant,model", "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("double", done.stdout)

    def refused(self, *words, code=2):
        """What is wrong with these words is told before any client runs."""
        out = self.suite.path / "refused"
        done = self.suite.tare("audit", "--corpus", "tare.json", "--out", out, *words)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(list(out.glob("*/journal.jsonl")), [])
        return done.stderr

    def test_a_place_where_no_report_can_be_written_is_told_first(self):
        self.assertIn("there is no such folder", self.refused("tiny", "--report", "html=no/such/x.html"))
        self.assertIn("that is a folder", self.refused("tiny", "--report", "markdown=tiny"))
        self.assertIn("no path behind", self.refused("tiny", "--report", "markdown="))
        self.assertIn("the audit itself", self.refused("tiny", "--report", "html=refused/audit.json"))
        self.assertIn("two reports go to ./x.md",
                      self.refused("tiny", "--report", "markdown=x.md", "--report", "html=./x.md"))

    def test_reports_go_into_the_audit_s_own_folder_before_it_is_there(self):
        out = self.suite.path / "fresh"
        done = self.suite.tare("audit", "tiny", "--corpus", "tare.json", "--out", "fresh", "--filter", "id(c/same)",
                               "--report", "markdown=fresh/mine.md", "--report", "terminal=fresh/t.txt",
                               "--color", "auto")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((out / "mine.md").exists())
        self.assertNotIn("\x1b", (out / "t.txt").read_text())

    def test_a_filter_that_selects_nothing_says_what_ids_are_like(self):
        text = self.refused("tiny", "--filter", "id(no/such)", code=4)
        self.assertIn("selects none of 4 cases", text)
        self.assertIn("c/same", text)
        self.assertIn("`tare run --list tare.json`", text)
        self.assertIn('"id(c/bigg)" in the filter', self.refused("tiny", "--filter", "id(c/big) | id(c/bigg)"))
        self.refused("tiny", "--filter", "id(")

    def test_folders_and_a_command_are_not_mixed(self):
        self.assertIn("both to be audited", self.refused("tiny", "--", PYTHON, "adapter.py", "--variant", "x"))
        self.assertIn("a command behind -- has none", self.refused("--variant", "x", "--", PYTHON, "adapter.py"))

    def test_options_behind_the_dashes_are_the_command_s(self):
        out = self.suite.path / "own-options"
        done = self.audit("--filter", "id(c/big)", "--", PYTHON, "adapter.py", "--variant", "x", "--out", "y", out=out)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.document(out)["clients"][0]["client"], "adapter")

    def test_a_command_alone_is_audited(self):
        out = self.suite.path / "alone"
        done = self.audit("--filter", "id(c/big)", "--", PYTHON, "adapter.py", out=out)
        self.assertEqual(done.returncode, 0, done.stderr)
        client, = self.document(out)["clients"]
        self.assertEqual((client["client"], client["variant"]), ("adapter", None))
        self.assertEqual(client["cells"][0]["outcome"], "coerced")

    def test_a_client_that_never_asks_is_not_measured_and_exits_3(self):
        out = self.suite.path / "silent"
        script = self.suite.path / "mute.py"
        script.write_text('print(\'{"event": "finished", "reason": "stop"}\')')
        done = self.audit("--", PYTHON, script, out=out)
        self.assertEqual(done.returncode, 3, done.stderr)
        outcomes = self.document(out)["clients"][0]["outcomes"]
        self.assertEqual(outcomes["notMeasured"], len(CASES))
        self.assertIn("the client never asked the model proxy", done.stdout)


if __name__ == "__main__":
    unittest.main()
