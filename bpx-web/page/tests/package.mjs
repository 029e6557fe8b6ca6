/** Makes a large package out of a small one: its last section gets so many bytes. */

import { readFileSync } from "node:fs";

const HEADER = 40;
const ENTRY = 24;

/** Returns the parts of the file. */
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

function sum(bytes) {
  return bytes.reduce((total, byte) => (total + byte) >>> 0, 0);
}
