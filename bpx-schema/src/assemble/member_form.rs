//! Decides what the JSON states about a member of a structure.

use crate::schema::{Field, Type};

/// What the JSON states about a member of a structure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MemberForm {
    Value,
    /// At most the size, because the value is a computed number of variable length.
    Size,
    /// Nothing, because the value is computed.
    Nothing,
}

impl MemberForm {
    /// Returns what the JSON states about a field.
    pub(super) fn of_field(field: &Field) -> Self {
        match field.ty {
            _ if is_read_from_json(field) => Self::Value,
            Type::Varint { .. } => Self::Size,
            _ => Self::Nothing,
        }
    }
}

/// Returns whether the JSON states the value of a field, because the value is not computed.
pub(super) fn is_read_from_json(field: &Field) -> bool {
    !field.is_computed()
}
