//! Defines the rules of every format, which decoders, encoders and builders report under the name of their class.

use super::{Class, Rule};

crate::rules! {
    /// The bytes do not end before the end of the structure.
    TRUNCATED = "truncated", Truncated, "";
    /// A signature has the expected bytes.
    BAD_MAGIC = "bad-magic", BadMagic, "";
    /// Offsets and sizes stay within the bytes to which they refer.
    OUT_OF_BOUNDS = "out-of-bounds", OutOfBounds, "";
    /// Compressed bytes form a stream.
    BAD_STREAM = "bad-stream", BadStream, "";
    /// A stated size equals the real size.
    SIZE_MISMATCH = "size-mismatch", SizeMismatch, "";
    /// A stated count equals the real count.
    COUNT_MISMATCH = "count-mismatch", CountMismatch, "";
    /// A number of variable length fits its type.
    BAD_VARINT = "bad-varint", BadVarint, "";
    /// A text has a terminator.
    UNTERMINATED = "unterminated", Unterminated, "";
    /// A text is in the required encoding.
    BAD_TEXT = "bad-text", BadText, "";
    /// A discriminant selects one of the declared cases.
    UNKNOWN_TAG = "unknown-tag", UnknownTag, "";
    /// Values are nested no deeper than the limits allow.
    TOO_DEEP = "too-deep", TooDeep, "";
    /// Reading stays within the limits.
    LIMIT_EXCEEDED = "limit-exceeded", LimitExceeded, "";
    /// Results of computations with stored numbers fit into numbers.
    OVERFLOW = "overflow", Overflow, "";
    /// Each byte belongs to one part only.
    OVERLAP = "overlap", Overlap, "";
    /// A code is one of the declared codes.
    UNKNOWN_CODE = "unknown-code", UnknownCode, "";
    /// A number is in its range.
    OUT_OF_RANGE = "out-of-range", OutOfRange, "";
    /// Values agree with each other.
    INCONSISTENT = "inconsistent", Inconsistent, "";
    /// A required part exists.
    MISSING = "missing", Missing, "";
    /// A unique value occurs once.
    DUPLICATE = "duplicate", Duplicate, "";
    /// A reference names a part of the right kind.
    BAD_REFERENCE = "bad-reference", BadReference, "";
    /// The version is supported.
    UNSUPPORTED_VERSION = "unsupported-version", UnsupportedVersion, "";
    /// The feature is supported.
    UNSUPPORTED_FEATURE = "unsupported-feature", UnsupportedFeature, "";
    /// The bytes are in a known format.
    UNKNOWN_FORMAT = "unknown-format", UnknownFormat, "";
    /// In a whole file of a schema, nothing follows the last field.
    UNREAD_END = "trailing-bytes", TrailingBytes, "" excused "unread";
    /// In a whole file of a schema, only zeros may lie between fields.
    UNREAD = "unread-bytes", TrailingBytes, "" excused "unread";
    /// In a whole file of a schema, no zeros lie between fields.
    UNREAD_ZEROS = "unread-bytes", TrailingBytes as Note, "";
}

/// Returns all rules that are reported under the name of their class, for all formats, and the rules about bytes that
/// no field holds.
#[must_use]
pub fn decoding_rules() -> &'static [&'static Rule] {
    RULES
}

/// Returns whether code may report faults of a class without a rule of the format.
pub(crate) fn is_listed(class: Class) -> bool {
    RULES.iter().any(|rule| rule.code == class.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_is_called_as_its_class() {
        for rule in RULES.iter().filter(|rule| rule.reading.is_empty() && rule.code != "unread-bytes") {
            assert_eq!(rule.code, rule.class.name());
        }
        let listed = Class::ALL.iter().filter(|class| is_listed(**class)).count();
        assert_eq!(listed, RULES.len() - 2, "the rules of unread bytes share two classes");
    }
}
