"""A layer that helps: it repairs, casts by the schema, fills in, tidies up and guesses.

Each step is a kindness that some client does to a model. Together they show most of what can happen to
a call on its way, and what an audit must find. Never use it for anything else.
"""
import json
import re

from lax_arguments import read_arguments
from lax_values import tidy_object
from replay import play

NAME_LIMIT = 63
PREFIX = re.compile(r"^(functions\.|default_api:)")
SAMPLE = re.compile(r'\{"name": "(\w+)", "arguments": (\{[^}]*\})\}')


def plain(name):
    return re.sub(r"[\W_]", "", name).lower()


def distance(one, two):
    row = list(range(len(two) + 1))
    for i, a in enumerate(one):
        row, last = [i + 1], row
        for j, b in enumerate(two):
            row.append(min(row[-1] + 1, last[j + 1] + 1, last[j] + (a != b)))
    return row[-1]


def find_tool(name, tools):
    """By what is left of the name once prefix, case, separators and length are gone; else the nearest;
    else a placeholder."""
    short = PREFIX.sub("", name.split("<|")[0].strip())[:NAME_LIMIT]
    for tool in tools:
        if plain(tool["name"][:NAME_LIMIT]) == plain(short):
            return tool
    near = min(tools, key=lambda tool: distance(plain(tool["name"]), plain(short)))
    if distance(plain(near["name"]), plain(short)) <= 5:
        return near
    return {"name": "invalid", "inputSchema": {"type": "object"}}


def calls_of(reply):
    if "calls" in reply:
        return reply["calls"]
    # Anything in the text that looks like a call is one, wherever it stands.
    found = [{"name": name, "arguments": text} for name, text in SAMPLE.findall(reply["text"])]
    for name, body in re.findall(r"<function=(\w+)>(.*)</function>", reply["text"], re.S):
        members = {}
        for part in re.split(r"<parameter=", body)[1:]:
            key, value = part.split(">", 1)
            members[key] = value.strip().removesuffix("</parameter>").strip()
        found.append({"name": name, "arguments": json.dumps(members)})
    return found


def hand_on(reply, tools):
    out, past, seen = [], [], set()
    for number, call in enumerate(calls_of(reply)):
        tool = find_tool(call["name"], tools)
        value = tidy_object(read_arguments(call.get("arguments") or ""), tool["inputSchema"])
        text = json.dumps(value)
        if (tool["name"], text) in seen:  # the model repeats itself: once is enough
            continue
        seen.add((tool["name"], text))
        out.append({"id": "c%d" % number, "name": tool["name"], "arguments": text})
        past.append({"id": call.get("id"), "type": "function",
                     "function": {"name": tool["name"], "arguments": text}})
    # Calls without ids are pieces of one.
    if len(out) > 1 and all("id" not in call for call in reply.get("calls", [{"id": ""}])):
        names = {call["name"] for call in out}
        if len(names) == 1:
            out = [{**out[0], "arguments": "".join(call["arguments"] for call in reply["calls"])}]
    out.sort(key=lambda call: call["name"])
    # What the model is shown next is what was made of its call, and a sentence of the layer's own.
    history = [{"role": "assistant", "content": None, "tool_calls": past}] if past else None
    return {"calls": out[:2], "history": history, "message": "Working on it."}


if __name__ == "__main__":
    play("lax", hand_on)
