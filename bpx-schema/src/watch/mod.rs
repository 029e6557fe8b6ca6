//! The traversal: what a decoder reports while it reads.
//!
//! Generated code and the interpreter drive the same [`Watch`], so that two readers can be compared step by
//! step, and a dump, a query and JSON are three small listeners.

mod journal;
mod select;

pub use self::journal::{Event, Journal};
pub use self::select::Select;

use crate::report::{Coverage, Finding, Location, Path, Relations, Segment, Validator};
use crate::schema::{Codes, Endian, Field, Structure};
use crate::value::Value;

/// Listens to a decoder.
pub trait Watch {
    /// A value with parts begins.
    fn open(&mut self, node: &Node<'_>);
    /// A value without parts.
    fn leaf(&mut self, leaf: &Leaf<'_>);
    /// The value that was opened last ends; `size` is its size in bytes in its space.
    fn close(&mut self, node: &Node<'_>, size: u64);
    /// The content of the region that was opened last, before it is closed; `read` is whether reading it came to its end.
    fn content(&mut self, bytes: &[u8], read: bool) {
        let _ = (bytes, read);
    }
    /// A rule is broken; the path is relative to the open value.
    fn report(&mut self, finding: Finding);
    /// Returns whether leaves are wanted; a validator needs only findings.
    fn wants_leaves(&self) -> bool {
        true
    }
    /// Which bytes were read, when the listener wants to know that of all.
    fn coverage(&mut self) -> Option<&mut Coverage> {
        None
    }
    /// Returns what was read of parts that refer to each other, and the path of the open value, when the listener
    /// checks that.
    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        None
    }
    /// Returns the validator, when this is one: it may look at several regions at once.
    fn validator(&mut self) -> Option<&mut Validator> {
        None
    }
}

/// A value with parts.
#[derive(Debug, Clone)]
pub struct Node<'a> {
    /// The step from the enclosing value; none for the root.
    pub segment: Option<Segment>,
    /// What kind of value.
    pub kind: Kind,
    /// Its structure, when it has one.
    pub structure: Option<&'a Structure>,
    /// The field that holds it, when there is one.
    pub field: Option<&'a Field>,
    /// Where it begins.
    pub at: Location,
}

/// Kinds of values with parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Fields.
    Structure,
    /// Elements.
    Array,
    /// Bytes that lie elsewhere: size as stored, and whether the parts lie in decompressed content.
    Region {
        /// Size in bytes as stored.
        stored: u64,
        /// Whether the parts lie in decompressed content.
        packed: bool,
    },
    /// Bytes in place that are stored through a transform: size as stored. They have no step of their own, as the field that
    /// they hold follows, in decompressed content.
    Packed {
        /// Size in bytes as stored.
        stored: u64,
    },
}

impl Kind {
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
    /// Name, as the specification spells it; may be empty.
    pub label: &'a str,
    /// What it means.
    pub doc: &'a str,
    /// Section of the specification, or empty.
    pub spec: &'a str,
    /// Named values.
    pub codes: Option<&'a Codes>,
    /// Whether the bytes have no meaning.
    pub reserved: bool,
    /// Whether it is computed when writing.
    pub derived: bool,
    /// Where it begins.
    pub at: Location,
    /// Its bytes; of a bit field, those of the whole structure of bits.
    pub bytes: &'a [u8],
    /// First bit and width, of a bit field.
    pub bits: Option<(u16, u16)>,
    /// Which bit of a byte comes first, of a bit field.
    pub bit_order: Endian,
    /// Whether it is a variable-length number that takes more bytes than it needs.
    pub padded: bool,
    /// The value.
    pub value: Value<'a>,
}

impl<'a> Leaf<'a> {
    /// Returns a member that no declaration has and that takes no bytes: what a listener adds for readers.
    #[must_use]
    pub fn added(name: &'static str, at: Location, value: Value<'a>) -> Self {
        Self {
            segment: Segment::Field(name.into()),
            label: "",
            doc: "",
            spec: "",
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
