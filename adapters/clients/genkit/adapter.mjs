// Genkit with its plugin for OpenAI-compatible models: `generate` or `generateStream` with tools of
// defineTool, which loop by themselves.
import { layer, serve } from '../shared/protocol.mjs';
import { TOOL_RESULT, mcpOf, modelOf, settingsOf, talkOf, toZod, toolsOf } from '../shared/tools.mjs';
import { prepare, troubleOf } from '../shared/trouble.mjs';
import { openAI } from '@genkit-ai/compat-oai/openai';
import { createMcpClient } from '@genkit-ai/mcp';
import { GenerationResponseError, GenkitError, genkit, z } from 'genkit';

const LAYERS = [
  ['framework', 'genkit'], ['sdk', '@genkit-ai/compat-oai'], ['mcp', '@genkit-ai/mcp'],
].map(([role, name]) => layer(import.meta.url, role, name));

function localTool(ai, { name, description, inputSchema }, schema, answer) {
  const declared = schema === 'zod' ? { inputSchema: toZod(z, inputSchema) } : { inputJsonSchema: inputSchema };
  return ai.defineTool({ name, description, ...declared }, async (input) => {
    answer.tool(name, input);
    return TOOL_RESULT;
  });
}

async function makeReady(request, answer, client) {
  const ai = genkit({ plugins: [openAI({ maxRetries: 0 })] });
  await client?.ready();
  const tools = client ? await client.getActiveTools(ai)
    : toolsOf(request).map((one) => localTool(ai, one, settingsOf(request).schema, answer));
  return { ai, tools };
}

async function textOf({ ai, tools }, request, model) {
  const { system, turns } = talkOf(request);
  const options = {
    model: openAI.model(model),
    system,
    messages: turns.map(({ role, text }) => ({ role: role === 'user' ? 'user' : 'model', content: [{ text }] })),
    tools,
    maxTurns: request.maxTurns ?? 8,
  };
  if (!settingsOf(request).stream) return (await ai.generate(options)).text;
  const { stream, response } = ai.generateStream(options);
  for await (const _chunk of stream) { /* a user would show them */ }
  return (await response).text;
}

function mcpClient() {
  const { command, args } = mcpOf();
  return createMcpClient({ name: 'tare', mcpServer: { command, args } });
}

async function attempt(request, answer) {
  const model = modelOf(request, 'gpt-4o');
  answer.event('started', { adapter: { name: 'genkit', version: '1' }, model, layers: LAYERS });
  const client = settingsOf(request).tools === 'mcp' ? mcpClient() : undefined;
  try {
    const ready = await prepare(() => makeReady(request, answer, client));
    answer.message(await textOf(ready, request, model));
    return 'stop';
  } catch (error) {
    if (error instanceof GenerationResponseError && error.status === 'ABORTED') return 'maxTurns';
    throw error;
  } finally {
    await client?.disable();
  }
}

// The plugin keeps of an error of the provider its words alone, which begin with the HTTP status.
function genkitTrouble(error) {
  if (!(error instanceof GenkitError)) return troubleOf(error);
  const words = error.originalMessage ?? '';
  if (/^(Connection error|Request timed out)/.test(words)) return 'network';
  const status = /^(\d{3}) /.exec(words);
  return status ? troubleOf({ status: Number(status[1]) }) : undefined;
}

await serve(attempt, genkitTrouble);
