// Reads BPX containers of the versions 1 and 2, with texts, structured data and packages.
'use strict';

const zlib = require('node:zlib');
const { Cursor, Reject } = require('./cursor');
const sd = require('./bpx_sd');
const strings = require('./bpx_strings');
const { readPackage } = require('./bpx_package');

const ZLIB = 1;
const XZ = 2;
const CRC32 = 4;
const WEAK = 8;
const FLAGS = ['CompressedZlib', 'CompressedXZ', 'CheckCrc32', 'CheckWeak'];
const KINDS = { T: 'Texture', M: 'Model', S: 'ShaderPackage', C: 'Scene', P: 'Package' };

class Unsupported extends Error {}

function read(data) {
  const header = readHeader(data);
  const sections = readTable(data, header);
  for (const section of sections) section.bytes = readContent(data, section);
  for (const section of sections) {
    if (section.type === 255) section.content = { strings: strings.all(section.bytes) };
    else if (section.type === 254) section.content = { structured_data: sd.read(section.bytes) };
    else section.content = { data: section.bytes.toString('hex') };
  }
  if (header.type === 'P') header.type_ext = { package: readPackage(header, sections) };
  else if ('TMS'.includes(header.type)) throw new Unsupported(`files of type ${header.type}`);
  else header.type_ext = { other: header.type_ext.toString('hex') };
  return {
    format: 'bpx',
    header: { ...header, kind: KINDS[header.type] ?? header.type, file_size: String(header.file_size) },
    sections: sections.map((section) => ({ header: shown(section), content: section.content })),
  };
}

function readHeader(data) {
  const at = new Cursor(data);
  if (at.bytes(3).toString('latin1') !== 'BPX') throw new Reject('the signature is not BPX');
  const header = {
    type: at.bytes(1).toString('latin1'),
    checksum: at.u32(),
    file_size: at.u64(),
    section_count: at.u32(),
    version: at.u32(),
    type_ext: at.bytes(16),
  };
  if (header.version !== 1 && header.version !== 2) throw new Reject('unsupported version');
  if (header.file_size > BigInt(data.length)) throw new Reject('the file is shorter than it says');
  return header;
}

function readTable(data, header) {
  const table = new Cursor(data, 40).bytes(header.section_count * 24);
  const sections = new Cursor(table).list(header.section_count, readSection);
  const stored = sum(data.subarray(0, 4)) + sum(data.subarray(8, 40)) + sum(table);
  const reserved = sections.reduce((total, section) => total + sum(section.reserved), 0);
  if (header.checksum !== stored % 2 ** 32 && header.checksum !== (stored - reserved) % 2 ** 32) {
    throw new Reject('the checksum of the header does not fit');
  }
  return sections;
}

function readSection(at) {
  return {
    pointer: at.place(),
    stored_size: at.u32(),
    content_size: at.u32(),
    checksum: at.u32(),
    type: at.u8(),
    flags: at.u8(),
    reserved: at.bytes(2),
  };
}

function shown(section) {
  return {
    pointer: String(section.pointer),
    stored_size: section.stored_size,
    content_size: section.content_size,
    checksum: section.checksum,
    kind: section.type,
    flags: FLAGS.filter((name, bit) => section.flags >> bit & 1),
  };
}

function readContent(data, section) {
  const stored = new Cursor(data, section.pointer).bytes(section.stored_size);
  if (section.flags & XZ) throw new Unsupported('xz');
  const content = section.flags & ZLIB ? inflate(stored, section.content_size) : stored;
  if (content.length !== section.content_size) throw new Reject('the content has not the size that is stated');
  if (section.flags & WEAK) {
    if (section.checksum !== sum(content) % 2 ** 32) throw new Reject('the weak checksum of a section does not fit');
  } else if (section.flags & CRC32) {
    if (section.checksum !== crc32(content, 8) && section.checksum !== crc32(content, 1)) {
      throw new Reject('the CRC-32 of a section does not fit');
    }
  }
  return content;
}

function inflate(stored, size) {
  let found;
  try {
    found = zlib.inflateSync(stored, { info: true, maxOutputLength: size + 1 });
  } catch (fault) {
    throw new Reject(`not a zlib stream: ${fault.message}`);
  }
  if (found.engine.bytesWritten !== stored.length) throw new Reject('bytes after the stream');
  return found.buffer;
}

function sum(bytes) {
  let total = 0;
  for (const byte of bytes) total += byte;
  return total;
}

// CRC-32 shifts eight times an entry; the first programs shifted once.
function crc32(bytes, shifts) {
  let state = 0xffffffff;
  for (const byte of bytes) {
    let entry = (state ^ byte) & 0xff;
    for (let shift = 0; shift < shifts; shift += 1) entry = entry >>> 1 ^ (entry & 1 ? 0xedb88320 : 0);
    state = state >>> 8 ^ entry;
  }
  return (state ^ 0xffffffff) >>> 0;
}

module.exports = { read, Unsupported };
