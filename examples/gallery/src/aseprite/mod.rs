//! Aseprite, drawings in layers and frames (David Capello, 2001): sprites with palettes, tags, slices, tilesets and user data.
//!
//! The size of a frame or chunk includes its head: `region(size = length - 6)`. The header states the bits of a pixel
//! once, and frames and chunks pass the number to the pixels: `args(header.depth)`. Pictures are zlib streams that keep
//! their stored form and are read as pixels (`joined`), so a file is written back byte for byte, whichever program
//! compressed it. Frames are a pool, so that a tag or a linked cel that names a missing frame is a finding.

mod chunk;
mod picture;
mod table;
mod user_data;

pub use chunk::*;
pub use picture::*;
pub use table::*;
pub use user_data::*;

use crate::missing;
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[schema(derive(header.file_size = size_of(self), header.frame_count = frames.len()))]
pub struct Aseprite {
    /// Size, colour depth and other properties of the sprite.
    pub header: Header,
    /// The frames of the sprite.
    #[br(count = header.frame_count, args(header.depth, header.flags))]
    #[schema(pool("frames"))]
    pub frames: Vec<Frame>,
}

/// The header.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(spec = "Header", size = 128)]
pub struct Header {
    /// Size of the file in bytes, which a writer sets.
    pub file_size: u32,
    /// Signature of a file.
    #[schema(magic = b"\xE0\xA5")]
    pub magic: [u8; 2],
    /// Number of frames, which a writer sets.
    pub frame_count: u16,
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Number of bits of a pixel, which decides the form of pixels.
    #[schema(codes = Depth, known)]
    pub depth: u16,
    /// Flags of the file.
    #[schema(codes = FileFlag)]
    pub flags: u32,
    /// Duration in milliseconds of a frame that states no duration.
    pub speed: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub next: [u8; 8],
    /// In indexed sprites, number of the transparent colour of all layers above the background.
    pub transparent: u8,
    /// Bytes without a meaning.
    pub ignored: [u8; 3],
    /// Number of colours; 0 means 256.
    pub color_count: u16,
    /// Width of a pixel in proportion to its height; 0 means a square pixel.
    pub pixel_width: u8,
    /// Height of a pixel in proportion to its width.
    pub pixel_height: u8,
    /// X of the origin of the grid, in pixels.
    pub grid_x: i16,
    /// Y of the origin of the grid, in pixels.
    pub grid_y: i16,
    /// Width of a grid cell in pixels; 0 for no grid.
    pub grid_width: u16,
    /// Height of a grid cell in pixels; 0 for no grid.
    pub grid_height: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 84],
}

/// Numbers of bits of a pixel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Depth {
    /// Number of a colour of the palette.
    Indexed = 8,
    /// Lightness and opacity.
    Gray = 16,
    /// Red, green, blue and opacity.
    Rgba = 32,
}

/// Flags of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum FileFlag {
    /// The opacity of layers is used.
    LayerOpacity = 1,
    /// The blend mode and the opacity of groups are used.
    GroupBlend = 2,
    /// Layers have identifiers.
    LayerIds = 4,
}

/// A frame.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(depth: u16, file_flags: u32))]
#[schema(
    spec = "Frames",
    assert(
        new_count == 0 || old_count == 0xFFFF || old_count == new_count,
        code = "frame.counts",
        text = "expected {new_count} chunks or 65535, found {old_count}",
        on = old_count
    )
)]
pub struct Frame {
    /// Size of the frame in bytes, which a writer sets.
    length: u32,
    /// Signature of a frame.
    #[schema(magic = b"\xFA\xF1")]
    magic: [u8; 2],
    /// Number of chunks for old programs; 65535 if the number is larger.
    old_count: u16,
    /// Duration in milliseconds.
    pub duration: u16,
    /// Bytes without a meaning.
    #[schema(reserved)]
    reserved: [u8; 2],
    /// Number of chunks; 0 for the number in `old_count`.
    new_count: u32,
    /// The chunks.
    #[br(args(if new_count == 0 { old_count } else { new_count }, depth, file_flags))]
    #[schema(region(size = length - 16))]
    chunks: Chunks,
}

/// The chunks of a frame, which states their number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(chunk_count: u32, depth: u16, file_flags: u32))]
#[schema(spec = "Frames")]
struct Chunks {
    /// The chunks.
    #[br(count = chunk_count, args(depth, file_flags))]
    list: Vec<Chunk>,
}

impl Frame {
    /// Creates a frame with `chunks` that lasts `duration` milliseconds.
    pub fn new(duration: u16, chunks: Vec<Chunk>) -> Self {
        let mut frame = Self {
            length: 0,
            magic: *b"\xFA\xF1",
            old_count: 0,
            duration,
            reserved: [0; 2],
            new_count: 0,
            chunks: Chunks { list: Vec::new() },
        };
        frame.set_chunks(chunks);
        frame
    }

    /// Returns the chunks.
    pub fn chunks(&self) -> &[Chunk] {
        &self.chunks.list
    }

    /// Replaces the chunks, and sets both fields that state their number.
    pub fn set_chunks(&mut self, chunks: Vec<Chunk>) {
        self.old_count = u16::try_from(chunks.len()).unwrap_or(u16::MAX);
        self.new_count = u32::try_from(chunks.len()).unwrap_or(u32::MAX);
        self.chunks.list = chunks;
    }
}

/// Gives layer `number` another name; pictures keep their bytes.
pub fn rename_layer(file: &[u8], number: usize, name: &str) -> Result<Vec<u8>> {
    let mut sprite = Aseprite::from_slice(file)?;
    let chunks = sprite.frames.iter_mut().flat_map(|frame| &mut frame.chunks.list);
    let mut layers = chunks.filter_map(|chunk| match &mut chunk.body {
        Body::Layer(layer) => Some(layer),
        _ => None,
    });
    let layer = layers.nth(number).ok_or_else(|| missing(format!("expected layer {number}, found fewer")))?;
    layer.name = Text::new(name);
    sprite.to_vec()
}
