// Reads BPAT version 1: baked bone palettes of one species.
'use strict';

const { Cursor, Reject, utf8 } = require('./cursor');

const SPECIES = ['humanoid', 'horse', 'elephant'];

function read(data) {
  const header = readHeader(new Cursor(data));
  const sizes = {
    palette: header.frame_total * header.bone_count * 64,
    sockets: header.frame_total * header.socket_count * 48,
  };
  checkSections(header, sizes, data.length);
  const clips = new Cursor(data, header.clip_table_offset).list(header.clip_count, readClip);
  const sockets = header.socket_count === 0 ? [] : new Cursor(data, header.socket_table_offset).list(header.socket_count, readSocket);
  checkClips(header, clips);
  for (const socket of sockets) {
    if (socket.anchor_bone >= header.bone_count) throw new Reject('a socket is anchored to a bone that does not exist');
  }
  for (const entry of [...clips, ...sockets]) entry.name = readName(data, header, entry);
  const strings = data.subarray(header.string_table_offset, header.string_table_offset + header.string_table_size);
  return {
    format: 'bpat',
    header: { ...header, species_id: SPECIES[header.species_id] },
    clips,
    sockets,
    strings: strings.toString('hex'),
    palettes: clips.map((clip) => readPalette(data, header, clip)),
    socket_data: clips.map((clip) => readSocketData(data, header, sizes, clip)),
  };
}

function readHeader(at) {
  if (at.bytes(4).toString('latin1') !== 'BPAT') throw new Reject('the magic is not BPAT');
  const header = {
    version: at.u32(),
    species_id: at.u32(),
    bone_count: at.u32(),
    socket_count: at.u32(),
    clip_count: at.u32(),
    frame_total: at.u32(),
    string_table_size: at.u32(),
    clip_table_offset: at.place(),
    socket_table_offset: at.place(),
    string_table_offset: at.place(),
    palette_data_offset: at.place(),
  };
  if (header.version !== 1) throw new Reject('unsupported version');
  if (header.species_id > 2) throw new Reject('unknown species');
  if (header.bone_count < 1) throw new Reject('no bones');
  if (header.bone_count > 64) throw new Reject('more than 64 bones');
  if (header.clip_count < 1) throw new Reject('no clips');
  return header;
}

function sections(header, sizes) {
  const extents = [
    [0, 64],
    [header.clip_table_offset, header.clip_count * 32],
    [header.socket_table_offset, header.socket_count * 32],
    [header.string_table_offset, header.string_table_size],
    [header.palette_data_offset, sizes.palette],
    [header.palette_data_offset + sizes.palette, sizes.sockets],
  ].filter(([, length]) => length > 0);
  return extents.sort((left, right) => left[0] - right[0]);
}

function checkSections(header, sizes, size) {
  let end = 0;
  for (const [start, length] of sections(header, sizes)) {
    if (start + length > size) throw new Reject('a section ends after the file');
    if (start % 16 !== 0) throw new Reject('a section is not aligned to 16 bytes');
    if (start < end) throw new Reject('two sections overlap');
    end = start + length;
  }
}

function readClip(at) {
  const clip = {
    name_offset: at.u32(),
    name_length: at.u32(),
    frame_count: at.u32(),
    frame_offset: at.u32(),
    fps: at.f32(),
    loops: at.u8(),
  };
  if (at.bytes(3).some((byte) => byte !== 0)) throw new Reject('_pad of a clip is not zero');
  checkReserved(at);
  return clip;
}

function readSocket(at) {
  const socket = { name_offset: at.u32(), name_length: at.u32(), anchor_bone: at.u32(), local_offset: at.floats(3) };
  checkReserved(at);
  return socket;
}

function checkReserved(at) {
  if (at.bytes(8).some((byte) => byte !== 0)) throw new Reject('reserved words are not zero');
}

function checkClips(header, clips) {
  const total = clips.reduce((sum, clip) => sum + clip.frame_count, 0);
  if (total !== header.frame_total) throw new Reject('frame_total is not the sum of the frames of the clips');
  for (const clip of clips) {
    if (clip.frame_count < 1) throw new Reject('a clip has no frames');
    if (clip.frame_offset + clip.frame_count > header.frame_total) throw new Reject('frames of a clip lie after the last frame');
  }
}

function readName(data, header, entry) {
  if (entry.name_offset + entry.name_length + 1 > header.string_table_size) throw new Reject('a name ends after the string table');
  const at = new Cursor(data, header.string_table_offset + entry.name_offset);
  const raw = at.bytes(entry.name_length);
  if (at.u8() !== 0) throw new Reject('a name does not end with NUL');
  return utf8(raw) ?? { hex: raw.toString('hex') };
}

function readPalette(data, header, clip) {
  const at = new Cursor(data, header.palette_data_offset + clip.frame_offset * header.bone_count * 64);
  const frame = () => ({ bones: at.list(header.bone_count, () => ({ rows: at.floats(16) })) });
  return { frames: at.list(clip.frame_count, frame) };
}

function readSocketData(data, header, sizes, clip) {
  if (header.socket_count === 0) return { frames: [] };
  const at = new Cursor(data, header.palette_data_offset + sizes.palette + clip.frame_offset * header.socket_count * 48);
  const frame = () => ({ sockets: at.list(header.socket_count, () => ({ rows: at.floats(12) })) });
  return { frames: at.list(clip.frame_count, frame) };
}

module.exports = { read };
