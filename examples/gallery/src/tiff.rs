//! TIFF, pictures of any kind (1992, with supplements; BigTIFF of 2007): directories of entries, in either byte order.
//!
//! The first two letters state the byte order, and the version states whether offsets have 4 or 8 bytes. Directories
//! form a chain, and refer to others. An entry states the kind and the number of its values, which are in the entry if
//! they fit, and otherwise at the offset in the entry.
//!
//! The picture is in strips or tiles. One entry has the places of all of them, and another one their sizes: `find`
//! takes both from the list of entries by their tags, so that each strip is a value that holds its bytes. A writer
//! moves strips and lists; the entries of these tags hold an empty part at the place that they state, which moves with
//! the part at this place.

use crate::missing;
use bpx_schema::codec::Tag;
use bpx_schema::layout::FileWriter;
use bpx_schema::{Codec, Record, Result, structure};
use std::borrow::Cow;

/// The most significant byte comes first: the letter M, as in the chips of Motorola.
pub const BIG: u8 = b'M';
/// The version with numbers of 8 bytes.
pub const WIDE: u16 = 43;
/// For each kind of value from 0 to 13, four bits: how many bytes a value has.
const SIZES: u64 = 0x48_4842_1184_2110;
/// Kinds of 8 bytes, 16 to 18.
const LAST_KIND: u16 = 18;

/// The places of strips.
const STRIPS: u16 = 273;
/// Their sizes.
const STRIP_SIZES: u16 = 279;
/// The places of tiles.
const TILES: u16 = 324;
/// Their sizes.
const TILE_SIZES: u16 = 325;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little, is_big = order == b"MM")]
#[schema(assert(order == b"II" || order == b"MM", code = "tiff.order", text = "expected II or MM, found {order}", on = order))]
pub struct Tiff<'a> {
    /// `II` for the least significant byte first, `MM` for the most significant one.
    pub order: Tag<2>,
    /// 42, and 43 for numbers of 8 bytes.
    #[schema(supported(42, 43))]
    pub version: u16,
    /// Bytes of the number of a place.
    #[br(if(version == WIDE, 8))]
    #[schema(supported(8))]
    pub place_size: u16,
    #[br(if(version == WIDE, 0))]
    #[schema(reserved)]
    reserved: u16,
    #[schema(width = if version == WIDE { 8 } else { 4 })]
    first: u64,
    /// The first picture, which leads to the next one.
    #[br(args(int(order) & 0xFF, if version == WIDE { 8 } else { 4 }))]
    #[schema(region(at = first))]
    pub directory: Directory<'a>,
}

/// All that is known of a picture. A number of a place has `room` bytes.
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
    /// Entries, in the order of their tags.
    #[br(count = count, args(order, room))]
    pub entries: Vec<Entry<'a>>,
    #[schema(width = room)]
    next: u64,
    /// Sizes of strips or tiles, where the entry has no place for them.
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
    /// Strips or tiles. Sizes in the entry have 2 or 4 bytes each.
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
    /// The only one, whose place and size lie in the entries.
    #[br(
        if(find(entries.tag == STRIPS, entries.number) + find(entries.tag == TILES, entries.number) != 0),
        count = find(entries.tag == STRIP_SIZES, entries.number) + find(entries.tag == TILE_SIZES, entries.number)
    )]
    #[schema(region(
        at = find(entries.tag == STRIPS, entries.number) + find(entries.tag == TILES, entries.number),
        set()
    ))]
    pub strip: Option<Cow<'a, [u8]>>,
    /// The next picture.
    #[br(if(next != 0), args(order, room))]
    #[schema(region(at = next))]
    pub following: Option<Box<Directory<'a>>>,
}

/// Something that is known.
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
    /// The number of values.
    #[schema(width = room)]
    pub count: u64,
    /// Offset of the values, when they do not fit into the entry.
    #[br(if(count * if kind > LAST_KIND { 0 } else if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 } > room, 0))]
    #[schema(width = room)]
    pub place: u64,
    /// Place or size of the only strip.
    #[br(if(place == 0 && count == 1 && (tag == STRIPS || tag == STRIP_SIZES || tag == TILES || tag == TILE_SIZES), 0))]
    #[schema(width = if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })]
    pub number: u64,
    /// Sizes of a few strips, which have their place here.
    #[br(if(place == 0 && count > 1 && (tag == STRIP_SIZES || tag == TILE_SIZES), 0))]
    #[schema(width = room)]
    pub packed: u64,
    /// Values that have their place here.
    #[br(
        if(place == 0 && number == 0 && packed == 0),
        args(order, room, tag, kind, count, if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })
    )]
    pub near: Option<Values<'a>>,
    /// Padding of the values to the size of the entry.
    #[br(
        count = if place == 0 && packed == 0 {
            room - count * if kind > LAST_KIND { 0 } else if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 }
        } else {
            0
        }
    )]
    #[schema(padding)]
    padding: Vec<u8>,
    /// Values elsewhere.
    #[br(
        if(place != 0 && tag != STRIPS && tag != STRIP_SIZES && tag != TILES && tag != TILE_SIZES),
        args(order, room, tag, kind, count, if kind > 15 { 8 } else { SIZES >> kind * 4 & 15 })
    )]
    #[schema(region(at = place))]
    pub far: Option<Values<'a>>,
    /// An empty region at the strips, or at their places or sizes, so that a writer moves the entry with them.
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
    /// A text, or several, each with its NUL.
    Text = 2,
    /// Numbers of 2 bytes.
    Short = 3,
    /// Numbers of 4 bytes.
    Long = 4,
    /// Two numbers of 4 bytes, the second of which divides the first.
    Rational = 5,
    /// Numbers of a byte with a sign.
    SignedByte = 6,
    /// Bytes that the tag explains.
    Undefined = 7,
    /// Numbers of 2 bytes with a sign.
    SignedShort = 8,
    /// Numbers of 4 bytes with a sign.
    SignedLong = 9,
    /// Two such numbers.
    SignedRational = 10,
    /// Floats of 4 bytes.
    Float = 11,
    /// Floats of 8 bytes.
    Double = 12,
    /// Places of directories, of 4 bytes.
    Directory = 13,
    /// Numbers of 8 bytes.
    Long8 = 16,
    /// Numbers of 8 bytes with a sign.
    SignedLong8 = 17,
    /// Places of directories, of 8 bytes.
    Directory8 = 18,
}

/// Tags that all readers know, and those that lead to other directories.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u16)]
pub enum Known {
    /// Purpose of the picture among those of the file: smaller, or a mask.
    NewSubfileType = 254,
    /// Pixels of a line.
    ImageWidth = 256,
    /// Lines.
    ImageLength = 257,
    /// Bits of each sample.
    BitsPerSample = 258,
    /// Compression of the strips.
    Compression = 259,
    /// Interpretation of the samples.
    PhotometricInterpretation = 262,
    /// Description of the picture.
    ImageDescription = 270,
    /// Manufacturer of the camera.
    Make = 271,
    /// The camera.
    Model = 272,
    /// Places of strips.
    StripOffsets = 273,
    /// Orientation of the picture.
    Orientation = 274,
    /// Samples of a pixel.
    SamplesPerPixel = 277,
    /// Lines of a strip.
    RowsPerStrip = 278,
    /// Sizes of strips.
    StripByteCounts = 279,
    /// Pixels of a unit in a line.
    XResolution = 282,
    /// Lines of a unit.
    YResolution = 283,
    /// Whether samples of a pixel are next to each other.
    PlanarConfiguration = 284,
    /// The unit.
    ResolutionUnit = 296,
    /// The program.
    Software = 305,
    /// Date and time.
    DateTime = 306,
    /// Transformation of the samples before compression.
    Predictor = 317,
    /// Colours that samples name by number.
    ColorMap = 320,
    /// Pixels of a line of a tile.
    TileWidth = 322,
    /// Lines of a tile.
    TileLength = 323,
    /// Places of tiles.
    TileOffsets = 324,
    /// Sizes of tiles.
    TileByteCounts = 325,
    /// Directories of smaller pictures.
    SubIfds = 330,
    /// Meaning of further samples.
    ExtraSamples = 338,
    /// Whether samples are floats.
    SampleFormat = 339,
    /// The directory of Exif.
    Exif = 34665,
    /// A profile of colours.
    Profile = 34675,
    /// The directory of places on the earth.
    Gps = 34853,
    /// The directory of what cameras may exchange.
    Interoperability = 40965,
}

/// Values of one kind.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, room: u8, tag: u16, kind: u16, count: u64, width: u8))]
#[brw(is_big = order == BIG)]
pub enum Values<'a> {
    /// Other directories.
    #[br(pre_assert(
        kind == 13 || kind == 18 || (kind == 4 || kind == 16) && (tag == 330 || tag == 34665 || tag == 34853 || tag == 40965)
    ))]
    Directories(#[br(count = count, args(order, room, width))] Vec<Pointer<'a>>),
    /// Texts, each with its NUL.
    #[br(pre_assert(kind == 2))]
    Texts {
        /// All bytes.
        #[br(count = count)]
        #[schema(utf8)]
        texts: Vec<u8>,
    },
    /// Bytes.
    #[br(pre_assert(kind == 1 || kind == 7))]
    Bytes(#[br(count = count)] Vec<u8>),
    /// Numbers of 2 bytes.
    #[br(pre_assert(kind == 3))]
    Shorts(#[br(count = count)] Vec<u16>),
    /// Numbers of 4 bytes.
    #[br(pre_assert(kind == 4))]
    Longs(#[br(count = count)] Vec<u32>),
    /// Fractions.
    #[br(pre_assert(kind == 5))]
    Rationals(#[br(count = count, args(order))] Vec<Rational>),
    /// Numbers of a byte with a sign.
    #[br(pre_assert(kind == 6))]
    SignedBytes(#[br(count = count)] Vec<i8>),
    /// Numbers of 2 bytes with a sign.
    #[br(pre_assert(kind == 8))]
    SignedShorts(#[br(count = count)] Vec<i16>),
    /// Numbers of 4 bytes with a sign.
    #[br(pre_assert(kind == 9))]
    SignedLongs(#[br(count = count)] Vec<i32>),
    /// Fractions with a sign.
    #[br(pre_assert(kind == 10))]
    SignedRationals(#[br(count = count, args(order))] Vec<SignedRational>),
    /// Floats of 4 bytes.
    #[br(pre_assert(kind == 11))]
    Floats(#[br(count = count)] Vec<f32>),
    /// Floats of 8 bytes.
    #[br(pre_assert(kind == 12))]
    Doubles(#[br(count = count)] Vec<f64>),
    /// Numbers of 8 bytes.
    #[br(pre_assert(kind == 16))]
    Long8s(#[br(count = count)] Vec<u64>),
    /// Numbers of 8 bytes with a sign.
    #[br(pre_assert(kind == 17))]
    SignedLong8s(#[br(count = count)] Vec<i64>),
    /// Of a kind that is not known.
    Unknown,
}

/// A directory elsewhere.
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

/// The size of a strip.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(order: u8, width: u8))]
#[brw(is_big = order == BIG)]
pub struct Size {
    /// In bytes.
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
    /// Its bytes, as they are compressed.
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

/// A fraction with a sign.
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
    /// Puts a text into the entry, which lies elsewhere when it takes more than this many bytes.
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
    /// Returns the entry of a tag.
    pub fn entry(&mut self, tag: Known) -> Result<&mut Entry<'a>> {
        let found = self.entries.iter_mut().find(|entry| entry.tag == tag as u16);
        found.ok_or_else(|| missing(format!("no entry {tag:?}")))
    }
}

/// Puts another text into an entry of the first picture; what lies after it moves.
pub fn describe(file: &[u8], tag: Known, text: &str) -> Result<Vec<u8>> {
    let mut tiff = Tiff::from_slice(file)?;
    let room = if tiff.version == WIDE { 8 } else { 4 };
    tiff.directory.entry(tag)?.set_text(text, room);
    FileWriter::edit(&tiff, [], file)?.place()?.to_vec()
}
