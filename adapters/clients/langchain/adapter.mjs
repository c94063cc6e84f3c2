// LangChain: `createAgent`, or a LangGraph graph of a model node and its prebuilt ToolNode, as the docs
// of the two have them.
//
// Both parse the model's arguments long before a tool runs, and a call that cannot be parsed becomes an
// "invalid tool call" that no tool node looks at: the run then ends as if the model had called nothing.
import { layer, serve } from '../shared/protocol.mjs';
import { TOOL_RESULT, mcpOf, modelOf, settingsOf, talkOf, toZod, toolsOf } from '../shared/tools.mjs';
import { prepare, troubleOf } from '../shared/trouble.mjs';
import { ChatAnthropic } from '@langchain/anthropic';
import { GraphRecursionError, MessagesAnnotation, StateGraph } from '@langchain/langgraph';
import { ToolNode, toolsCondition } from '@langchain/langgraph/prebuilt';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, tool } from 'langchain';
import { z } from 'zod';

const LAYERS = [
  ['framework', 'langchain'], ['framework', '@langchain/langgraph'], ['framework', '@langchain/core'],
  ['sdk', '@langchain/openai'], ['sdk', '@langchain/anthropic'], ['mcp', '@langchain/mcp-adapters'],
].map(([role, name]) => layer(import.meta.url, role, name));

function chatModel({ api, stream }, model) {
  const options = { model, maxRetries: 0, streaming: stream === true };
  return api === 'anthropic' ? new ChatAnthropic({ ...options, maxTokens: 4096 })
    : new ChatOpenAI({ ...options, useResponsesApi: api === 'responses' });
}

function localTool({ name, description, inputSchema }, schema, answer) {
  const run = (input, config) => {
    answer.tool(name, input, { id: config?.toolCall?.id });
    return TOOL_RESULT;
  };
  return tool(run, { name, description, schema: schema === 'zod' ? toZod(z, inputSchema) : inputSchema });
}

function graphOf(model, tools, systemPrompt) {
  const bound = model.bindTools(tools);
  const system = systemPrompt ? [{ role: 'system', content: systemPrompt }] : [];
  return new StateGraph(MessagesAnnotation)
    .addNode('agent', async ({ messages }) => ({ messages: [await bound.invoke([...system, ...messages])] }))
    .addNode('tools', new ToolNode(tools))
    .addEdge('__start__', 'agent')
    .addConditionalEdges('agent', toolsCondition)
    .addEdge('tools', 'agent')
    .compile();
}

async function makeAgent(request, answer, model, client) {
  const settings = settingsOf(request);
  const tools = client ? await client.getTools()
    : toolsOf(request).map((one) => localTool(one, settings.schema, answer));
  const { system } = talkOf(request);
  const chat = chatModel(settings, model);
  return settings.agent === 'graph' ? graphOf(chat, tools, system)
    : createAgent({ model: chat, tools, systemPrompt: system });
}

async function lastState(agent, request) {
  const input = { messages: talkOf(request).turns.map(({ role, text }) => ({ role, content: text })) };
  const options = { recursionLimit: 2 * (request.maxTurns ?? 8) + 1 }; // a model and a tool step a turn
  if (!settingsOf(request).stream) return agent.invoke(input, options);
  let state;
  for await (const [mode, part] of await agent.stream(input, { ...options, streamMode: ['messages', 'values'] })) {
    if (mode === 'values') state = part;
  }
  return state;
}

async function attempt(request, answer) {
  const model = modelOf(request, 'gpt-4o');
  answer.event('started', { adapter: { name: 'langchain', version: '1' }, model, layers: LAYERS });
  const client = settingsOf(request).tools === 'mcp' ? mcpClient() : undefined;
  try {
    const agent = await prepare(() => makeAgent(request, answer, model, client));
    answer.message((await lastState(agent, request)).messages.at(-1).text);
    return 'stop';
  } catch (error) {
    if (error instanceof GraphRecursionError) return 'maxTurns';
    throw error;
  } finally {
    await client?.close();
  }
}

function mcpClient() {
  const { command, args } = mcpOf();
  return new MultiServerMCPClient({ mcpServers: { tare: { transport: 'stdio', command, args } } });
}

await serve(attempt, troubleOf);
