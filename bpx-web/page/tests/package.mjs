/** Makes large packages out of a small one. */

import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from "node:fs";

const HEADER = 40;
const ENTRY = 24;

/** Returns the parts of a package whose last section has so many bytes. */
export function largePackage(path, size) {
  const small = readFileSync(path);
  const count = small.readUInt32LE(16);
  const entry = (index) => HEADER + index * ENTRY;
  const last = entry(count - 1);
  const start = Number(small.readBigUInt64LE(last));
  const head = small.subarray(0, start);
  // Plain bytes without a checksum.
  head.writeUInt32LE(size, last + 8);
  head.writeUInt32LE(size, last + 12);
  head.writeUInt32LE(0, last + 16);
  head.writeUInt8(0, last + 21);
  // The third object, which is empty and begins at byte 8 of that section, has all that follows.
  const objects = Number(small.readBigUInt64LE(entry(0)));
  head.writeBigUInt64LE(BigInt(size - 8), objects + 2 * 20);
  head.writeUInt32LE(sum(head.subarray(objects, objects + 60)), entry(0) + 16);
  head.writeBigUInt64LE(BigInt(start + size), 8);
  head.writeUInt32LE(0, 4);
  head.writeUInt32LE(sum(head.subarray(0, entry(count))), 4);
  const piece = Buffer.alloc(1 << 20, (index) => index);
  for (let at = 0; at < piece.length; at++) piece[at] = (at * 2654435761) >>> 24;
  const parts = [head];
  for (let left = size; left > 0; left -= piece.length) parts.push(piece.subarray(0, Math.min(left, piece.length)));
  return parts;
}

/** Writes a package whose other sections lie beyond 4 GiB, after a section that takes no space on disk; returns their offset. */
export function sparsePackage(path, out) {
  const small = readFileSync(path);
  const count = small.readUInt32LE(16);
  const start = HEADER + (count + 1) * ENTRY;
  // After it, the small file's sections: their places move by so many bytes.
  const size = 0xffffffff;
  const moved = start + size - (HEADER + count * ENTRY);
  const head = Buffer.alloc(start);
  small.copy(head, 0, 0, HEADER + count * ENTRY);
  for (let index = 0; index < count; index++) {
    const at = HEADER + index * ENTRY;
    head.writeBigUInt64LE(small.readBigUInt64LE(at) + BigInt(moved), at);
  }
  const last = HEADER + count * ENTRY;
  head.writeBigUInt64LE(BigInt(start), last);
  head.writeUInt32LE(size, last + 8);
  head.writeUInt32LE(size, last + 12);
  // The type of the last section of the small file: one of data, which objects need not use.
  head.writeUInt8(small.readUInt8(last - ENTRY + 20), last + 20);
  head.writeBigUInt64LE(BigInt(small.length + moved), 8);
  head.writeUInt32LE(count + 1, 16);
  head.writeUInt32LE(0, 4);
  head.writeUInt32LE(sum(head), 4);
  const file = openSync(out, "w");
  writeSync(file, head, 0, head.length, 0);
  writeSync(file, small, HEADER + count * ENTRY, small.length - HEADER - count * ENTRY, start + size);
  ftruncateSync(file, small.length + moved);
  closeSync(file);
  return start + size;
}

function sum(bytes) {
  return bytes.reduce((total, byte) => (total + byte) >>> 0, 0);
}
