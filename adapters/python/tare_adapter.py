"""What a Tare adapter in Python needs; Python 3.8 or later, no packages. docs/protocol.md says what
travels. Import this first: it takes stdin and stdout for the protocol, so that a stray print() or a
child of yours writes to stderr and reads nothing. Then give serve() the function that runs one case.
"""
import functools, inspect, json, os, re, traceback

_requests = os.fdopen(os.dup(0), "r", encoding="utf-8", errors="surrogateescape", newline="\n")
_events = os.fdopen(os.dup(1), "w", buffering=1, encoding="ascii", newline="\n")  # line by line
os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
os.dup2(2, 1)
class ClientError(Exception):
    """Raise it where your client layer refuses the model's call: unknown tool, bad arguments."""
class Trouble(Exception):
    """Trouble(kind, message): what would have come whatever the model had said."""

def _plain(o):
    o = o.model_dump() if hasattr(o, "model_dump") else o
    return o if isinstance(o, dict) else getattr(o, "__dict__", None) or str(o)

def _wait(value):  # asyncio is slow to load, and few need it
    return __import__("asyncio").run(value) if inspect.iscoroutine(value) else value

def calls_in(reply):
    """The tool calls of an OpenAI (chat, responses) or Anthropic reply: a dict, an SDK object or the
    body's text. Argument text is untouched; Anthropic's `input` is text where the body is text."""
    text = reply.decode("utf-8", "surrogateescape") if isinstance(reply, bytes) else reply
    text, body = (text, json.loads(text)) if isinstance(text, str) else ("", _plain(text))
    for choice in (body.get("choices") or [])[:1]:
        for call in choice["message"].get("tool_calls") or []:
            f = call.get("function") or call["custom"]
            yield dict(id=call.get("id"), name=f["name"], arguments=f.get("arguments", f.get("input")))
    for item in body.get("output") or []:
        if item.get("type") == "function_call":
            yield dict(id=item.get("call_id"), name=item["name"], arguments=item["arguments"])
    end = 0
    for block in body.get("content") or []:
        arguments = block.get("input")
        for key in re.compile(r'"input"\s*:\s*').finditer(text, end):
            value, stop = json.JSONDecoder().raw_decode(text, key.end())
            if value == arguments:  # the span of this very block: its text is the evidence
                arguments, end = text[key.end():stop], stop
                break
        if block.get("type") == "tool_use":
            yield dict(id=block.get("id"), name=block["name"], arguments=arguments)

class Answer:
    """The answer to one request. `execute` and readOnlyHint decide what a guarded tool may do."""
    def __init__(self, request):
        self.execute, self.held, self.raw_seen = request.get("execute", "none"), False, False
        self.read_only = {tool["name"] for tool in request.get("tools") or []
                          if (tool.get("annotations") or {}).get("readOnlyHint")}

    def event(self, event, **members):
        _events.write(json.dumps(dict(event=event, **members), allow_nan=False, default=_plain) + "\n")

    def raw_calls(self, reply):
        """Records the calls as the model wrote them, and returns them."""
        for call in (calls := list(calls_in(reply))):
            self.event("raw", **call)
            self.raw_seen = True
        return calls

    def normalized(self, name, arguments, **more):
        text = json.dumps(arguments, default=_plain)
        no_json = re.search("NaN|Infinity", re.sub(r'"(\\.|[^"\\])*"', "", text))  # travels as text
        self.event("normalized", name=name, arguments=text if no_json else arguments, **more)

    def guard(self, tool, name=None, held="held: not allowed to run"):
        """Wraps a tool function: what it receives is recorded, and it runs only if `execute` allows.
        Otherwise the text `held` is returned, or `held` is raised where it is an exception."""
        def allowed(args, kwargs, name=name or tool.__name__):
            received = dict(zip(inspect.signature(tool).parameters, args), **kwargs)
            received = args[0] if not kwargs and [type(a) for a in args] == [dict] else received
            runs = self.execute == "all" or (self.execute == "reads" and name in self.read_only)
            self.normalized(name, received, status="executed" if runs else "held")
            self.held = self.held or not runs
            if runs or isinstance(held, str):
                return runs
            raise held
        async def later(*a, **k): return await tool(*a, **k) if allowed(a, k) else held
        def now(*a, **k): return tool(*a, **k) if allowed(a, k) else held
        return functools.wraps(tool)(later if inspect.iscoroutinefunction(tool) else now)

    def invoke(self, functions, tool, arguments=None, identity=None, **_):
        try:  # a function that takes `identity` gets the case's, whatever the arguments say
            own = {"identity": identity} if "identity" in inspect.signature(functions[tool]).parameters else {}
            text, status = _wait(functions[tool](**{**(arguments or {}), **own})), "executed"
        except Exception as e:
            no = tool not in functions or isinstance(e, (ClientError, ValueError, TypeError, PermissionError))
            text, status = "%s: %s" % (type(e).__name__, e), "rejected" if no else "failed"
        self.normalized(tool, arguments or {}, status=status)
        self.event("result", name=tool, isError=status != "executed", text=str(text))

def serve(run, tools=None, functions=None, client_errors=(), about=None, **manifest):
    """Answers requests until end of input. `run(request, answer)` returns a reason to finish or None;
    `client_errors` are what your client throws on a bad call, beside JSON errors and ClientError;
    `manifest`: what `describe` tells beside the tools (limits, mcp)."""
    for line in filter(str.strip, _requests):
        request = json.loads(line)
        answer, kind, end = Answer(request), request["request"], {}
        try:
            if kind == "run":
                answer.event("started", **(about or {}))
                end["reason"] = _wait(run(request, answer))
            elif kind == "describe" and tools is not None:
                answer.event("manifest", tools=tools() if callable(tools) else tools, **manifest)
            elif kind == "invoke" and functions is not None:
                answer.invoke(functions, **request["case"]["invoke"])
            else:
                answer.event("unsupported")
        except Exception as e:
            message, refusals = "%s: %s" % (type(e).__name__, e), (json.JSONDecodeError, ClientError)
            if answer.raw_seen and isinstance(e, refusals + tuple(client_errors)):  # a call, refused
                end = {"reason": "refusedByClient", "message": message}
            else:
                traceback.print_exc()
                kind, message = e.args if isinstance(e, Trouble) else ("harness", message)
                answer.event("error", kind=kind, message=message)
        end["reason"] = end.get("reason") or ("held" if answer.held else "stop")
        answer.event("finished", **end)
