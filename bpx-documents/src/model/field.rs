//! Fields of structures, types, values and types of sections.

use crate::size::Size;
use bpx_model::Endian;
use serde::Serialize;

/// A field of a structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Field {
    /// The line of the row.
    pub line: usize,
    /// The name of the field.
    pub name: String,
    /// The type of the field, as the document states it; may be empty.
    #[serde(rename = "type")]
    pub ty: String,
    /// The size of the field; `None` if neither a column nor the type states the size.
    pub size: Option<Size>,
    /// The offset of the field in bytes, if a column states the offset.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The cell with the size of the field, if the cell is not a single number, such as `variable` or `4 * count`;
    /// otherwise empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stated: String,
    /// Whether the cells of the size column count bytes, as its title or the rest of the document states or shows.
    #[serde(skip)]
    pub in_bytes: bool,
    /// Whether the table lists the bits of a number from the highest down to 0.
    #[serde(skip)]
    pub falls: bool,
    /// Whether the bits of the field are numbered from the lowest one, as the order of the rows shows.
    #[serde(skip)]
    pub(crate) from_lowest: bool,
    /// The byte order that the type of the field states: little-endian for `u32le`.
    #[serde(skip)]
    pub endian: Option<Endian>,
    /// The number of bits in an element, if the name of the type states the number: 16 for `u16[4]`.
    #[serde(skip)]
    pub element: Option<u64>,
    /// The kind of numbers that the type states; `None` if the words of the type are not known.
    #[serde(skip)]
    pub number: Option<Number>,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// The rules of the field; `None` if the table has no column of rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The values that a column of ranges or of allowed values states: `0-1000`; empty if there is none.
    #[serde(skip)]
    pub(crate) allowed: String,
    /// The condition under which the field is present; empty if the field is always present.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub when: String,
}

/// The kind of number that the words of a type state.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// A whole number that is not negative.
    Unsigned,
    /// A whole number that may be negative.
    Signed,
    /// A floating-point number.
    Float,
    /// A fixed-point number, with the number of bits after the point.
    Fixed(u8),
    /// A fixed-point number that may be negative, with the number of bits after the point.
    SignedFixed(u8),
    /// Bytes that are letters, or are not a number.
    Bytes,
}

/// A named type and its size.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TypeSize {
    /// The line of the row.
    pub line: usize,
    /// The name of the type.
    pub name: String,
    /// The size of the type; `None` if the size is not known.
    pub size: Option<Size>,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// A named value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Value {
    /// The line of the row.
    pub line: usize,
    /// The name of the value.
    pub name: String,
    /// The number; `None` if the cell has no number.
    pub value: Option<u64>,
    /// The text of the cell.
    pub text: String,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// A type of sections of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SectionUse {
    /// The line of the row.
    pub line: usize,
    /// The name of the type of sections.
    pub name: String,
    /// The number of the type in files; `None` if the cell has no number.
    #[serde(rename = "type")]
    pub ty: Option<u64>,
    /// Whether a file must have a section of the type; `None` if the table does not state that.
    pub required: Option<bool>,
    /// Whether a file may have at most one section of the type; `None` if the table does not state that.
    pub single: Option<bool>,
}
