// How a program uses the openai package: `runTools` for chat completions, or a loop of its own, and a
// loop for responses. The library is passed in, so that several versions of it are driven by one text.
import { layer } from '../shared/protocol.mjs';
import { modelOf, settingsOf, talkOf, TOOL_RESULT, toolsOf, toZod } from '../shared/tools.mjs';
import { Trouble } from '../shared/trouble.mjs';

// Strict schemas want each member there, so what is optional is written as `nullish`.
const NULLISH = { optional: (member) => member.nullish() };

// zodFunction and zodResponsesFunction make a strict schema, or throw where a member is free form. Then a
// user writes down schema and parser by hand, as for any other tool.
function withZod(library, make, { name, description, inputSchema }, run, byHand) {
  try {
    const parameters = toZod(library.z, inputSchema, NULLISH);
    return make({ name, description, parameters, function: run });
  } catch (error) {
    if (error instanceof Trouble) throw error;
    const parameters = toZod(library.z, inputSchema);
    return byHand(library.z.toJSONSchema(parameters, { io: 'input' }), (text) => parameters.parse(JSON.parse(text)));
  }
}

function messagesOf(request) {
  const { system, turns } = talkOf(request);
  const spoken = turns.map(({ role, text }) => ({ role, content: text }));
  return system ? [{ role: 'system', content: system }, ...spoken] : spoken;
}

async function runTools(library, client, request, answer) {
  const { stream, schema } = settingsOf(request);
  const tools = toolsOf(request).map((tool) => {
    const { name, description, inputSchema } = tool;
    const run = (received) => {
      answer.tool(name, received);
      return TOOL_RESULT;
    };
    const byHand = (parameters, parse) => ({ type: 'function', function: { name, description, parameters, parse, function: run } });
    if (schema === 'zod') return withZod(library, library.zodFunction, tool, run, byHand);
    return byHand(inputSchema, JSON.parse);
  });
  const runner = client.chat.completions.runTools(
    { model: modelOf(request, 'gpt-4o'), messages: messagesOf(request), tools, ...(stream ? { stream: true } : {}) },
    { maxChatCompletions: request.maxTurns ?? 8 });
  const text = await runner.finalContent();
  answer.message(text);
  return runner.messages.at(-1)?.role === 'assistant' ? 'stop' : 'maxTurns';
}

function callTool(answer, tools, name, received, id) {
  if (!tools.some((tool) => tool.name === name)) throw new Error(`unknown tool ${JSON.stringify(name)}`);
  answer.tool(name, received, { id });
  return TOOL_RESULT;
}

async function chatLoop(client, request, answer) {
  const offered = toolsOf(request);
  const tools = offered.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
  const messages = messagesOf(request);
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const completion = await client.chat.completions.create({ model: modelOf(request, 'gpt-4o'), messages, tools });
    const { message } = completion.choices[0];
    messages.push(message);
    if (!message.tool_calls?.length) {
      answer.message(message.content);
      return 'stop';
    }
    for (const { id, function: called } of message.tool_calls) {
      const content = callTool(answer, offered, called.name, JSON.parse(called.arguments), id);
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
  return 'maxTurns';
}

function askResponses(client, { stream, schema }, params) {
  if (stream) return client.responses.stream(params).finalResponse();
  return schema === 'zod' ? client.responses.parse(params) : client.responses.create(params);
}

async function responsesLoop(library, client, request, answer) {
  const settings = settingsOf(request);
  const offered = toolsOf(request);
  const parsers = new Map();
  const tools = offered.map((tool) => {
    const { name, description, inputSchema } = tool;
    const byHand = (parameters, parse) => {
      parsers.set(name, parse);
      return { type: 'function', name, description, parameters, strict: false };
    };
    if (settings.schema === 'zod') return withZod(library, library.zodResponsesFunction, tool, undefined, byHand);
    return byHand(inputSchema, JSON.parse);
  });
  const { system, turns } = talkOf(request);
  const input = turns.map(({ role, text }) => ({ role, content: text }));
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const response = await askResponses(client, settings, { model: modelOf(request, 'gpt-4o'), instructions: system, input, tools });
    const calls = response.output.filter((item) => item.type === 'function_call');
    if (calls.length === 0) {
      answer.message(response.output_text);
      return 'stop';
    }
    input.push(...response.output);
    for (const { call_id: id, name, arguments: text, parsed_arguments: parsed } of calls) {
      // Where the SDK has no parsed value, the program reads the text, as the guide shows.
      const received = parsed ?? (parsers.get(name) ?? JSON.parse)(text);
      input.push({ type: 'function_call_output', call_id: id, output: callTool(answer, offered, name, received, id) });
    }
  }
  return 'maxTurns';
}

export async function play(library, from, request, answer) {
  const { api, loop } = settingsOf(request);
  answer.event('started', { adapter: { name: 'openai' }, model: modelOf(request, 'gpt-4o'), layers: [layer(from, 'sdk', 'openai')] });
  const client = new library.OpenAI({ maxRetries: 0 });
  if (api === 'responses') return responsesLoop(library, client, request, answer);
  return loop === 'plain' ? chatLoop(client, request, answer) : runTools(library, client, request, answer);
}
