// JSON.parse, a look at the names, JSON.stringify: what every client in JavaScript does to a call.
// Numbers become doubles, of repeated members the last stays, integer-like keys move to the front.
import { serve, ClientError } from '../../adapters/node/tare-adapter.mjs';

const layers = [{ role: 'framework', name: 'js-json', version: '1' }];

function callsOf(reply) {
  if (!('text' in reply)) return reply.calls;
  const spoken = reply.text.replace(/<think>.*?<\/think>/gs, '');
  return [...spoken.matchAll(/<tool_call>\s*(\{.*?\})\s*<\/tool_call>/gs)].map((found) => {
    const { name, arguments: value } = JSON.parse(found[1]);
    return { name, arguments: JSON.stringify(value) };
  });
}

async function run(request, answer) {
  const reply = request.case.input;
  if ('text' in reply) answer.event('raw', { text: reply.text, format: reply.format });
  for (const call of reply.calls ?? []) answer.event('raw', call);
  answer.rawSeen = true;
  const offered = request.tools.map((tool) => tool.name);
  const out = callsOf(reply).map((call) => {
    if (!offered.includes(call.name)) throw new ClientError(`unknown tool ${call.name}`);
    const value = JSON.parse(call.arguments || '{}');
    if (value === null || typeof value !== 'object') throw new ClientError('no object');
    return { ...call, arguments: JSON.stringify(value) };
  });
  for (const call of out) answer.event('normalized', call);
  if (reply.content) answer.event('message', { role: 'assistant', text: reply.content });
  return 'stop';
}

await serve(run, { about: { layers } });
