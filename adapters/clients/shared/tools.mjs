// The request's tools and messages in the shapes that client libraries take.
//
// `toZod` writes down the schema that a user of zod would have written by hand: unknown members are what
// z.object makes of them (it drops them), what is not required is optional. zod itself is passed in, since
// each library has a version of its own. A keyword that is not known here is refused: a schema that says
// less than the case does would shrink what is audited, in silence.

import { Trouble } from './trouble.mjs';

const NOTES = new Set(['title', 'description', '$schema', 'examples', 'default', 'deprecated']);

// [{name, description, inputSchema}], each member there.
export function toolsOf(request) {
  return (request.tools ?? []).map(({ name, description, inputSchema }) => ({
    name,
    description: description ?? '',
    inputSchema: { type: 'object', ...inputSchema },
  }));
}

function refuseUnknown(schema, known) {
  for (const keyword of Object.keys(schema)) {
    if (!known.includes(keyword) && !NOTES.has(keyword)) {
      throw new Trouble('harness', `no zod for the keyword "${keyword}" of a tool's schema; write it into shared/tools.mjs`);
    }
  }
}

function bounded(zod, schema, keywords) {
  let result = zod;
  for (const [keyword, method] of Object.entries(keywords)) {
    if (keyword in schema) result = result[method](keyword === 'pattern' ? new RegExp(schema[keyword], 'u') : schema[keyword]);
  }
  return result;
}

const STRING = { minLength: 'min', maxLength: 'max', pattern: 'regex' };
const NUMBER = { minimum: 'min', maximum: 'max', exclusiveMinimum: 'gt', exclusiveMaximum: 'lt', multipleOf: 'multipleOf' };
const ARRAY = { minItems: 'min', maxItems: 'max' };
const KEYWORDS = {
  object: ['properties', 'required', 'additionalProperties'],
  array: ['items', ...Object.keys(ARRAY)],
  string: Object.keys(STRING),
  number: Object.keys(NUMBER),
  integer: Object.keys(NUMBER),
};

function objectToZod(z, schema, options) {
  if (!schema.properties) return z.record(z.string(), z.any()); // free form
  const shape = {};
  for (const [name, property] of Object.entries(schema.properties)) {
    let member = toZod(z, property, options);
    if (!(schema.required ?? []).includes(name)) member = options.optional(member);
    if (property !== null && typeof property === 'object' && 'default' in property) member = member.default(property.default);
    shape[name] = member;
  }
  const object = z.object(shape);
  if (schema.additionalProperties === false) return object.strict();
  return schema.additionalProperties ? object.passthrough() : object;
}

function typeToZod(z, type, schema, options) {
  switch (type) {
    case 'object': return objectToZod(z, schema, options);
    case 'array': return bounded(z.array(schema.items ? toZod(z, schema.items, options) : z.any()), schema, ARRAY);
    case 'string': return bounded(z.string(), schema, STRING);
    case 'integer': return bounded(z.number().int(), schema, NUMBER);
    case 'number': return bounded(z.number(), schema, NUMBER);
    case 'boolean': return z.boolean();
    default: throw new Trouble('harness', `no zod for the type ${JSON.stringify(type)} of a tool's schema`);
  }
}

function union(z, members) {
  return members.length === 1 ? members[0] : z.union(members);
}

// `options.optional` says how a member that is not required is written; some libraries want it nullable.
export function toZod(z, schema, options = { optional: (member) => member.optional() }) {
  if (schema === true || Object.keys(schema).every((keyword) => NOTES.has(keyword))) return z.any();
  const described = (zod) => (schema.description ? zod.describe(schema.description) : zod);
  if (schema.enum) {
    refuseUnknown(schema, ['type', 'enum']);
    const words = schema.enum.every((word) => typeof word === 'string');
    return described(words ? z.enum(schema.enum) : union(z, schema.enum.map((word) => z.literal(word))));
  }
  if ('const' in schema) {
    refuseUnknown(schema, ['type', 'const']);
    return described(z.literal(schema.const));
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) {
    refuseUnknown(schema, ['type', schema.anyOf ? 'anyOf' : 'oneOf']);
    return described(union(z, choices.map((choice) => toZod(z, choice, options))));
  }
  const types = [schema.type ?? 'object'].flat();
  const real = types.filter((type) => type !== 'null');
  refuseUnknown(schema, ['type', ...real.flatMap((type) => KEYWORDS[type] ?? [])]);
  if (real.length === 0) return described(z.null());
  // Each keyword speaks of its own type alone, as JSON Schema has it, so a branch may be given them all.
  const zods = real.map((type) => typeToZod(z, type, schema, options));
  return described(types.length > real.length ? union(z, zods).nullable() : union(z, zods));
}

// {system, turns: [{role: "user" | "assistant", text}]}. The adapters play cases that are plain talk; a
// history with calls in it is told, not trimmed.
export function talkOf(request) {
  const system = request.instructions ? [request.instructions] : [];
  const turns = [];
  for (const { role, content, tool_calls: calls } of request.case.messages ?? []) {
    const text = typeof content === 'string' ? content
      : (content ?? []).map((part) => (part.type === 'text' ? part.text : undefined)).join('');
    const plain = typeof content === 'string' || (content ?? []).every((part) => part.type === 'text');
    if (calls?.length || !plain || !['system', 'developer', 'user', 'assistant'].includes(role)) {
      throw new Trouble('harness', 'this adapter plays messages of plain text only: no tool results, calls or images in a case');
    }
    if (role === 'system' || role === 'developer') system.push(text);
    else turns.push({ role, text });
  }
  return { system: system.join('\n\n') || undefined, turns };
}

export const settingsOf = (request) => request.variant?.settings ?? {};
export const modelOf = (request, otherwise) => request.variant?.model ?? otherwise;

// Where Tare's MCP server is: {command, args} to start it on stdio, and its URL.
export function mcpOf(environment = process.env) {
  const { TARE_MCP_COMMAND: command, TARE_MCP_URL: url } = environment;
  const [program, ...args] = command ? JSON.parse(command) : [];
  if (!program && !url) {
    throw new Trouble('harness', 'no MCP server: neither TARE_MCP_COMMAND nor TARE_MCP_URL is set; the suite needs "proxy": {"mcp": true}');
  }
  return { command: program, args, url };
}

// What each tool answers: fixed, so that nothing but the client decides what happens next.
export const TOOL_RESULT = 'done';
