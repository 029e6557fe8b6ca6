// The body of a bundle that holds a font. Its layout grew with the versions 1.3, 1.4 and 1.5.
'use strict';

const { Reject } = require('./cursor');

const STYLES = { 0: 'PLAIN', 1: 'BOLD', 2: 'ITALIC', 4: 'BOLD_ITALIC' };
const FORMATS = ['BITMAP', 'DISTANCE_FIELD'];

function readFont(bundle) {
  const id = bundle.id('Font');
  if (id === undefined) throw new Reject('no reference leads to the font');
  const font = { id, family: bundle.string(), style: STYLES[bundle.u32()] };
  if (font.family === '') throw new Reject('a font without a family');
  if (font.style === undefined) throw new Reject('unknown style of font');
  font.sizes = bundle.minor >= 4 ? bundle.array(readSize) : [readSize(bundle)];
  if (font.sizes.length === 0) throw new Reject('a font without sizes');
  return font;
}

function readSize(bundle) {
  const size = { line_height: bundle.u32(), charset: bundle.string(), glyphs: bundle.array(readGlyph) };
  if (size.glyphs.length === 0) throw new Reject('a font without glyphs');
  size.texture_width = bundle.u32();
  size.texture_height = bundle.u32();
  const texture = bundle.buffer();
  if (texture.length !== size.texture_width * size.texture_height) throw new Reject('the texture has not the size that is stated');
  size.texture = texture.toString('hex');
  if (bundle.minor >= 3) {
    size.format = FORMATS[bundle.u32()];
    if (size.format === undefined) throw new Reject('unknown format of font');
  }
  return size;
}

function readGlyph(bundle) {
  const glyph = { code: bundle.u32(), width: bundle.u32() };
  if (bundle.minor >= 5) {
    glyph.bearing_x = bundle.i32();
    glyph.advance = bundle.u32();
  }
  glyph.uv = bundle.floats(4);
  return glyph;
}

module.exports = { readFont };
