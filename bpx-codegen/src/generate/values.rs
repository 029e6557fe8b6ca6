//! Determines the kind of values of a field, for rules and codes.

use bpx_model::{Field, Length, Rule, Type};
use std::ops::RangeInclusive;

/// The values of a field, or of each of its elements.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum FieldValues {
    /// Whole numbers, with the range of the numbers that rules can state.
    Whole(RangeInclusive<i64>),
    Float,
    /// A text that ends with a NUL.
    Text,
    /// A structure, or a whole number of more than 8 bytes.
    Other,
}

impl FieldValues {
    /// Returns the kind of values of a field; if the field is bytes, also their number.
    pub(super) fn of_field(field: &Field) -> (Self, Option<Length>) {
        let bytes = field.len.clone().filter(|_| field.ty.is_byte());
        let values = match &field.ty {
            Type::Int { size: size @ 1..=7, signed: true, .. } => {
                let half = 1_i64 << (u32::from(*size) * 8 - 1);
                Self::Whole(-half..=half - 1)
            }
            Type::Int { size: 8, signed: true, .. } => Self::Whole(i64::MIN..=i64::MAX),
            Type::Int { size: size @ 1..=7, .. } => Self::of_bits(u16::from(*size) * 8).0,
            Type::Varint { bits, form } => Self::Whole(form.range_in_i64(*bits)),
            Type::Int { size: 8, .. } => Self::Whole(0..=i64::MAX),
            // Attributes state values as numbers of 64 bits.
            Type::Digits { size, form } => {
                Self::Whole(0..=i64::try_from(form.greatest_number((*size).into())).unwrap_or(i64::MAX))
            }
            Type::Float { .. } | Type::FixedPoint { .. } => Self::Float,
            Type::CString => Self::Text,
            Type::Int { .. } | Type::Named { .. } => Self::Other,
        };
        (values, bytes)
    }

    /// Returns the kind of unsigned numbers of `bits` bits.
    pub(super) fn of_bits(bits: u16) -> (Self, Option<Length>) {
        let all = if bits < 63 { (1_i64 << bits) - 1 } else { i64::MAX };
        (Self::Whole(0..=all), None)
    }

    pub(super) fn are_whole(&self) -> bool {
        matches!(self, Self::Whole(_))
    }

    /// Returns whether such values, or as many bytes as `bytes` states, can have a rule.
    pub(super) fn can_have_rule(&self, rule: &Rule, bytes: Option<&Length>) -> bool {
        let hold = |numbers: &[i64]| match self {
            Self::Whole(range) => !numbers.is_empty() && numbers.iter().all(|number| range.contains(number)),
            _ => false,
        };
        match rule {
            Rule::Zero => self.are_whole() || *self == Self::Float,
            Rule::Magic(magic) => bytes == Some(&Length::Fixed(magic.len() as u64)) && !magic.is_empty(),
            Rule::OneOf(numbers) | Rule::Supported(numbers) => hold(numbers),
            Rule::Range(low, high) => low <= high && hold(&[*low, *high]),
            Rule::MultipleOf(factor) => *factor > 0 && hold(&[*factor]),
            Rule::Known => self.are_whole(),
            Rule::Finite => *self == Self::Float,
            // The type has this rule.
            Rule::Digits => self.are_whole(),
            Rule::Utf8 | Rule::Text(_) => *self == Self::Text || bytes.is_some(),
            Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed => false,
        }
    }
}
