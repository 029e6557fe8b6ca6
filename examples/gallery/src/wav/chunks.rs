//! The WAV chunks for texts, cue points and instruments.

use super::Chunk;
use bpx_schema::codec::{CText, FourCc};
use bpx_schema::{Record, structure};

/// The content of a list chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u32))]
pub enum List {
    /// Texts about the sound.
    #[br(pre_assert(kind == int(b"INFO")))]
    Info(#[br(parse_with = until_eof)] Vec<Info>),
    /// Texts about cue points.
    #[br(pre_assert(kind == int(b"adtl")))]
    Labels(#[br(parse_with = until_eof)] Vec<LabelChunk>),
    /// Other chunks, such as alternating samples and silence.
    Chunks(#[br(parse_with = until_eof)] Vec<Chunk>),
}

/// A text about the sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Info {
    /// Kind of the text, such as `INAM` for a title.
    pub name: FourCc,
    /// Size of the text in bytes.
    length: u32,
    /// The text.
    #[schema(region(size = length))]
    pub text: FilledText,
    /// A byte after a text of an odd size.
    #[br(count = size_of(text) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// A text that ends at a zero byte.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct FilledText {
    /// The text.
    #[schema(text(encoding = "latin-1"))]
    pub text: CText,
    /// Further zero bytes, which some programs write and count.
    #[br(parse_with = until_eof)]
    #[schema(reserved)]
    padding: Vec<u8>,
}

/// A chunk with a text about a cue point.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct LabelChunk {
    /// Name of the chunk, four letters.
    pub name: FourCc,
    /// Size of the label in bytes.
    length: u32,
    /// The label.
    #[br(args(int(name)))]
    #[schema(region(size = length))]
    pub label: Label,
    /// A byte after a label of an odd size.
    #[br(count = size_of(label) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// A text about a cue point.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(name: u32))]
pub enum Label {
    /// The title of a cue point.
    #[br(pre_assert(name == int(b"labl")))]
    Title {
        /// Number of the cue point.
        cue: u32,
        /// The title.
        text: FilledText,
    },
    /// A comment on a cue point.
    #[br(pre_assert(name == int(b"note")))]
    Note {
        /// Number of the cue point.
        cue: u32,
        /// The comment.
        text: FilledText,
    },
    /// A part of the sound that begins at a cue point.
    #[br(pre_assert(name == int(b"ltxt")))]
    Part {
        /// Number of the cue point.
        cue: u32,
        /// Length of the part in samples.
        length: u32,
        /// Purpose of the text, four letters.
        purpose: FourCc,
        /// Number of the country.
        country: u16,
        /// Number of the language.
        language: u16,
        /// Number of the dialect.
        dialect: u16,
        /// Number of the encoding.
        code_page: u16,
        /// The text, in the encoding `code_page`.
        #[br(parse_with = until_eof)]
        text: Vec<u8>,
    },
    /// The content of a chunk of another kind.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// The cue points of the sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Cues {
    #[br(temp)]
    #[bw(calc = points.len())]
    point_count: u32,
    /// The cue points.
    #[br(count = point_count)]
    pub points: Vec<CuePoint>,
}

/// A cue point, which is a position in the sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct CuePoint {
    /// Number by which other chunks refer to the cue point.
    #[schema(unique(code = "cue.id"))]
    pub id: u32,
    /// Samples before the cue point, in the order of the playlist.
    pub position: u32,
    /// Name of the chunk that contains the cue point, four letters.
    pub chunk: FourCc,
    /// Offset of the chunk in its list, in bytes.
    pub chunk_start: u32,
    /// Offset of the frame in the chunk, in bytes.
    pub block_start: u32,
    /// Samples between the beginning of the frame and the cue point.
    pub sample: u32,
}

/// The order in which parts of the sound are played.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Playlist {
    #[br(temp)]
    #[bw(calc = segments.len())]
    segment_count: u32,
    /// The parts.
    #[br(count = segment_count)]
    pub segments: Vec<Segment>,
}

/// A part of the sound in a playlist.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Segment {
    /// Number of the cue point at which the part begins.
    pub cue: u32,
    /// Length of the part in samples.
    pub length: u32,
    /// Number of plays.
    pub repeats: u32,
}

/// The keys and the volume of an instrument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 7)]
pub struct Instrument {
    /// MIDI note for which the sound is played at its own pitch.
    #[schema(range(0..=127))]
    pub note: u8,
    /// Fine tuning, in hundredths of a semitone.
    #[schema(range(-50..=50))]
    pub tuning: i8,
    /// Gain in decibels.
    #[schema(range(-64..=64))]
    pub gain: i8,
    /// Lowest note.
    pub low_note: u8,
    /// Highest note.
    pub high_note: u8,
    /// Lowest velocity.
    pub low_velocity: u8,
    /// Highest velocity.
    pub high_velocity: u8,
}

/// The settings of a sampler.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Sampler {
    /// Number of the manufacturer.
    pub maker: u32,
    /// Number of the product.
    pub product: u32,
    /// Duration of a sample in nanoseconds.
    pub period: u32,
    /// MIDI note for which the sound is played at its own pitch.
    pub note: u32,
    /// Pitch above the note, in units of 2^-32 semitone.
    pub fraction: u32,
    /// Frames per second of the film, or 0.
    #[schema(one_of(0, 24, 25, 29, 30))]
    pub film_rate: u32,
    /// Time in the film at which the sound begins: one byte each for frames, seconds, minutes and hours.
    pub film_offset: u32,
    #[br(temp)]
    #[bw(calc = loops.len())]
    loop_count: u32,
    #[br(temp)]
    #[bw(calc = data.len())]
    data_size: u32,
    /// Parts of the sound that the sampler repeats.
    #[br(count = loop_count)]
    pub loops: Vec<Loop>,
    /// Data for the product.
    #[br(count = data_size)]
    pub data: Vec<u8>,
}

/// A part of the sound that a sampler repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24, assert(start <= end, code = "loop.end", text = "expected at least {start}, found {end}", on = end))]
pub struct Loop {
    /// Number by which other chunks refer to the part.
    pub id: u32,
    /// Direction in which the part is played.
    #[schema(codes = LoopKind)]
    pub kind: u32,
    /// First sample of the part.
    pub start: u32,
    /// Last sample of the part.
    pub end: u32,
    /// Fraction of a sample to add to the position, in units of 2^-32 sample.
    pub fraction: u32,
    /// Number of plays; 0 for endless repetition.
    pub plays: u32,
}

/// The direction in which a part is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum LoopKind {
    /// Forward.
    Forward = 0,
    /// Alternately forward and backward.
    Alternating = 1,
    /// Backward.
    Backward = 2,
}

/// Data for broadcasts.
#[derive(Debug, Clone, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 602)]
pub struct Broadcast {
    /// Description of the sound.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub description: [u8; 256],
    /// Originator.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub originator: [u8; 32],
    /// The name that the originator gives the sound.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub reference: [u8; 32],
    /// Date of origin, such as `2026-11-23`.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub date: [u8; 10],
    /// Time of origin, such as `08:59:00`.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub time: [u8; 8],
    /// Number of samples between midnight and the first sample.
    pub first_sample: u64,
    /// Version of the broadcast data.
    pub version: u16,
    /// Unique identifier of the material, as SMPTE defines it.
    pub umid: [u8; 64],
    /// Loudness in units of 0.01 LUFS; since version 2.
    pub loudness: i16,
    /// Loudness range in units of 0.01 LU.
    pub loudness_range: i16,
    /// Highest true peak in units of 0.01 dBTP.
    pub peak: i16,
    /// Highest momentary loudness in units of 0.01 LUFS.
    pub momentary: i16,
    /// Highest short-term loudness in units of 0.01 LUFS.
    pub short_term: i16,
    /// Free.
    pub reserved: [u8; 180],
}

impl From<CText> for FilledText {
    fn from(text: CText) -> Self {
        Self { text, padding: Vec::new() }
    }
}

impl Info {
    /// Creates a text; a writer sets its size.
    pub fn new(name: &[u8; 4], text: CText) -> Self {
        Self { name: FourCc::from(*name), length: 0, text: text.into(), padding: Vec::new() }
    }
}

impl LabelChunk {
    /// Creates a label; a writer sets its size.
    pub fn new(name: &[u8; 4], label: Label) -> Self {
        Self { name: FourCc::from(*name), length: 0, label, padding: Vec::new() }
    }
}
