// How a program uses @google/genai: a loop over generateContent or generateContentStream that answers
// function calls, or automatic function calling with a CallableTool or with mcpToTool.
import { layer, serve } from '../shared/protocol.mjs';
import { troubleOf } from '../shared/trouble.mjs';
import { GoogleGenAI, mcpToTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { connectMcp } from '../shared/mcp.mjs';
import { modelOf, settingsOf, talkOf, TOOL_RESULT, toolsOf } from '../shared/tools.mjs';

const MODEL = 'gemini-2.5-flash';

function declarationsOf(request) {
  return toolsOf(request).map(({ name, description, inputSchema }) => ({ name, description, parametersJsonSchema: inputSchema }));
}

// What the program itself does with the calls that the SDK hands it.
function answerCalls(request, answer, calls) {
  const offered = toolsOf(request);
  return calls.map(({ id, name, args }) => {
    if (!offered.some((tool) => tool.name === name)) throw new Error(`unknown tool ${JSON.stringify(name)}`);
    answer.tool(name, args, id === undefined ? {} : { id });
    return { functionResponse: { id, name, response: { result: TOOL_RESULT } } };
  });
}

// One turn: the content that goes into the history, the calls and the text.
async function ask(ai, params, stream) {
  if (!stream) {
    const reply = await ai.models.generateContent(params);
    const calls = reply.functionCalls ?? [];
    return { content: reply.candidates?.[0]?.content, calls, text: reply.text, endsOnCall: calls.length > 0 };
  }
  const turn = { content: { role: 'model', parts: [] }, calls: [], text: '', endsOnCall: false };
  for await (const chunk of await ai.models.generateContentStream(params)) {
    const parts = chunk.candidates?.[0]?.content?.parts ?? [];
    turn.content.parts.push(...parts);
    if (parts.length > 0) turn.endsOnCall = (chunk.functionCalls ?? []).length > 0;
    turn.calls.push(...(chunk.functionCalls ?? []));
    turn.text += chunk.text ?? '';
  }
  return turn;
}

async function plainLoop(ai, request, answer, params) {
  const tools = [{ functionDeclarations: declarationsOf(request) }];
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const { content, calls, text } = await ask(ai, { ...params, config: { ...params.config, tools } }, settingsOf(request).stream);
    answer.message(text);
    if (calls.length === 0) return 'stop';
    params.contents.push(content, { role: 'user', parts: answerCalls(request, answer, calls) });
  }
  return 'maxTurns';
}

async function automatic(ai, request, answer, params, tool) {
  const config = { ...params.config, tools: [tool], automaticFunctionCalling: { maximumRemoteCalls: request.maxTurns ?? 8 } };
  const { endsOnCall, text } = await ask(ai, { ...params, config }, settingsOf(request).stream);
  answer.message(text);
  return endsOnCall ? 'maxTurns' : 'stop';
}

async function play(request, answer) {
  const { loop, tools, transport } = settingsOf(request);
  const layers = [layer(import.meta.url, 'sdk', '@google/genai')];
  if (tools === 'mcp') layers.push(layer(import.meta.url, 'mcp', '@modelcontextprotocol/sdk'));
  answer.event('started', { adapter: { name: 'google-genai' }, model: modelOf(request, MODEL), layers });
  const ai = new GoogleGenAI({ apiKey: process.env.GEMINI_API_KEY });
  const { system, turns } = talkOf(request);
  const params = {
    model: modelOf(request, MODEL),
    contents: turns.map(({ role, text }) => ({ role: role === 'assistant' ? 'model' : 'user', parts: [{ text }] })),
    config: system ? { systemInstruction: system } : {},
  };
  if (tools !== 'mcp' && loop !== 'callable') return plainLoop(ai, request, answer, params);
  if (tools !== 'mcp') {
    return automatic(ai, request, answer, params, {
      tool: async () => ({ functionDeclarations: declarationsOf(request) }),
      callTool: async (calls) => answerCalls(request, answer, calls),
    });
  }
  const mcp = await connectMcp({ Client, StdioClientTransport, StreamableHTTPClientTransport }, transport);
  try {
    return await automatic(ai, request, answer, params, mcpToTool(mcp));
  } finally {
    await mcp.close();
  }
}

await serve(play, troubleOf);
