//! Algorithms that a schema names: transforms of stored bytes, and checksums.

/// A checksum algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Algorithm {
    /// Sum of the unsigned bytes modulo 2^32.
    ByteSum,
    /// CRC-32 of IEEE 802.3, as in zlib.
    Crc32,
    /// CRC-32 with a table of one shift an entry, as the reference crate computes it.
    Crc32Legacy,
}

impl Algorithm {
    /// Every algorithm, in declaration order.
    pub const ALL: &'static [Self] = &[Self::ByteSum, Self::Crc32, Self::Crc32Legacy];

    /// Stable name: `byte-sum`, `crc32` or `crc32-legacy`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByteSum => "byte-sum",
            Self::Crc32 => "crc32",
            Self::Crc32Legacy => "crc32-legacy",
        }
    }

    /// The algorithm of that exact [`name`](Self::name), `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

/// A stream format that stored bytes can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum Transform {
    /// One zlib stream (RFC 1950).
    Zlib,
    /// One or more concatenated .xz streams of one or more blocks, with any integrity check.
    Xz,
}

impl Transform {
    /// Every transform, in declaration order.
    pub const ALL: &'static [Self] = &[Self::Zlib, Self::Xz];

    /// Stable name: `zlib` or `xz`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Zlib => "zlib",
            Self::Xz => "xz",
        }
    }

    /// The transform of that exact [`name`](Self::name), `None` for any other text.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|it| it.name() == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for &transform in Transform::ALL {
            assert_eq!(Transform::from_name(transform.name()), Some(transform));
        }
        assert_eq!(Transform::from_name("lzma"), None);
    }
}
