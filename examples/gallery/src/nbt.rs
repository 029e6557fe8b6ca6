//! NBT: the trees of named values in which Minecraft (2011) stores its worlds, plain or compressed by gzip or zlib.
//!
//! A byte states the kind of a value. The byte is in front of the name of the value, but a list states the kind once
//! for all elements. A zero byte instead of a member ends a compound: `until_bytes`. Lists and compounds hold values,
//! so the declaration refers to itself. The reader limits how deeply values nest; the format does not.
//!
//! The declaration covers a compressed file completely: the header, the compressed bytes, the checksum after them, and
//! finally the tree, which takes no bytes of its own (`joined`). So an unchanged file keeps the bytes that its
//! compressor wrote.

use crate::missing;
use bpx_schema::codec::CText;
use bpx_schema::transform::{Deflate, encode};
use bpx_schema::{Codec, Record, Result, structure};
use std::io::Error;

/// A file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub enum File {
    /// A plain tree. Its first byte is the kind of the root, a compound.
    #[br(magic = b"\x0A")]
    Plain(Root),
    /// A tree that gzip has compressed.
    #[br(magic = b"\x1F\x8B")]
    Gzip(Gzip),
    /// A tree that zlib has compressed.
    #[br(magic = b"\x78")]
    Zlib(Zlib),
}

/// The root of a tree, which is a compound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Root {
    /// Name of the root, often empty.
    pub name: Text,
    /// Named values.
    #[br(until_bytes = b"\0")]
    pub members: Vec<Entry>,
}

/// The content of a compressed file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big, magic = b"\x0A")]
pub struct Tree {
    /// The root.
    pub root: Root,
}

/// A tree that gzip has compressed (RFC 1952).
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Gzip {
    /// Compression method; 8 for deflate.
    #[schema(supported(8), spec = "RFC 1952, 2.3.1")]
    pub method: u8,
    /// Flags that state which parts follow.
    pub flags: GzipFlags,
    /// Time of the last change, in seconds since 1970; 0 where it is unknown.
    pub time: u32,
    /// Compression level.
    pub effort: u8,
    /// Operating system on which the file was compressed.
    pub system: u8,
    /// Extra fields.
    #[br(if(flags.has_extra == 1))]
    pub extra: Option<Extra>,
    /// Name of the uncompressed file.
    #[br(if(flags.has_name == 1))]
    #[schema(text(encoding = "latin-1"))]
    pub name: Option<CText>,
    /// Comment on the file.
    #[br(if(flags.has_comment == 1))]
    #[schema(text(encoding = "latin-1"))]
    pub comment: Option<CText>,
    /// The lower 16 bits of the CRC-32 of the header.
    #[br(if(flags.has_head_sum == 1))]
    pub head_sum: Option<u16>,
    /// The compressed bytes, as a list of one element.
    #[br(count = 1)]
    pub packed: Vec<GzipStream>,
    /// CRC-32 of the uncompressed tree.
    pub sum: u32,
    /// Size of the uncompressed tree in bytes.
    pub content_size: u32,
    /// The tree.
    #[schema(region(
        joined(packed, entry.bytes),
        content_size = content_size,
        transform(deflate),
        check(crc32, stored = sum)
    ))]
    pub tree: Tree,
}

/// Flags that state which parts a gzip file has.
#[structure]
#[bitfield]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[brw(little)]
#[schema(bits = 8)]
pub struct GzipFlags {
    /// Whether the content is likely a text.
    pub is_text: B1,
    /// Whether the header has a checksum.
    pub has_head_sum: B1,
    /// Whether there are extra fields.
    pub has_extra: B1,
    /// Whether there is a name.
    pub has_name: B1,
    /// Whether there is a comment.
    pub has_comment: B1,
    /// Without a meaning; must be zero.
    #[schema(reserved)]
    pub reserved: B3,
}

/// The extra fields of a gzip file.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(little)]
pub struct Extra {
    #[br(temp)]
    #[bw(calc = bytes.len())]
    len: u16,
    /// The extra fields, without a declared structure.
    #[br(count = len)]
    pub bytes: Vec<u8>,
}

/// The compressed bytes, in front of a checksum and a size.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct GzipStream {
    /// The bytes, compressed by deflate.
    #[br(count = remaining - 8)]
    pub bytes: Vec<u8>,
}

/// A tree that zlib has compressed (RFC 1950), after the byte 0x78.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
#[schema(
    assert(
        (0x7800 + flags) % 31 == 0,
        code = "zlib.flags",
        spec = "RFC 1950, 2.2",
        text = "expected a multiple of 31, found {0x7800 + flags}",
        on = flags
    ),
    assert(
        flags & 0x20 == 0,
        class = UnsupportedFeature,
        code = "zlib.dictionary",
        spec = "RFC 1950, 2.2",
        text = "expected no dictionary, found one",
        on = flags
    )
)]
pub struct Zlib {
    /// Compression level and check bits: 0x78 and this byte, read as one big-endian number, are a multiple of 31.
    pub flags: u8,
    /// The compressed bytes, as a list of one element.
    #[br(count = 1)]
    pub packed: Vec<ZlibStream>,
    /// Adler-32 of the uncompressed tree.
    pub sum: u32,
    /// The tree.
    #[schema(region(joined(packed, entry.bytes), transform(deflate), check(adler32, stored = sum)))]
    pub tree: Tree,
}

/// The compressed bytes, in front of a checksum.
#[structure]
#[derive(Debug, Clone, PartialEq)]
pub struct ZlibStream {
    /// The bytes, compressed by deflate.
    #[br(count = remaining - 4)]
    pub bytes: Vec<u8>,
}

/// A named value, a member of a compound.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Entry {
    /// Kind of the value.
    #[schema(codes = Kind, range(1..=12))]
    pub kind: u8,
    /// The name.
    pub name: Text,
    /// The value.
    #[br(args(kind))]
    pub value: Value,
}

/// A text with its size in bytes.
#[structure]
#[derive(Debug, Clone, PartialEq)]
#[brw(big)]
pub struct Text {
    #[br(temp)]
    #[bw(calc = text.len())]
    len: u16,
    /// UTF-8 in the form of Java, which writes a character above U+FFFF as two surrogates of three bytes each.
    #[br(count = len)]
    #[schema(utf8)]
    pub text: Vec<u8>,
}

/// Kinds of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Record)]
#[repr(u8)]
pub enum Kind {
    /// No value; the kind of the elements of an empty list.
    End = 0,
    /// A number of one byte.
    Byte = 1,
    /// A number of two bytes.
    Short = 2,
    /// A number of four bytes.
    Int = 3,
    /// A number of eight bytes.
    Long = 4,
    /// A floating-point number of four bytes.
    Float = 5,
    /// A floating-point number of eight bytes.
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
    /// A floating-point number of four bytes.
    #[br(pre_assert(kind == 5))]
    Float(f32),
    /// A floating-point number of eight bytes.
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
    /// Values of one kind, which may be lists themselves.
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
    /// Named values, up to a zero byte.
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
    /// Creates a text.
    pub fn text(text: &str) -> Self {
        Self::String(Text { text: text.into() })
    }

    /// Returns the kind of the value, as files state it.
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
    /// Creates a named value, and states the kind of the value.
    pub fn new(name: &str, value: Value) -> Self {
        Self { kind: value.kind() as u8, name: Text { text: name.into() }, value }
    }

    /// Returns the member of a compound that has the name.
    pub fn member(&mut self, name: &str) -> Option<&mut Self> {
        let Value::Compound(members) = &mut self.value else { return None };
        members.iter_mut().find(|member| member.name.text == name.as_bytes())
    }
}

impl Root {
    /// Returns the value at a path of names from the root.
    fn at(&mut self, path: &[&str]) -> Option<&mut Entry> {
        let (first, rest) = path.split_first()?;
        let member = self.members.iter_mut().find(|member| member.name.text == first.as_bytes())?;
        rest.iter().try_fold(member, |entry, name| entry.member(name))
    }
}

impl File {
    /// Returns the root of the tree.
    pub fn root(&mut self) -> &mut Root {
        match self {
            Self::Plain(root) => root,
            Self::Gzip(gzip) => &mut gzip.tree.root,
            Self::Zlib(zlib) => &mut zlib.tree.root,
        }
    }

    /// Compresses a changed tree again, with the method of the file.
    pub fn pack(&mut self) -> Result<()> {
        let packed = |tree: &Tree| -> Result<_> { Ok(encode(&tree.to_vec()?, &Deflate::new()).map_err(Error::other)?) };
        match self {
            Self::Plain(_) => {}
            Self::Gzip(gzip) => gzip.packed = vec![GzipStream { bytes: packed(&gzip.tree)? }],
            Self::Zlib(zlib) => zlib.packed = vec![ZlibStream { bytes: packed(&zlib.tree)? }],
        }
        Ok(())
    }
}

/// Replaces the value at a path of names below the root; all other values keep their bytes.
pub fn replace(file: &[u8], path: &[&str], value: Value) -> Result<Vec<u8>> {
    let mut file = File::from_slice(file)?;
    let entry = file.root().at(path).ok_or_else(|| missing(format!("no member `{}`", path.join("."))))?;
    (entry.kind, entry.value) = (value.kind() as u8, value);
    file.pack()?;
    file.to_vec()
}
