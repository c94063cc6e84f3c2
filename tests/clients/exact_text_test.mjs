// What the text of a received value must show, and what must be told beside it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exactText } from '../../adapters/clients/shared/exact_text.mjs';

const text = (value) => exactText(value).text;

test('a value that JSON can hold is the text that JSON.stringify writes', () => {
  const values = [null, true, 0, 1.5, 1e21, '', 'a"b\\c\n\u2028', [], {}, [1, [2, {}], 'x'],
    { b: 1, a: { 10: 1, 2: 2 }, '': null, 'k"': [] }, '\ud83d\ude00', '\u0000\u007f'];
  for (const value of values) assert.deepEqual(exactText(value), { text: JSON.stringify(value) });
});

test('numbers that JSON cannot hold are words', () => {
  assert.equal(text({ a: -0, b: NaN, c: Infinity, d: -Infinity, e: 12345678901234567890n }),
    '{"a":-0,"b":NaN,"c":Infinity,"d":-Infinity,"e":12345678901234567890}');
});

test('a lone surrogate is an escape', () => {
  assert.equal(text(['\ud800', 'a\udc00']), '["\\ud800","a\\udc00"]');
});

test('a member that is undefined is left out of the text and told', () => {
  assert.deepEqual(exactText({ a: undefined, 'x/~': { f: () => 1, s: Symbol('s'), n: 1 } }), {
    text: '{"x/~":{"n":1}}',
    types: [{ path: '/a', type: 'undefined' }, { path: '/x~1~0/f', type: 'function' },
      { path: '/x~1~0/s', type: 'symbol' }],
  });
});

test('an item that is undefined keeps its place', () => {
  // eslint-disable-next-line no-sparse-arrays
  assert.deepEqual(exactText([1, undefined, , 2]), {
    text: '[1,null,null,2]',
    types: [{ path: '/1', type: 'undefined' }, { path: '/2', type: 'undefined' }],
  });
});

test('no value at all is null and told', () => {
  assert.deepEqual(exactText(undefined), { text: null, types: [{ path: '', type: 'undefined' }] });
});

test('an own member __proto__ is text, a prototype set by assignment is told', () => {
  const own = JSON.parse('{"a":1,"__proto__":{"b":2}}');
  assert.deepEqual(exactText(own), { text: '{"a":1,"__proto__":{"b":2}}' });
  const set = { a: 1 };
  set['__proto__'] = { b: 2 };
  assert.deepEqual(exactText({ set }), { text: '{"set":{"a":1}}', types: [{ path: '/set', type: 'prototype' }] });
  assert.deepEqual(exactText(Object.create(null)), { text: '{}' });
});

test('classes are told by name, and toJSON is not asked', () => {
  class Weight { constructor() { this.kg = 1; } toJSON() { return 'hidden'; } }
  assert.deepEqual(exactText([new Weight()]), { text: '[{"kg":1}]', types: [{ path: '/0', type: 'class Weight' }] });
});

test('dates, maps, sets and bytes are told, with a text of what they hold', () => {
  const value = { d: new Date(0), m: new Map([['k', -0]]), s: new Set([1]), b: new Uint8Array([1, 2]) };
  assert.deepEqual(exactText(value), {
    text: '{"d":"1970-01-01T00:00:00.000Z","m":[["k",-0]],"s":[1],"b":"AQI="}',
    types: [{ path: '/d', type: 'date' }, { path: '/m', type: 'map' }, { path: '/s', type: 'set' },
      { path: '/b', type: 'bytes' }],
  });
  assert.equal(text(new Date(NaN)), '"Invalid Date"');
});

test('a value deeper than the call stack is written whole', () => {
  const raw = '['.repeat(20000) + ']'.repeat(20000);
  assert.equal(text(JSON.parse(raw)), raw);
});

test('what is too deep, too long or endless is told, not followed', () => {
  const deep = JSON.parse('['.repeat(70000) + ']'.repeat(70000));
  assert.deepEqual(exactText(deep), { text: null, types: [{ path: '', type: 'tooDeep' }] });
  assert.deepEqual(exactText(['x'.repeat(2 << 20)]), { text: null, types: [{ path: '', type: 'tooLong' }] });
  const round = { a: [] };
  round.a.push(round);
  assert.deepEqual(exactText(round), { text: '{"a":[null]}', types: [{ path: '/a/0', type: 'cycle' }] });
});

test('the same object twice is no cycle', () => {
  const shared = { a: 1 };
  assert.deepEqual(exactText([shared, shared]), { text: '[{"a":1},{"a":1}]' });
});
