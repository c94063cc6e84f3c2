// A worked adapter. It runs without a network: the model's reply stands in the case's input.
import { serve, ClientError } from './tare-adapter.mjs';

const tools = [{
  name: 'get_ticket', description: 'Show one ticket.',
  inputSchema: { type: 'object', properties: { key: { type: 'string' } }, required: ['key'] },
  annotations: { readOnlyHint: true },
}];
const functions = {
  // Who asks: from the session (here: the case), never from a model.
  get_ticket({ key }, { identity } = {}) {
    if (identity?.suspended) throw new ClientError(`${identity.user} may not read tickets`);
    if (key === undefined) throw new TypeError('key is missing');
    return { key, status: 'open' };
  },
};

async function run(request, answer) {
  const guarded = { get_ticket: answer.guard('get_ticket', functions.get_ticket) };
  for (const call of answer.rawCalls(request.case.input.reply)) {  // your model is asked here
    if (!guarded[call.name]) throw new ClientError(`unknown tool ${call.name}`);
    const args = typeof call.arguments === 'string' ? JSON.parse(call.arguments) : call.arguments;
    await guarded[call.name](args);
  }
}

await serve(run, { tools, functions });
