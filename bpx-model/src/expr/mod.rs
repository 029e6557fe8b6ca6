//! Defines expressions over fields. The generator, the schema, the interpreter and the exports use the same tree.
//! `docs/language.md` defines the meaning of expressions.

mod kind;
mod linear;
mod operator;
mod running;
mod spell;
mod value;

pub use self::kind::{ExprKind, KindFault, NameKinds};
pub use self::linear::LinearForm;
pub use self::operator::{Binary, Fold, Unary, shift_left, shift_right, whole_of_bytes, whole_of_float};
pub use self::running::RunningTotals;
pub use self::spell::Spelling;
pub use self::value::ComputedValue;

use crate::{List, Text};

/// An expression over fields that were read before. The expression is data, not code, so that generated code and the
/// interpreter cannot differ. Whole numbers have 128 bits, and every operation checks for overflow.
#[derive(Debug, Clone, PartialEq)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Expr {
    /// A whole number.
    Int(i64),
    /// A truth value.
    Bool(bool),
    /// A float, which is never NaN or infinite.
    #[cfg_attr(feature = "json", serde(with = "float_as_text"))]
    Float(f64),
    /// A text.
    Text(Text),
    /// A byte string.
    Bytes(List<u8>),
    /// A named constant and its value. The generator does not know the value and uses 0.
    Const(Text, i64),
    /// A field, a parameter or a loop variable, followed by the names of members, such as `header.section_count`.
    Path(List<Text>),
    /// The element of an array field at the index that the operand states, followed by the names of members, such as
    /// `table[i].size`.
    Element(List<Text>, List<Expr>, List<Text>),
    /// Number of elements of an array field.
    Len(List<Text>),
    /// Sum of one member over all elements of an array field.
    Sum(List<Text>, Text),
    /// A member of the first element of an array field whose key has the value of the operand; 0 if there is no such
    /// element. The first text is the key, and the second text is the member.
    Find(List<Text>, Text, List<Expr>, Text),
    /// A number that is computed from all elements of an array field. In the operand, [`ENTRY`](Self::ENTRY) is the
    /// element.
    Fold(Fold, List<Text>, List<Expr>),
    /// Number of bytes that are left in the enclosing space.
    Remaining,
    /// Size in bytes of the enclosing space.
    Size,
    /// Offset of the next byte in the enclosing space.
    Position,
    /// Stored size of a field of the structure in bytes; for `self`, the stored size of all adjacent fields.
    SizeOf(Text),
    /// Offset in bytes of a field from the first byte of the structure that holds it.
    OffsetOf(Text),
    /// An operation on one operand.
    Unary(Unary, List<Expr>),
    /// An operation on two operands.
    Binary(Binary, List<Expr>),
    /// A choice by a condition. The operands are the condition, the value if the condition holds, and the value if it
    /// does not hold.
    If(List<Expr>),
}

impl Expr {
    /// The word that names the structure itself, in place of the name of a field.
    pub const SELF: &'static str = "self";
    /// The name of an element in the operand of [`Fold`](Self::Fold).
    pub const ENTRY: &'static str = "entry";

    /// Returns its operands, from left to right.
    #[must_use]
    pub fn operands(&self) -> &[Self] {
        match self {
            Self::Element(_, operands, _)
            | Self::Find(_, _, operands, _)
            | Self::Fold(_, _, operands)
            | Self::Unary(_, operands)
            | Self::Binary(_, operands)
            | Self::If(operands) => operands,
            Self::Int(_)
            | Self::Bool(_)
            | Self::Float(_)
            | Self::Text(_)
            | Self::Bytes(_)
            | Self::Const(..)
            | Self::Path(_)
            | Self::Len(_)
            | Self::Sum(..)
            | Self::Remaining
            | Self::Size
            | Self::Position
            | Self::SizeOf(_)
            | Self::OffsetOf(_) => &[],
        }
    }

    /// Returns whether the value depends on the surrounding bytes, which a writer does not have.
    #[must_use]
    pub fn needs_space(&self) -> bool {
        self.parts().iter().any(|expr| matches!(expr, Self::Remaining | Self::Size | Self::Position))
    }

    /// Returns the field whose size or offset the expression states, or `self` for the structure. Ignores the operands
    /// of the expression.
    #[must_use]
    pub fn measured_field(&self) -> Option<&Text> {
        match self {
            Self::SizeOf(name) | Self::OffsetOf(name) => Some(name),
            _ => None,
        }
    }

    /// Returns whether a computed value with this expression is known only after the fields of its structure are
    /// written, because it depends on sizes or offsets.
    #[must_use]
    pub fn is_late(&self) -> bool {
        self.parts().iter().any(|expr| matches!(expr, Self::SizeOf(_) | Self::OffsetOf(_) | Self::Position))
    }

    /// Returns whether the value depends on the lengths of arrays, or on sums over the elements of arrays.
    #[must_use]
    pub fn needs_counts(&self) -> bool {
        self.parts().iter().any(|expr| matches!(expr, Self::Len(_) | Self::Sum(..) | Self::Fold(..)))
    }

    /// Returns the names of the fields, parameters and loop variables that the expression uses.
    #[must_use]
    pub fn used_names(&self) -> Vec<&Text> {
        self.parts().into_iter().filter_map(|expr| expr.path()?.first()).collect()
    }

    /// Returns the path to the field that the expression itself uses, or `None` if it uses no field. Ignores the
    /// operands of the expression.
    #[must_use]
    pub fn path(&self) -> Option<&[Text]> {
        match self {
            Self::Path(path)
            | Self::Element(path, ..)
            | Self::Len(path)
            | Self::Sum(path, _)
            | Self::Fold(_, path, _)
            | Self::Find(path, ..) => Some(path),
            _ => None,
        }
    }

    /// Returns the expression and all expressions in it.
    #[must_use]
    pub fn parts(&self) -> Vec<&Self> {
        let (mut parts, mut open) = (Vec::new(), vec![self]);
        while let Some(expr) = open.pop() {
            parts.push(expr);
            open.extend(expr.operands());
        }
        parts
    }
}

/// Writes floats as texts in JSON, because some programs change the digits of JSON numbers, but not those of texts.
#[cfg(feature = "json")]
mod float_as_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{value:?}"))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
        let text = String::deserialize(deserializer)?;
        let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
        value.ok_or_else(|| D::Error::custom(format!("expected a finite float, found `{text}`")))
    }
}
