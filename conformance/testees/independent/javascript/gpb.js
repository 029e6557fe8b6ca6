// Reads gameplay bundles, versions 1.0 to 1.5.
'use strict';

const { Cursor, Reject, utf8 } = require('./cursor');
const { readFont } = require('./gpb_font');
const { readMesh, readObject } = require('./gpb_scene');

const IDENTIFIER = 'ab475042bb0d0a1a0a';
const OBJECTS = { 1: 'Scene', 2: 'Node', 3: 'Animations', 32: 'Camera', 33: 'Light', 34: 'Mesh', 128: 'Font' };

// The state of reading one bundle.
class Bundle extends Cursor {
  constructor(data) {
    super(data);
    this.references = [];
    this.placed = new Set();
    this.xrefs = [];
  }

  array(element) {
    const count = this.u32();
    if (count > this.left()) throw new Reject('more elements than bytes');
    return this.list(count, () => element(this));
  }

  string() {
    const raw = this.bytes(this.u32());
    if (raw.includes(0)) throw new Reject('NUL in a string');
    return utf8(raw) ?? raw.toString('latin1');
  }

  uints() {
    const count = this.u32();
    if (count * 4 > this.left()) throw new Reject('more numbers than bytes');
    return this.list(count, (at) => at.u32());
  }

  reals() {
    return this.floats(this.u32());
  }

  buffer() {
    return this.bytes(this.u32());
  }

  // The id of an object of a kind that begins here, if a reference leads to it.
  id(kind) {
    const found = this.references.find((reference) => reference.offset === this.pos && reference.kind === kind);
    if (found) this.placed.add(`${this.pos} ${kind}`);
    return found?.id;
  }

  // An empty string, `#id` or `file#id`.
  xref(kind) {
    const name = this.string();
    if (name === '') return name;
    if (!name.includes('#')) throw new Reject('a reference without #');
    if (name[0] === '#') this.xrefs.push({ name: name.slice(1), kind });
    return name;
  }
}

function read(data) {
  const bundle = new Bundle(data);
  if (bundle.bytes(9).toString('hex') !== IDENTIFIER) throw new Reject('the identifier is not that of a bundle');
  const major = bundle.u8();
  bundle.minor = bundle.u8();
  if (major !== 1) throw new Reject('unsupported major version');
  if (bundle.minor > 5) throw new Reject('unsupported minor version');
  bundle.references = bundle.array(readReference);
  checkIds(bundle.references);
  // What a font lacks is there, and empty.
  const model = { format: 'gpb', meshes: [], objects: [], major, minor: bundle.minor, references: bundle.references };
  if (bundle.references.some((reference) => reference.kind === 'Font')) {
    model.font = readFont(bundle);
  } else {
    model.meshes = bundle.array(readMesh);
    model.objects = bundle.array(readObject);
  }
  if (bundle.left() !== 0) throw new Reject('bytes after the last object');
  checkReferences(bundle);
  return model;
}

function readReference(bundle) {
  const reference = { id: bundle.string(), type: bundle.u32(), offset: bundle.u32() };
  reference.kind = OBJECTS[reference.type];
  if (reference.kind === undefined) throw new Reject('a reference of an unknown type');
  return reference;
}

function checkIds(references) {
  const seen = new Set();
  for (const { id } of references) {
    if (id === '') throw new Reject('an id is empty');
    if (seen.has(id)) throw new Reject('an id is there twice');
    seen.add(id);
  }
}

function checkReferences(bundle) {
  const kinds = new Map();
  for (const { id, kind, offset } of bundle.references) {
    if (!kinds.has(id)) kinds.set(id, kind);
    // A light or a camera that was not written has the offset 0.
    if (offset === 0 && (kind === 'Camera' || kind === 'Light')) continue;
    if (!bundle.placed.has(`${offset} ${kind}`)) throw new Reject('a reference does not lead to an object of its type');
  }
  for (const { name, kind } of bundle.xrefs) {
    if (!kinds.has(name)) throw new Reject('a reference to an id that does not exist');
    if (kinds.get(name) !== kind) throw new Reject('a reference to an object of another type');
  }
}

module.exports = { read, IDENTIFIER };
