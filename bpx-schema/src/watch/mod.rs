//! Defines the traversal, which is the reports of a decoder while it reads.
//!
//! Generated code and the interpreter pass the same reports to a [`Watch`], so that two readers can be compared step by
//! step. A dump, a query and JSON are three small listeners.

mod both;
mod journal;
mod select;

pub use self::both::WatchPair;
pub use self::journal::{Journal, JournalEvent};
pub use self::select::ValueSelector;

use crate::report::{Coverage, Finding, Location, Path, Relations, Segment, Validator};
use crate::schema::{Codes, Endian, Field, Structure, Type};
use crate::value::LeafValue;

/// A listener to the reports of a decoder.
pub trait Watch {
    /// Begins a value with parts.
    fn open(&mut self, node: &ValueNode<'_>);
    /// Reports a value without parts.
    fn leaf(&mut self, leaf: &Leaf<'_>);
    /// Ends the value that was opened last. `size` is the size of the value in bytes, in its space.
    fn close(&mut self, node: &ValueNode<'_>, size: u64);
    /// Passes the content of the region that was opened last, before the region is closed. `read` states whether the
    /// content was read to its end.
    fn content(&mut self, bytes: &[u8], read: bool) {
        let _ = (bytes, read);
    }
    /// Passes the stored bytes of the region that was opened last, whose content cannot be read, before the region is
    /// closed. There is no such report for a source that is not in memory.
    fn stored_bytes(&mut self, bytes: &[u8]) {
        let _ = bytes;
    }
    /// Passes the offset at which a search found a field of the value that was opened last, before the field is read.
    /// The offset is in bytes, from the beginning of the value's space.
    fn found_field(&mut self, field: &Field, offset: u64) {
        let _ = (field, offset);
    }
    /// Passes the bytes that are left in the content of a field of the value that was opened last. The offset is in
    /// bytes, from the beginning of the content. Only a listener that collects the bytes that were read
    /// ([`coverage`](Self::coverage)) gets this report.
    fn left_bytes(&mut self, field: &Field, offset: u64, bytes: &[u8]) {
        let _ = (field, offset, bytes);
    }
    /// Reports a broken rule. The path of the finding is relative to the open value.
    fn report(&mut self, finding: Finding);
    /// Returns whether the listener wants the content of the next region. If it does not, the decoder opens and closes
    /// the region without reading its content, so that a listener to one part of a file does not pay for the other
    /// parts.
    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        let _ = region;
        true
    }
    /// Returns whether the listener wants leaves. A validator needs only findings.
    fn wants_leaves(&self) -> bool {
        true
    }
    /// Returns the coverage of bytes, if the listener collects the bytes that were read.
    fn coverage(&mut self) -> Option<&mut Coverage> {
        None
    }
    /// Returns the collected relations and the path of the open value, if the listener checks relations.
    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        None
    }
    /// Returns the validator, if the listener is a validator. A validator can check several regions in parallel.
    fn validator(&mut self) -> Option<&mut Validator> {
        None
    }
}

/// A value with parts.
#[derive(Debug, Clone)]
pub struct ValueNode<'a> {
    /// The step from the enclosing value; `None` for the root.
    pub segment: Option<Segment>,
    /// The kind of the value.
    pub kind: NodeKind,
    /// The structure of the value, if the value has a structure.
    pub structure: Option<&'a Structure>,
    /// The field that holds the value, if there is one.
    pub field: Option<&'a Field>,
    /// The location at which the value begins.
    pub at: Location,
}

/// Kinds of values with parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeKind {
    /// Fields.
    Structure,
    /// Elements.
    Array,
    /// The bytes of a field with an offset of its own.
    Region {
        /// Size of the stored bytes, in bytes.
        stored: u64,
        /// Whether the parts lie in decompressed content.
        packed: bool,
    },
    /// The bytes of a field that follows the previous field and is stored through a transform. These bytes add no step
    /// to the path, because the report of the field in decompressed content does.
    Packed {
        /// Size of the stored bytes, in bytes.
        stored: u64,
    },
}

impl NodeKind {
    /// Returns the size of the stored bytes, for a field with an offset of its own or with a transform.
    #[must_use]
    pub fn stored_size(self) -> Option<u64> {
        match self {
            Self::Region { stored, .. } | Self::Packed { stored } => Some(stored),
            Self::Structure | Self::Array => None,
        }
    }

    /// Returns the size of the stored bytes, if the parts lie in decompressed content.
    #[must_use]
    pub fn packed_size(self) -> Option<u64> {
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
    /// Name in the spelling of the specification; empty if the declaration states none.
    pub label: &'a str,
    /// Documentation of the value.
    pub doc: &'a str,
    /// Section of the specification, or empty.
    pub spec: &'a str,
    /// The type of the value or of its elements, in the byte order that was read. `None` for bit fields, and for bytes
    /// that no field holds.
    pub ty: Option<&'a Type>,
    /// The named values of the field, if it has a set of codes.
    pub codes: Option<&'a Codes>,
    /// Whether the bytes have no meaning.
    pub reserved: bool,
    /// Whether a writer computes the value.
    pub derived: bool,
    /// The location at which the value begins.
    pub at: Location,
    /// The bytes of the value; for a bit field, the bytes of the whole structure of bit fields.
    pub bytes: &'a [u8],
    /// The first bit and the width of a bit field; `None` for any other value.
    pub bits: Option<(u16, u16)>,
    /// The bit order of a bit field.
    pub bit_order: Endian,
    /// Whether the value is a variable-length number that takes more bytes than it needs.
    pub padded: bool,
    /// The value.
    pub value: LeafValue<'a>,
}

impl<'a> Leaf<'a> {
    /// Returns a member that the schema does not declare, and that takes no bytes. A decoder or a listener adds such a
    /// member for readers of a dump.
    #[must_use]
    pub fn added_member(name: &'static str, at: Location, value: LeafValue<'a>) -> Self {
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
