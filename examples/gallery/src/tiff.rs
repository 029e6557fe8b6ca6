//! TIFF: pictures of any kind (1992, with supplements; BigTIFF of 2007), as directories of entries, in either byte
//! order.
//!
//! The first two letters state the byte order, and the version states whether offsets have 4 or 8 bytes. Directories
//! form a chain, and entries may refer to further directories. An entry states the kind and the number of its values.
//! The entry itself holds the values if they fit; otherwise it holds their offset.
//!
//! Strips or tiles hold the picture. One entry states the offsets of all strips, and another entry states their sizes.
//! `find` looks up both entries by their tags, so each strip is a value that holds its bytes. A writer moves the strips
//! and the lists of offsets and sizes. So each of these entries also holds an empty region at the offset that the entry
//! states; the region moves with the part at this offset.

use crate::missing;
use bpx_schema::codec::Tag;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, Result, structure};
use std::borrow::Cow;

/// The letter that states big-endian numbers, M for Motorola.
pub const BIG: u8 = b'M';
/// The version of BigTIFF, whose offsets have 8 bytes.
pub const WIDE: u16 = 43;
/// Sizes of the kinds of values from 0 to 13, in bytes, four bits for each kind.
const SIZES: u64 = 0x48_4842_1184_2110;
/// The last known kind; the kinds from 16 to 18 have 8 bytes.
const LAST_KIND: u16 = 18;

/// The tag of the strip offsets.
const STRIPS: u16 = 273;
/// The tag of the strip sizes.
const STRIP_SIZES: u16 = 279;
/// The tag of the tile offsets.
const TILES: u16 = 324;
/// The tag of the tile sizes.
const TILE_SIZES: u16 = 325;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = order == b"MM")]
#[schema(assert(order == b"II" || order == b"MM", code = "tiff.order", text = "expected II or MM, found {order}", on = order))]
pub struct Tiff<'a> {
    /// `II` for little-endian numbers, `MM` for big-endian numbers.
    pub order: Tag<2>,
    /// 42; or 43 for BigTIFF, whose offsets have 8 bytes.
    #[schema(supported(42, 43))]
    pub version: u16,
    /// Size of an offset in bytes.
    #[br(if(version == WIDE, 8))]
    #[schema(supported(8))]
    pub place_size: u16,
    #[br(if(version == WIDE, 0))]
    #[schema(reserved)]
    reserved: u16,
    #[schema(width = if version == WIDE { 8 } else { 4 })]
    first: u64,
    /// The directory of the first picture, which leads to the next directory.
    #[br(args(int(order) & 0xFF, if version == WIDE { 8 } else { 4 }))]
    #[schema(region(at = first))]
    pub directory: Directory<'a>,
}

/// The properties and the bytes of a picture. An offset has `room` bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, room: u8))]
#[brw(is_big = order == BIG)]
#[schema(each(
    entries,
    assert(index == 0 || entry.tag > entries[index - 1].tag, code = "tiff.entry-order", on = tag)
))]
pub struct Directory<'a> {
    #[br(temp)]
    #[bw(calc = entries.len())]
    #[schema(width = if room == 8 { 8 } else { 2 })]
    count: u64,
    /// Entries, in ascending order of their tags.
    #[br(count = count, args(order, room))]
    pub entries: Vec<Entry<'a>>,
    #[schema(width = room)]
    next: u64,
    /// Sizes of strips or tiles, if they do not fit into their entry.
    #[br(
        count = if find(entries.tag == STRIP_SIZES, entries.place) + find(entries.tag == TILE_SIZES, entries.place) == 0 {
            0
        } else {
            find(entries.tag == STRIP_SIZES, entries.count) + find(entries.tag == TILE_SIZES, entries.count)
        },
        args(
            order,
            if find(entries.tag == STRIP_SIZES, entries.kind) + find(entries.tag == TILE_SIZES, entries.kind) > 15 {
                8
            } else {
                SIZES >> (find(entries.tag == STRIP_SIZES, entries.kind) + find(entries.tag == TILE_SIZES, entries.kind)) * 4
                    & 15
            }
        )
    )]
    #[schema(region(
        at = find(entries.tag == STRIP_SIZES, entries.place) + find(entries.tag == TILE_SIZES, entries.place),
        set()
    ))]
    pub sizes: Vec<Size>,
    /// Strips or tiles. Sizes that the entry itself holds have 2 or 4 bytes each.
    #[br(
        count = if find(entries.tag == STRIPS, entries.place) + find(entries.tag == TILES, entries.place) == 0 {
            0
        } else {
            find(entries.tag == STRIPS, entries.count) + find(entries.tag == TILES, entries.count)
        },
        args(
            order,
            if find(entries.tag == STRIPS, entries.kind) + find(entries.tag == TILES, entries.kind) > 15 {
                8
            } else {
                SIZES >> (find(entries.tag == STRIPS, entries.kind) + find(entries.tag == TILES, entries.kind)) * 4 & 15
            },
            if sizes.len() != 0 {
                sizes[index].size
            } else if find(entries.tag == STRIP_SIZES, entries.kind) + find(entries.tag == TILE_SIZES, entries.kind) == 3 {
                find(entries.tag == STRIP_SIZES, entries.packed) + find(entries.tag == TILE_SIZES, entries.packed)
                    >> 16 * (if order == BIG { room / 2 - 1 - index } else { index }) & 0xFFFF
            } else {
                find(entries.tag == STRIP_SIZES, entries.packed) + find(entries.tag == TILE_SIZES, entries.packed)
                    >> 32 * (if order == BIG { room / 4 - 1 - index } else { index }) & 0xFFFF_FFFF
            }
        )
    )]
    #[schema(region(
        at = find(entries.tag == STRIPS, entries.place) + find(entries.tag == TILES, entries.place),
        set()
    ))]
    pub strips: Vec<Strip<'a>>,
    /// The only strip or tile, if the entries hold its offset and its size.
    #[br(
        if(find(entries.tag == STRIPS, entries.number) + find(entries.tag == TILES, entries.number) != 0),
        count = find(entries.tag == STRIP_SIZES, entries.number) + find(entries.tag == TILE_SIZES, entries.number)
    )]
    #[schema(region(
        at = find(entries.tag == STRIPS, entries.number) + find(entries.tag == TILES, entries.number),
        set()
    ))]
    pub strip: Option<Cow<'a, [u8]>>,
    /// The directory of the next picture.
    #[br(if(next != 0), args(order, room))]
    #[schema(region(at = next))]
    pub following: Option<Box<Directory<'a>>>,
}

/// A property of a picture.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, room: u8))]
#[brw(is_big = order == BIG)]
pub struct Entry<'a> {
    /// Tag of the entry.
    #[schema(codes = Known)]
    pub tag: u16,
    /// Type of the values.
    #[schema(codes = Kind, known)]
    pub kind: u16,
    /// Number of values.
    #[schema(width = room)]
    pub count: u64,
    /// Offset of the values, if they do not fit into the entry.
    #[br(if(count * if kind > LAST_KIND { 0 } else if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 } > room, 0))]
    #[schema(width = room)]
    pub place: u64,
    /// Offset or size of the only strip or tile.
    #[br(if(place == 0 && count == 1 && (tag == STRIPS || tag == STRIP_SIZES || tag == TILES || tag == TILE_SIZES), 0))]
    #[schema(width = if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })]
    pub number: u64,
    /// Sizes of several strips that fit into the entry.
    #[br(if(place == 0 && count > 1 && (tag == STRIP_SIZES || tag == TILE_SIZES), 0))]
    #[schema(width = room)]
    pub packed: u64,
    /// Values that fit into the entry.
    #[br(
        if(place == 0 && number == 0 && packed == 0),
        args(order, room, tag, kind, count, if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })
    )]
    pub near: Option<Values<'a>>,
    /// Padding after the values, up to the size of an offset.
    #[br(
        count = if place == 0 && packed == 0 {
            room - count * if kind > LAST_KIND { 0 } else if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 }
        } else {
            0
        }
    )]
    #[schema(padding)]
    padding: Vec<u8>,
    /// Values at the offset `place`.
    #[br(
        if(place != 0 && tag != STRIPS && tag != STRIP_SIZES && tag != TILES && tag != TILE_SIZES),
        args(order, room, tag, kind, count, if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })
    )]
    #[schema(region(at = place))]
    pub far: Option<Values<'a>>,
    /// An empty region at the strip, or at the list of offsets or sizes, so that a writer updates the entry when the
    /// strip or list moves.
    #[br(
        if(number != 0 && (tag == STRIPS || tag == TILES)
            || place != 0 && (tag == STRIPS || tag == STRIP_SIZES || tag == TILES || tag == TILE_SIZES)),
        parse_with = until_eof
    )]
    #[schema(region(
        at = place + number,
        size = 0,
        set(
            place = if tag == STRIPS || tag == STRIP_SIZES || tag == TILES || tag == TILE_SIZES {
                if place == 0 { 0 } else { region.offset }
            } else {
                place
            },
            number = if number != 0 && (tag == STRIPS || tag == TILES) { region.offset } else { number }
        )
    ))]
    pub anchor: Option<Vec<u8>>,
}

/// Types of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Kind {
    /// Bytes.
    Byte = 1,
    /// One or more texts, each with a final NUL.
    Text = 2,
    /// Unsigned numbers of 2 bytes.
    Short = 3,
    /// Unsigned numbers of 4 bytes.
    Long = 4,
    /// Unsigned fractions: a numerator and a denominator of 4 bytes each.
    Rational = 5,
    /// Signed numbers of 1 byte.
    SignedByte = 6,
    /// Bytes whose meaning the tag defines.
    Undefined = 7,
    /// Signed numbers of 2 bytes.
    SignedShort = 8,
    /// Signed numbers of 4 bytes.
    SignedLong = 9,
    /// Signed fractions: a numerator and a denominator of 4 bytes each.
    SignedRational = 10,
    /// Floating-point numbers of 4 bytes.
    Float = 11,
    /// Floating-point numbers of 8 bytes.
    Double = 12,
    /// Offsets of directories, of 4 bytes.
    Directory = 13,
    /// Unsigned numbers of 8 bytes.
    Long8 = 16,
    /// Signed numbers of 8 bytes.
    SignedLong8 = 17,
    /// Offsets of directories, of 8 bytes.
    Directory8 = 18,
}

/// Frequent tags, and the tags whose values refer to other directories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Known {
    /// Purpose of the picture in the file, such as a reduced version or a mask.
    NewSubfileType = 254,
    /// Width of the picture in pixels.
    ImageWidth = 256,
    /// Lines.
    ImageLength = 257,
    /// Bits of each sample.
    BitsPerSample = 258,
    /// Compression of the strips.
    Compression = 259,
    /// Colour space of the samples.
    PhotometricInterpretation = 262,
    /// Description of the picture.
    ImageDescription = 270,
    /// Manufacturer of the camera.
    Make = 271,
    /// Model of the camera.
    Model = 272,
    /// Offsets of the strips.
    StripOffsets = 273,
    /// Orientation of the picture.
    Orientation = 274,
    /// Number of samples of a pixel.
    SamplesPerPixel = 277,
    /// Number of lines of a strip.
    RowsPerStrip = 278,
    /// Sizes of the strips in bytes.
    StripByteCounts = 279,
    /// Pixels per unit, from left to right.
    XResolution = 282,
    /// Pixels per unit, from top to bottom.
    YResolution = 283,
    /// Whether the samples of a pixel are stored together.
    PlanarConfiguration = 284,
    /// Unit of the resolution.
    ResolutionUnit = 296,
    /// Name of the program that wrote the file.
    Software = 305,
    /// Date and time of the picture.
    DateTime = 306,
    /// Predictor that was applied to the samples before compression.
    Predictor = 317,
    /// Palette; samples are indexes of its colours.
    ColorMap = 320,
    /// Width of a tile in pixels.
    TileWidth = 322,
    /// Height of a tile in pixels.
    TileLength = 323,
    /// Offsets of the tiles.
    TileOffsets = 324,
    /// Sizes of the tiles in bytes.
    TileByteCounts = 325,
    /// Offsets of the directories of further pictures, such as reduced versions.
    SubIfds = 330,
    /// Meaning of the samples beyond the colour, such as opacity.
    ExtraSamples = 338,
    /// Whether samples are unsigned, signed or floating-point numbers.
    SampleFormat = 339,
    /// Offset of the Exif directory.
    Exif = 34665,
    /// ICC colour profile.
    Profile = 34675,
    /// Offset of the GPS directory.
    Gps = 34853,
    /// Offset of the Exif interoperability directory.
    Interoperability = 40965,
}

/// Values of one kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, room: u8, tag: u16, kind: u16, count: u64, width: u8))]
#[brw(is_big = order == BIG)]
pub enum Values<'a> {
    /// Directories, to which the entry refers by offset.
    #[br(pre_assert(
        kind == 13 || kind == 18 || (kind == 4 || kind == 16) && (tag == 330 || tag == 34665 || tag == 34853 || tag == 40965)
    ))]
    Directories(#[br(count = count, args(order, room, width))] Vec<Pointer<'a>>),
    /// One or more texts, each with a final NUL.
    #[br(pre_assert(kind == 2))]
    Texts {
        /// The bytes of all texts.
        #[br(count = count)]
        #[schema(utf8)]
        texts: Vec<u8>,
    },
    /// Bytes.
    #[br(pre_assert(kind == 1 || kind == 7))]
    Bytes(#[br(count = count)] Vec<u8>),
    /// Unsigned numbers of 2 bytes.
    #[br(pre_assert(kind == 3))]
    Shorts(#[br(count = count)] Vec<u16>),
    /// Unsigned numbers of 4 bytes.
    #[br(pre_assert(kind == 4))]
    Longs(#[br(count = count)] Vec<u32>),
    /// Fractions.
    #[br(pre_assert(kind == 5))]
    Rationals(#[br(count = count, args(order))] Vec<Rational>),
    /// Signed numbers of 1 byte.
    #[br(pre_assert(kind == 6))]
    SignedBytes(#[br(count = count)] Vec<i8>),
    /// Signed numbers of 2 bytes.
    #[br(pre_assert(kind == 8))]
    SignedShorts(#[br(count = count)] Vec<i16>),
    /// Signed numbers of 4 bytes.
    #[br(pre_assert(kind == 9))]
    SignedLongs(#[br(count = count)] Vec<i32>),
    /// Signed fractions.
    #[br(pre_assert(kind == 10))]
    SignedRationals(#[br(count = count, args(order))] Vec<SignedRational>),
    /// Floating-point numbers of 4 bytes.
    #[br(pre_assert(kind == 11))]
    Floats(#[br(count = count)] Vec<f32>),
    /// Floating-point numbers of 8 bytes.
    #[br(pre_assert(kind == 12))]
    Doubles(#[br(count = count)] Vec<f64>),
    /// Unsigned numbers of 8 bytes.
    #[br(pre_assert(kind == 16))]
    Long8s(#[br(count = count)] Vec<u64>),
    /// Signed numbers of 8 bytes.
    #[br(pre_assert(kind == 17))]
    SignedLong8s(#[br(count = count)] Vec<i64>),
    /// Values of an unknown kind.
    Unknown,
}

/// A directory and its offset.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, room: u8, width: u8))]
#[brw(is_big = order == BIG)]
pub struct Pointer<'a> {
    #[schema(width = width)]
    place: u64,
    /// The directory.
    #[br(args(order, room))]
    #[schema(region(at = place))]
    pub directory: Directory<'a>,
}

/// The size of a strip or tile.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, width: u8))]
#[brw(is_big = order == BIG)]
pub struct Size {
    /// Size in bytes.
    #[schema(width = width)]
    pub size: u64,
}

/// A strip or a tile.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, width: u8, length: u64))]
#[brw(is_big = order == BIG)]
pub struct Strip<'a> {
    #[schema(width = width)]
    place: u64,
    /// Compressed bytes of the strip.
    #[br(count = length)]
    #[schema(region(at = place))]
    pub bytes: Cow<'a, [u8]>,
}

/// A fraction.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct Rational {
    /// Dividend.
    pub numerator: u32,
    /// Divisor.
    pub denominator: u32,
}

/// A signed fraction.
#[structure]
#[derive(Debug, Clone, Copy, PartialEq)]
#[br(import(order: u8))]
#[brw(is_big = order == BIG)]
pub struct SignedRational {
    /// Dividend.
    pub numerator: i32,
    /// Divisor.
    pub denominator: i32,
}

impl Entry<'_> {
    /// Stores a text in the entry. The entry holds the offset of the text if the text and its NUL have more than `room`
    /// bytes.
    pub fn set_text(&mut self, text: &str, room: usize) {
        let texts = [text.as_bytes(), b"\0"].concat();
        let is_far = texts.len() > room;
        (self.kind, self.count) = (Kind::Text as u16, texts.len() as u64);
        // A writer sets the place; 0 says that there is none.
        self.place = if is_far { self.place.max(1) } else { 0 };
        let values = Some(Values::Texts { texts });
        (self.far, self.near) = if is_far { (values, None) } else { (None, values) };
        self.padding.clear();
    }
}

impl<'a> Directory<'a> {
    /// Returns the entry that has the tag; rejects a directory without such an entry.
    pub fn entry(&mut self, tag: Known) -> Result<&mut Entry<'a>> {
        let found = self.entries.iter_mut().find(|entry| entry.tag == tag as u16);
        found.ok_or_else(|| missing(format!("no entry {tag:?}")))
    }
}

/// Replaces the text of an entry of the first picture; the parts after the text move.
pub fn describe(file: &[u8], tag: Known, text: &str) -> Result<Vec<u8>> {
    let mut tiff = Tiff::from_slice(file)?;
    let room = if tiff.version == WIDE { 8 } else { 4 };
    tiff.directory.entry(tag)?.set_text(text, room);
    FileWriter::edit(&tiff, [], file)?.place()?.to_vec()
}
