// Structured data: objects, arrays and values.
'use strict';

const { Cursor, Reject, utf8 } = require('./cursor');

const DEBUG = '__debug__';
const DEPTH = 128;
const READERS = [
  ['null', () => null],
  ['bool', readBool],
  ['u8', (at) => at.u8()],
  ['u16', (at) => at.u16()],
  ['u32', (at) => at.u32()],
  ['u64', (at) => String(at.u64())],
  ['i8', (at) => at.i8()],
  ['i16', (at) => at.i16()],
  ['i32', (at) => at.i32()],
  ['i64', (at) => String(at.i64())],
  ['f32', (at) => at.f32()],
  ['f64', (at) => at.f64()],
  ['string', readString],
  ['array', (at, depth) => at.list(at.u8(), () => readValue(at, depth + 1))],
  ['object', (at, depth) => readObject(at, depth + 1)],
];

function read(content) {
  return readObject(new Cursor(content), 1);
}

function readValue(at, depth) {
  if (depth > DEPTH) throw new Reject('values are nested too deep');
  const [type, reader] = READERS[at.u8()] ?? [];
  if (type === undefined) throw new Reject('unknown type of value');
  return { type, value: reader(at, depth) };
}

function readBool(at) {
  const value = at.u8();
  if (value > 1) throw new Reject('a Boolean is neither 0 nor 1');
  return value === 1;
}

function readString(at) {
  const end = at.data.indexOf(0, at.pos);
  if (end < 0) throw new Reject('a string does not end');
  const found = utf8(at.bytes(end - at.pos));
  at.bytes(1);
  if (found === undefined) throw new Reject('a string is not UTF-8');
  return found;
}

function readObject(at, depth) {
  const properties = at.list(at.u8(), () => ({ hash: hex(at.u64()), ...readValue(at, depth) }));
  const names = symbols(properties);
  return properties.map((entry) => ({ name: names.get(entry.hash) ?? null, ...entry }));
}

function symbols(properties) {
  const key = hash(DEBUG);
  const names = new Map([[key, DEBUG]]);
  for (const { type, value } of properties.filter((entry) => entry.hash === key)) {
    if (type !== 'array' || value.some((element) => element.type !== 'string')) {
      throw new Reject('the debug symbols are no array of strings');
    }
    for (const element of value) names.set(hash(element.value), element.value);
  }
  return names;
}

// h = h * 33 + byte, from 5381, in 64 bits.
function hash(name) {
  let value = 5381n;
  for (const byte of Buffer.from(name, 'utf8')) value = BigInt.asUintN(64, value * 33n + BigInt(byte));
  return hex(value);
}

function hex(value) {
  return `0x${value.toString(16).padStart(16, '0')}`;
}

module.exports = { read };
