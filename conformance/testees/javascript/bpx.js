// A small reader of BPX containers, versions 1 and 2: checks header, section table, zlib streams and byte sums.
"use strict";
const zlib = require("zlib");

// Why a file is no sound container; `at` and `offset` say where, when that is known.
class Refused extends Error {
  constructor(kind, message, at, offset) {
    super(message);
    Object.assign(this, { kind, at, offset });
  }
}

const sum = (bytes) => bytes.reduce((total, byte) => (total + byte) >>> 0, 0);

function content(stored, size, flags) {
  if ((flags & 3) === 0) return stored;
  if (flags & 2) throw new Refused("unsupported-feature", "no xz here");
  try {
    const bytes = zlib.inflateSync(stored, { maxOutputLength: size + 1 });
    if (bytes.length === size) return bytes;
  } catch (error) {
    if (error.code !== "ERR_BUFFER_TOO_LARGE") throw new Refused("bad-stream", error.message);
  }
  throw new Refused("size-mismatch", `the content has not ${size} bytes`);
}

function read(data) {
  if (data.length < 40) throw new Refused("truncated", "no whole header");
  if (data.toString("latin1", 0, 3) !== "BPX") throw new Refused("bad-magic", "no BPX file", "header.signature", 0);
  const version = data.readUInt32LE(20);
  if (version !== 1 && version !== 2) {
    throw new Refused("unsupported-version", `version ${version}`, "header.version", 20);
  }
  const count = data.readUInt32LE(16);
  const end = 40 + 24 * count;
  if (end > data.length) throw new Refused("truncated", `no room for ${count} sections`, "table", 40);
  const total = (sum(data.subarray(0, 4)) + sum(data.subarray(8, end))) >>> 0;
  if (total !== data.readUInt32LE(4)) throw new Refused("checksum-mismatch", "another sum", "header.checksum", 4);
  if (data.readBigUInt64LE(8) > BigInt(data.length)) {
    throw new Refused("truncated", "the file is cut off", "header.file_size", 8);
  }
  for (let index = 0; index < count; index++) {
    const entry = data.subarray(40 + 24 * index);
    const pointer = entry.readBigUInt64LE(0);
    const [storedSize, size, check] = [8, 12, 16].map((at) => entry.readUInt32LE(at));
    const flags = entry[21];
    const stored = flags & 3 ? storedSize : size;
    if (pointer + BigInt(stored) > BigInt(data.length)) {
      throw new Refused("out-of-bounds", `section ${index} ends after the file`);
    }
    const bytes = content(data.subarray(Number(pointer), Number(pointer) + stored), size, flags);
    if (flags & 8 && sum(bytes) !== check) {
      throw new Refused("checksum-mismatch", `the checksum of section ${index} differs`);
    }
  }
}

module.exports = { Refused, read };
