// What a tool function really received, as text.
//
// JSON.stringify would hide the very changes that are looked for: it writes -0 as 0, NaN and Infinity
// as null, drops what is undefined, and asks toJSON. So the value is walked and written here, and what
// JSON has no word for at all is told beside the text, by its place. The walk keeps its own stack: a
// library may hand over a value that is nested deeper than JavaScript can call.

const MAX_DEPTH = 65536;
const MAX_LENGTH = 1024 * 1024; // of the text: a line of the protocol holds 4 MiB, and quoting may triple it

const PLAIN = new Set([Object.prototype, Array.prototype, null]);

// A class says its own name through its prototype; any other prototype was put there by hand, as an
// assignment to `__proto__` does.
function kindOf(value) {
  if (value instanceof Date) return 'date';
  if (value instanceof Map) return 'map';
  if (value instanceof Set) return 'set';
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return 'bytes';
  const prototype = Object.getPrototypeOf(value);
  if (PLAIN.has(prototype)) return undefined;
  const maker = Object.getOwnPropertyDescriptor(prototype, 'constructor')?.value;
  return typeof maker === 'function' && maker.prototype === prototype ? `class ${maker.name}` : 'prototype';
}

function base64(bytes) {
  const view = ArrayBuffer.isView(bytes) ? bytes : new Uint8Array(bytes);
  return Buffer.from(view.buffer, view.byteOffset, view.byteLength).toString('base64');
}

// The text of what has no members; undefined for a list or an object.
function leafText(value, kind) {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return JSON.stringify(value); // lone surrogates as escapes
  if (typeof value === 'boolean' || value === null) return String(value);
  if (typeof value !== 'object') return 'null'; // undefined, function, symbol: told beside the text
  if (kind === 'date') return JSON.stringify(Number.isNaN(+value) ? String(value) : value.toISOString());
  if (kind === 'bytes') return JSON.stringify(base64(value));
  return undefined;
}

function membersOf(value, kind) {
  if (kind === 'map') return { list: true, values: [...value] };
  if (kind === 'set') return { list: true, values: [...value] };
  if (Array.isArray(value)) return { list: true, values: value };
  return { list: false, keys: Object.keys(value), values: value };
}

const hasNoText = (value) => value === undefined || typeof value === 'function' || typeof value === 'symbol';

// {text, types}: `types` is absent where the text says everything. `text` is null where the value is
// too deep or too long to be written, or is no value at all.
export function exactText(value) {
  const out = [];
  const types = [];
  const frames = []; // the lists and objects that are open, outermost first
  const open = new Set();
  let length = 0;

  const put = (text) => { out.push(text); length += text.length; };
  const tell = (type) => {
    const keys = frames.map((frame) => String(frame.key).replace(/~/g, '~0').replace(/\//g, '~1'));
    types.push({ path: keys.map((key) => `/${key}`).join(''), type });
  };
  const begin = (child) => {
    if (hasNoText(child)) tell(typeof child);
    const isObject = typeof child === 'object' && child !== null;
    const kind = isObject ? kindOf(child) : undefined;
    if (kind) tell(kind);
    if (isObject && open.has(child)) { tell('cycle'); return put('null'); }
    const leaf = leafText(child, kind);
    if (leaf !== undefined) return put(leaf);
    const members = membersOf(child, kind);
    open.add(child);
    frames.push({ ...members, object: child, at: 0, first: true, key: '' });
    return put(members.list ? '[' : '{');
  };
  const failed = (type) => ({ text: null, types: [...types, { path: '', type }] });

  if (hasNoText(value)) return failed(typeof value);
  begin(value);
  while (frames.length > 0) {
    if (frames.length > MAX_DEPTH) return failed('tooDeep');
    if (length > MAX_LENGTH) return failed('tooLong');
    const frame = frames[frames.length - 1];
    if (frame.at === (frame.list ? frame.values : frame.keys).length) {
      put(frame.list ? ']' : '}');
      frames.pop();
      open.delete(frame.object);
      continue;
    }
    frame.key = frame.list ? frame.at : frame.keys[frame.at];
    frame.at += 1;
    const child = frame.values[frame.key];
    if (!frame.list && hasNoText(child)) { tell(typeof child); continue; }
    if (!frame.first) put(',');
    frame.first = false;
    if (!frame.list) put(`${JSON.stringify(frame.key)}:`);
    begin(child);
  }
  if (length > MAX_LENGTH) return failed('tooLong');
  return types.length > 0 ? { text: out.join(''), types } : { text: out.join('') };
}
