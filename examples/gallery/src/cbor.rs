//! CBOR, values of any kind in few bytes (RFC 8949, 2020).
//!
//! The first byte of a value has its kind in three bits, and in five bits a small number, or how many bytes a larger one behind
//! it takes: four fields, of which one is there at most; those that are absent are zero, so that their sum is the number. It is
//! the value itself, a number of bytes, or a number of values, which hold values again. A size that is not known before is
//! left out, and a byte ends the list: `until_bytes`.

use crate::missing;
use bpx_schema::codec::F16;
use bpx_schema::{Codec, Result, structure};

/// A value.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(assert(head.size < 28 || head.size == 31, text = "expected a size of at most 27, or 31, found {head.size}", on = head))]
pub struct Item {
    /// Its kind, and a number.
    pub head: Head,
    /// The number, from 24 on.
    #[br(if(head.size == 24 && head.kind != 7, 0))]
    one: u8,
    #[br(if(head.size == 25 && head.kind != 7, 0))]
    two: u16,
    #[br(if(head.size == 26 && head.kind != 7, 0))]
    four: u32,
    #[br(if(head.size == 27 && head.kind != 7, 0))]
    eight: u64,
    /// What else the value has.
    #[br(args(head.kind, head.size, one + two + four + eight + if head.size < 24 { head.size } else { 0 }))]
    pub value: Value,
}

/// The first byte of a value.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(big)]
#[schema(bits = 8)]
pub struct Head {
    /// The kind, from 0 to 7.
    pub kind: B3,
    /// The number, up to 23; 24 to 27 for one of 1, 2, 4 or 8 bytes; 31 for a size that is not known.
    pub size: B5,
}

/// What a value has behind its number.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8, form: u8, number: u64))]
pub enum Value {
    /// The number.
    #[br(pre_assert(kind == 0))]
    Unsigned,
    /// -1 less the number.
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
    Parts(#[br(until_bytes = b"\xFF")] Vec<Item>),
    /// Values.
    #[br(pre_assert(kind == 4 && form != 31))]
    Array(#[br(count = number)] Vec<Item>),
    /// Values up to an end.
    #[br(pre_assert(kind == 4))]
    OpenArray(#[br(until_bytes = b"\xFF")] Vec<Item>),
    /// Values with keys.
    #[br(pre_assert(kind == 5 && form != 31))]
    Map(#[br(count = number)] Vec<Pair>),
    /// Values with keys, up to an end.
    #[br(pre_assert(kind == 5))]
    OpenMap(#[br(until_bytes = b"\xFF")] Vec<Pair>),
    /// A value to which the number adds a meaning.
    #[br(pre_assert(kind == 6))]
    Tagged(Box<Item>),
    /// A truth value, nothing, or another value that its number says.
    #[br(pre_assert(form < 24))]
    Simple,
    /// A value of a number from 32 on.
    #[br(pre_assert(form == 24))]
    SimpleNumber(#[schema(range(32..=255))] u8),
    /// A number with a point, of two bytes.
    #[br(pre_assert(form == 25))]
    Half(F16),
    /// A number with a point, of four bytes.
    #[br(pre_assert(form == 26))]
    Float(f32),
    /// A number with a point, of eight bytes.
    #[br(pre_assert(form == 27))]
    Double(f64),
}

/// A value and its key.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// The key.
    pub key: Item,
    /// The value.
    pub value: Item,
}

impl Item {
    /// A value of a kind, whose number takes as few bytes as it can.
    fn of_kind(kind: u8, number: u64, value: Value) -> Result<Self> {
        let mut item = Self { head: Head::from_bytes([0]), one: 0, two: 0, four: 0, eight: 0, value };
        let size = if number < 24 {
            number as u8
        } else if let Ok(number) = number.try_into() {
            item.one = number;
            24
        } else if let Ok(number) = number.try_into() {
            item.two = number;
            25
        } else if let Ok(number) = number.try_into() {
            item.four = number;
            26
        } else {
            item.eight = number;
            27
        };
        item.head.set_kind(kind)?;
        item.head.set_size(size)?;
        Ok(item)
    }

    /// A number.
    pub fn unsigned(number: u64) -> Result<Self> {
        Self::of_kind(0, number, Value::Unsigned)
    }

    /// A text.
    pub fn text(text: &str) -> Result<Self> {
        Self::of_kind(3, text.len() as u64, Value::Text { text: text.into() })
    }

    /// The number of the value: itself, or how many bytes or values it has.
    pub fn number(&self) -> u64 {
        let small = if self.head.size() < 24 { self.head.size() } else { 0 };
        u64::from(small) + u64::from(self.one) + u64::from(self.two) + u64::from(self.four) + self.eight
    }
}

/// Adds a value with a key to a map; all others keep their bytes.
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
