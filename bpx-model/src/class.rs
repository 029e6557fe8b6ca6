//! Classes of faults, severities and verdicts.

/// The class of a fault: a closed list, the same for every format and every implementation under test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Class {
    /// The bytes end before the structure does.
    Truncated,
    /// A signature is not the expected one.
    BadMagic,
    /// An offset or a size points outside of the bytes that it refers to.
    OutOfBounds,
    /// Compressed bytes do not form a stream.
    BadStream,
    /// A stated size differs from the real one.
    SizeMismatch,
    /// A stated count differs from the real one.
    CountMismatch,
    /// A variable-length number is too long for its type.
    BadVarint,
    /// A text has no terminator.
    Unterminated,
    /// A text is not in the required encoding.
    BadText,
    /// A discriminant selects nothing.
    UnknownTag,
    /// Values are nested too deeply.
    TooDeep,
    /// A limit of the reader was reached.
    LimitExceeded,
    /// A computation over stored numbers has no result that fits.
    Overflow,
    /// Bytes after the end.
    TrailingBytes,
    /// Two parts share bytes.
    Overlap,
    /// A checksum differs.
    ChecksumMismatch,
    /// Reserved bytes are not zero.
    ReservedNotZero,
    /// A code has no meaning.
    UnknownCode,
    /// A flag has no meaning.
    UnknownFlag,
    /// A number is outside of its range, or not among the allowed ones.
    OutOfRange,
    /// A number is NaN or infinite.
    NotFinite,
    /// Two values contradict each other.
    Inconsistent,
    /// Something required is missing.
    Missing,
    /// Something occurs more than once.
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
    /// Information; not a fault.
    Note,
    /// A fault that known readers accept.
    Warning,
    /// A fault.
    #[default]
    Error,
}

impl Severity {
    /// Every severity, lowest first.
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

/// The verdict on a file from a class of faults; of several faults, the greatest verdict applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Verdict {
    /// No error.
    #[default]
    Valid,
    /// The structure breaks a rule.
    Invalid,
    /// The bytes do not form the structure.
    Malformed,
    /// A version or a feature that is not supported.
    Unsupported,
}

impl Class {
    /// Every class.
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

    /// Returns the verdict on the file.
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
