//! Compression of stored bytes: zlib and xz streams, decoded under bounds and encoded to the same
//! bytes on every machine.
//!
//! The codecs come with the feature `transform`; without it, every stream is unsupported.
//!
//! *Stored* bytes are those of the stream, *content* is what they decode to. Every decoder is told
//! the content size in advance and stops one byte past it, so that a hostile stream costs no more
//! than an honest one; memory grows with the content that really arrives, never with the announced
//! size.

#[cfg(not(feature = "transform"))]
mod absent;
mod error;
mod limits;
#[cfg(feature = "transform")]
mod stream;

#[cfg(not(feature = "transform"))]
pub use absent::{decode, decode_to, decode_up_to, decode_up_to_in_pieces};
pub use error::StreamError;
pub use limits::StreamLimits;
#[cfg(feature = "transform")]
pub use stream::{
    EncodedSizes, Encoding, StreamEncoder, StreamReader, XzCheck, XzEffort, decode, decode_to, decode_up_to,
    decode_up_to_in_pieces, decode_xz_block, decode_xz_block_into, encode, encode_stream,
};

/// A stream format that stored bytes can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
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
