//! WAV, sound in RIFF (1991): chunks in a chunk.
//!
//! A chunk is four letters, a size, and that many bytes; after an odd number of bytes, one more byte follows, which
//! does not count. The letters decide the meaning of the bytes.
//!
//! A chunk has a stated size: `until_eof` ends at the end of the chunk, and bytes that its fields do not read are
//! reported. Programs compute no size: a writer sets the sizes of the chunks, from the inside to the outside. So the
//! chunks are values that a program changes and writes again.

mod chunks;

pub use chunks::*;

use crate::missing;
use bpx_schema::codec::FourCc;
use bpx_schema::{Codec, Record, Result, structure};

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

/// The content of the outer chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, magic = b"WAVE")]
#[schema(
    assert(
        count(chunks, entry.name == b"fmt ") == 1,
        code = "wave.format",
        text = "expected one chunk `fmt `, found {count(chunks, entry.name == b\"fmt \")}",
        on = chunks
    ),
    assert(
        count(chunks, entry.name == b"data" || entry.name == b"LIST") > 0 && count(chunks, entry.name == b"data") < 2,
        code = "wave.data",
        text = "expected one chunk `data`, found {count(chunks, entry.name == b\"data\")}",
        on = chunks
    )
)]
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
    /// Name of the chunk: four letters.
    pub name: FourCc,
    /// Size of the body in bytes.
    length: u32,
    /// The body.
    #[br(args(int(name)))]
    #[schema(region(size = length))]
    pub body: Body,
    /// After a body of an odd size. A writer makes it.
    #[br(count = size_of(body) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// The content of a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(name: u32))]
pub enum Body {
    /// Format of the samples.
    #[br(pre_assert(name == int(b"fmt ")))]
    Format {
        /// The numbers that all formats have.
        format: Format,
        /// Extension of the format.
        #[br(if(remaining >= 2), args(format.coding))]
        extra: Option<Extra>,
    },
    /// The samples.
    #[br(pre_assert(name == int(b"data")))]
    Data(#[br(parse_with = until_eof)] Vec<u8>),
    /// Number of samples of each channel, where it does not follow from the size.
    #[br(pre_assert(name == int(b"fact")))]
    Fact(u32),
    /// Silence between chunks of samples.
    #[br(pre_assert(name == int(b"slnt")))]
    Silence(u32),
    /// Chunks in the chunk.
    #[br(pre_assert(name == int(b"LIST")))]
    List {
        /// Kind of the list: `INFO`, `adtl` or `wavl`.
        kind: FourCc,
        /// The chunks.
        #[br(args(int(kind)))]
        list: List,
    },
    /// Places in the sound.
    #[br(pre_assert(name == int(b"cue ")))]
    Cues(Cues),
    /// In which order parts are played.
    #[br(pre_assert(name == int(b"plst")))]
    Playlist(Playlist),
    /// Keys and volume of an instrument.
    #[br(pre_assert(name == int(b"inst")))]
    Instrument(Instrument),
    /// Settings of a sampler.
    #[br(pre_assert(name == int(b"smpl")))]
    Sampler(Sampler),
    /// Data of a broadcast.
    #[br(pre_assert(name == int(b"bext")))]
    Broadcast {
        /// Texts and numbers of fixed size.
        broadcast: Broadcast,
        /// History of the coding, a line for each step.
        #[br(parse_with = until_eof)]
        #[schema(text(encoding = "latin-1"))]
        history: Vec<u8>,
    },
    /// Bytes that other chunks may take.
    #[br(pre_assert(name == int(b"JUNK")))]
    Filler(#[br(parse_with = until_eof)] Vec<u8>),
    /// A chunk of another kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The format of the samples.
#[derive(Debug, Clone, Default, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(
    size = 16,
    assert(
        coding != 1 && coding != 3 || frame_size == channels * bits / 8,
        code = "format.frame-size",
        text = "expected {channels * bits / 8}, found {frame_size}",
        on = frame_size
    ),
    assert(
        coding != 1 && coding != 3 || bytes_per_second == rate * frame_size,
        code = "format.rate",
        text = "expected {rate * frame_size}, found {bytes_per_second}",
        on = bytes_per_second
    )
)]
pub struct Format {
    /// Coding of a sample.
    #[schema(codes = Coding)]
    pub coding: u16,
    /// Number of channels.
    #[schema(range(1..=65535))]
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

/// Codings of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Coding {
    /// Whole numbers.
    Pcm = 1,
    /// Differences, as Microsoft codes them.
    Adpcm = 2,
    /// Floats.
    Float = 3,
    /// A-law, of telephones.
    ALaw = 6,
    /// Mu-law, of telephones.
    MuLaw = 7,
    /// Differences, as IMA codes them.
    Ima = 17,
    /// As the extension says.
    Extensible = 0xFFFE,
}

/// An extension of the format.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(coding: u16))]
pub struct Extra {
    /// Size of what follows in bytes.
    length: u16,
    /// The rest.
    #[br(args(coding))]
    #[schema(region(size = length))]
    pub extension: Extension,
}

/// The extension of a format, by its coding.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(coding: u16))]
pub enum Extension {
    /// More exact numbers.
    #[br(pre_assert(coding == 0xFFFE))]
    Extensible {
        /// Bits of a sample that mean something.
        valid_bits: u16,
        /// Mask of loudspeakers, one for each channel.
        #[schema(codes = Speaker)]
        speakers: u32,
        /// Coding of a sample.
        #[schema(codes = Coding)]
        inner_coding: u16,
        /// The rest of the number of the format.
        guid: [u8; 14],
    },
    /// Differences, as Microsoft codes them.
    #[br(pre_assert(coding == 2))]
    Adpcm(Adpcm),
    /// Differences, as IMA codes them.
    #[br(pre_assert(coding == 17))]
    Ima {
        /// Samples of a frame.
        frame_samples: u16,
    },
    /// Of another format.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Loudspeakers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum Speaker {
    /// In front, to the left.
    FrontLeft = 0x1,
    /// In front, to the right.
    FrontRight = 0x2,
    /// In front.
    FrontCenter = 0x4,
    /// For the lowest tones.
    LowFrequency = 0x8,
    /// At the back, to the left.
    BackLeft = 0x10,
    /// At the back, to the right.
    BackRight = 0x20,
    /// In front, between left and centre.
    FrontLeftOfCenter = 0x40,
    /// In front, between right and centre.
    FrontRightOfCenter = 0x80,
    /// At the back.
    BackCenter = 0x100,
    /// To the left.
    SideLeft = 0x200,
    /// To the right.
    SideRight = 0x400,
}

/// Differences, as Microsoft codes them.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Adpcm {
    /// Samples of a frame.
    pub frame_samples: u16,
    #[br(temp)]
    #[bw(calc = coefficients.len())]
    coefficient_count: u16,
    /// Predictor coefficients, in parts of 256.
    #[br(count = coefficient_count)]
    pub coefficients: Vec<Coefficients>,
}

/// A pair of predictor coefficients, in parts of 256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Coefficients {
    /// The last one.
    pub last: i16,
    /// The one before.
    pub before: i16,
}

impl Chunk {
    /// Creates a chunk, whose size a writer sets.
    pub fn new(name: &[u8; 4], body: Body) -> Self {
        Self { name: FourCc::from(*name), length: 0, body, padding: Vec::new() }
    }
}

impl Wav {
    /// Creates a file of these chunks.
    pub fn new(chunks: Vec<Chunk>) -> Self {
        Self { length: 0, wave: Wave { chunks } }
    }

    /// Returns the bytes of the samples.
    pub fn samples(&mut self) -> Result<&mut Vec<u8>> {
        let data = self.wave.chunks.iter_mut().find_map(|chunk| match &mut chunk.body {
            Body::Data(data) => Some(data),
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
