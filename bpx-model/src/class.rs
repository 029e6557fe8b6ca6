//! Defines classes of faults, severities and verdicts.

/// The class of a fault. The list of classes is the same for every format and for every implementation under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Class {
    /// The bytes end before the end of the structure.
    Truncated,
    /// A signature differs from the expected one.
    BadMagic,
    /// An offset or a size points outside of the bytes to which it refers.
    OutOfBounds,
    /// Compressed bytes do not form a stream.
    BadStream,
    /// A stated size differs from the real size.
    SizeMismatch,
    /// A stated count differs from the real count.
    CountMismatch,
    /// A variable-length number does not fit its type, or its bytes do not form a number.
    BadVarint,
    /// A text has no terminator.
    Unterminated,
    /// A text is not in the required encoding.
    BadText,
    /// A discriminant selects no case.
    UnknownTag,
    /// Values are nested too deeply.
    TooDeep,
    /// The file exceeds a limit of the reader.
    LimitExceeded,
    /// A computation with stored numbers has no result that fits into a number.
    Overflow,
    /// Bytes follow the end, or belong to no part.
    TrailingBytes,
    /// Two parts share bytes.
    Overlap,
    /// A stated checksum differs from the computed one.
    ChecksumMismatch,
    /// Reserved bytes are not zero.
    ReservedNotZero,
    /// A code is not a known one.
    UnknownCode,
    /// A flag is not a known one.
    UnknownFlag,
    /// A number is outside of its range, or is not an allowed number.
    OutOfRange,
    /// A number is NaN or infinite.
    NotFinite,
    /// Two values contradict each other.
    Inconsistent,
    /// A required part is missing.
    Missing,
    /// A unique value or part occurs more than once.
    Duplicate,
    /// A reference names no existing part, or a part of the wrong kind.
    BadReference,
    /// A name would be dangerous as a file name.
    UnsafePath,
    /// The version is not supported.
    UnsupportedVersion,
    /// A feature is not supported.
    UnsupportedFeature,
    /// The bytes are in no known format.
    UnknownFormat,
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Severity {
    /// Information that is not a fault.
    Note,
    /// A fault that known readers accept.
    Warning,
    /// A fault.
    #[default]
    Error,
}

impl Severity {
    /// All severities, from the lowest to the highest.
    pub const ALL: &'static [Self] = &[Self::Note, Self::Warning, Self::Error];

    /// Returns the stable name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }

    /// Returns whether the severity is the default of rules.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::Error
    }
}

/// The verdict on a file, which follows from the class of a fault. If there are several faults, the greatest of their
/// verdicts applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Verdict {
    /// The file has no error.
    #[default]
    Valid,
    /// The structure breaks a rule.
    Invalid,
    /// The bytes do not form the structure.
    Malformed,
    /// The file needs a version or a feature that is not supported.
    Unsupported,
}

impl Class {
    /// All classes.
    pub const ALL: &'static [Self] = &[
        Self::Truncated,
        Self::BadMagic,
        Self::OutOfBounds,
        Self::BadStream,
        Self::SizeMismatch,
        Self::CountMismatch,
        Self::BadVarint,
        Self::Unterminated,
        Self::BadText,
        Self::UnknownTag,
        Self::TooDeep,
        Self::LimitExceeded,
        Self::Overflow,
        Self::TrailingBytes,
        Self::Overlap,
        Self::ChecksumMismatch,
        Self::ReservedNotZero,
        Self::UnknownCode,
        Self::UnknownFlag,
        Self::OutOfRange,
        Self::NotFinite,
        Self::Inconsistent,
        Self::Missing,
        Self::Duplicate,
        Self::BadReference,
        Self::UnsafePath,
        Self::UnsupportedVersion,
        Self::UnsupportedFeature,
        Self::UnknownFormat,
    ];

    /// Returns the stable name, in lower case with hyphens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Truncated => "truncated",
            Self::BadMagic => "bad-magic",
            Self::OutOfBounds => "out-of-bounds",
            Self::BadStream => "bad-stream",
            Self::SizeMismatch => "size-mismatch",
            Self::CountMismatch => "count-mismatch",
            Self::BadVarint => "bad-varint",
            Self::Unterminated => "unterminated",
            Self::BadText => "bad-text",
            Self::UnknownTag => "unknown-tag",
            Self::TooDeep => "too-deep",
            Self::LimitExceeded => "limit-exceeded",
            Self::Overflow => "overflow",
            Self::TrailingBytes => "trailing-bytes",
            Self::Overlap => "overlap",
            Self::ChecksumMismatch => "checksum-mismatch",
            Self::ReservedNotZero => "reserved-not-zero",
            Self::UnknownCode => "unknown-code",
            Self::UnknownFlag => "unknown-flag",
            Self::OutOfRange => "out-of-range",
            Self::NotFinite => "not-finite",
            Self::Inconsistent => "inconsistent",
            Self::Missing => "missing",
            Self::Duplicate => "duplicate",
            Self::BadReference => "bad-reference",
            Self::UnsafePath => "unsafe-path",
            Self::UnsupportedVersion => "unsupported-version",
            Self::UnsupportedFeature => "unsupported-feature",
            Self::UnknownFormat => "unknown-format",
        }
    }

    /// Returns the verdict on a file with a fault of this class.
    #[must_use]
    pub fn verdict(self) -> Verdict {
        match self {
            Self::Truncated
            | Self::BadMagic
            | Self::OutOfBounds
            | Self::BadStream
            | Self::SizeMismatch
            | Self::CountMismatch
            | Self::BadVarint
            | Self::Unterminated
            | Self::BadText
            | Self::UnknownTag
            | Self::TooDeep
            | Self::LimitExceeded
            | Self::Overflow => Verdict::Malformed,
            Self::UnsupportedVersion | Self::UnsupportedFeature | Self::UnknownFormat => Verdict::Unsupported,
            _ => Verdict::Invalid,
        }
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

impl Verdict {
    /// Returns the stable name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Valid => "valid",
            Self::Malformed => "malformed",
            Self::Invalid => "invalid",
            Self::Unsupported => "unsupported",
        }
    }
}

impl std::fmt::Display for Verdict {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
