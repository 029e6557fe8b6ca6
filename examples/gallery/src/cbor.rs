//! CBOR, values of any kind in few bytes (RFC 8949, 2020).
//!
//! The first byte of a value has its kind in three bits. The other five bits hold a small number, or state how many
//! bytes a larger number after the first byte takes: `width`. The number is the value itself, a number of bytes, or a
//! number of values, which may contain values. A size that is not known in advance is omitted, and a byte ends the
//! list: `until_bytes`. A violation of a requirement of RFC 8949 on encoders is a fault; a violation of a preference
//! (section 4.1) is a warning.

use crate::missing;
use bpx_schema::codec::F16;
use bpx_schema::{Codec, Record, Result, structure};

/// A value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    spec = "3",
    assert(head.size < 28 || head.size == 31, text = "expected a size of at most 27, or 31, found {head.size}", on = head),
    assert(
        head.size != 31 || head.kind >= 2 && head.kind <= 5,
        code = "item.open",
        spec = "3.2",
        text = "expected bytes, a text, an array or a map without a size, found the kind {head.kind}",
        on = head
    ),
    assert(
        head.kind == 7 || head.size < 24 || head.size > 27
            || argument >= if head.size == 24 { 24 } else { 1 << 4 * (1 << head.size - 24) },
        severity = warning,
        code = "item.shortest",
        spec = "4.1",
        text = "expected {argument} in as few bytes as it needs, found {1 << head.size - 24}",
        on = argument
    )
)]
pub struct Item {
    /// Kind of the value, and a number.
    pub head: Head,
    /// The number, if it is at least 24.
    #[br(if(head.size >= 24 && head.size <= 27 && head.kind != 7, 0))]
    #[schema(width = 1 << head.size - 24)]
    argument: u64,
    /// Content after the head.
    #[br(args(head.kind, head.size, if head.size < 24 { head.size } else { argument }))]
    pub value: Value,
}

/// The first byte of a value.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Head {
    /// Major type.
    #[schema(codes = Kind)]
    pub kind: B3,
    /// The number, up to 23; 24 to 27 if the number follows in 1, 2, 4 or 8 bytes; 31 for a size that is not known.
    pub size: B5,
}

/// Major types (section 3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// A number that is at least 0.
    Unsigned = 0,
    /// A number below 0.
    Negative = 1,
    /// Bytes.
    Bytes = 2,
    /// A text.
    Text = 3,
    /// Values.
    Array = 4,
    /// Values with keys.
    Map = 5,
    /// A value whose meaning a tag states.
    Tag = 6,
    /// A truth value, `null`, a float, or another simple value.
    Simple = 7,
}

/// The content of a value after its head.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8, form: u8, number: u64))]
pub enum Value {
    /// The number.
    #[br(pre_assert(kind == 0))]
    Unsigned,
    /// -1 minus the number.
    #[br(pre_assert(kind == 1))]
    Negative,
    /// Bytes.
    #[br(pre_assert(kind == 2 && form != 31))]
    Bytes(#[br(count = number)] Vec<u8>),
    /// A text.
    #[br(pre_assert(kind == 3 && form != 31))]
    Text {
        #[br(count = number)]
        #[schema(utf8)]
        text: Vec<u8>,
    },
    /// Bytes or a text in parts, which are of the same kind.
    #[br(pre_assert(kind == 2 || kind == 3))]
    Parts(#[br(until_bytes = b"\xFF", args(kind))] Vec<Part>),
    /// Values.
    #[br(pre_assert(kind == 4 && form != 31))]
    Array(#[br(count = number)] Vec<Item>),
    /// Values up to the byte 0xFF.
    #[br(pre_assert(kind == 4))]
    OpenArray(#[br(until_bytes = b"\xFF")] Vec<Item>),
    /// Values with keys.
    #[br(pre_assert(kind == 5 && form != 31))]
    Map(#[br(count = number)] Vec<Pair>),
    /// Values with keys, up to the byte 0xFF.
    #[br(pre_assert(kind == 5))]
    OpenMap(#[br(until_bytes = b"\xFF")] Vec<Pair>),
    /// A value to which the tag `number` gives a meaning.
    #[br(pre_assert(kind == 6))]
    Tagged(#[br(args(number))] Tagged),
    /// `false` (section 3.3).
    #[br(pre_assert(form == 20))]
    False,
    /// `true`
    #[br(pre_assert(form == 21))]
    True,
    /// Nothing.
    #[br(pre_assert(form == 22))]
    Null,
    /// The value `undefined`.
    #[br(pre_assert(form == 23))]
    Undefined,
    /// A simple value with a number below 20, which has no meaning.
    #[br(pre_assert(form < 24))]
    Simple,
    /// A simple value with a number from 32 to 255.
    #[br(pre_assert(form == 24))]
    SimpleNumber(#[schema(range(32..=255))] u8),
    /// A float of two bytes.
    #[br(pre_assert(form == 25))]
    Half(F16),
    /// A float of four bytes.
    #[br(pre_assert(form == 26))]
    Float(f32),
    /// A float of eight bytes.
    #[br(pre_assert(form == 27))]
    Double(f64),
}

/// A part of bytes or of a text.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(kind: u8))]
#[schema(assert(
    item.head.kind == kind && item.head.size != 31,
    code = "part.kind",
    spec = "3.2.3",
    text = "expected a part of the kind {kind} with a size, found the kind {item.head.kind}",
    on = item
))]
pub struct Part {
    /// The part.
    pub item: Item,
}

/// A value whose meaning a tag states (section 3.4).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[br(import(number: u64))]
#[schema(
    assert(
        number != DATE || item.head.kind == 3,
        code = "tagged.date",
        spec = "3.4.1",
        text = "expected a text, found the kind {item.head.kind}",
        on = item
    ),
    assert(
        number != TIME || item.head.kind <= 1 || item.head.kind == 7 && item.head.size >= 25 && item.head.size <= 27,
        code = "tagged.time",
        spec = "3.4.2",
        text = "expected a number, found the kind {item.head.kind}",
        on = item
    ),
    assert(
        number != LARGE && number != LARGE_NEGATIVE || item.head.kind == 2,
        code = "tagged.large",
        spec = "3.4.3",
        text = "expected bytes, found the kind {item.head.kind}",
        on = item
    ),
    assert(
        number != DECIMAL && number != BINARY || item.head.kind == 4 && (item.head.size == 2 || item.head.size == 31),
        code = "tagged.fraction",
        spec = "3.4.4",
        text = "expected an array of two values, found the kind {item.head.kind}",
        on = item
    ),
    assert(
        number != EMBEDDED || item.head.kind == 2,
        code = "tagged.embedded",
        spec = "3.4.5.1",
        text = "expected bytes, found the kind {item.head.kind}",
        on = item
    ),
    assert(
        number < URI || number > MESSAGE || item.head.kind == 3,
        code = "tagged.text",
        spec = "3.4.5.3",
        text = "expected a text, found the kind {item.head.kind}",
        on = item
    )
)]
pub struct Tagged {
    /// The value.
    pub item: Box<Item>,
}

/// Tag of a date and a time as a text.
pub const DATE: u64 = 0;
/// Tag of a time in seconds since 1970.
pub const TIME: u64 = 1;
/// Tag of a large number that is at least 0, as bytes.
pub const LARGE: u64 = 2;
/// Tag of a large number below 0, as bytes.
pub const LARGE_NEGATIVE: u64 = 3;
/// Tag of a product of a number and a power of ten.
pub const DECIMAL: u64 = 4;
/// Tag of a product of a number and a power of two.
pub const BINARY: u64 = 5;
/// Tag of bytes that contain an encoded value.
pub const EMBEDDED: u64 = 24;
/// Tag of a URI; all tags from this one to [`MESSAGE`] are tags of texts.
pub const URI: u64 = 32;
/// Tag of a message with MIME headers.
pub const MESSAGE: u64 = 36;

/// A value, after its key.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The key.
    pub key: Item,
    /// The value.
    pub value: Item,
}

impl Item {
    /// Creates a value of a kind, with its number in as few bytes as possible.
    fn of_kind(kind: u8, number: u64, value: Value) -> Result<Self> {
        let size = match number {
            0..24 => number as u8,
            24..0x100 => 24,
            0x100..0x1_0000 => 25,
            0x1_0000..0x1_0000_0000 => 26,
            _ => 27,
        };
        let argument = if size < 24 { 0 } else { number };
        let mut item = Self { head: Head::from_bytes([0]), argument, value };
        item.head.set_kind(kind)?;
        item.head.set_size(size)?;
        Ok(item)
    }

    /// Creates a number.
    pub fn unsigned(number: u64) -> Result<Self> {
        Self::of_kind(0, number, Value::Unsigned)
    }

    /// Creates a text.
    pub fn text(text: &str) -> Result<Self> {
        Self::of_kind(3, text.len() as u64, Value::Text { text: text.into() })
    }

    /// Returns the number of the head, which is the value itself, the number of its bytes or values, or its tag.
    pub fn number(&self) -> u64 {
        if self.head.size() < 24 { self.head.size().into() } else { self.argument }
    }
}

/// Adds a value with a key to a map; all other values keep their bytes.
pub fn insert(map: &[u8], key: &str, value: Item) -> Result<Vec<u8>> {
    let map = Item::from_slice(map)?;
    let pair = Pair { key: Item::text(key)?, value };
    match map.value {
        Value::Map(mut pairs) => {
            pairs.push(pair);
            Item::of_kind(5, pairs.len() as u64, Value::Map(pairs))?.to_vec()
        }
        Value::OpenMap(mut pairs) => {
            pairs.push(pair);
            Item { value: Value::OpenMap(pairs), ..map }.to_vec()
        }
        _ => Err(missing("no map".to_owned())),
    }
}
