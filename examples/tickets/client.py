"""The client layer of the replayed agent: what stands between a model's reply and a tool.

Every agent has one, in an SDK or a framework, and it seldom says what it does. This one is ten small
rules in plain sight, each of which some real client applies. Some mend a model's slip, some spoil a
good call, and a score taken behind them cannot tell which: that is what the example shows.

Rules on the tool's name:
  N1  a prefix such as "functions." is cut, camelCase and hyphens become snake_case
  N2  a name that is still unknown becomes the nearest known one; far from all of them: refused
Rules on the arguments:
  A1  empty text becomes {}
  A2  a code fence around the JSON is taken off
  A3  JSON that does not parse is repaired: Python literals, trailing commas, missing ends
  A4  by the schema: a string that spells an integer becomes that integer, "true" becomes true,
      a number becomes a string
  A5  a value that differs from a member of an enum in case or spaces only becomes that member
  A6  a key that the schema does not list is dropped
  A7  a default of the schema fills in what is missing
  A8  a required key is still missing, or a value does not fit its enum: refused

The seven cases of tare.json meet one of these alone: A4, a string that spells an integer.
"""
import ast
import difflib
import json
import re


class Refused(Exception):
    """The client will not hand this call on. That is an answer, not an accident."""


def tool_name(name, tools):
    known = {tool["name"] for tool in tools}
    plain = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name.rsplit(".", 1)[-1]).replace("-", "_").lower()
    if plain in known:
        return plain
    nearest = difflib.get_close_matches(plain, sorted(known), n=1, cutoff=0.7)
    if not nearest:
        raise Refused(f"unknown tool {name!r}")
    return nearest[0]


def parse(text):
    if not text or not text.strip():
        return {}
    fenced = re.fullmatch(r"\s*```\w*\s*(.*?)\s*```\s*", text, re.S)
    text = fenced.group(1) if fenced else text
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return repair(text)


def repair(text):
    try:
        return ast.literal_eval(text)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        pass
    text = re.sub(r",\s*([}\]])", r"\1", text)
    for ending in ("", "}", '"}', "]}", '"]}'):
        try:
            return json.loads(text + ending)
        except json.JSONDecodeError:
            continue
    raise Refused(f"arguments are not JSON: {text[:60]!r}")


def cast(value, schema):
    wanted = schema.get("type")
    if wanted == "integer" and isinstance(value, str) and re.fullmatch(r"[+-]?\d+", value):
        value = int(value)
    elif wanted == "boolean" and value in ("true", "false"):
        value = value == "true"
    elif wanted == "string" and isinstance(value, (int, float)) and not isinstance(value, bool):
        value = str(value)
    for member in schema.get("enum", []):
        if isinstance(value, str) and value.strip().lower().replace(" ", "_") == member.lower():
            return member
    if "enum" in schema and value not in schema["enum"]:
        raise Refused(f"{value!r} is not one of {schema['enum']}")
    return value


def arguments(text, schema):
    given = parse(text)
    if not isinstance(given, dict):
        raise Refused("arguments are not an object")
    properties = schema["properties"]
    result = {key: cast(value, properties[key]) for key, value in given.items() if key in properties}
    for key, property_schema in properties.items():
        if key not in result and "default" in property_schema:
            result[key] = property_schema["default"]
    for key in schema.get("required", []):
        if key not in result:
            raise Refused(f"{key!r} is missing")
    return result


def hand_on(name, text, tools):
    """The call as the tool receives it: (name, arguments). Raises Refused."""
    name = tool_name(name, tools)
    schema = next(tool["inputSchema"] for tool in tools if tool["name"] == name)
    return name, arguments(text, schema)
