//! WAV, sound in RIFF (1991): chunks in a chunk.
//!
//! A chunk is four letters, a size, and so many bytes; after an odd number of bytes follows one that does not count. What the
//! bytes mean depends on the letters.
//!
//! A chunk is read inside of its size: `until_eof` ends where the chunk does, and bytes that its fields leave are reported.
//! Nobody computes a size: a writer sets those of the chunks, from the inside to the outside. So the chunks are values that a
//! program changes and writes again.

use crate::missing;
use bpx_schema::{Codec, Record, Result, structure};

/// `fmt `
pub const FORMAT: u32 = 0x2074_6D66;
/// `data`
pub const DATA: u32 = 0x6174_6164;
/// `LIST`
pub const LIST: u32 = 0x5453_494C;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"RIFF")]
pub struct Wav {
    /// Size of what follows, in bytes.
    length: u32,
    /// `WAVE`, and the chunks.
    #[schema(region(size = length))]
    pub wave: Wave,
}

/// What the outer chunk holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"WAVE")]
pub struct Wave {
    /// The chunks.
    #[br(parse_with = until_eof)]
    pub chunks: Vec<Chunk>,
}

/// A chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Chunk {
    /// What it is, four letters.
    pub name: u32,
    /// Size of the body in bytes.
    length: u32,
    /// The body.
    #[br(args(name))]
    #[schema(region(size = length))]
    pub body: Body,
    /// After a body of an odd size. A writer makes it.
    #[br(count = size_of(body) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// What a chunk holds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(name: u32))]
pub enum Body {
    /// How sound is stored.
    #[br(pre_assert(name == FORMAT))]
    Format {
        /// The numbers that all formats have.
        format: Format,
        /// What a format adds.
        #[br(if(remaining >= 2))]
        extra: Option<Extra>,
    },
    /// Texts about the sound.
    #[br(pre_assert(name == LIST))]
    List {
        /// `INFO`, for texts.
        kind: u32,
        /// Chunks in the chunk.
        #[br(parse_with = until_eof)]
        chunks: Vec<Chunk>,
    },
    /// The samples, texts, and chunks of other kinds.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// How sound is stored.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 16,
    assert(frame_size == channels * bits / 8, text = "expected {channels * bits / 8}, found {frame_size}", on = frame_size)
)]
pub struct Format {
    /// 1 for whole numbers.
    pub coding: u16,
    /// Number of channels.
    pub channels: u16,
    /// Frames in a second.
    pub rate: u32,
    /// Bytes in a second.
    pub bytes_per_second: u32,
    /// Bytes of one frame, which is a sample of each channel.
    pub frame_size: u16,
    /// Bits of a sample.
    pub bits: u16,
}

/// What a format adds.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Extra {
    #[br(temp)]
    #[bw(calc = size_of(bytes))]
    length: u16,
    /// The bytes.
    #[br(count = length)]
    pub bytes: Vec<u8>,
}

impl Chunk {
    /// A chunk, whose size a writer sets.
    pub fn new(name: u32, body: Body) -> Self {
        Self { name, length: 0, body, padding: Vec::new() }
    }
}

impl Wav {
    /// A file of these chunks.
    pub fn new(chunks: Vec<Chunk>) -> Self {
        Self { length: 0, wave: Wave { chunks } }
    }

    /// The bytes of the samples.
    pub fn samples(&mut self) -> Result<&mut Vec<u8>> {
        let data = self.wave.chunks.iter_mut().find_map(|chunk| match &mut chunk.body {
            Body::Bytes(data) if chunk.name == DATA => Some(data),
            _ => None,
        });
        data.ok_or_else(|| missing("no chunk `data`".to_owned()))
    }
}

/// Adds samples to a file; the sizes around them grow, and all other chunks keep their bytes.
pub fn append(file: &[u8], samples: &[u8]) -> Result<Vec<u8>> {
    let mut wav = Wav::from_slice(file)?;
    wav.samples()?.extend_from_slice(samples);
    wav.to_vec()
}
