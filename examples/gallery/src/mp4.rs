//! MP4, the boxes of films, sound and pictures (ISO base media file format, 2001, after QuickTime).
//!
//! A file consists of boxes. A box has a size that counts itself, four letters, and a content that the letters select,
//! often more boxes. A size of 1 means that the size follows in 8 bytes, and a size of 0 means that the box ends with
//! the file: the first bytes choose one of three cases. A body is read inside of its size, and a writer sets the sizes,
//! `length - 8`, from the innermost box to the outermost box.
//!
//! The type of a box depends on the enclosing box: entries of descriptions and of lists of texts have four letters of
//! their own. The enclosing box passes its kind as a parameter. Versions decide the widths of numbers, and flags decide
//! which numbers are present.

use crate::missing;
use bpx_schema::codec::{FixedPoint, FourCc, U24};
use bpx_schema::{Codec, Record, Result, structure};

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Mp4 {
    /// All boxes.
    #[br(parse_with = until_eof, args(ANYWHERE))]
    pub boxes: Vec<Atom>,
}

/// Parameter of a box whose letters state its type.
pub const ANYWHERE: u8 = 0;
/// Parameter of an entry of a list of texts; its letters state what the text is about.
pub const IN_LIST: u8 = 1;
/// Parameter of an entry of sample descriptions; its letters state how the samples are coded.
pub const IN_DESCRIPTIONS: u8 = 2;

/// A box.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(place: u8))]
pub enum Atom {
    /// A box whose size has 8 bytes.
    #[br(magic = 1u32)]
    Long {
        /// Type of the box.
        kind: FourCc,
        /// Size of the box in bytes, which a writer sets.
        length: u64,
        /// Content, which depends on the type.
        #[br(args(int(kind), place))]
        #[schema(region(size = length - 16))]
        body: Body,
    },
    /// A box that ends with the file.
    #[br(magic = 0u32)]
    Open {
        /// Type of the box.
        kind: FourCc,
        /// Content, which depends on the type.
        #[br(args(int(kind), place))]
        body: Body,
    },
    /// A box whose size has 4 bytes.
    Short {
        /// Size of the box in bytes, which a writer sets.
        length: u32,
        /// Type of the box.
        kind: FourCc,
        /// Content, which depends on the type.
        #[br(args(int(kind), place))]
        #[schema(region(size = length - 8))]
        body: Body,
    },
}

/// The content of a box.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u32, place: u8))]
pub enum Body {
    /// The boxes of an entry of a list of texts.
    #[br(pre_assert(place == IN_LIST))]
    Item(#[br(parse_with = until_eof, args(ANYWHERE))] Vec<Atom>),
    /// Pictures.
    #[br(pre_assert(
        place == IN_DESCRIPTIONS
            && (kind == int(b"avc1") || kind == int(b"avc3") || kind == int(b"hvc1") || kind == int(b"hev1")
                || kind == int(b"av01") || kind == int(b"vp08") || kind == int(b"vp09") || kind == int(b"mp4v")
                || kind == int(b"encv"))
    ))]
    Pictures(PictureCoding),
    /// Sound.
    #[br(pre_assert(
        place == IN_DESCRIPTIONS
            && (kind == int(b"mp4a") || kind == int(b"Opus") || kind == int(b"fLaC") || kind == int(b"ac-3")
                || kind == int(b"ec-3") || kind == int(b"enca"))
    ))]
    Sound(SoundCoding),
    /// Samples of another kind.
    #[br(pre_assert(place == IN_DESCRIPTIONS))]
    OtherCoding {
        #[schema(reserved)]
        padding: [u8; 6],
        /// Number of the data reference.
        reference: u16,
        /// Configuration of the codec.
        #[br(parse_with = until_eof)]
        bytes: Vec<u8>,
    },
    /// Boxes in a box.
    #[br(pre_assert(
        kind == int(b"moov") || kind == int(b"trak") || kind == int(b"mdia") || kind == int(b"minf")
            || kind == int(b"stbl") || kind == int(b"edts") || kind == int(b"dinf") || kind == int(b"udta")
            || kind == int(b"mvex") || kind == int(b"moof") || kind == int(b"traf") || kind == int(b"mfra")
    ))]
    Boxes(#[br(parse_with = until_eof, args(ANYWHERE))] Vec<Atom>),
    /// Brands: specifications that the file follows.
    #[br(pre_assert(kind == int(b"ftyp") || kind == int(b"styp")))]
    Brands {
        /// The main brand.
        brand: FourCc,
        /// Version of the main brand.
        version: u32,
        /// All brands of the file.
        #[br(parse_with = until_eof)]
        brands: Vec<Brand>,
    },
    /// Header of the film.
    #[br(pre_assert(kind == int(b"mvhd")))]
    Movie(Movie),
    /// A track.
    #[br(pre_assert(kind == int(b"tkhd")))]
    Track(Track),
    /// Header of the samples of a track.
    #[br(pre_assert(kind == int(b"mdhd")))]
    Media(Media),
    /// Handler of the media.
    #[br(pre_assert(kind == int(b"hdlr")))]
    Handler(Handler),
    /// Header of video media.
    #[br(pre_assert(kind == int(b"vmhd")))]
    PictureMedia {
        version: u8,
        flags: U24,
        /// Composition mode.
        mode: u16,
        /// Colour for the composition mode.
        color: [u16; 3],
    },
    /// Header of sound media.
    #[br(pre_assert(kind == int(b"smhd")))]
    SoundMedia {
        version: u8,
        flags: U24,
        /// Balance: -1 for the left, 1 for the right.
        balance: FixedPoint<i16, 8>,
        #[schema(reserved)]
        padding: u16,
    },
    /// Header of other media, which is empty.
    #[br(pre_assert(kind == int(b"nmhd") || kind == int(b"sthd")))]
    NoMedia { version: u8, flags: U24 },
    /// Data references: this file or other files.
    #[br(pre_assert(kind == int(b"dref")))]
    References {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = entries.len())]
        count: u32,
        /// A box for each data reference.
        #[br(count = count, args(ANYWHERE))]
        entries: Vec<Atom>,
    },
    /// A file with data; bit 0 of the flags means this file.
    #[br(pre_assert(kind == int(b"url ")))]
    File {
        version: u8,
        flags: U24,
        /// Address of the file, with a NUL.
        #[br(parse_with = until_eof)]
        #[schema(utf8)]
        address: Vec<u8>,
    },
    /// Edit list of a track.
    #[br(pre_assert(kind == int(b"elst")))]
    Edits {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = edits.len())]
        count: u32,
        /// Edits, in the order of playback.
        #[br(count = count, args(version))]
        edits: Vec<Edit>,
    },
    /// Sample descriptions.
    #[br(pre_assert(kind == int(b"stsd")))]
    Descriptions {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = entries.len())]
        count: u32,
        /// A box for each description.
        #[br(count = count, args(IN_DESCRIPTIONS))]
        entries: Vec<Atom>,
    },
    /// Durations of the samples.
    #[br(pre_assert(kind == int(b"stts")))]
    Times {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = runs.len())]
        count: u32,
        /// Runs of samples with the same duration.
        #[br(count = count)]
        runs: Vec<TimeRun>,
    },
    /// Offsets from the decoding time of samples to their composition time.
    #[br(pre_assert(kind == int(b"ctts")))]
    Delays {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = runs.len())]
        count: u32,
        /// Runs of samples with the same offset.
        #[br(count = count, args(version))]
        runs: Vec<DelayRun>,
    },
    /// Numbers of samples in chunks.
    #[br(pre_assert(kind == int(b"stsc")))]
    Chunks {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = runs.len())]
        count: u32,
        /// Runs of chunks with the same number of samples.
        #[br(count = count)]
        runs: Vec<ChunkRun>,
    },
    /// Sizes of samples.
    #[br(pre_assert(kind == int(b"stsz")))]
    Sizes {
        version: u8,
        flags: U24,
        /// Size of all samples in bytes, or 0 if sizes differ.
        all: u32,
        /// Number of samples.
        count: u32,
        /// Size of each sample in bytes.
        #[br(count = if all == 0 { count } else { 0 })]
        sizes: Vec<u32>,
    },
    /// Sizes of samples in fewer bits.
    #[br(pre_assert(kind == int(b"stz2")))]
    SmallSizes {
        version: u8,
        flags: U24,
        #[schema(reserved)]
        padding: U24,
        /// Number of bits of a size.
        #[schema(one_of(4, 8, 16))]
        bits: u8,
        /// Number of samples.
        count: u32,
        /// All sizes.
        #[br(count = (count * bits + 7) / 8)]
        sizes: Vec<u8>,
    },
    /// Offsets of chunks in the file.
    #[br(pre_assert(kind == int(b"stco")))]
    Offsets {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = offsets.len())]
        count: u32,
        /// Offsets in bytes.
        #[br(count = count)]
        offsets: Vec<u32>,
    },
    /// Offsets of chunks, in 64 bits.
    #[br(pre_assert(kind == int(b"co64")))]
    LongOffsets {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = offsets.len())]
        count: u32,
        /// Offsets in bytes.
        #[br(count = count)]
        offsets: Vec<u64>,
    },
    /// Samples that a decoder decodes without other samples.
    #[br(pre_assert(kind == int(b"stss")))]
    Keys {
        version: u8,
        flags: U24,
        #[br(temp)]
        #[bw(calc = samples.len())]
        count: u32,
        /// Numbers of the samples, counted from 1.
        #[br(count = count)]
        samples: Vec<u32>,
    },
    /// Metadata.
    #[br(pre_assert(kind == int(b"meta")))]
    Meta(Meta),
    /// Texts about the film.
    #[br(pre_assert(kind == int(b"ilst")))]
    List(#[br(parse_with = until_eof, args(IN_LIST))] Vec<Atom>),
    /// A value of a list.
    #[br(pre_assert(kind == int(b"data")))]
    Data {
        /// Type of the value: 1 for a text in UTF-8, 13 for a JPEG file, 21 for a number.
        form: u32,
        /// Country and language of the value; 0 for all.
        locale: u32,
        /// The value.
        #[br(parse_with = until_eof)]
        value: Vec<u8>,
    },
    /// The samples.
    #[br(pre_assert(kind == int(b"mdat")))]
    Samples(#[br(parse_with = until_eof)] Vec<u8>),
    /// Nothing.
    #[br(pre_assert(kind == int(b"free") || kind == int(b"skip") || kind == int(b"wide")))]
    Free(#[br(parse_with = until_eof)] Vec<u8>),
    /// A box that a program defines.
    #[br(pre_assert(kind == int(b"uuid")))]
    Own {
        /// Type of the box, as a UUID.
        id: [u8; 16],
        /// Content.
        #[br(parse_with = until_eof)]
        bytes: Vec<u8>,
    },
    /// Duration of a film in fragments.
    #[br(pre_assert(kind == int(b"mehd")))]
    FragmentedDuration {
        version: u8,
        flags: U24,
        #[schema(width = if version == 1 { 8 } else { 4 })]
        duration: u64,
    },
    /// Defaults for the samples of a track in fragments.
    #[br(pre_assert(kind == int(b"trex")))]
    Defaults {
        version: u8,
        flags: U24,
        track: u32,
        /// Number of the sample description.
        description: u32,
        /// Duration of a sample.
        duration: u32,
        /// Size of a sample in bytes.
        size: u32,
        /// Dependencies of a sample.
        sample_flags: u32,
    },
    /// The number of a fragment.
    #[br(pre_assert(kind == int(b"mfhd")))]
    Fragment { version: u8, flags: U24, number: u32 },
    /// A fragment of a track.
    #[br(pre_assert(kind == int(b"tfhd")))]
    TrackFragment(TrackFragment),
    /// Decoding time of the first sample of a fragment.
    #[br(pre_assert(kind == int(b"tfdt")))]
    FragmentTime {
        version: u8,
        flags: U24,
        #[schema(width = if version == 1 { 8 } else { 4 })]
        time: u64,
    },
    /// Consecutive samples.
    #[br(pre_assert(kind == int(b"trun")))]
    Run(Run),
    /// Another box.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A specification that the file follows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct Brand {
    /// Four letters.
    pub brand: FourCc,
}

/// Header of the film.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Movie {
    /// Version; 1 for times of 8 bytes.
    #[schema(supported(0, 1))]
    pub version: u8,
    /// None.
    pub flags: U24,
    /// Time of creation, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub created: u64,
    /// Time of the last change, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub modified: u64,
    /// Number of time units in a second.
    pub scale: u32,
    /// Duration in the units that `scale` states.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub duration: u64,
    /// Preferred rate; 1 for the original speed.
    pub rate: FixedPoint<i32, 16>,
    /// Preferred volume; 1 for the original volume.
    pub volume: FixedPoint<i16, 8>,
    #[schema(reserved)]
    padding: [u8; 10],
    /// Transformation of the pictures.
    pub matrix: Matrix,
    /// Preview, poster and selection of QuickTime.
    pub preview: [u8; 24],
    /// The number of the next track that is added.
    pub next_track: u32,
}

/// The transformation of pictures.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(big)]
pub struct Matrix {
    /// Factor of X in the new X.
    pub a: FixedPoint<i32, 16>,
    /// Factor of X in the new Y.
    pub b: FixedPoint<i32, 16>,
    /// 0.
    pub u: FixedPoint<i32, 30>,
    /// Factor of Y in the new X.
    pub c: FixedPoint<i32, 16>,
    /// Factor of Y in the new Y.
    pub d: FixedPoint<i32, 16>,
    /// 0.
    pub v: FixedPoint<i32, 30>,
    /// Translation of X.
    pub x: FixedPoint<i32, 16>,
    /// Translation of Y.
    pub y: FixedPoint<i32, 16>,
    /// 1.
    pub w: FixedPoint<i32, 30>,
}

/// A track.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Track {
    /// Version; 1 for times of 8 bytes.
    #[schema(supported(0, 1))]
    pub version: u8,
    /// Flags of the track: bit 0 if it is enabled, bit 1 if the film uses it, bit 2 if the preview uses it.
    pub flags: U24,
    /// Time of creation, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub created: u64,
    /// Time of the last change, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub modified: u64,
    /// Number of the track.
    #[schema(range(1..=0xFFFF_FFFF))]
    pub number: u32,
    #[schema(reserved)]
    padding: u32,
    /// Duration in units of the film.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub duration: u64,
    #[schema(reserved)]
    more_padding: [u8; 8],
    /// Layer of the track; tracks with lower numbers are in front.
    pub layer: i16,
    /// Group of tracks of which one is shown.
    pub group: i16,
    /// Volume.
    pub volume: FixedPoint<i16, 8>,
    #[schema(reserved)]
    last_padding: u16,
    /// Transformation of the pictures.
    pub matrix: Matrix,
    /// Width of the pictures in pixels.
    pub width: FixedPoint<u32, 16>,
    /// Height of the pictures in pixels.
    pub height: FixedPoint<u32, 16>,
}

/// Header of the samples of a track.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Media {
    /// Version; 1 for times of 8 bytes.
    #[schema(supported(0, 1))]
    pub version: u8,
    /// None.
    pub flags: U24,
    /// Time of creation, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub created: u64,
    /// Time of the last change, in seconds since 1904.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub modified: u64,
    /// Number of time units in a second.
    pub scale: u32,
    /// Duration in the units that `scale` states.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub duration: u64,
    /// The language.
    pub language: Language,
    /// Quality.
    pub quality: u16,
}

/// A code of three letters, of which `a` is stored as 1.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 16)]
pub struct Language {
    #[schema(reserved)]
    padding: B1,
    /// The first letter.
    pub first: B5,
    /// The second letter.
    pub second: B5,
    /// The third letter.
    pub third: B5,
}

/// The handler of samples or metadata.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Handler {
    /// Version, which is 0.
    #[schema(supported(0))]
    pub version: u8,
    /// None.
    pub flags: U24,
    /// Type of the component in QuickTime.
    pub component: u32,
    /// Type of the handler, such as `vide` or `soun`.
    pub kind: FourCc,
    /// Maker and flags in QuickTime.
    pub maker: [u8; 12],
    /// A name for programmers, with a NUL; in QuickTime, the length comes before the name.
    #[br(parse_with = until_eof)]
    pub name: Vec<u8>,
}

/// An edit, which is a part of a track.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(version: u8))]
pub struct Edit {
    /// Duration in units of the film.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub duration: u64,
    /// Start time in the track, in units of the track; -1 for an empty edit.
    #[schema(width = if version == 1 { 8 } else { 4 })]
    pub time: i64,
    /// Playback rate.
    pub rate: FixedPoint<i32, 16>,
}

/// A run of samples with the same duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct TimeRun {
    /// Number of samples.
    pub count: u32,
    /// Duration of each sample.
    pub duration: u32,
}

/// A run of samples with the same offset.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[brw(big)]
#[br(import(version: u8))]
pub struct DelayRun {
    /// Number of samples.
    pub count: u32,
    /// Offset from decoding time to composition time.
    #[br(if(version == 0, 0))]
    pub delay: u32,
    /// Signed offset from decoding time to composition time.
    #[br(if(version != 0, 0))]
    pub shift: i32,
}

/// A run of chunks with the same number of samples.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[brw(big)]
pub struct ChunkRun {
    /// Number of the first chunk, counted from 1.
    pub first: u32,
    /// Number of samples in each chunk.
    pub samples: u32,
    /// Number of the sample description, counted from 1.
    pub description: u32,
}

/// The description of coded pictures.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct PictureCoding {
    #[schema(reserved)]
    padding: [u8; 6],
    /// Number of the data reference.
    pub reference: u16,
    /// Version, maker and qualities in QuickTime.
    pub quicktime: [u8; 16],
    /// Width in pixels.
    pub width: u16,
    /// Height in pixels.
    pub height: u16,
    /// Horizontal resolution, in pixels per inch.
    pub x_density: FixedPoint<u32, 16>,
    /// Vertical resolution, in pixels per inch.
    pub y_density: FixedPoint<u32, 16>,
    #[schema(reserved)]
    size: u32,
    /// Number of pictures in a sample.
    pub frames: u16,
    #[br(temp)]
    #[bw(calc = name.len())]
    name_size: u8,
    /// Name of the program that coded the pictures.
    #[br(count = name_size)]
    #[schema(utf8)]
    pub name: Vec<u8>,
    /// Padding of the name to 31 bytes.
    #[br(count = 31 - name_size)]
    #[schema(padding)]
    name_padding: Vec<u8>,
    /// Bits of a pixel.
    pub depth: u16,
    /// Number of a colour table in QuickTime, or -1.
    pub colors: i16,
    /// Configuration of the codec.
    #[br(parse_with = until_eof, args(ANYWHERE))]
    pub boxes: Vec<Atom>,
}

/// The description of coded sound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct SoundCoding {
    #[schema(reserved)]
    padding: [u8; 6],
    /// Number of the data reference.
    pub reference: u16,
    /// Version; 1 and 2 are versions of QuickTime.
    #[schema(supported(0, 1, 2))]
    pub version: u16,
    /// Revision and maker in QuickTime.
    pub quicktime: [u8; 6],
    /// Number of channels.
    pub channels: u16,
    /// Bits of a sample.
    pub bits: u16,
    /// Compression number in QuickTime.
    pub compression: u16,
    /// Size of a packet in QuickTime.
    pub packet: u16,
    /// Number of samples in a second.
    pub rate: FixedPoint<u32, 16>,
    /// Further members; the version determines their size.
    #[br(count = if version == 1 { 16 } else if version == 2 { 36 } else { 0 })]
    pub added: Vec<u8>,
    /// Configuration of the codec.
    #[br(parse_with = until_eof, args(ANYWHERE))]
    pub boxes: Vec<Atom>,
}

/// Metadata. In QuickTime, version and flags are absent; in the standard, they are 0.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub enum Meta {
    /// Metadata in the form of the standard.
    #[br(magic = 0u32)]
    Full(#[br(parse_with = until_eof, args(ANYWHERE))] Vec<Atom>),
    /// Metadata in the form of QuickTime.
    Plain(#[br(parse_with = until_eof, args(ANYWHERE))] Vec<Atom>),
}

/// A fragment of a track; flags state which members are present.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct TrackFragment {
    /// Version, which is 0.
    #[schema(supported(0))]
    pub version: u8,
    /// Flags that state which members follow.
    pub flags: U24,
    /// The track.
    pub track: u32,
    /// Offset from which other offsets count.
    #[br(if(flags & 0x01 != 0))]
    pub base: Option<u64>,
    /// Number of the sample description.
    #[br(if(flags & 0x02 != 0))]
    pub description: Option<u32>,
    /// Default duration of a sample.
    #[br(if(flags & 0x08 != 0))]
    pub duration: Option<u32>,
    /// Default size of a sample in bytes.
    #[br(if(flags & 0x10 != 0))]
    pub sample_size: Option<u32>,
    /// Default dependencies of a sample.
    #[br(if(flags & 0x20 != 0))]
    pub sample_flags: Option<u32>,
}

/// Consecutive samples; flags state which members each sample has.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Run {
    /// Version; 1 for signed offsets.
    #[schema(supported(0, 1))]
    pub version: u8,
    /// Flags that state which members follow.
    pub flags: U24,
    #[br(temp)]
    #[bw(calc = samples.len())]
    count: u32,
    /// Offset of the samples.
    #[br(if(flags & 0x01 != 0))]
    pub offset: Option<i32>,
    /// Dependencies of the first sample.
    #[br(if(flags & 0x04 != 0))]
    pub first_flags: Option<u32>,
    /// All samples.
    #[br(count = count, args(flags, version))]
    pub samples: Vec<Sample>,
}

/// The members of a sample in a fragment.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(flags: u32, version: u8))]
pub struct Sample {
    /// Duration.
    #[br(if(flags & 0x100 != 0))]
    pub duration: Option<u32>,
    /// Size of the sample in bytes.
    #[br(if(flags & 0x200 != 0))]
    pub sample_size: Option<u32>,
    /// Dependencies.
    #[br(if(flags & 0x400 != 0))]
    pub sample_flags: Option<u32>,
    /// Offset from decoding time to composition time.
    #[br(if(flags & 0x800 != 0 && version == 0))]
    pub delay: Option<u32>,
    /// Signed offset from decoding time to composition time.
    #[br(if(flags & 0x800 != 0 && version != 0))]
    pub shift: Option<i32>,
}

impl Atom {
    /// Creates a box, whose size a writer sets.
    pub fn new(kind: &[u8; 4], body: Body) -> Self {
        Self::Short { length: 0, kind: FourCc::from(*kind), body }
    }

    /// Returns the type of the box.
    #[must_use]
    pub fn kind(&self) -> FourCc {
        let (Self::Long { kind, .. } | Self::Open { kind, .. } | Self::Short { kind, .. }) = self;
        *kind
    }

    /// Returns the content of the box.
    pub fn body(&mut self) -> &mut Body {
        let (Self::Long { body, .. } | Self::Open { body, .. } | Self::Short { body, .. }) = self;
        body
    }

    /// Returns the boxes in this box.
    pub fn boxes(&mut self) -> &mut [Self] {
        match self.body() {
            Body::Item(boxes) | Body::Boxes(boxes) | Body::List(boxes) => boxes,
            Body::Meta(Meta::Full(boxes) | Meta::Plain(boxes)) => boxes,
            Body::References { entries, .. } | Body::Descriptions { entries, .. } => entries,
            Body::Pictures(PictureCoding { boxes, .. }) | Body::Sound(SoundCoding { boxes, .. }) => boxes,
            _ => &mut [],
        }
    }
}

impl Mp4 {
    /// Returns the first box at a path of box types.
    pub fn find(&mut self, path: &[&[u8; 4]]) -> Result<&mut Atom> {
        let (last, first) = path.split_last().ok_or_else(|| missing("no path".to_owned()))?;
        let mut boxes = &mut *self.boxes;
        let absent = |kind: &[u8; 4]| missing(format!("no box `{}`", FourCc::from(*kind)));
        for kind in first {
            boxes = boxes.iter_mut().find(|one| one.kind() == **kind).ok_or_else(|| absent(kind))?.boxes();
        }
        boxes.iter_mut().find(|one| one.kind() == **last).ok_or_else(|| absent(last))
    }
}

/// Replaces the text with `letters` in the list of a film, and corrects the offsets of chunks after the list.
pub fn describe(file: &[u8], letters: &[u8; 4], text: &str) -> Result<Vec<u8>> {
    let mut film = Mp4::from_slice(file)?;
    let place = |kind: &[u8; 4]| film.boxes.iter().position(|one| one.kind() == *kind);
    let moves = place(b"mdat") > place(b"moov");
    let path = [b"moov", b"udta", b"meta", b"ilst", letters, b"data"];
    let Body::Data { value, .. } = film.find(&path)?.body() else { return Err(missing("no text".to_owned())) };
    let old = std::mem::replace(value, text.into());
    if moves {
        film.boxes.iter_mut().for_each(|one| move_chunks(one, text.len() as i64 - old.len() as i64));
    }
    film.to_vec()
}

/// Adds `by` to all offsets of chunks, which count from the beginning of the file.
fn move_chunks(one: &mut Atom, by: i64) {
    match one.body() {
        Body::Offsets { offsets, .. } => {
            offsets.iter_mut().for_each(|offset| *offset = offset.saturating_add_signed(by as i32));
        }
        Body::LongOffsets { offsets, .. } => {
            offsets.iter_mut().for_each(|offset| *offset = offset.saturating_add_signed(by));
        }
        _ => one.boxes().iter_mut().for_each(|inner| move_chunks(inner, by)),
    }
}
