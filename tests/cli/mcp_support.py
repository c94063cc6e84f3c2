"""What the tests of `tare proxy mcp` share: tools and answers to serve, and the published schemas."""
import json
import os
import pathlib

from json_schemas import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMAS = pathlib.Path(os.environ.get("TARE_SHARED_DATA") or ROOT.parent / "shared/data",
                       "schemas/mcp")
MODERN = "2026-07-28"
LEGACY = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
TOOLS = {"instructions": "Be brief.", "tools": [
    {"name": "get_ticket", "description": "One ticket", "wireName": "mcp__get", "approval": "never",
     "annotations": {"readOnlyHint": True},
     "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]}},
    {"name": "get_user"},
    {"name": "drop_ticket", "inputSchema": {"type": "object", "additionalProperties": False}},
    {"name": "odd", "inputSchema": {}},
    {"name": "none"}]}
ANSWERS = [
    {"tool": "get_ticket", "arguments": {"key": "QA-1"}, "text": "first"},
    {"tool": "get_*", "result": {"content": [{"type": "text", "text": "é"}],
                                 "structuredContent": {"n": 1.5}}},
    {"tool": "drop_*", "deny": "not on a Friday"},
    {"tool": "odd", "text": "out of paper", "isError": True},
    {"tool": "none", "error": {"code": -32050, "message": "gone"}}]


def served_files(folder):
    """TOOLS and ANSWERS as files in a folder, and the words that have them served."""
    path = pathlib.Path(folder)
    (path / "tools.json").write_text(json.dumps(TOOLS))
    (path / "answers.json").write_text(json.dumps(ANSWERS))
    return ["--tools", path / "tools.json", "--answers", path / "answers.json"]


class Schemas:
    """The published schema of one revision; every check passes where it is not on this machine."""

    def __init__(self, revision):
        path = SCHEMAS / revision / "schema.json"
        self.document = json.loads(path.read_text()) if path.exists() else None

    def check(self, name, value):
        if self.document is None:
            return
        key = "$defs" if "$defs" in self.document else "definitions"
        schema = {key: self.document[key], "$ref": f"#/{key}/{name}"}
        validator = (jsonschema.Draft202012Validator if key == "$defs"
                     else jsonschema.Draft7Validator)
        validator(schema).validate(value)

    def check_error(self, message):
        name = "JSONRPCErrorResponse"
        if self.document and name not in (self.document.get("$defs") or
                                          self.document.get("definitions")):
            name = "JSONRPCError"
        self.check(name, message)
