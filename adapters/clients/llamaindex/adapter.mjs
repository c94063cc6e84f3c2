// LlamaIndex: its agent workflow (`agent({llm, tools}).run(…)`, which always streams from the model), or the
// loop around `llm.exec` that its docs write down, streamed or not.
import { layer, serve } from '../shared/protocol.mjs';
import { TOOL_RESULT, mcpOf, modelOf, settingsOf, talkOf, toZod, toolsOf } from '../shared/tools.mjs';
import { prepare, troubleOf } from '../shared/trouble.mjs';
import { OpenAI, openaiResponses } from '@llamaindex/openai';
import { mcp } from '@llamaindex/tools';
import { agent } from '@llamaindex/workflow';
import { FunctionTool, tool } from 'llamaindex';
import { z } from 'zod';

const LAYERS = [
  ['framework', 'llamaindex'], ['framework', '@llamaindex/workflow'], ['sdk', '@llamaindex/openai'], ['mcp', '@llamaindex/tools'],
].map(([role, name]) => layer(import.meta.url, role, name));

function localTool({ name, description, inputSchema }, schema, answer) {
  const execute = (input) => {
    answer.tool(name, input);
    return TOOL_RESULT;
  };
  return schema === 'zod' ? tool({ name, description, parameters: toZod(z, inputSchema), execute })
    : FunctionTool.from(execute, { name, description, parameters: inputSchema });
}

async function withAgent({ llm, tools, system, turns }) {
  const assistant = agent({ llm, tools, systemPrompt: system });
  const history = turns.slice(0, -1).map(({ role, text }) => ({ role, content: text }));
  return (await assistant.run(turns.at(-1).text, { chatHistory: history })).data.result;
}

async function withExec({ llm, tools, system, turns, maxTurns, stream }, answer) {
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  if (system) messages.unshift({ role: 'system', content: system });
  for (let turn = 0; turn < maxTurns; turn += 1) {
    let text = '';
    const result = await llm.exec({ messages, tools, stream });
    if (stream) {
      for await (const { delta } of result.stream) text += delta;
      messages.push(...result.newMessages());
    } else {
      text = result.newMessages[0].content;
      messages.push(...result.newMessages);
    }
    if (result.toolCalls.length === 0) {
      answer.message(text);
      return 'stop';
    }
  }
  return 'maxTurns';
}

async function toolsFor(request, answer, server) {
  if (server) return server.tools();
  return toolsOf(request).map((one) => localTool(one, settingsOf(request).schema, answer));
}

function mcpServer() {
  const { command, args } = mcpOf();
  return mcp({ command, args });
}

async function attempt(request, answer) {
  const settings = settingsOf(request);
  const model = modelOf(request, 'gpt-4o');
  answer.event('started', { adapter: { name: 'llamaindex', version: '1' }, model, layers: LAYERS });
  const server = settings.tools === 'mcp' ? mcpServer() : undefined;
  try {
    const options = { model, maxRetries: 0 };
    const llm = settings.api === 'responses' ? openaiResponses(options) : new OpenAI(options);
    const tools = await prepare(() => toolsFor(request, answer, server));
    const { system, turns } = talkOf(request);
    const play = { llm, tools, system, turns, maxTurns: request.maxTurns ?? 8, stream: settings.stream };
    if (settings.loop === 'exec') return await withExec(play, answer);
    answer.message(await withAgent(play));
    return 'stop';
  } finally {
    await server?.cleanup();
  }
}

await serve(attempt, troubleOf);
