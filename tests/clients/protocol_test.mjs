// The loop that answers requests, as a process of its own: what stands on its stdout is all that counts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const shared = new URL('../../adapters/clients/shared/', import.meta.url).href;

// Runs an adapter whose `run` has the given body, with the given requests.
function play(body, requests, before = '') {
  const program = `import { serve } from '${shared}protocol.mjs';
    import { Trouble, troubleOf } from '${shared}trouble.mjs';
    ${before}
    await serve(async (request, answer) => { ${body} }, troubleOf);`;
  const input = requests.map((request) => (typeof request === 'string' ? request : JSON.stringify(request))).join('\n');
  const { stdout, stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { input, encoding: 'utf8', timeout: 60000 });
  return { events: stdout.split('\n').filter(Boolean).map((line) => JSON.parse(line)), stdout, stderr, status };
}
const RUN = { request: 'run', case: { id: 'a' } };

test('each request is answered once, in order, up to finished', () => {
  const { events, status } = play("answer.message(request.case.id); return request.case.id === 'b' ? 'maxTurns' : undefined;",
    [RUN, '', { request: 'run', case: { id: 'b' } }]);
  assert.equal(status, 0);
  assert.deepEqual(events, [
    { event: 'message', role: 'assistant', text: 'a' }, { event: 'finished', reason: 'stop' },
    { event: 'message', role: 'assistant', text: 'b' }, { event: 'finished', reason: 'maxTurns' }]);
});

test('a call at a tool carries the exact text as a string, and types beside it', () => {
  const { events } = play("answer.tool('f', { a: -0, b: undefined }, { id: 'c1' });", [RUN]);
  assert.deepEqual(events[0], { event: 'call', at: 'tool', name: 'f', arguments: '{"a":-0}', id: 'c1', status: 'executed', types: [{ path: '/b', type: 'undefined' }] });
});

test('what a library prints goes to stderr', () => {
  const { events, stderr } = play("console.log('noise'); process.stdout.write('more');", [RUN]);
  assert.deepEqual(events, [{ event: 'finished', reason: 'stop' }]);
  assert.match(stderr, /noise\nmore/);
});

test('what a library throws is a refusal, unless the way failed', () => {
  const ends = (body) => play(body, [RUN]).events;
  assert.deepEqual(ends("JSON.parse('{');").map((event) => event.reason), ['refusedByClient']);
  assert.match(ends("JSON.parse('{');")[0].message, /^SyntaxError: /);
  assert.deepEqual(ends("throw Object.assign(new Error('x'), { cause: { status: 429 } });").map((event) => event.kind ?? event.reason), ['rateLimit', 'stop']);
  assert.deepEqual(ends("throw Object.assign(new Error('x'), { code: 'ECONNREFUSED' });")[0].kind, 'network');
  assert.deepEqual(ends("throw Object.assign(new Error('x'), { status: 500 });")[0].kind, 'provider');
  assert.deepEqual(ends("class APIError extends Error { error = { message: 'x' }; } throw new APIError('x');")[0].kind, 'provider');
  assert.deepEqual(ends("throw { type: 'error', message: 'x' };")[0].message, '{"type":"error","message":"x"}');
  assert.deepEqual(ends("class APIError extends Error {} throw new APIError('x');").map((event) => event.reason), ['refusedByClient']);
  assert.deepEqual(ends("throw new Trouble('harness', 'x');")[0], { event: 'error', kind: 'harness', message: 'Error: x' });
});

test('a rejection that nobody awaits ends the process, with what was seen on record', () => {
  const { events, status } = play("answer.tool('f', {}); Promise.reject(new Error('lost')); await new Promise((go) => setTimeout(go, 1000));", [RUN]);
  assert.equal(status, 1);
  assert.deepEqual(events.map((event) => event.event), ['call']);
});

test('what comes after finished is not printed', () => {
  const { events } = play("setImmediate(() => answer.tool('late', {}));", [RUN]);
  assert.deepEqual(events, [{ event: 'finished', reason: 'stop' }]);
});

test('a request that is not run is answered as not supported', () => {
  assert.deepEqual(play('', [{ request: 'describe' }]).events, [{ event: 'unsupported' }, { event: 'finished', reason: 'stop' }]);
});

test('separators that JSON leaves bare do not cut a request', () => {
  const { events } = play('answer.message(request.case.id);', ['{"request":"run","case":{"id":"a\u2028b"}}']);
  assert.equal(events[0].text, 'a\u2028b');
});

test('a handle that a library leaves open does not hold the process', () => {
  const { status } = play('setInterval(() => {}, 1000);', [RUN]);
  assert.equal(status, 0);
});
