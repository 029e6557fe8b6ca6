//! FLAC, sound without loss (2001; RFC 9639): the metadata of a file.
//!
//! Blocks follow each other up to the block whose highest bit is set: `until = entry.head.last == 1`. Numbers of 20, 3,
//! 5 and 36 bits share 64 bits, from the most significant bit on. A block of another origin, Vorbis, has little-endian
//! numbers in a big-endian file. The frames of sound after the blocks are kept as bytes, because the end of a frame is
//! known only after decoding the frame.

use crate::missing;
use bpx_schema::codec::{FourCc, U24};
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"fLaC")]
#[schema(
    each(blocks, assert(
        (index == 0) == (entry.head.kind == 0),
        code = "flac.stream-first",
        text = "expected the block of the stream first, and once, found block {index} of kind {entry.head.kind}",
        on = head
    )),
    assert(
        count(blocks, entry.head.kind == 3) <= 1 && count(blocks, entry.head.kind == 4) <= 1,
        code = "flac.one-of-a-kind",
        text = "expected one block of places and one of comments at most, found another",
        on = blocks
    )
)]
pub struct Flac {
    /// Blocks, the first of which describes the stream.
    #[br(until = entry.head.last == 1)]
    pub blocks: Vec<Block>,
    /// Frames of sound.
    #[br(parse_with = until_eof)]
    pub frames: Vec<u8>,
}

/// A block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Block {
    /// Kind, and whether the block is the last one.
    pub head: Head,
    /// Size of the body in bytes, which a writer sets.
    length: U24,
    /// The body.
    #[br(args(head.kind))]
    #[schema(region(size = length))]
    pub body: Body,
}

/// The head of a block.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Head {
    /// Whether the block is the last block.
    pub last: B1,
    /// Kind of the body.
    #[schema(codes = Kind, range(0..=126))]
    pub kind: B7,
}

/// Kinds of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// Properties of the stream.
    Stream = 0,
    /// Bytes that other blocks may take.
    Padding = 1,
    /// Data of a program.
    Application = 2,
    /// Offsets of frames.
    Seek = 3,
    /// Texts.
    Comments = 4,
    /// Tracks of a disc.
    Cues = 5,
    /// A picture.
    Picture = 6,
}

/// The content of a block.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8))]
pub enum Body {
    /// Properties of the stream.
    #[br(pre_assert(kind == 0))]
    Stream(Stream),
    /// Bytes that other blocks may take.
    #[br(pre_assert(kind == 1))]
    Padding {
        /// Zeros.
        #[br(parse_with = until_eof)]
        #[schema(reserved)]
        bytes: Vec<u8>,
    },
    /// Data of a program.
    #[br(pre_assert(kind == 2))]
    Application {
        /// Identifier of the application.
        id: FourCc,
        /// The data.
        #[br(parse_with = until_eof)]
        data: Vec<u8>,
    },
    /// Offsets of frames.
    #[br(pre_assert(kind == 3))]
    Seek(Seek),
    /// Texts.
    #[br(pre_assert(kind == 4))]
    Comments(Comments),
    /// Tracks of a disc.
    #[br(pre_assert(kind == 5))]
    Cues(Cues),
    /// A picture.
    #[br(pre_assert(kind == 6))]
    Picture(Picture),
    /// Content of a block of another kind.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// Properties of the stream.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    assert(
        block_min >= 16,
        code = "stream.least-block",
        text = "expected at least 16, found {block_min}",
        on = block_min
    ),
    assert(
        block_min <= block_max,
        code = "stream.blocks",
        text = "expected at most {block_max}, found {block_min}",
        on = block_min
    ),
    assert(
        frame_min == 0 || frame_max == 0 || frame_min <= frame_max,
        code = "stream.frames",
        text = "expected at most {frame_max}, found {frame_min}",
        on = frame_min
    )
)]
pub struct Stream {
    /// Number of samples in the smallest block.
    pub block_min: u16,
    /// Number of samples in the largest block.
    pub block_max: u16,
    /// Size of the smallest frame in bytes, or 0.
    pub frame_min: U24,
    /// Size of the largest frame in bytes, or 0.
    pub frame_max: U24,
    /// Rate, size and number of the samples.
    pub samples: Samples,
    /// MD5 of the samples, or zeros.
    pub md5: [u8; 16],
}

/// Rate, size and number of the samples of a stream.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 64)]
pub struct Samples {
    /// Number of samples in a second.
    pub rate: B20,
    /// Number of channels, minus 1.
    pub channels: B3,
    /// Number of bits of a sample, minus 1.
    #[schema(range(3..=31))]
    pub bits: B5,
    /// Number of samples of each channel, or 0.
    pub count: B36,
}

/// Offsets of frames.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(each(points, assert(
    first.sample == index || entry.sample == (1 << 64) - 1,
    code = "seek.sample",
    text = "expected each sample once, found {entry.sample} again",
    on = sample
)))]
pub struct Seek {
    /// The offsets, in the order of their samples.
    #[br(parse_with = until_eof)]
    pub points: Vec<SeekPoint>,
}

/// The offset of a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 18)]
pub struct SeekPoint {
    /// Number of the first sample, or all ones for an entry without a meaning.
    pub sample: u64,
    /// Offset of the frame from the first frame, in bytes.
    pub offset: u64,
    /// Number of samples of the frame.
    pub count: u16,
}

/// Comments in the form of Vorbis.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Comments {
    /// Name of the program that wrote the comments.
    pub vendor: Text,
    #[br(temp)]
    #[bw(calc = texts.len())]
    count: u32,
    /// Texts of the form `NAME=value`.
    #[br(count = count)]
    pub texts: Vec<Text>,
}

/// A text after its size, a little-endian number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Text {
    #[br(temp)]
    #[bw(calc = text.len())]
    length: u32,
    /// The text.
    #[br(count = length)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// Tracks of a disc.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    assert(
        tracks.len() > 0 && last(tracks).number == if flags.is_disc == 1 { 170 } else { 255 },
        code = "cues.end",
        text = "expected a last track with the number of the end",
        on = tracks
    ),
    each(tracks, assert(
        first.number == index,
        code = "cues.number",
        text = "expected each number once, found {entry.number} again",
        on = number
    )),
    each(tracks, assert(
        flags.is_disc == 0 || entry.offset % 588 == 0,
        code = "cues.sector",
        text = "expected a multiple of 588, found {entry.offset}",
        on = offset
    ))
)]
pub struct Cues {
    /// Number of the disc in a catalogue.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub catalog: [u8; 128],
    /// Number of samples before the first track.
    pub lead_in: u64,
    /// Whether the disc is a music disc.
    pub flags: CueFlags,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 258],
    #[br(temp)]
    #[bw(calc = tracks.len())]
    track_count: u8,
    /// The tracks; the last track marks the end of the disc.
    #[br(count = track_count)]
    pub tracks: Vec<Track>,
}

/// The flags of a cue sheet.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct CueFlags {
    /// Whether the disc is a music disc.
    pub is_disc: B1,
    /// Bits without a meaning.
    #[schema(reserved)]
    pub reserved: B7,
}

/// A track of a disc.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Track {
    /// Number of samples before the track.
    pub offset: u64,
    /// Number of the track, counted from 1.
    #[schema(range(1..=255))]
    pub number: u8,
    /// Code of the recording as in ISO 3901, or zeros.
    #[schema(text(encoding = "latin-1", pad = 0))]
    pub recording: [u8; 12],
    /// Flags of the track.
    pub flags: TrackFlags,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 13],
    #[br(temp)]
    #[bw(calc = points.len())]
    point_count: u8,
    /// Index points of the track; the last track has none.
    #[br(count = point_count)]
    pub points: Vec<CuePoint>,
}

/// The flags of a track.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct TrackFlags {
    /// Whether the track holds data instead of sound.
    pub is_data: B1,
    /// Whether high tones were amplified (pre-emphasis).
    pub has_emphasis: B1,
    /// Bits without a meaning.
    #[schema(reserved)]
    pub reserved: B6,
}

/// An index point of a track.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Record)]
#[brw(big)]
#[schema(size = 12)]
pub struct CuePoint {
    /// Number of samples between the beginning of the track and the index point.
    pub offset: u64,
    /// Number of the index point; the first point has the number 0 or 1.
    pub number: u8,
    /// Bytes without a meaning.
    #[schema(reserved)]
    pub reserved: [u8; 3],
}

/// A picture.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Picture {
    /// Type of the picture.
    #[schema(codes = PictureKind)]
    pub kind: u32,
    #[br(temp)]
    #[bw(calc = media_type.len())]
    media_type_size: u32,
    /// Media type of the picture.
    #[br(count = media_type_size)]
    #[schema(utf8)]
    pub media_type: Vec<u8>,
    #[br(temp)]
    #[bw(calc = description.len())]
    description_size: u32,
    /// Description of the picture.
    #[br(count = description_size)]
    #[schema(utf8)]
    pub description: Vec<u8>,
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Number of bits of a pixel.
    pub depth: u32,
    /// Number of colours, or 0.
    pub colors: u32,
    #[br(temp)]
    #[bw(calc = data.len())]
    length: u32,
    /// Bytes of the picture.
    #[br(count = length)]
    pub data: Vec<u8>,
}

/// Types of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u32)]
pub enum PictureKind {
    /// A picture of another type.
    Other = 0,
    /// An icon of the file, of 32 by 32 pixels.
    Icon = 1,
    /// Another icon of the file.
    OtherIcon = 2,
    /// The front of the cover.
    FrontCover = 3,
    /// The back of the cover.
    BackCover = 4,
    /// A page of the booklet.
    Leaflet = 5,
    /// A picture of the disc.
    Disc = 6,
    /// Lead artist.
    LeadArtist = 7,
    /// Artist.
    Artist = 8,
    /// Conductor.
    Conductor = 9,
    /// A picture of the band or the orchestra.
    Band = 10,
    /// Composer.
    Composer = 11,
    /// Lyricist.
    Lyricist = 12,
    /// A picture of the place of the recording.
    Place = 13,
    /// A picture of the recording.
    Recording = 14,
    /// A picture of the performance.
    Performance = 15,
    /// A picture of a film.
    Screen = 16,
    /// A fish with bright colours.
    Fish = 17,
    /// A drawing.
    Illustration = 18,
    /// The logo of the artist.
    ArtistSign = 19,
    /// The logo of the publisher.
    PublisherSign = 20,
}

impl Text {
    /// Creates a text.
    pub fn new(text: &str) -> Self {
        Self { text: text.into() }
    }
}

impl Block {
    /// Creates a block that is not the last one.
    pub fn new(kind: Kind, body: Body) -> Result<Self> {
        let mut head = Head::from_bytes([0]);
        head.set_kind(kind as u8)?;
        Ok(Self { head, length: U24::default(), body })
    }
}

/// Adds a text to the comments; all other blocks and the frames keep their bytes.
pub fn add_comment(file: &[u8], text: &str) -> Result<Vec<u8>> {
    let mut flac = Flac::from_slice(file)?;
    let comments = flac.blocks.iter_mut().find_map(|block| match &mut block.body {
        Body::Comments(comments) => Some(comments),
        _ => None,
    });
    comments.ok_or_else(|| missing("no block of comments".to_owned()))?.texts.push(Text::new(text));
    flac.to_vec()
}
