// @openai/agents: an Agent in its own loop, `run(agent, …)`, as its docs have it.
//
// The loop parses the arguments itself, and tells the model of errors in them (its default); only what it
// throws to its user ends here as a refusal. MCP servers are the agent's own, so their calls never pass
// through code of this file.
import { layer, serve } from '../shared/protocol.mjs';
import { TOOL_RESULT, mcpOf, modelOf, settingsOf, talkOf, toZod, toolsOf } from '../shared/tools.mjs';
import { prepare, troubleOf } from '../shared/trouble.mjs';
import {
  Agent, MCPServerStdio, MaxTurnsExceededError, run, setDefaultOpenAIClient, setOpenAIAPI, setTracingDisabled, tool,
  UserError,
} from '@openai/agents';
import OpenAI from 'openai';
import { z } from 'zod';

setTracingDisabled(true);
setDefaultOpenAIClient(new OpenAI({ maxRetries: 0 }));

const LAYERS = [['framework', '@openai/agents'], ['sdk', 'openai']].map(([role, name]) => layer(import.meta.url, role, name));

// zod means strict mode, which has no free-form objects; a tool that has one, and JSON Schema with members
// that are not required, is declared without strict mode, as the docs advise.
function declare(options, inputSchema, schema) {
  if (schema === 'zod') {
    try {
      return tool({ ...options, parameters: toZod(z, inputSchema) });
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
    }
  }
  const parameters = { properties: {}, required: [], ...inputSchema, additionalProperties: true };
  return tool({ ...options, parameters, strict: false });
}

function localTool({ name, description, inputSchema }, schema, answer) {
  const execute = (input, _context, details) => {
    answer.tool(name, input, { id: details?.toolCall?.callId });
    return TOOL_RESULT;
  };
  return declare({ name, description, execute }, inputSchema, schema);
}

function itemOf({ role, text }) {
  return role === 'user' ? { role, content: text }
    : { role, status: 'completed', content: [{ type: 'output_text', text }] };
}

async function toEnd(agent, request) {
  const options = { maxTurns: request.maxTurns ?? 8 };
  const input = talkOf(request).turns.map(itemOf);
  if (!settingsOf(request).stream) return run(agent, input, options);
  const result = await run(agent, input, { ...options, stream: true });
  for await (const _event of result) { /* a user would show them */ }
  await result.completed;
  return result;
}

async function makeAgent(request, answer, model) {
  const { schema, tools } = settingsOf(request);
  const servers = [];
  if (tools === 'mcp') {
    const { command, args } = mcpOf();
    servers.push(new MCPServerStdio({ name: 'tare', command, args }));
  }
  for (const server of servers) await server.connect();
  return new Agent({
    name: 'Agent',
    model,
    instructions: talkOf(request).system,
    tools: servers.length > 0 ? [] : toolsOf(request).map((one) => localTool(one, schema, answer)),
    mcpServers: servers,
  });
}

async function attempt(request, answer) {
  const model = modelOf(request, 'gpt-4.1');
  setOpenAIAPI(settingsOf(request).api === 'chat' ? 'chat_completions' : 'responses');
  answer.event('started', { adapter: { name: 'openai-agents', version: '1' }, model, layers: LAYERS });
  const agent = await prepare(() => makeAgent(request, answer, model));
  try {
    answer.message((await toEnd(agent, request)).finalOutput);
    return 'stop';
  } catch (error) {
    if (error instanceof MaxTurnsExceededError) return 'maxTurns';
    throw error;
  } finally {
    for (const server of agent.mcpServers) await server.close();
  }
}

await serve(attempt, troubleOf);
