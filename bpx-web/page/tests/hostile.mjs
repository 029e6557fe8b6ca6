/** Makes files that ask for more than they have: bombs, nested values, counts without elements, cut and changed files. */

import { readFileSync } from "node:fs";
import { constants, deflateSync } from "node:zlib";

const HEADER = 40;
const ENTRY = 24;
const SD = 0xfe;
const ZLIB = 1;
const XZ = 2;

const sum = (bytes) => bytes.reduce((total, byte) => (total + byte) >>> 0, 0);

/** A file with the header of another one and these sections: type, flags, stored bytes and stated size. */
export function container(template, sections) {
  const head = Buffer.alloc(HEADER + ENTRY * sections.length);
  template.copy(head, 0, 0, HEADER);
  let offset = head.length;
  sections.forEach(({ kind, flags, stored, size }, index) => {
    const at = HEADER + index * ENTRY;
    head.writeBigUInt64LE(BigInt(offset), at);
    head.writeUInt32LE(stored.length, at + 8);
    head.writeUInt32LE(size, at + 12);
    head.writeUInt8(kind, at + 20);
    head.writeUInt8(flags, at + 21);
    offset += stored.length;
  });
  head.writeBigUInt64LE(BigInt(offset), 8);
  head.writeUInt32LE(sections.length, 16);
  head.writeUInt32LE(0, 4);
  head.writeUInt32LE(sum(head), 4);
  return Buffer.concat([head, ...sections.map(({ stored }) => stored)]);
}

/** Structured data whose only property is an array in an array, so many times. */
function nestedArrays(depth) {
  const name = Buffer.alloc(8, 1);
  return Buffer.concat([Buffer.from([1]), name, Buffer.from([13]), ...Array(depth).fill(Buffer.from([1, 13])), Buffer.from([0])]);
}

/** Structured data of arrays with 255 elements each, so that few bytes are many values once they are decompressed. */
function wideArrays(count) {
  const inner = Buffer.concat([Buffer.from([13, 255]), Buffer.alloc(255, 0)]);
  const outer = Buffer.concat([Buffer.from([13, 255]), ...Array(255).fill(inner)]);
  return Buffer.concat([Buffer.from([1]), Buffer.alloc(8, 1), Buffer.from([13, count]), ...Array(count).fill(outer)]);
}

const plain = (kind, stored) => ({ kind, flags: 0, stored, size: stored.length });
const zlib = (kind, content, size = content.length) => ({ kind, flags: ZLIB, stored: deflateSync(content, { level: constants.Z_BEST_COMPRESSION }), size });

/** An integer of BLK: 7 bits a byte, low bits first. */
function uleb(number) {
  const bytes = [];
  for (; number >= 128; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return Buffer.from([...bytes, number]);
}

/** The files by name. `examples` and `goldens` are paths of good files; `xz` is a file with a section in xz. */
export function hostile(sd, goldens, xz) {
  const template = readFileSync(sd);
  const zeros = Buffer.alloc(300_000_000);
  const files = [
    ["bomb-zlib.bpx", container(template, [zlib(SD, zeros)])],
    ["bomb-zlib-understated.bpx", container(template, [zlib(SD, zeros, 16)])],
    ["bomb-zlib-many.bpx", container(template, Array(10).fill(zlib(SD, Buffer.alloc(12_000_000))))],
    ["bomb-values.bpx", container(template, [zlib(SD, wideArrays(50))])],
    ["nested-1000.bpx", container(template, [plain(SD, nestedArrays(1000))])],
    ["nested-200000.bpx", container(template, [zlib(SD, nestedArrays(200_000))])],
    ["nested.blk", Buffer.from("a{".repeat(200_000))],
    ["nested-closed.blk", Buffer.from("a{".repeat(50_000) + "}".repeat(50_000))],
    ["nested.json", Buffer.from('{"structures":' + "[".repeat(200_000) + "]".repeat(200_000) + "}")],
    ["quotes.md", Buffer.from(`${">".repeat(20_000)} a\n\n${"- ".repeat(20_000)}b\n\n${"|".repeat(100_000)}\n${"|-".repeat(50_000)}|\n`)],
    ["sections.bpx", container(template, Array(60_000).fill(plain(SD, Buffer.from([0]))))],
    ["counts.blk", Buffer.concat([Buffer.from([1]), ...[4, 3, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff].map(uleb), Buffer.alloc(4, 0xff)])],
    ["names.blk", Buffer.concat([Buffer.from([1]), uleb(0xfffffff), uleb(0xfffffff), Buffer.alloc(64, 0x61)])],
    ["empty.bpx", Buffer.alloc(0)],
    ["signature.gpb", Buffer.from([0xab, 0x47, 0x50, 0x42, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a, 1, 5, 0xff, 0xff, 0xff, 0xff])],
    ["signature.bpat", Buffer.concat([Buffer.from("BPAT"), Buffer.alloc(60, 0xff)])],
  ];
  if (xz) {
    const file = readFileSync(xz);
    // The size of the content is stated as small as there may be, and as large.
    for (const size of [16, 0xffffffff]) {
      const changed = Buffer.from(file);
      for (let at = HEADER; at < HEADER + ENTRY * changed.readUInt32LE(16); at += ENTRY) {
        if (changed.readUInt8(at + 21) & XZ) changed.writeUInt32LE(size, at + 12);
      }
      changed.writeUInt32LE(0, 4);
      changed.writeUInt32LE(sum(changed.subarray(0, HEADER + ENTRY * changed.readUInt32LE(16))), 4);
      files.push([`bomb-xz-${size}.bpx`, changed]);
    }
    files.push(["bomb-xz.bpx", file]);
  }
  for (const path of goldens) {
    const good = readFileSync(path);
    const [, stem, extension] = /([^/]+)\.(\w+)$/.exec(path);
    for (const part of [0.1, 0.5, 0.9]) {
      const at = Math.floor(good.length * part);
      files.push([`${stem}-cut-${at}.${extension}`, good.subarray(0, at)]);
      const changed = Buffer.from(good);
      changed[at] ^= 0xff;
      files.push([`${stem}-changed-${at}.${extension}`, changed]);
    }
  }
  return files;
}
