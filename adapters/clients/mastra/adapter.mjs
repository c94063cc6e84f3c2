// Mastra: an Agent of tools made with createTool, `generate` or `stream`, models by its model router.
//
// The router takes what it speaks from the model's name: "openai/…" is responses, "anthropic/…" messages,
// an address of its own is chat completions.
import { layer, serve } from '../shared/protocol.mjs';
import { TOOL_RESULT, mcpOf, modelOf, settingsOf, talkOf, toZod, toolsOf } from '../shared/tools.mjs';
import { prepare, troubleOf } from '../shared/trouble.mjs';
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { MCPClient } from '@mastra/mcp';
import { z } from 'zod';

const LAYERS = [['framework', '@mastra/core'], ['mcp', '@mastra/mcp']].map(([role, name]) => layer(import.meta.url, role, name));

function routed({ api }, model) {
  return api === 'chat' ? { id: `proxy/${model}`, url: process.env.OPENAI_BASE_URL, apiKey: process.env.OPENAI_API_KEY }
    : `${api === 'anthropic' ? 'anthropic' : 'openai'}/${model}`;
}

function localTool({ name, description, inputSchema }, schema, answer) {
  return createTool({
    id: name,
    description,
    inputSchema: schema === 'zod' ? toZod(z, inputSchema) : inputSchema,
    execute: async (input, context) => {
      answer.tool(name, input, { id: context?.agent?.toolCallId });
      return TOOL_RESULT;
    },
  });
}

async function makeAgent(request, answer, model, client) {
  const settings = settingsOf(request);
  const local = client ? [] : toolsOf(request).map((one) => [one.name, localTool(one, settings.schema, answer)]);
  const served = client ? (await client.listToolsets()).tare : undefined;
  if (client && !served) throw new Error('the MCP server could not be reached');
  const agent = new Agent({
    id: 'agent',
    name: 'Agent',
    instructions: talkOf(request).system ?? 'You are a helpful assistant.', // it wants some
    model: routed(settings, model),
    tools: Object.fromEntries(local),
    maxRetries: 0,
  });
  return { agent, toolsets: served && { tare: served } };
}

async function textOf({ agent, toolsets }, request) {
  const input = talkOf(request).turns.map(({ role, text }) => ({ role, content: text }));
  const options = { maxSteps: request.maxTurns ?? 8, modelSettings: { maxRetries: 0 }, toolsets };
  if (!settingsOf(request).stream) return (await agent.generate(input, options)).text;
  const result = await agent.stream(input, options);
  for await (const chunk of result.fullStream) {
    if (chunk.type === 'error') throw chunk.payload.error;
  }
  return result.text;
}

function mcpClient() {
  const { command, args } = mcpOf();
  return new MCPClient({ servers: { tare: { command, args } } });
}

async function attempt(request, answer) {
  const model = modelOf(request, 'gpt-4o');
  answer.event('started', { adapter: { name: 'mastra', version: '1' }, model, layers: LAYERS });
  const client = settingsOf(request).tools === 'mcp' ? mcpClient() : undefined;
  try {
    const ready = await prepare(() => makeAgent(request, answer, model, client));
    answer.message(await textOf(ready, request));
  } finally {
    await client?.disconnect();
  }
}

await serve(attempt, troubleOf);
