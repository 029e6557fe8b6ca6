//! Rules of every format, which decoders, encoders and builders report under the name of the class.

use super::{Class, Rule};

crate::rules! {
    /// The bytes do not end before the structure does.
    TRUNCATED = "truncated", Truncated, "";
    /// A signature is the expected one.
    BAD_MAGIC = "bad-magic", BadMagic, "";
    /// Offsets and sizes stay inside of the bytes that they refer to.
    OUT_OF_BOUNDS = "out-of-bounds", OutOfBounds, "";
    /// Compressed bytes form a stream.
    BAD_STREAM = "bad-stream", BadStream, "";
    /// A stated size is the real one.
    SIZE_MISMATCH = "size-mismatch", SizeMismatch, "";
    /// A stated count is the real one.
    COUNT_MISMATCH = "count-mismatch", CountMismatch, "";
    /// A number of variable length fits its type.
    BAD_VARINT = "bad-varint", BadVarint, "";
    /// A text has a terminator.
    UNTERMINATED = "unterminated", Unterminated, "";
    /// A text is in the required encoding.
    BAD_TEXT = "bad-text", BadText, "";
    /// A discriminant selects a case.
    UNKNOWN_TAG = "unknown-tag", UnknownTag, "";
    /// Values are nested no deeper than the limits allow.
    TOO_DEEP = "too-deep", TooDeep, "";
    /// Reading stays within the limits.
    LIMIT_EXCEEDED = "limit-exceeded", LimitExceeded, "";
    /// Computations over stored numbers have results that fit.
    OVERFLOW = "overflow", Overflow, "";
    /// Bytes belong to one part only.
    OVERLAP = "overlap", Overlap, "";
    /// A code has a meaning.
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
    /// The version is a supported one.
    UNSUPPORTED_VERSION = "unsupported-version", UnsupportedVersion, "";
    /// The feature is a supported one.
    UNSUPPORTED_FEATURE = "unsupported-feature", UnsupportedFeature, "";
    /// The bytes are in a known format.
    UNKNOWN_FORMAT = "unknown-format", UnknownFormat, "";
    /// In a whole file of a schema, nothing follows the last field.
    UNREAD_END = "trailing-bytes", TrailingBytes, "" excused "unread";
    /// In a whole file of a schema, fields hold all bytes between others.
    UNREAD = "unread-bytes", TrailingBytes, "" excused "unread";
    /// In a whole file of a schema, no zeros lie between fields.
    UNREAD_ZEROS = "unread-bytes", TrailingBytes as Note, "";
}

/// Returns every rule that is reported under the name of its class, for all formats, and those about bytes that no
/// field holds.
#[must_use]
pub fn decoding_rules() -> &'static [&'static Rule] {
    RULES
}

/// Returns whether faults of this class may be reported without a rule of the format.
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
