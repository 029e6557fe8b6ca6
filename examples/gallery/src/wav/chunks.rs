//! The chunks of WAV with texts, places and instruments.

use super::Chunk;
use bpx_schema::codec::{CText, FourCc};
use bpx_schema::{Record, structure};

/// Chunks in a chunk.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u32))]
pub enum List {
    /// Texts about the sound.
    #[br(pre_assert(kind == int(b"INFO")))]
    Info(#[br(parse_with = until_eof)] Vec<Info>),
    /// Texts about places in the sound.
    #[br(pre_assert(kind == int(b"adtl")))]
    Labels(#[br(parse_with = until_eof)] Vec<LabelChunk>),
    /// Samples and silence in turn, and other lists.
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
    /// After a text of an odd size.
    #[br(count = size_of(text) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// A text up to a zero.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct FilledText {
    /// The text.
    #[schema(text(encoding = "latin-1"))]
    pub text: CText,
    /// More zeros, which some programs count too.
    #[br(parse_with = until_eof)]
    #[schema(reserved)]
    padding: Vec<u8>,
}

/// A chunk about a place in the sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct LabelChunk {
    /// Name of the chunk: four letters.
    pub name: FourCc,
    /// Size of the label in bytes.
    length: u32,
    /// The label.
    #[br(args(int(name)))]
    #[schema(region(size = length))]
    pub label: Label,
    /// After a label of an odd size.
    #[br(count = size_of(label) % 2)]
    #[schema(padding)]
    padding: Vec<u8>,
}

/// A text about a place in the sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
#[br(import(name: u32))]
pub enum Label {
    /// Its title.
    #[br(pre_assert(name == int(b"labl")))]
    Title {
        /// Number of the cue point.
        cue: u32,
        /// The title.
        text: FilledText,
    },
    /// A comment on it.
    #[br(pre_assert(name == int(b"note")))]
    Note {
        /// Number of the cue point.
        cue: u32,
        /// The comment.
        text: FilledText,
    },
    /// A part of the sound, from the place on.
    #[br(pre_assert(name == int(b"ltxt")))]
    Part {
        /// Number of the cue point.
        cue: u32,
        /// Its length in samples.
        length: u32,
        /// Purpose of the text: four letters.
        purpose: FourCc,
        /// Number of the country.
        country: u16,
        /// Number of the language.
        language: u16,
        /// Number of its dialect.
        dialect: u16,
        /// Number of the encoding.
        code_page: u16,
        /// The text, in that encoding.
        #[br(parse_with = until_eof)]
        text: Vec<u8>,
    },
    /// A chunk of another kind.
    Other(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Places in the sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Cues {
    #[br(temp)]
    #[bw(calc = points.len())]
    point_count: u32,
    /// The places.
    #[br(count = point_count)]
    pub points: Vec<CuePoint>,
}

/// A place in the sound.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24)]
pub struct CuePoint {
    /// By which others name it.
    #[schema(unique(code = "cue.id"))]
    pub id: u32,
    /// Samples before it, in the order of the playlist.
    pub position: u32,
    /// The chunk that it is in, four letters.
    pub chunk: FourCc,
    /// Offset of that chunk in a list, in bytes.
    pub chunk_start: u32,
    /// Offset of the frame in the chunk, in bytes.
    pub block_start: u32,
    /// Samples before it in the frame.
    pub sample: u32,
}

/// In which order parts are played.
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

/// A part of the sound that is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
pub struct Segment {
    /// At which place it begins.
    pub cue: u32,
    /// Its length in samples.
    pub length: u32,
    /// Number of plays.
    pub repeats: u32,
}

/// The keys and the volume of an instrument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 7)]
pub struct Instrument {
    /// Note of MIDI at which it sounds as it is.
    #[schema(range(0..=127))]
    pub note: u8,
    /// Fine tuning, in hundredths of a semitone.
    #[schema(range(-50..=50))]
    pub tuning: i8,
    /// Gain in decibels.
    #[schema(range(-64..=64))]
    pub gain: i8,
    /// The least note.
    pub low_note: u8,
    /// The greatest note.
    pub high_note: u8,
    /// Lowest velocity of a key.
    pub low_velocity: u8,
    /// And at most.
    pub high_velocity: u8,
}

/// The settings of a sampler.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Sampler {
    /// Number of its maker.
    pub maker: u32,
    /// Number of the product.
    pub product: u32,
    /// Time of a sample, in thousand-millionths of a second.
    pub period: u32,
    /// Note of MIDI at which the sound is as it is.
    pub note: u32,
    /// Fraction of the pitch, in parts of 2^32 of a semitone.
    pub fraction: u32,
    /// Frames in a second of film, or 0.
    #[schema(one_of(0, 24, 25, 29, 30))]
    pub film_rate: u32,
    /// Begin of the sound in the film: frames, seconds, minutes and hours, a byte each.
    pub film_offset: u32,
    #[br(temp)]
    #[bw(calc = loops.len())]
    loop_count: u32,
    #[br(temp)]
    #[bw(calc = data.len())]
    data_size: u32,
    /// Parts that are repeated.
    #[br(count = loop_count)]
    pub loops: Vec<Loop>,
    /// Data of the product.
    #[br(count = data_size)]
    pub data: Vec<u8>,
}

/// A part that a sampler repeats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(little)]
#[schema(size = 24, assert(start <= end, code = "loop.end", text = "expected at least {start}, found {end}", on = end))]
pub struct Loop {
    /// By which others name it.
    pub id: u32,
    /// In which direction it is played.
    #[schema(codes = LoopKind)]
    pub kind: u32,
    /// Its first sample.
    pub start: u32,
    /// Its last sample.
    pub end: u32,
    /// Fraction of the position in the sample, in parts of 2^32.
    pub fraction: u32,
    /// Number of plays; 0 for without an end.
    pub plays: u32,
}

/// In which direction a part is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum LoopKind {
    /// Forward.
    Forward = 0,
    /// Forward and backward in turn.
    Alternating = 1,
    /// Backward.
    Backward = 2,
}

/// The data of a broadcast.
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
    /// The day, such as `2026-11-23`.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub date: [u8; 10],
    /// The time, such as `08:59:00`.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub time: [u8; 8],
    /// Samples between midnight and the first one.
    pub first_sample: u64,
    /// Version of this record.
    pub version: u16,
    /// Number of the material, as SMPTE gives them.
    pub umid: [u8; 64],
    /// Loudness in hundredths; since version 2.
    pub loudness: i16,
    /// From the softest to the loudest part.
    pub loudness_range: i16,
    /// The highest peak.
    pub peak: i16,
    /// The loudest moment.
    pub momentary: i16,
    /// The loudest few seconds.
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
    /// Creates a text, whose size a writer sets.
    pub fn new(name: &[u8; 4], text: CText) -> Self {
        Self { name: FourCc::from(*name), length: 0, text: text.into(), padding: Vec::new() }
    }
}

impl LabelChunk {
    /// Creates a label, whose size a writer sets.
    pub fn new(name: &[u8; 4], label: Label) -> Self {
        Self { name: FourCc::from(*name), length: 0, label, padding: Vec::new() }
    }
}
