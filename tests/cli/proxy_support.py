"""A client of models and MCP servers, as small as one can be, for tests of runs with the proxies.

It is the program under test: what it does with the model's calls, the case's `input` says.
"""

CLIENT = r'''
import http.client, json, os, subprocess, sys, urllib.error, urllib.request

def post(url, body, **headers):
    request = urllib.request.Request(url, json.dumps(body).encode(),
                                     {"Content-Type": "application/json", **headers})
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return reply.status, reply.headers, reply.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()
    except http.client.IncompleteRead as cut:
        return 200, {}, cut.partial

def say(**event):
    print(json.dumps(event), flush=True)

# Each provider: where, the request for messages and tools, (id, name, arguments) of the calls in a
# reply, its text, what is added to the messages for a reply and for a result.
class Chat:
    def url(self): return os.environ["OPENAI_BASE_URL"] + "/chat/completions"
    def user(self, text): return {"role": "user", "content": text}
    def body(self, messages, tools):
        return {"model": "m", "messages": messages, "tools": [
            {"type": "function", "function": {"name": t, "parameters": {}}} for t in tools]}
    def read(self, reply):
        message = reply["choices"][0]["message"]
        calls = [(c["id"], c["function"]["name"], c["function"]["arguments"])
                 for c in message.get("tool_calls") or []]
        return calls, message.get("content"), [message]
    def result(self, id, name, text, error):
        return {"role": "tool", "tool_call_id": id, "content": text}

class ChatStream(Chat):
    def body(self, messages, tools):
        return {**super().body(messages, tools), "stream": True}
    def parse(self, body):
        lines = body.decode().split("\n")
        if "data: [DONE]" not in lines: raise ValueError("the stream was cut")
        message = {"role": "assistant", "content": ""}
        for line in lines:
            if not line.startswith("data: {"): continue
            event = json.loads(line[6:])
            if "error" in event: raise ValueError("an error within the stream")
            delta = event["choices"][0]["delta"] if event["choices"] else {}
            message["content"] += delta.get("content") or ""
            for piece in delta.get("tool_calls") or []:
                calls = message.setdefault("tool_calls", [])
                if piece["index"] == len(calls): calls.append(piece)
                else:
                    known = calls[piece["index"]]["function"]
                    known["arguments"] += piece["function"].get("arguments", "")
        return message
    def read(self, reply):
        return super().read({"choices": [{"message": reply}]})

class Responses:
    def url(self): return os.environ["OPENAI_BASE_URL"] + "/responses"
    def user(self, text): return {"role": "user", "content": text}
    def body(self, messages, tools):
        return {"model": "m", "input": messages,
                "tools": [{"type": "function", "name": t, "parameters": {}} for t in tools]}
    def read(self, reply):
        calls = [(i["call_id"], i["name"], i["arguments"])
                 for i in reply["output"] if i["type"] == "function_call"]
        text = "".join(p["text"] for i in reply["output"] if i["type"] == "message"
                       for p in i["content"])
        return calls, text, reply["output"]
    def result(self, id, name, text, error):
        return {"type": "function_call_output", "call_id": id, "output": text}

class Anthropic:
    def url(self): return os.environ["ANTHROPIC_BASE_URL"] + "/v1/messages"
    def user(self, text): return {"role": "user", "content": text}
    def body(self, messages, tools):
        return {"model": "m", "max_tokens": 9, "messages": messages,
                "tools": [{"name": t, "input_schema": {"type": "object"}} for t in tools]}
    def read(self, reply):
        blocks = reply["content"]
        calls = [(b["id"], b["name"], b["input"]) for b in blocks if b["type"] == "tool_use"]
        text = "".join(b["text"] for b in blocks if b["type"] == "text")
        return calls, text, [{"role": "assistant", "content": blocks}]
    def result(self, id, name, text, error):
        return {"role": "user", "content": [{"type": "tool_result", "tool_use_id": id,
                                             "content": text, "is_error": error}]}

class Gemini:
    def url(self):
        return os.environ["GOOGLE_GEMINI_BASE_URL"] + "/v1beta/models/m:generateContent"
    def user(self, text): return {"role": "user", "parts": [{"text": text}]}
    def body(self, messages, tools):
        return {"contents": messages, "tools": [{"functionDeclarations": [
            {"name": t, "parameters": {"type": "OBJECT"}} for t in tools]}]}
    def read(self, reply):
        content = reply["candidates"][0]["content"]
        calls = [(None, p["functionCall"]["name"], p["functionCall"].get("args", {}))
                 for p in content["parts"] if "functionCall" in p]
        text = "".join(p.get("text", "") for p in content["parts"])
        return calls, text, [content]
    def result(self, id, name, text, error):
        word = "error" if error else "output"
        return {"role": "user", "parts": [
            {"functionResponse": {"name": name, "response": {word: text}}}]}

class Ollama:
    def url(self): return os.environ["OLLAMA_HOST"] + "/api/chat"
    def user(self, text): return {"role": "user", "content": text}
    def body(self, messages, tools):
        return {**Chat().body(messages, tools), "stream": False}
    def read(self, reply):
        message = reply["message"]
        calls = [(None, c["function"]["name"], c["function"]["arguments"])
                 for c in message.get("tool_calls") or []]
        return calls, message.get("content"), [message]
    def result(self, id, name, text, error):
        return {"role": "tool", "tool_name": name, "content": text}

PROVIDERS = {"chat": Chat, "stream": ChatStream, "responses": Responses, "anthropic": Anthropic, "gemini": Gemini,
             "ollama": Ollama}

class HttpServer:
    """An MCP server by its URL."""
    def __init__(self, url):
        self.url, self.headers, self.number = url, {"Accept": "application/json, text/event-stream"}, 0
        _, headers, _ = self.send("initialize", {
            "protocolVersion": "2025-06-18", "capabilities": {},
            "clientInfo": {"name": "tiny", "version": "1"}})
        if headers.get("Mcp-Session-Id"):
            self.headers["Mcp-Session-Id"] = headers["Mcp-Session-Id"]
        self.headers["MCP-Protocol-Version"] = "2025-06-18"
        post(self.url, {"jsonrpc": "2.0", "method": "notifications/initialized"}, **self.headers)
    def send(self, method, params):
        self.number += 1
        return post(self.url, {"jsonrpc": "2.0", "id": self.number, "method": method,
                               "params": params}, **self.headers)
    def ask(self, method, params):
        return json.loads(self.send(method, params)[2])["result"]
    def close(self): pass

class StdioServer:
    """An MCP server by its command."""
    def __init__(self, command):
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                "clientInfo": {"name": "tiny", "version": "1"}})
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
    def write(self, frame):
        self.child.stdin.write(json.dumps(frame) + "\n")
        self.child.stdin.flush()
    def ask(self, method, params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        return json.loads(self.child.stdout.readline())["result"]
    def close(self):
        self.child.stdin.close()
        self.child.wait()

def connect(how):
    if how == "url": return HttpServer(os.environ["TARE_MCP_URL"])
    if how == "command": return StdioServer(json.loads(os.environ["TARE_MCP_COMMAND"]))
    return None

def run(request_text, tools, plan, report):
    """`report(name, arguments)`: what a tool received. What the run ended with."""
    provider = PROVIDERS[plan.get("provider", "chat")]()
    do = plan.get("do", "run")
    if do == "silent": return "stop"
    server = connect(plan.get("mcp"))
    if server: tools = [t["name"] for t in server.ask("tools/list", {})["tools"]]
    tools = [plan.get("prefix", "") + t for t in tools]
    messages = [provider.user(request_text)]
    for _ in range(plan.get("turns", 8)):
        status, headers, body = post(provider.url(), provider.body(messages, tools))
        if status >= 400:
            if headers.get("X-Should-Retry") == "false": return "refusedByClient"
            continue
        try:
            calls, text, said = provider.read(getattr(provider, "parse", json.loads)(body))
        except (ValueError, KeyError):
            continue  # cut, or an error within: ask again
        if not calls:
            if text: print("the model says " + text, file=sys.stderr)
            break
        if do == "crash": os._exit(3)
        if do == "drop": break
        if do == "refuse": return "refusedByClient"
        messages += said
        for id, name, arguments in calls:
            error = None
            if isinstance(arguments, str):
                try: arguments = json.loads(arguments)
                except ValueError as bad: error = str(bad)
            if do == "tell": error = "no such tool"
            if error is None and server and do != "local":
                server.ask("tools/call", {"name": name[len(plan.get("prefix", "")):],
                                          "arguments": arguments})
            if error is None and do != "local": report(name, arguments)
            messages.append(provider.result(id, name, error or "done", error is not None))
    if server: server.close()
    return "stop"
'''

# The same client as an adapter that speaks the protocol: it tells what its tools received.
ADAPTER = CLIENT + r'''
request = json.loads(sys.stdin.readline())
plan = request["case"].get("input") or {}
tools = [t["name"] for t in request["tools"] or []]
for event in plan.get("claims", []): say(**event)
def report(name, arguments):
    if not plan.get("quiet"):
        say(event="normalized", name=name, arguments=json.dumps(arguments), status="executed")
say(event="finished", reason=run(request["case"]["request"], tools, plan, report))
'''

# And as a program that knows nothing of Tare: what to do stands in its settings, below HOME.
PROGRAM = CLIENT + r'''
plan = json.load(open(os.path.expanduser("~/.agent/settings.json")))
if plan.get("model"): os.environ["OPENAI_BASE_URL"] = plan["model"]
if plan.get("server"): os.environ["TARE_MCP_URL"] = plan["server"]
if plan.get("start"): os.environ["TARE_MCP_COMMAND"] = json.dumps(plan["start"])
run(sys.argv[1], ["get_ticket"], plan, lambda name, arguments: None)
'''
