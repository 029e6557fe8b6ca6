//! The rules of the bytes of a region, whose codes begin with the name of the field.

use super::{Class, Finding, Location};
use crate::schema::{Field, Text};

/// A rule of the bytes of a region, or of a field that is stored in another form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RegionRule {
    /// The stored bytes lie in the enclosing space.
    Bounds,
    /// Reading stays within the limits.
    Limit,
    /// The stored bytes form a stream.
    Stream,
    /// The content has the stated size.
    ContentSize,
    /// The content has the stated checksum.
    ContentChecksum,
}

impl RegionRule {
    pub(crate) const fn class(self) -> Class {
        match self {
            Self::Bounds => Class::OutOfBounds,
            Self::Limit => Class::LimitExceeded,
            Self::Stream => Class::BadStream,
            Self::ContentSize => Class::SizeMismatch,
            Self::ContentChecksum => Class::ChecksumMismatch,
        }
    }

    /// Returns the code for a field, such as `sections.bounds`.
    pub(crate) fn code(self, field: &Field) -> Text {
        let rule = match self {
            Self::Bounds => "bounds",
            Self::Limit => "limit",
            Self::Stream => "stream",
            Self::ContentSize => "content-size",
            Self::ContentChecksum => "checksum",
        };
        code_in_field(field, rule)
    }

    /// Returns a finding that breaks the rule.
    pub(crate) fn finding(self, field: &Field, at: Location, message: String) -> Finding {
        Finding::new(self.class(), at, message).with_code(self.code(field))
    }
}

/// Returns the code of a rule that is named after a field.
pub(crate) fn code_in_field(field: &Field, rule: &str) -> Text {
    Text::Owned(format!("{}.{rule}", field.name))
}
