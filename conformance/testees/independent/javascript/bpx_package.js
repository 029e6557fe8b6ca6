// Packages: objects with names, in the layouts of the versions 1 and 2.
'use strict';

const { Cursor, Reject } = require('./cursor');
const strings = require('./bpx_strings');

const DATA = 1;
const TABLE = 2;
const ARCHITECTURES = ['x86_64', 'aarch64', 'x86', 'armv7hl', 'any'];
const PLATFORMS = ['Linux', 'MacOS', 'Windows', 'Android', 'Any'];

function readPackage(header, sections) {
  const ext = header.type_ext;
  const architecture = ARCHITECTURES[ext[0]];
  const platform = PLATFORMS[ext[1]];
  if (architecture === undefined) throw new Reject('unknown architecture');
  if (platform === undefined) throw new Reject('unknown platform');
  const texts = single(sections, 255, true).bytes;
  single(sections, 254, false);
  const first = sections.findIndex((section) => section.type === DATA);
  const last = sections.findLastIndex((section) => section.type === DATA);
  if (first < 0) throw new Reject('no section of data');
  if (sections.slice(first, last).some((section) => section.type !== DATA)) {
    throw new Reject('another section lies between two of data');
  }
  const table = single(sections, TABLE, header.version === 2);
  if (table && header.version === 1) throw new Reject('version 1 has no table of objects');
  if (header.version === 1) readSpans(sections.slice(first, last + 1), texts);
  else readObjects(table, sections, texts);
  return {
    architecture,
    platform,
    generator: ext.subarray(2, 4).toString('hex'),
  };
}

function single(sections, type, required) {
  const found = sections.filter((section) => section.type === type);
  if (found.length > 1) throw new Reject(`more than one section of type ${type}`);
  if (required && found.length === 0) throw new Reject(`no section of type ${type}`);
  return found[0];
}

function readObjects(table, sections, texts) {
  if (table.bytes.length % 20 !== 0) throw new Reject('the table is no whole number of objects');
  const at = new Cursor(table.bytes);
  const rows = at.list(table.bytes.length / 20, () => ({ size: at.place(), name: at.u32(), start: at.u32(), offset: at.u32() }));
  for (const row of rows) {
    strings.at(texts, row.name);
    collect(row, sections);
  }
  table.content = { object_table: { objects: rows } };
}

// Follows an object from its start over as many sections of data as it takes.
function collect(row, sections) {
  let left = row.size;
  let offset = row.offset;
  for (let index = row.start; index === row.start || left > 0; index += 1) {
    if (sections[index]?.type !== DATA) throw new Reject('an object lies outside of the sections of data');
    const { bytes } = sections[index];
    if (offset > bytes.length) throw new Reject('an object starts after its section');
    left -= Math.min(left, bytes.length - offset);
    offset = 0;
  }
}

// Version 1: each object has its header before it, and may go on in the next section.
function readSpans(data, texts) {
  let left = 0;
  for (const section of data) {
    const at = new Cursor(section.bytes);
    do {
      left -= at.bytes(Math.min(left, at.left())).length;
      if (left === 0 && at.left() > 0) {
        left = at.place();
        strings.at(texts, at.u32());
      }
    } while (at.left() > 0);
  }
  if (left > 0) throw new Reject('an object ends after the last section');
}

module.exports = { readPackage };
