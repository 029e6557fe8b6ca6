//! The content of a text, before the layout is computed.

use super::checksum::Algorithm;
use super::error::Position;
use super::path::{Path, PathRef};

/// The beginning of a block, or a leaf.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub path: Path,
    pub at: Position,
    /// The space in which the entry's offset counts, as an index into [`Base::spaces`].
    pub space: usize,
    /// The value of a leaf; `None` for a block.
    pub leaf: Option<Leaf>,
}

/// The base file: its entries, and the spaces that contain the entries. Space 0 is the file itself.
#[derive(Debug, Clone, Default)]
pub(super) struct Base {
    pub entries: Vec<Entry>,
    pub spaces: Vec<Space>,
    /// The size of all fills, and of all steps of paddings, in bytes.
    pub filled: usize,
}

/// A run of bytes with its own offsets.
#[derive(Debug, Clone, Default)]
pub(super) struct Space {
    /// The field whose bytes unpack to this space; empty for the file.
    pub stored: Path,
    pub codec: String,
}

#[derive(Debug, Clone)]
pub(super) struct Leaf {
    pub kind: Kind,
    pub value: Value,
    /// The type and the value in the spelling of the text.
    pub type_name: String,
    pub spelling: String,
    /// The number that the value in the base file must equal.
    pub known: Option<i128>,
}

/// The encoding of the value of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Int { size: usize, signed: bool, big: bool },
    Float { size: usize, big: bool },
    Uleb,
    Bytes,
    Ascii,
    Utf8,
    Cstr,
}

#[derive(Debug, Clone)]
pub(super) enum Value {
    One(Number),
    Many(Vec<Number>),
    Text(String),
    /// Bytes as given, which fit every kind.
    Raw(Vec<u8>),
    Pad {
        to: PadTo,
        with: u8,
    },
}

#[derive(Debug, Clone, Copy)]
pub(super) enum PadTo {
    Multiple(usize),
    Offset(usize),
}

#[derive(Debug, Clone)]
pub(super) enum Number {
    Expr(Expr),
    /// A number with a point or an exponent, or `inf` or `nan`, as the text spells it.
    Float(String),
    /// The bit pattern of a float.
    Bits(Expr),
}

#[derive(Debug, Clone)]
pub(super) enum Expr {
    Int(i128),
    /// The value of another leaf.
    Of(PathRef),
    /// The value before the fault.
    Was(Position),
    /// The end of a path, or of the space.
    End(Option<PathRef>),
    Offset(PathRef),
    Size(PathRef),
    Count(PathRef),
    Checksum(Check),
    Neg(Box<Expr>, Position),
    Binary(Operator, Box<Expr>, Box<Expr>, Position),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Operator {
    Or,
    Add,
    Sub,
    Mul,
    Div,
}

/// `crc32(header, table..; skip header.checksum)`.
#[derive(Debug, Clone)]
pub(super) struct Check {
    pub algorithm: Algorithm,
    pub ranges: Vec<Range>,
    /// Fields that the checksum leaves out.
    pub skipped: Vec<PathRef>,
    /// Fields that the checksum counts as zero bytes.
    pub zeroed: Vec<PathRef>,
}

#[derive(Debug, Clone)]
pub(super) enum Range {
    One(PathRef),
    /// The whole fields of `from..to`, both ends included.
    Span(Option<PathRef>, Option<PathRef>),
}

/// A named change to the base file.
#[derive(Debug, Clone)]
pub(super) struct Fault {
    pub name: String,
    pub at: Position,
    pub patches: Vec<Patch>,
}

#[derive(Debug, Clone)]
pub(super) enum Patch {
    Set {
        target: PathRef,
        value: Value,
        spelling: String,
    },
    /// Computes derived values again; without a target, computes all of them again.
    Refix {
        target: Option<PathRef>,
        at: Position,
    },
    Xor {
        target: PathRef,
        index: Expr,
        mask: u8,
    },
    Insert {
        target: PathRef,
        after: bool,
        value: Value,
    },
    Append {
        value: Value,
        at: Position,
    },
    Delete(Range),
    Truncate {
        size: Expr,
        at: Position,
    },
}

impl Value {
    /// Returns whether the value follows from other fields, so that a fault may leave the value stale.
    pub(super) fn is_derived(&self) -> bool {
        let derived = |number: &Number| match number {
            Number::Expr(expr) | Number::Bits(expr) => expr.is_derived(),
            Number::Float(_) => false,
        };
        match self {
            Self::One(number) => derived(number),
            Self::Many(numbers) => numbers.iter().any(derived),
            Self::Pad { .. } => true,
            Self::Text(_) | Self::Raw(_) => false,
        }
    }
}

impl Expr {
    fn is_derived(&self) -> bool {
        match self {
            Self::Int(_) => false,
            Self::Neg(inner, _) => inner.is_derived(),
            Self::Binary(_, left, right, _) => left.is_derived() || right.is_derived(),
            _ => true,
        }
    }
}
