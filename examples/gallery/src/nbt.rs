//! NBT, the trees of named values in which Minecraft (2011) keeps its worlds, unpacked.
//!
//! A value has a kind, which a byte states, in front of its name or once for all elements of a list. A compound ends with a
//! byte that is no member: `until_bytes`. Lists and compounds hold values, so the declaration names itself; how deeply
//! values may nest is a limit of the reader, not of the format.

use crate::missing;
use bpx_schema::{Codec, Record, Result, structure};

/// A named value: a member of a compound, or the one that a file is.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Entry {
    /// Kind of the value.
    #[schema(codes = Kind, known)]
    pub kind: u8,
    /// The name.
    pub name: Text,
    /// The value.
    #[br(args(kind))]
    pub value: Value,
}

/// A text and its size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Text {
    #[br(temp)]
    #[bw(calc = text.len())]
    len: u16,
    /// UTF-8 as Java writes it: characters beyond the first 65536 are two of three bytes each.
    #[br(count = len)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// Kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// No value: of a list without elements.
    End = 0,
    /// A number of one byte.
    Byte = 1,
    /// A number of two bytes.
    Short = 2,
    /// A number of four bytes.
    Int = 3,
    /// A number of eight bytes.
    Long = 4,
    /// A number with a point, of four bytes.
    Float = 5,
    /// A number with a point, of eight bytes.
    Double = 6,
    /// Bytes.
    ByteArray = 7,
    /// A text.
    String = 8,
    /// Values of one kind, without names.
    List = 9,
    /// Named values.
    Compound = 10,
    /// Numbers of four bytes.
    IntArray = 11,
    /// Numbers of eight bytes.
    LongArray = 12,
}

/// A value without its name.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[br(import(kind: u8))]
pub enum Value {
    /// A number of one byte.
    #[br(pre_assert(kind == 1))]
    Byte(i8),
    /// A number of two bytes.
    #[br(pre_assert(kind == 2))]
    Short(i16),
    /// A number of four bytes.
    #[br(pre_assert(kind == 3))]
    Int(i32),
    /// A number of eight bytes.
    #[br(pre_assert(kind == 4))]
    Long(i64),
    /// A number with a point, of four bytes.
    #[br(pre_assert(kind == 5))]
    Float(f32),
    /// A number with a point, of eight bytes.
    #[br(pre_assert(kind == 6))]
    Double(f64),
    /// Bytes.
    #[br(pre_assert(kind == 7))]
    ByteArray {
        #[br(temp)]
        #[bw(calc = bytes.len())]
        len: u32,
        #[br(count = len)]
        bytes: Vec<u8>,
    },
    /// A text.
    #[br(pre_assert(kind == 8))]
    String(Text),
    /// Values of one kind, which may be lists again.
    #[br(pre_assert(kind == 9))]
    List {
        #[schema(codes = Kind, known)]
        element_kind: u8,
        #[br(temp)]
        #[bw(calc = items.len())]
        len: u32,
        #[br(count = len, args(element_kind))]
        items: Vec<Value>,
    },
    /// Named values up to the byte zero.
    #[br(pre_assert(kind == 10))]
    Compound(#[br(until_bytes = b"\0")] Vec<Entry>),
    /// Numbers of four bytes.
    #[br(pre_assert(kind == 11))]
    IntArray {
        #[br(temp)]
        #[bw(calc = numbers.len())]
        len: u32,
        #[br(count = len)]
        numbers: Vec<i32>,
    },
    /// Numbers of eight bytes.
    #[br(pre_assert(kind == 12))]
    LongArray {
        #[br(temp)]
        #[bw(calc = numbers.len())]
        len: u32,
        #[br(count = len)]
        numbers: Vec<i64>,
    },
}

impl Value {
    /// A text.
    pub fn text(text: &str) -> Self {
        Self::String(Text { text: text.into() })
    }

    /// The kind, as files state it.
    pub fn kind(&self) -> Kind {
        match self {
            Self::Byte(_) => Kind::Byte,
            Self::Short(_) => Kind::Short,
            Self::Int(_) => Kind::Int,
            Self::Long(_) => Kind::Long,
            Self::Float(_) => Kind::Float,
            Self::Double(_) => Kind::Double,
            Self::ByteArray { .. } => Kind::ByteArray,
            Self::String(_) => Kind::String,
            Self::List { .. } => Kind::List,
            Self::Compound(_) => Kind::Compound,
            Self::IntArray { .. } => Kind::IntArray,
            Self::LongArray { .. } => Kind::LongArray,
        }
    }
}

impl Entry {
    /// A named value of the kind that it has.
    pub fn new(name: &str, value: Value) -> Self {
        Self { kind: value.kind() as u8, name: Text { text: name.into() }, value }
    }

    /// The member of a name, of a compound.
    pub fn member(&mut self, name: &str) -> Option<&mut Self> {
        let Value::Compound(members) = &mut self.value else { return None };
        members.iter_mut().find(|member| member.name.text == name.as_bytes())
    }
}

/// Replaces the value at a path of names below the root; all other values keep their bytes.
pub fn replace(file: &[u8], path: &[&str], value: Value) -> Result<Vec<u8>> {
    let mut root = Entry::from_slice(file)?;
    let found = path.iter().try_fold(&mut root, |entry, name| entry.member(name));
    let entry = found.ok_or_else(|| missing(format!("no member `{}`", path.join("."))))?;
    (entry.kind, entry.value) = (value.kind() as u8, value);
    root.to_vec()
}
