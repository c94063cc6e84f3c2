// How a program uses @anthropic-ai/sdk: the beta tool runner with tools by JSON schema, by zod or out of an
// MCP server, or a loop of its own over messages.create and messages.stream.
import { layer, serve } from '../shared/protocol.mjs';
import { troubleOf } from '../shared/trouble.mjs';
import Anthropic from '@anthropic-ai/sdk';
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema';
import { mcpTools } from '@anthropic-ai/sdk/helpers/beta/mcp';
import { betaZodTool } from '@anthropic-ai/sdk/helpers/beta/zod';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { z } from 'zod';
import { connectMcp } from '../shared/mcp.mjs';
import { modelOf, settingsOf, talkOf, TOOL_RESULT, toolsOf, toZod } from '../shared/tools.mjs';

const MODEL = 'claude-sonnet-4-5';

function paramsOf(request) {
  const { system, turns } = talkOf(request);
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  return { model: modelOf(request, MODEL), max_tokens: 4096, ...(system ? { system } : {}), messages };
}

const textOf = (message) => message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');

function localTools(request, answer) {
  const zod = settingsOf(request).schema === 'zod';
  return toolsOf(request).map(({ name, description, inputSchema }) => {
    const run = (input, context) => {
      answer.tool(name, input, { id: context?.toolUse?.id });
      return TOOL_RESULT;
    };
    return zod ? betaZodTool({ name, description, inputSchema: toZod(z, inputSchema), run })
      : betaTool({ name, description, inputSchema, run });
  });
}

async function toolRunner(client, request, answer, tools) {
  const { stream } = settingsOf(request);
  const limit = request.maxTurns ?? 8;
  const runner = client.beta.messages.toolRunner({
    ...paramsOf(request), tools, max_iterations: limit, ...(stream ? { stream: true } : {}) });
  let last;
  let turns = 0;
  for await (const turn of runner) {
    turns += 1;
    last = stream ? await turn.finalMessage() : turn;
    answer.message(textOf(last));
  }
  return last?.stop_reason === 'tool_use' && turns >= limit ? 'maxTurns' : 'stop';
}

async function plainLoop(client, request, answer) {
  const { stream } = settingsOf(request);
  const offered = toolsOf(request);
  const tools = offered.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema }));
  const params = { ...paramsOf(request), tools };
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const message = stream ? await client.messages.stream(params).finalMessage() : await client.messages.create(params);
    answer.message(textOf(message));
    const uses = message.content.filter((block) => block.type === 'tool_use');
    if (uses.length === 0) return 'stop';
    const results = uses.map(({ id, name, input }) => {
      if (!offered.some((tool) => tool.name === name)) throw new Error(`unknown tool ${JSON.stringify(name)}`);
      answer.tool(name, input, { id });
      return { type: 'tool_result', tool_use_id: id, content: TOOL_RESULT };
    });
    params.messages.push({ role: 'assistant', content: message.content }, { role: 'user', content: results });
  }
  return 'maxTurns';
}

async function play(request, answer) {
  const { loop, tools, transport } = settingsOf(request);
  const layers = [layer(import.meta.url, 'sdk', '@anthropic-ai/sdk')];
  if (tools === 'mcp') layers.push(layer(import.meta.url, 'mcp', '@modelcontextprotocol/sdk'));
  answer.event('started', { adapter: { name: 'anthropic' }, model: modelOf(request, MODEL), layers });
  const client = new Anthropic({ maxRetries: 0 });
  if (tools !== 'mcp') {
    return loop === 'plain' ? plainLoop(client, request, answer) : toolRunner(client, request, answer, localTools(request, answer));
  }
  const mcp = await connectMcp({ Client, StdioClientTransport, StreamableHTTPClientTransport }, transport);
  try {
    const { tools: offered } = await mcp.listTools();
    return await toolRunner(client, request, answer, mcpTools(offered, mcp));
  } finally {
    await mcp.close();
  }
}

await serve(play, troubleOf);
