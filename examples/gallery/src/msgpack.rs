//! MessagePack, a binary form of JSON for the exchange between programs.
//!
//! A value begins with a byte that is its tag: some tags hold the value itself, or how many elements follow, in their
//! lower bits. So the tag is a field, and the cases are chosen by expressions over it. A writer states the same tag
//! again, so that a number that is stored in more bytes than it needs keeps them. Extension values have a size; those
//! of the kind -1 are times.

use crate::missing;
use bpx_schema::{Codec, Result, structure};

/// A value and its tag.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Item {
    /// Type of the value, and the number itself where it is small.
    pub tag: u8,
    /// Content after the tag.
    #[br(args(tag))]
    pub value: Value,
}

/// A key and its value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Pair {
    /// The key, which may be of any kind.
    pub key: Item,
    /// The value.
    pub value: Item,
}

/// The content after a tag. The tag 0xC1 is not used.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(tag: u8))]
pub enum Value {
    /// A number below 128, which is the tag.
    #[br(pre_assert(tag < 0x80))]
    Small,
    /// A map of up to 15 pairs.
    #[br(pre_assert(tag & 0xF0 == 0x80))]
    SmallMap(#[br(count = tag & 0x0F)] Vec<Pair>),
    /// A list of up to 15 elements.
    #[br(pre_assert(tag & 0xF0 == 0x90))]
    SmallList(#[br(count = tag & 0x0F)] Vec<Item>),
    /// A text of up to 31 bytes.
    #[br(pre_assert(tag & 0xE0 == 0xA0))]
    SmallText(
        #[br(count = tag & 0x1F)]
        #[schema(utf8)]
        Vec<u8>,
    ),
    /// A negative number down to -32, which is the tag.
    #[br(pre_assert(tag >= 0xE0))]
    Negative,
    /// No value.
    #[br(pre_assert(tag == 0xC0))]
    Nil,
    /// `false`
    #[br(pre_assert(tag == 0xC2))]
    False,
    /// `true`
    #[br(pre_assert(tag == 0xC3))]
    True,
    /// Bytes.
    #[br(pre_assert(tag == 0xC4))]
    Bytes8 {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        len: u8,
        #[br(count = len)]
        bytes: Vec<u8>,
    },
    /// Bytes.
    #[br(pre_assert(tag == 0xC5))]
    Bytes16 {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        len: u16,
        #[br(count = len)]
        bytes: Vec<u8>,
    },
    /// Bytes.
    #[br(pre_assert(tag == 0xC6))]
    Bytes32 {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        len: u32,
        #[br(count = len)]
        bytes: Vec<u8>,
    },
    /// A value of a type that an application has added.
    #[br(pre_assert(tag == 0xC7))]
    Extension8 {
        /// Size of the body in bytes, which a writer sets.
        len: u8,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// A value of a type that an application has added.
    #[br(pre_assert(tag == 0xC8))]
    Extension16 {
        /// Size of the body in bytes, which a writer sets.
        len: u16,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// A value of a type that an application has added.
    #[br(pre_assert(tag == 0xC9))]
    Extension32 {
        /// Size of the body in bytes, which a writer sets.
        len: u32,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// A number with a point.
    #[br(pre_assert(tag == 0xCA))]
    Float32(f32),
    /// A number with a point.
    #[br(pre_assert(tag == 0xCB))]
    Float64(f64),
    /// A number without a sign.
    #[br(pre_assert(tag == 0xCC))]
    Unsigned8(u8),
    /// A number without a sign.
    #[br(pre_assert(tag == 0xCD))]
    Unsigned16(u16),
    /// A number without a sign.
    #[br(pre_assert(tag == 0xCE))]
    Unsigned32(u32),
    /// A number without a sign.
    #[br(pre_assert(tag == 0xCF))]
    Unsigned64(u64),
    /// A number with a sign.
    #[br(pre_assert(tag == 0xD0))]
    Signed8(i8),
    /// A number with a sign.
    #[br(pre_assert(tag == 0xD1))]
    Signed16(i16),
    /// A number with a sign.
    #[br(pre_assert(tag == 0xD2))]
    Signed32(i32),
    /// A number with a sign.
    #[br(pre_assert(tag == 0xD3))]
    Signed64(i64),
    /// A value of a type that an application has added, of 1, 2, 4, 8 or 16 bytes.
    #[br(pre_assert(tag >= 0xD4 && tag <= 0xD8))]
    Extension {
        kind: i8,
        #[br(args(kind, tag))]
        body: ShortExtension,
    },
    /// A text.
    #[br(pre_assert(tag == 0xD9))]
    Text8 {
        #[br(temp)]
        #[bw(calc = text.len())]
        len: u8,
        #[br(count = len)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// A text.
    #[br(pre_assert(tag == 0xDA))]
    Text16 {
        #[br(temp)]
        #[bw(calc = text.len())]
        len: u16,
        #[br(count = len)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// A text.
    #[br(pre_assert(tag == 0xDB))]
    Text32 {
        #[br(temp)]
        #[bw(calc = text.len())]
        len: u32,
        #[br(count = len)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// A list.
    #[br(pre_assert(tag == 0xDC))]
    List16 {
        #[br(temp)]
        #[bw(calc = items.len())]
        len: u16,
        #[br(count = len)]
        items: Vec<Item>,
    },
    /// A list.
    #[br(pre_assert(tag == 0xDD))]
    List32 {
        #[br(temp)]
        #[bw(calc = items.len())]
        len: u32,
        #[br(count = len)]
        items: Vec<Item>,
    },
    /// A map.
    #[br(pre_assert(tag == 0xDE))]
    Map16 {
        #[br(temp)]
        #[bw(calc = pairs.len())]
        len: u16,
        #[br(count = len)]
        pairs: Vec<Pair>,
    },
    /// A map.
    #[br(pre_assert(tag == 0xDF))]
    Map32 {
        #[br(temp)]
        #[bw(calc = pairs.len())]
        len: u32,
        #[br(count = len)]
        pairs: Vec<Pair>,
    },
}

/// Type of a time; what applications add has types from 0 to 127, and MessagePack itself those below.
pub const TIMESTAMP: i8 = -1;

/// An added value of 1, 2, 4, 8 or 16 bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: i8, tag: u8))]
pub enum ShortExtension {
    /// Seconds since 1970.
    #[br(pre_assert(kind == TIMESTAMP && tag == 0xD6))]
    Seconds(u32),
    /// A time with thousand-millionths of a second.
    #[br(pre_assert(kind == TIMESTAMP && tag == 0xD7))]
    Time(Time),
    /// Another value.
    Bytes(#[br(count = 1 << (tag - 0xD4))] Vec<u8>),
}

/// An added value of any other size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: i8))]
pub enum LongExtension {
    /// A time before 1970 or after 2514.
    #[br(pre_assert(kind == TIMESTAMP))]
    Time {
        #[schema(range(0..=999_999_999))]
        nanoseconds: u32,
        seconds: i64,
    },
    /// Another value.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A time with thousand-millionths of a second.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 64)]
pub struct Time {
    /// Thousand-millionths of a second.
    #[schema(range(0..=999_999_999))]
    pub nanoseconds: B30,
    /// Seconds since 1970.
    pub seconds: B34,
}

impl Item {
    /// Creates a number with a sign, in eight bytes.
    pub fn number(number: i64) -> Self {
        Self { tag: 0xD3, value: Value::Signed64(number) }
    }

    /// Returns the bytes of a text.
    pub fn text(&self) -> Option<&[u8]> {
        match &self.value {
            Value::SmallText(text) | Value::Text8 { text } | Value::Text16 { text } | Value::Text32 { text } => {
                Some(text)
            }
            _ => None,
        }
    }

    /// Returns the pairs of a map.
    pub fn pairs(&mut self) -> Option<&mut Vec<Pair>> {
        match &mut self.value {
            Value::SmallMap(pairs) | Value::Map16 { pairs } | Value::Map32 { pairs } => Some(pairs),
            _ => None,
        }
    }
}

/// Replaces the value of a key in the map that a file is; all other values keep their bytes.
pub fn replace(file: &[u8], key: &str, value: Item) -> Result<Vec<u8>> {
    let mut root = Item::from_slice(file)?;
    let pairs = root.pairs().ok_or_else(|| missing("the file is not a map".to_owned()))?;
    let pair = pairs.iter_mut().find(|pair| pair.key.text() == Some(key.as_bytes()));
    pair.ok_or_else(|| missing(format!("no key `{key}`")))?.value = value;
    root.to_vec()
}
