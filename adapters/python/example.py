"""A worked adapter. It runs without a network: the model's reply stands in the case's input."""
import json
import tare_adapter as tare  # first among what prints: it takes stdout

TOOLS = [{"name": "get_ticket", "description": "Show one ticket.",
          "inputSchema": {"type": "object", "properties": {"key": {"type": "string"}}, "required": ["key"]},
          "annotations": {"readOnlyHint": True}}]

def get_ticket(key, identity=None):  # who asks: from the session (here: the case), never from a model
    if (identity or {}).get("suspended"):
        raise PermissionError("%s may not read tickets" % identity.get("user"))
    return {"key": key, "status": "open"}

def run(request, answer):
    tools = {"get_ticket": answer.guard(get_ticket)}
    for call in answer.raw_calls(request["case"]["input"]["reply"]):  # your model is asked here
        if call["name"] not in tools:
            raise tare.ClientError("unknown tool " + call["name"])
        arguments = call["arguments"]
        tools[call["name"]](**(json.loads(arguments) if isinstance(arguments, str) else arguments))

tare.serve(run, tools=TOOLS, functions={"get_ticket": get_ticket})
