// What all readers share: the refusal of a file, a cursor over its bytes, and values that JSON can hold.
'use strict';

class Reject extends Error {}

class Cursor {
  constructor(data, pos = 0) {
    this.data = data;
    this.pos = pos;
  }

  left() {
    return this.data.length - this.pos;
  }

  bytes(count) {
    if (count > this.left()) throw new Reject(`expected ${count} bytes at ${this.pos}, found ${this.left()}`);
    const start = this.pos;
    this.pos += count;
    return this.data.subarray(start, this.pos);
  }

  u8() { return this.bytes(1).readUInt8(0); }
  i8() { return this.bytes(1).readInt8(0); }
  u16() { return this.bytes(2).readUInt16LE(0); }
  i16() { return this.bytes(2).readInt16LE(0); }
  u32() { return this.bytes(4).readUInt32LE(0); }
  i32() { return this.bytes(4).readInt32LE(0); }
  u64() { return this.bytes(8).readBigUInt64LE(0); }
  i64() { return this.bytes(8).readBigInt64LE(0); }

  // A number of 64 bits that says where something is: nothing beyond 2^53 is in a file.
  place() {
    const value = this.u64();
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new Reject(`${value} lies after the file`);
    return Number(value);
  }

  f32() {
    const raw = this.bytes(4);
    const bits = raw.readUInt32LE(0);
    if ((bits >>> 23 & 0xff) === 0xff) return { bits: `0x${bits.toString(16)}` };
    return raw.readFloatLE(0);
  }

  f64() {
    const raw = this.bytes(8);
    const bits = raw.readBigUInt64LE(0);
    if ((bits >> 52n & 0x7ffn) === 0x7ffn) return { bits: `0x${bits.toString(16)}` };
    return raw.readDoubleLE(0);
  }

  list(count, element) {
    const found = [];
    for (let place = 0; place < count; place += 1) found.push(element(this));
    return found;
  }

  floats(count) {
    if (count * 4 > this.left()) throw new Reject('more numbers than bytes');
    return this.list(count, (at) => at.f32());
  }
}

// Bytes as text; undefined where they are not UTF-8.
function utf8(raw) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(raw);
  } catch {
    return undefined;
  }
}

module.exports = { Cursor, Reject, utf8 };
