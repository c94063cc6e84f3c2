// Schemas of tools as zod. zod is no dependency of the repository: a stand-in writes down what was asked
// of it, and where a client's packages are installed the real one is held to the same.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { mcpOf, talkOf, toolsOf, toZod } from '../../adapters/clients/shared/tools.mjs';

function said(text) {
  return new Proxy({}, {
    get: (_, name) => (name === 'text' ? text : (...args) => said(`${text}.${name}(${args.map(spell).join()})`)),
  });
}
function spell(value) {
  if (value instanceof RegExp) return String(value);
  if (Array.isArray(value)) return `[${value.map(spell).join()}]`;
  if (value?.text) return value.text;
  if (value && typeof value === 'object') return `{${Object.entries(value).map(([k, v]) => `${k}:${spell(v)}`).join()}}`;
  return JSON.stringify(value);
}
const z = new Proxy({}, { get: (_, name) => (...args) => said(`${name}(${args.map(spell).join()})`) });
const zodOf = (schema) => toZod(z, schema).text;

test('members that are not required are optional, and defaults are given', () => {
  assert.equal(zodOf({ type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'integer', default: 1 }, c: { type: 'boolean' } } }),
    'object({a:string(),b:number().int().optional().default(1),c:boolean().optional()})');
});

test('each form of the corpus has its zod', () => {
  assert.equal(zodOf({ type: ['number', 'null'] }), 'number().nullable()');
  assert.equal(zodOf({ type: 'string', enum: ['a', 'b'] }), 'enum(["a","b"])');
  assert.equal(zodOf({ enum: [1, 'b'] }), 'union([literal(1),literal("b")])');
  assert.equal(zodOf({ type: 'array', items: { type: 'string' } }), 'array(string())');
  assert.equal(zodOf({ type: 'object' }), 'record(string(),any())');
  assert.equal(zodOf({ type: 'object', properties: {} }), 'object({})');
  assert.equal(zodOf({ type: 'object', properties: {}, additionalProperties: false }), 'object({}).strict()');
  assert.equal(zodOf({}), 'any()');
  assert.equal(zodOf({ type: ['string', 'array'], items: { type: 'null' }, minLength: 2, description: 'd' }),
    'union([string().min(2),array(null())]).describe("d")');
  assert.equal(zodOf({ anyOf: [{ type: 'number', minimum: 1 }, { const: 'x' }] }), 'union([number().min(1),literal("x")])');
  assert.equal(zodOf({ type: 'string', pattern: '^a' }), 'string().regex(/^a/u)');
});

test('a keyword without a zod is refused by name', () => {
  assert.throws(() => zodOf({ type: 'string', format: 'email' }), /"format"/);
  assert.throws(() => zodOf({ type: 'integer', minLength: 1 }), /"minLength"/);
  assert.throws(() => zodOf({ type: 'text' }), /"text"/);
});

test('the optional of a library can be another', () => {
  const options = { optional: (member) => member.nullish() };
  assert.equal(toZod(z, { properties: { a: { properties: { b: { type: 'null' } } } } }, options).text,
    'object({a:object({b:null().nullish()}).nullish()})');
});

const zodPackage = new URL('../../adapters/clients/openai/node_modules/zod/index.js', import.meta.url);
test('the real zod takes what the schema takes', { skip: !existsSync(zodPackage) && 'zod is not installed' }, async () => {
  const { z: real } = await import(zodPackage.href);
  const schema = toZod(real, { type: 'object', required: ['n'], properties: { n: { type: ['integer', 'null'] }, s: { type: 'string', enum: ['x'], default: 'x' }, f: { type: 'object' } } });
  assert.deepEqual(schema.parse({ n: null, extra: 1, f: { any: [1] } }), { n: null, s: 'x', f: { any: [1] } });
  assert.equal(schema.safeParse({ n: 1.5 }).success, false);
  assert.equal(schema.safeParse({}).success, false);
});

test('tools and talk are made whole', () => {
  assert.deepEqual(toolsOf({ tools: [{ name: 'a' }] }), [{ name: 'a', description: '', inputSchema: { type: 'object' } }]);
  assert.deepEqual(toolsOf({ tools: null }), []);
  assert.deepEqual(talkOf({ instructions: 'Be brief.', case: { messages: [{ role: 'system', content: 'And kind.' }, { role: 'user', content: [{ type: 'text', text: 'Hi' }] }] } }),
    { system: 'Be brief.\n\nAnd kind.', turns: [{ role: 'user', text: 'Hi' }] });
});

test('a history that would be trimmed is refused', () => {
  for (const message of [{ role: 'tool', content: 'x' }, { role: 'assistant', content: '', tool_calls: [{}] }, { role: 'user', content: [{ type: 'image_url' }] }]) {
    assert.throws(() => talkOf({ case: { messages: [message] } }), { kind: 'harness' });
  }
});

test('the MCP server is told by its variables, and missed by name', () => {
  assert.deepEqual(mcpOf({ TARE_MCP_COMMAND: '["/t","a","b c"]', TARE_MCP_URL: 'http://x' }), { command: '/t', args: ['a', 'b c'], url: 'http://x' });
  assert.throws(() => mcpOf({}), /TARE_MCP_COMMAND/);
});
