// How a program uses the ollama package: a loop over chat, in one piece or as a stream, that runs the
// tools the model asks for.
import { layer, serve } from '../shared/protocol.mjs';
import { Trouble, troubleOf } from '../shared/trouble.mjs';
import { Ollama } from 'ollama';
import { modelOf, settingsOf, talkOf, TOOL_RESULT, toolsOf } from '../shared/tools.mjs';

const MODEL = 'qwen3';

async function ask(ollama, params, stream) {
  if (!stream) return (await ollama.chat(params)).message;
  const message = { role: 'assistant', content: '', tool_calls: [] };
  const chunks = await ollama.chat({ ...params, stream: true });
  try {
    for await (const chunk of chunks) {
      message.content += chunk.message.content ?? '';
      message.tool_calls.push(...(chunk.message.tool_calls ?? []));
    }
  } catch (error) {
    // The package throws the text of a line {"error": …}, which the server sent, as a plain Error.
    if (error.constructor === Error && !error.message.startsWith('Did not receive')) throw new Trouble('provider', error.message);
    throw error;
  }
  return message;
}

async function play(request, answer) {
  const model = modelOf(request, MODEL);
  answer.event('started', { adapter: { name: 'ollama' }, model, layers: [layer(import.meta.url, 'sdk', 'ollama')] });
  const ollama = new Ollama({ host: process.env.OLLAMA_HOST });
  const offered = toolsOf(request);
  const tools = offered.map(({ name, description, inputSchema }) => ({ type: 'function', function: { name, description, parameters: inputSchema } }));
  const { system, turns } = talkOf(request);
  const messages = turns.map(({ role, text }) => ({ role, content: text }));
  if (system) messages.unshift({ role: 'system', content: system });
  for (let turn = 1; turn <= (request.maxTurns ?? 8); turn += 1) {
    const message = await ask(ollama, { model, messages, tools }, settingsOf(request).stream);
    messages.push(message);
    answer.message(message.content);
    if (!message.tool_calls?.length) return 'stop';
    for (const { function: { name, arguments: received } } of message.tool_calls) {
      if (!offered.some((tool) => tool.name === name)) throw new Error(`unknown tool ${JSON.stringify(name)}`);
      answer.tool(name, received);
      messages.push({ role: 'tool', tool_name: name, content: TOOL_RESULT });
    }
  }
  return 'maxTurns';
}

await serve(play, troubleOf);
