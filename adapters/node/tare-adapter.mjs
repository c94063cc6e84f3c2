// What a Tare adapter in Node needs; Node 18 or later, no packages. docs/protocol.md says what travels.
// Import this first: from then on whatever writes to process.stdout (console.log too) goes to stderr,
// and only events go to stdout. Then give serve() the function that runs one case.
import { writeSync } from 'node:fs';

process.stdout.write = process.stderr.write.bind(process.stderr);

// Throw it where your client layer refuses the model's call: unknown tool, bad arguments.
export class ClientError extends Error {}
// new Trouble('rateLimit', 'message'): what would have come whatever the model had said.
export class Trouble extends Error { constructor(kind, message) { super(message); this.kind = kind; } }

// JSON text as JavaScript has the value: JSON.stringify would change -0, NaN and Infinity.
export function textOf(value) {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'bigint' || typeof value === 'number') return String(value);
  if (typeof value?.toJSON === 'function') return textOf(value.toJSON());
  if (Array.isArray(value)) return `[${value.map((v) => textOf(v) ?? 'null').join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value).map(([k, v]) => [JSON.stringify(k), textOf(v)]);
  return `{${members.filter((m) => m[1] !== undefined).map((m) => m.join(':')).join()}}`;
}
const isJson = (text) => { try { JSON.parse(text); return true; } catch { return false; } };
function writeLine(text) {
  for (let left = Buffer.from(`${text}\n`); left.length;) {
    try { left = left.subarray(writeSync(1, left)); } catch (e) { if (e.code !== 'EAGAIN') throw e; }
  }
}
async function* requestLines() {  // by \n alone: readline would also cut at U+2028
  let rest = '';
  for await (const piece of process.stdin.setEncoding('utf8')) {
    const parts = (rest + piece).split('\n');
    rest = parts.pop();
    yield* parts.filter((line) => line.trim());
  }
  if (rest.trim()) yield rest;
}
function objectAt(text, at) {
  const token = Object.assign(/"(?:[^"\\]|\\.)*"|[{}]/gs, { lastIndex: at });
  for (let depth = 0, m = token.exec(text); m; m = token.exec(text)) {
    depth += { '{': 1, '}': -1 }[m[0]] ?? 0;
    if (depth === 0) return text.slice(at, token.lastIndex);
  }
}

// The tool calls of an OpenAI (chat, responses) or Anthropic reply: an object, or the body's text.
// Argument text is untouched; Anthropic's `input` is text where the body is text.
export function callsIn(reply) {
  const [text, body] = typeof reply === 'string' ? [reply, JSON.parse(reply)] : ['', reply];
  const chat = (body.choices?.[0]?.message.tool_calls ?? []).map(({ id, function: f, custom: c }) => (
    { id, name: (f ?? c).name, arguments: f ? f.arguments : c.input }));
  const items = (body.output ?? []).filter((item) => item.type === 'function_call').map((item) => (
    { id: item.call_id, name: item.name, arguments: item.arguments }));
  const key = /"input"\s*:\s*(?=\{)/g;
  const blocks = [body.content ?? []].flat().flatMap(({ type, id, name, input }) => {
    let span = input;
    while (input && span === input && key.exec(text)) {  // to the span of this very block
      const found = objectAt(text, key.lastIndex);
      key.lastIndex += found.length;
      if (textOf(JSON.parse(found)) === textOf(input)) span = found;
    }
    return type === 'tool_use' ? [{ id, name, arguments: span }] : [];
  });
  return [...chat, ...items, ...blocks];
}

// The answer to one request. `execute` and readOnlyHint decide what a guarded tool may do.
class Answer {
  constructor({ execute = 'none', tools }) {
    const reads = (tools ?? []).filter((t) => t.annotations?.readOnlyHint).map((t) => t.name);
    this.allows = (name) => execute === 'all' || (execute === 'reads' && reads.includes(name));
  }
  event(event, members = {}) { writeLine(textOf({ event, ...members })); }
  rawCalls(reply) {  // records the calls as the model wrote them, and returns them
    return callsIn(reply).map((call) => { this.event('raw', call); this.rawSeen = true; return call; });
  }
  normalized(name, received, more = {}) {
    const text = textOf(received) ?? 'null';  // NaN and Infinity are no JSON: they travel as text
    const members = textOf({ event: 'normalized', name, ...more }).slice(0, -1);
    writeLine(`${members},"arguments":${isJson(text) ? text : JSON.stringify(text)}}`);
  }
  // Wraps a tool function of one argument object: what it receives is recorded, and it runs only if
  // `execute` allows. Otherwise `held` is returned, or thrown where it is an Error.
  guard(name, tool, held = 'held: not allowed to run') {
    return (args, ...rest) => {
      const runs = this.allows(name);
      this.normalized(name, args, { status: runs ? 'executed' : 'held' });
      this.held ||= !runs;
      if (!runs && held instanceof Error) throw held;
      return runs ? tool(args, ...rest) : held;
    };
  }
  async invoke(functions, { tool, arguments: args, identity }) {  // the case's, beside the arguments
    let [status, text] = ['executed', ''];
    try { text = await functions[tool](args ?? {}, { identity }); } catch (e) {
      [status, text] = [e instanceof ClientError || e instanceof TypeError ? 'rejected' : 'failed', `${e}`]; }
    this.normalized(tool, args ?? {}, { status });
    this.event('result', { name: tool, isError: status !== 'executed', text: textOf(text) ?? '' });
  }
}

// Answers requests until end of input. `run(request, answer)` returns a reason to finish, or nothing;
// `isClientError(e)` tells what your client throws on a bad call, beside SyntaxError and ClientError.
export async function serve(run, { tools, functions, isClientError = () => false, about } = {}) {
  for await (const line of requestLines()) {
    const request = JSON.parse(line);
    const [answer, kind, end] = [new Answer(request), request.request, {}];
    try {
      if (kind === 'run') { answer.event('started', about); end.reason = await run(request, answer); }
      else if (kind === 'describe' && tools) answer.event('manifest', { tools: await tools });
      else if (kind === 'invoke' && functions) await answer.invoke(functions, request.case.invoke);
      else answer.event('unsupported');
    } catch (e) {
      const refusal = e instanceof SyntaxError || e instanceof ClientError || isClientError(e);
      if (refusal && answer.rawSeen) Object.assign(end, { reason: 'refusedByClient', message: `${e}` });
      else answer.event('error', { kind: e instanceof Trouble ? e.kind : 'harness', message: `${e}` });
    }
    answer.event('finished', { ...end, reason: end.reason ?? (answer.held ? 'held' : 'stop') });
  }
}
