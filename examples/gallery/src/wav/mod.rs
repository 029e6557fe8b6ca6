//! WAV: sound in RIFF (1991), as chunks in a chunk.
//!
//! A chunk is four letters, a size, and as many bytes as the size states. The letters decide the meaning of the bytes.
//! After an odd number of bytes, a padding byte follows, which the size does not count.
//!
//! A chunk has a stated size: `until_eof` ends at the end of the chunk, and a reader reports bytes that no field reads.
//! Callers compute no size, because a writer sets the sizes of the chunks, from the inside to the outside. So a caller
//! can change the chunks and write them again.

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
    /// Size of the rest of the file in bytes.
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
    /// Name of the chunk, four letters.
    pub name: FourCc,
    /// Size of the body in bytes.
    length: u32,
    /// The body.
    #[br(args(int(name)))]
    #[schema(region(size = length))]
    pub body: Body,
    /// A byte after a body of an odd size; the writer adds the byte.
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
        /// Fields that all formats have.
        format: Format,
        /// Extension of the format.
        #[br(if(remaining >= 2), args(format.coding))]
        extra: Option<Extra>,
    },
    /// The samples.
    #[br(pre_assert(name == int(b"data")))]
    Data(#[br(parse_with = until_eof)] Vec<u8>),
    /// Number of samples of each channel, for formats in which the size does not decide the number.
    #[br(pre_assert(name == int(b"fact")))]
    Fact(u32),
    /// Number of silent samples between chunks of samples.
    #[br(pre_assert(name == int(b"slnt")))]
    Silence(u32),
    /// A list of chunks.
    #[br(pre_assert(name == int(b"LIST")))]
    List {
        /// Kind of the list: `INFO`, `adtl` or `wavl`.
        kind: FourCc,
        /// The chunks.
        #[br(args(int(kind)))]
        list: List,
    },
    /// Cue points of the sound.
    #[br(pre_assert(name == int(b"cue ")))]
    Cues(Cues),
    /// Order in which parts of the sound are played.
    #[br(pre_assert(name == int(b"plst")))]
    Playlist(Playlist),
    /// Keys and volume of an instrument.
    #[br(pre_assert(name == int(b"inst")))]
    Instrument(Instrument),
    /// Settings of a sampler.
    #[br(pre_assert(name == int(b"smpl")))]
    Sampler(Sampler),
    /// Data for broadcasts.
    #[br(pre_assert(name == int(b"bext")))]
    Broadcast {
        /// Fields of a fixed size.
        broadcast: Broadcast,
        /// Coding history, with one line for each step.
        #[br(parse_with = until_eof)]
        #[schema(text(encoding = "latin-1"))]
        history: Vec<u8>,
    },
    /// Unused bytes, which an editor can replace by other chunks.
    #[br(pre_assert(name == int(b"JUNK")))]
    Filler(#[br(parse_with = until_eof)] Vec<u8>),
    /// The content of a chunk of another kind.
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
    /// Frames per second.
    pub rate: u32,
    /// Bytes per second.
    pub bytes_per_second: u32,
    /// Size of a frame, which has a sample of each channel, in bytes.
    pub frame_size: u16,
    /// Bits of a sample.
    pub bits: u16,
}

/// Codings of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Coding {
    /// Integers.
    Pcm = 1,
    /// Microsoft ADPCM.
    Adpcm = 2,
    /// Floats.
    Float = 3,
    /// A-law, for telephones.
    ALaw = 6,
    /// Mu-law, for telephones.
    MuLaw = 7,
    /// IMA ADPCM.
    Ima = 17,
    /// A coding that the extension states.
    Extensible = 0xFFFE,
}

/// The extension of a format, with its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(coding: u16))]
pub struct Extra {
    /// Size of the extension in bytes.
    length: u16,
    /// The extension.
    #[br(args(coding))]
    #[schema(region(size = length))]
    pub extension: Extension,
}

/// The extension of a format, which the coding decides.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(coding: u16))]
pub enum Extension {
    /// Extension of the coding `Extensible`.
    #[br(pre_assert(coding == 0xFFFE))]
    Extensible {
        /// Number of valid bits in a sample.
        valid_bits: u16,
        /// Loudspeakers, one bit for each channel.
        #[schema(codes = Speaker)]
        speakers: u32,
        /// Coding of a sample.
        #[schema(codes = Coding)]
        inner_coding: u16,
        /// The other bytes of the format identifier.
        guid: [u8; 14],
    },
    /// Extension for Microsoft ADPCM.
    #[br(pre_assert(coding == 2))]
    Adpcm(Adpcm),
    /// Extension for IMA ADPCM.
    #[br(pre_assert(coding == 17))]
    Ima {
        /// Number of samples of each channel in a frame.
        frame_samples: u16,
    },
    /// Extension of any other format.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Loudspeakers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
#[schema(flags)]
pub enum Speaker {
    /// Front left.
    FrontLeft = 0x1,
    /// Front right.
    FrontRight = 0x2,
    /// Front centre.
    FrontCenter = 0x4,
    /// Subwoofer.
    LowFrequency = 0x8,
    /// Back left.
    BackLeft = 0x10,
    /// Back right.
    BackRight = 0x20,
    /// Front, between left and centre.
    FrontLeftOfCenter = 0x40,
    /// Front, between right and centre.
    FrontRightOfCenter = 0x80,
    /// Back centre.
    BackCenter = 0x100,
    /// Left side.
    SideLeft = 0x200,
    /// Right side.
    SideRight = 0x400,
}

/// The extension for Microsoft ADPCM.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Adpcm {
    /// Number of samples of each channel in a frame.
    pub frame_samples: u16,
    #[br(temp)]
    #[bw(calc = coefficients.len())]
    coefficient_count: u16,
    /// Predictor coefficients, in units of 1/256.
    #[br(count = coefficient_count)]
    pub coefficients: Vec<Coefficients>,
}

/// A pair of predictor coefficients, in units of 1/256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Coefficients {
    /// Coefficient of the previous sample.
    pub last: i16,
    /// Coefficient of the sample before the previous one.
    pub before: i16,
}

impl Chunk {
    /// Creates a chunk; a writer sets its size.
    pub fn new(name: &[u8; 4], body: Body) -> Self {
        Self { name: FourCc::from(*name), length: 0, body, padding: Vec::new() }
    }
}

impl Wav {
    /// Creates a file with the chunks.
    pub fn new(chunks: Vec<Chunk>) -> Self {
        Self { length: 0, wave: Wave { chunks } }
    }

    /// Returns the bytes of the samples; rejects a file without a `data` chunk.
    pub fn samples(&mut self) -> Result<&mut Vec<u8>> {
        let data = self.wave.chunks.iter_mut().find_map(|chunk| match &mut chunk.body {
            Body::Data(data) => Some(data),
            _ => None,
        });
        data.ok_or_else(|| missing("no chunk `data`".to_owned()))
    }
}

/// Appends samples to a file. The sizes of the chunks around the samples grow; all other chunks keep their bytes.
pub fn append(file: &[u8], samples: &[u8]) -> Result<Vec<u8>> {
    let mut wav = Wav::from_slice(file)?;
    wav.samples()?.extend_from_slice(samples);
    wav.to_vec()
}
