// The smallest bridge from a model to MCP: what the model calls, read with JSON.parse, goes to callTool of
// @modelcontextprotocol/sdk. So the hop over MCP is seen with nothing else of a framework in it.
import { layer, serve } from '../shared/protocol.mjs';
import { troubleOf } from '../shared/trouble.mjs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import { connectMcp } from '../shared/mcp.mjs';
import { modelOf, settingsOf, talkOf } from '../shared/tools.mjs';

const MODEL = 'gpt-4o';

async function bridge(openai, mcp, request, answer) {
  const { tools: offered } = await mcp.listTools();
  const tools = offered.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
  const { system, turns } = talkOf(request);
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  if (system) messages.unshift({ role: 'system', content: system });
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const { choices: [{ message }] } = await openai.chat.completions.create({ model: modelOf(request, MODEL), messages, tools });
    messages.push(message);
    answer.message(message.content);
    if (!message.tool_calls?.length) return 'stop';
    for (const { id, function: called } of message.tool_calls) {
      const result = await mcp.callTool({ name: called.name, arguments: JSON.parse(called.arguments) });
      messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(result.content) });
    }
  }
  return 'maxTurns';
}

async function play(request, answer) {
  const layers = [layer(import.meta.url, 'sdk', 'openai'), layer(import.meta.url, 'mcp', '@modelcontextprotocol/sdk')];
  answer.event('started', { adapter: { name: 'mcp-sdk' }, model: modelOf(request, MODEL), layers });
  const mcp = await connectMcp({ Client, StdioClientTransport, StreamableHTTPClientTransport }, settingsOf(request).transport);
  try {
    return await bridge(new OpenAI({ maxRetries: 0 }), mcp, request, answer);
  } finally {
    await mcp.close();
  }
}

await serve(play, troubleOf);
