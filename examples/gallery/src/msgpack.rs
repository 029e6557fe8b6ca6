//! MessagePack, a binary form of JSON for the exchange between programs.
//!
//! A value begins with a tag byte. The lower bits of some tags hold the value itself or the number of elements. So the
//! tag is a field, and expressions over the tag choose the case. A writer writes the tag that was read, so a number
//! keeps its size even if fewer bytes would hold it. Extension values state a kind; the kind -1 is a time.

use crate::missing;
use bpx_schema::{Codec, Result, structure};

/// A value and its tag.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Item {
    /// Type of the value; it also holds a small number itself.
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
    /// A number from 0 to 127, which the tag holds.
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
    /// A number from -32 to -1, which the tag holds.
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
    /// An extension value of up to 255 bytes.
    #[br(pre_assert(tag == 0xC7))]
    Extension8 {
        /// Size of the body in bytes, which a writer sets.
        len: u8,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// An extension value of up to 65,535 bytes.
    #[br(pre_assert(tag == 0xC8))]
    Extension16 {
        /// Size of the body in bytes, which a writer sets.
        len: u16,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// An extension value of up to 2^32-1 bytes.
    #[br(pre_assert(tag == 0xC9))]
    Extension32 {
        /// Size of the body in bytes, which a writer sets.
        len: u32,
        kind: i8,
        #[br(args(kind))]
        #[schema(region(size = len))]
        body: LongExtension,
    },
    /// A floating-point number of 4 bytes.
    #[br(pre_assert(tag == 0xCA))]
    Float32(f32),
    /// A floating-point number of 8 bytes.
    #[br(pre_assert(tag == 0xCB))]
    Float64(f64),
    /// An unsigned number of 1 byte.
    #[br(pre_assert(tag == 0xCC))]
    Unsigned8(u8),
    /// An unsigned number of 2 bytes.
    #[br(pre_assert(tag == 0xCD))]
    Unsigned16(u16),
    /// An unsigned number of 4 bytes.
    #[br(pre_assert(tag == 0xCE))]
    Unsigned32(u32),
    /// An unsigned number of 8 bytes.
    #[br(pre_assert(tag == 0xCF))]
    Unsigned64(u64),
    /// A signed number of 1 byte.
    #[br(pre_assert(tag == 0xD0))]
    Signed8(i8),
    /// A signed number of 2 bytes.
    #[br(pre_assert(tag == 0xD1))]
    Signed16(i16),
    /// A signed number of 4 bytes.
    #[br(pre_assert(tag == 0xD2))]
    Signed32(i32),
    /// A signed number of 8 bytes.
    #[br(pre_assert(tag == 0xD3))]
    Signed64(i64),
    /// An extension value of 1, 2, 4, 8 or 16 bytes.
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

/// The extension type of a time. Applications use types from 0 to 127; MessagePack defines the negative types.
pub const TIMESTAMP: i8 = -1;

/// The content of an extension value of 1, 2, 4, 8 or 16 bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: i8, tag: u8))]
pub enum ShortExtension {
    /// Seconds since 1970.
    #[br(pre_assert(kind == TIMESTAMP && tag == 0xD6))]
    Seconds(u32),
    /// A time in seconds and nanoseconds.
    #[br(pre_assert(kind == TIMESTAMP && tag == 0xD7))]
    Time(Time),
    /// The bytes of an extension value that is not a time.
    Bytes(#[br(count = 1 << (tag - 0xD4))] Vec<u8>),
}

/// The content of an extension value that states its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: i8))]
pub enum LongExtension {
    /// A time with a signed number of seconds, for times before 1970 or after 2514.
    #[br(pre_assert(kind == TIMESTAMP))]
    Time {
        #[schema(range(0..=999_999_999))]
        nanoseconds: u32,
        seconds: i64,
    },
    /// The bytes of an extension value that is not a time.
    Bytes(#[br(parse_with = until_eof)] Vec<u8>),
}

/// A time in seconds and nanoseconds.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 64)]
pub struct Time {
    /// Nanoseconds.
    #[schema(range(0..=999_999_999))]
    pub nanoseconds: B30,
    /// Seconds since 1970.
    pub seconds: B34,
}

impl Item {
    /// Creates a signed number of eight bytes.
    pub fn number(number: i64) -> Self {
        Self { tag: 0xD3, value: Value::Signed64(number) }
    }

    /// Returns the bytes of a text, and `None` for other values.
    pub fn text(&self) -> Option<&[u8]> {
        match &self.value {
            Value::SmallText(text) | Value::Text8 { text } | Value::Text16 { text } | Value::Text32 { text } => {
                Some(text)
            }
            _ => None,
        }
    }

    /// Returns the pairs of a map, and `None` for other values.
    pub fn pairs(&mut self) -> Option<&mut Vec<Pair>> {
        match &mut self.value {
            Value::SmallMap(pairs) | Value::Map16 { pairs } | Value::Map32 { pairs } => Some(pairs),
            _ => None,
        }
    }
}

/// Replaces the value of a key in a file that is one map; all other values keep their bytes.
pub fn replace(file: &[u8], key: &str, value: Item) -> Result<Vec<u8>> {
    let mut root = Item::from_slice(file)?;
    let pairs = root.pairs().ok_or_else(|| missing("the file is not a map".to_owned()))?;
    let pair = pairs.iter_mut().find(|pair| pair.key.text() == Some(key.as_bytes()));
    pair.ok_or_else(|| missing(format!("no key `{key}`")))?.value = value;
    root.to_vec()
}
