//! The traversal: reports of a decoder while it reads.
//!
//! Generated code and the interpreter drive the same [`Watch`], so that two readers can be compared step by step, and a
//! dump, a query and JSON are three small listeners.

mod both;
mod journal;
mod select;

pub use self::both::Both;
pub use self::journal::{Event, Journal};
pub use self::select::Select;

use crate::report::{Coverage, Finding, Location, Path, Relations, Segment, Validator};
use crate::schema::{Codes, Endian, Field, Structure, Type};
use crate::value::Value;

/// Listens to a decoder.
pub trait Watch {
    /// Begins a value with parts.
    fn open(&mut self, node: &Node<'_>);
    /// Reports a value without parts.
    fn leaf(&mut self, leaf: &Leaf<'_>);
    /// Ends the value that was opened last; `size` is its size in bytes in its space.
    fn close(&mut self, node: &Node<'_>, size: u64);
    /// Passes the content of the region that was opened last, before it is closed. `read` states whether the content
    /// was read to its end.
    fn content(&mut self, bytes: &[u8], read: bool) {
        let _ = (bytes, read);
    }
    /// Passes the offset at which a search found a field of the value that was opened last, in bytes from the beginning of its
    /// space, before the field is read.
    fn found(&mut self, field: &Field, offset: u64) {
        let _ = (field, offset);
    }
    /// Passes bytes that are left in the content of a field of the value that was opened last, with their offset in bytes
    /// from the beginning of the content. Only a listener that collects what is read ([`coverage`](Self::coverage)) gets them.
    fn left(&mut self, field: &Field, offset: u64, bytes: &[u8]) {
        let _ = (field, offset, bytes);
    }
    /// Reports a broken rule; the path is relative to the open value.
    fn report(&mut self, finding: Finding);
    /// Returns whether the listener wants the content of the next region. A decoder opens and closes a region that is
    /// not wanted without reading it, so that a listener that looks at one part of a file does not pay for the others.
    fn wants_content(&mut self, region: &Node<'_>) -> bool {
        let _ = region;
        true
    }
    /// Returns whether leaves are wanted; a validator needs only findings.
    fn wants_leaves(&self) -> bool {
        true
    }
    /// Returns the coverage of bytes, if the listener collects it.
    fn coverage(&mut self) -> Option<&mut Coverage> {
        None
    }
    /// Returns the collected relations and the path of the open value, if the listener checks relations.
    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        None
    }
    /// Returns the validator, if the listener is one: a validator can check several regions in parallel.
    fn validator(&mut self) -> Option<&mut Validator> {
        None
    }
}

/// A value with parts.
#[derive(Debug, Clone)]
pub struct Node<'a> {
    /// The step from the enclosing value; `None` for the root.
    pub segment: Option<Segment>,
    /// The kind of the value.
    pub kind: Kind,
    /// Its structure, if it has one.
    pub structure: Option<&'a Structure>,
    /// The field that holds it, if there is one.
    pub field: Option<&'a Field>,
    /// Where it begins.
    pub at: Location,
}

/// Kinds of values with parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// Fields.
    Structure,
    /// Elements.
    Array,
    /// Bytes that have offsets of their own: size as stored, and whether the parts lie in decompressed content.
    Region {
        /// Size in bytes as stored.
        stored: u64,
        /// Whether the parts lie in decompressed content.
        packed: bool,
    },
    /// Bytes that follow the field before and are stored through a transform; the size is the stored size. These bytes
    /// add no step to the path, because their field follows in decompressed content.
    Packed {
        /// Size in bytes as stored.
        stored: u64,
    },
}

impl Kind {
    /// Returns the size as stored of bytes that have offsets of their own, or are stored through a transform.
    #[must_use]
    pub fn stored(self) -> Option<u64> {
        match self {
            Self::Region { stored, .. } | Self::Packed { stored } => Some(stored),
            Self::Structure | Self::Array => None,
        }
    }

    /// Returns the size as stored, when the parts lie in decompressed content.
    #[must_use]
    pub fn packed(self) -> Option<u64> {
        match self {
            Self::Region { stored, packed: true } | Self::Packed { stored } => Some(stored),
            Self::Structure | Self::Array | Self::Region { .. } => None,
        }
    }
}

/// A value without parts.
#[derive(Debug, Clone)]
pub struct Leaf<'a> {
    /// The step from the enclosing value.
    pub segment: Segment,
    /// Name in the spelling of the specification; may be empty.
    pub label: &'a str,
    /// Its documentation.
    pub doc: &'a str,
    /// Section of the specification, or empty.
    pub spec: &'a str,
    /// The type of the value or of its elements, in the byte order that was read; `None` for bits, and for bytes that
    /// no field holds.
    pub ty: Option<&'a Type>,
    /// Named values.
    pub codes: Option<&'a Codes>,
    /// Whether the bytes have no meaning.
    pub reserved: bool,
    /// Whether a writer computes the value.
    pub derived: bool,
    /// Where it begins.
    pub at: Location,
    /// The bytes of the value; for a bit field, the bytes of the whole structure of bit fields.
    pub bytes: &'a [u8],
    /// First bit and width, for a bit field.
    pub bits: Option<(u16, u16)>,
    /// The order of bits in a byte, for a bit field.
    pub bit_order: Endian,
    /// Whether the value is a variable-length number that takes more bytes than it needs.
    pub padded: bool,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> Leaf<'a> {
    /// Returns a member that a listener adds for readers: it is not declared and takes no bytes.
    #[must_use]
    pub fn added(name: &'static str, at: Location, value: Value<'a>) -> Self {
        Self {
            segment: Segment::Field(name.into()),
            label: "",
            doc: "",
            spec: "",
            ty: None,
            codes: None,
            reserved: false,
            derived: false,
            at,
            bytes: &[],
            bits: None,
            bit_order: Endian::Little,
            padded: false,
            value,
        }
    }
}
