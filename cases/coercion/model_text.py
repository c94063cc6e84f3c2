"""Calls in model text, read strictly: two formats, as the models' own templates print them."""
import json
import re

from replay import tare

HERMES = re.compile(r"<tool_call>\s*(\{.*?\})\s*</tool_call>", re.S)
REASONING = re.compile(r"<think>.*?</think>", re.S)
QWEN = re.compile(r"<tool_call>\s*<function=([^>\s]+)>\n(.*?)</function>\s*</tool_call>", re.S)
PARAMETER = re.compile(r"<parameter=([^>\s]+)>\n(.*?)\n</parameter>\s*", re.S)


def argument_span(text, call):
    """The arguments' own bytes, so that nothing is respelled."""
    start = re.search(r'"arguments"\s*:\s*', text).end()
    _, end = json.JSONDecoder().raw_decode(text, start)
    return {"name": call["name"], "arguments": text[start:end]}


def typed(value, schema):
    if schema.get("type") == "string":
        return json.dumps(value, ensure_ascii=False)
    json.loads(value)
    return value


def qwen_call(match, tools):
    name, body = match.groups()
    schema = next((t["inputSchema"] for t in tools if t["name"] == name), {}).get("properties", {})
    if PARAMETER.sub("", body).strip() or "<parameter=" in PARAMETER.sub(r"\2", body):
        raise tare.ClientError("the markup of the call is broken")
    members = [json.dumps(key) + ":" + typed(value, schema.get(key, {"type": "string"}))
               for key, value in PARAMETER.findall(body)]
    return {"name": name, "arguments": "{" + ",".join(members) + "}"}


def read(text, form, tools):
    """The calls of a text and what is left of it."""
    spoken = REASONING.sub("", text)
    pattern = QWEN if form == "qwenXml" else HERMES
    found = list(pattern.finditer(spoken))
    calls = [qwen_call(m, tools) if form == "qwenXml" else argument_span(m[1], json.loads(m[1]))
             for m in found]
    return calls, pattern.sub("", spoken).strip()
