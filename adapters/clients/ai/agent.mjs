// How a program uses the AI SDK: generateText or streamText with tools and a limit of steps, over one of
// its providers. The packages are passed in, so that several versions of them are driven by one text.
import { layer } from '../shared/protocol.mjs';
import { mcpOf, modelOf, settingsOf, talkOf, TOOL_RESULT, toolsOf, toZod } from '../shared/tools.mjs';
import { Trouble } from '../shared/trouble.mjs';

// Each provider reads a variable of its own for its base URL, or none.
function modelOfProvider(packages, { provider, api }, request) {
  const { env } = process;
  switch (provider) {
    case 'openai': {
      const openai = packages.createOpenAI({ baseURL: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY });
      const name = modelOf(request, 'gpt-4o');
      return { name: '@ai-sdk/openai', model: api === 'chat' ? openai.chat(name) : openai.responses(name) };
    }
    case 'anthropic': {
      const anthropic = packages.createAnthropic({ baseURL: `${env.ANTHROPIC_BASE_URL}/v1`, apiKey: env.ANTHROPIC_API_KEY });
      return { name: '@ai-sdk/anthropic', model: anthropic(modelOf(request, 'claude-sonnet-4-5')) };
    }
    case 'google': {
      const google = packages.createGoogleGenerativeAI({ baseURL: `${env.GOOGLE_GEMINI_BASE_URL}/v1beta`, apiKey: env.GEMINI_API_KEY });
      return { name: '@ai-sdk/google', model: google(modelOf(request, 'gemini-2.5-flash')) };
    }
    default: {
      const compatible = packages.createOpenAICompatible({ name: 'tare', baseURL: env.OPENAI_BASE_URL, apiKey: env.OPENAI_API_KEY });
      return { name: '@ai-sdk/openai-compatible', model: compatible(modelOf(request, 'gpt-4o')) };
    }
  }
}

function localTools({ jsonSchema, tool, z }, request, answer) {
  const zod = settingsOf(request).schema === 'zod';
  return Object.fromEntries(toolsOf(request).map(({ name, description, inputSchema }) => [name, tool({
    description,
    inputSchema: zod ? toZod(z, inputSchema) : jsonSchema(inputSchema),
    execute: (input, { toolCallId }) => {
      answer.tool(name, input, { id: toolCallId });
      return TOOL_RESULT;
    },
  })]));
}

// The text of the last step, why it ended, and the steps.
async function generate({ generateText, streamText }, params, stream) {
  if (!stream) return generateText(params);
  const result = streamText({ ...params, onError: () => {} });
  for await (const part of result.fullStream) {
    // A stream tells its errors as parts; the guide has the caller look for them. What is no Error is what the
    // provider itself sent as one.
    if (part.type === 'error') throw part.error instanceof Error ? part.error : new Trouble('provider', JSON.stringify(part.error));
  }
  return { text: await result.text, finishReason: await result.finishReason, steps: await result.steps };
}

export async function play(packages, from, request, answer) {
  const settings = settingsOf(request);
  const { name, model } = modelOfProvider(packages, settings, request);
  const layers = [layer(from, 'framework', 'ai'), layer(from, 'sdk', name)];
  if (settings.tools === 'mcp') layers.push(layer(from, 'mcp', '@ai-sdk/mcp'));
  answer.event('started', { adapter: { name: 'ai' }, model: model.modelId, layers });
  let mcp;
  if (settings.tools === 'mcp') {
    const { command, args } = mcpOf();
    mcp = await packages.createMCPClient({ transport: new packages.Experimental_StdioMCPTransport({ command, args }) });
  }
  try {
    const { system, turns } = talkOf(request);
    const limit = request.maxTurns ?? 8;
    const { text, finishReason, steps } = await generate(packages, {
      model,
      ...(system ? { system } : {}),
      messages: turns.map(({ role, text: content }) => ({ role, content })),
      tools: mcp ? await mcp.tools() : localTools(packages, request, answer),
      stopWhen: packages.stepCountIs(limit),
      maxRetries: 0,
    }, settings.stream);
    answer.message(text);
    return finishReason === 'tool-calls' && steps.length >= limit ? 'maxTurns' : 'stop';
  } finally {
    await mcp?.close();
  }
}
