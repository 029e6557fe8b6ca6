//! Defines transforms of stored bytes, such as compression. Limits bound the decoding, and an encoder makes the same
//! bytes on every machine.
//!
//! A transform is a type that implements [`Transform`]. A declaration names a transform by its path, or a built-in
//! transform by its short name, which is also the name of its feature: `zlib`, `deflate`, `gzip`, `xz`, `lzma`, `zstd`,
//! `lz4` (frames; blocks are `lz4_block`), `bzip2`.
//!
//! *Stored* bytes are the bytes of the stream; *content* is the decoded bytes. Every decoder gets the size of the
//! content in advance, and stops one byte past it, so that a hostile stream costs no more than an honest one. Memory
//! grows with the decoded content, not with the announced size.

#[cfg(feature = "bzip2")]
mod bzip2;
mod codec;
mod contract;
mod cut;
mod decode;
#[cfg(any(feature = "zlib", feature = "deflate", feature = "gzip"))]
mod deflate;
mod encode;
mod error;
mod kept;
mod kind;
#[cfg(any(feature = "zlib", feature = "deflate", feature = "gzip", feature = "lzma", feature = "bzip2"))]
mod level;
mod limits;
#[cfg(feature = "lz4")]
mod lz4;
#[cfg(feature = "lzma")]
mod lzma;
#[cfg(any(feature = "gzip", feature = "bzip2", feature = "zstd"))]
mod members;
mod reader;
#[cfg(feature = "interpret")]
mod same;
#[cfg(test)]
mod tests;
#[cfg(any(feature = "xz", feature = "lzma"))]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;

#[cfg(feature = "bzip2")]
pub use self::bzip2::Bzip2;
pub use self::codec::{DecodeStream, EncodeStream, StepOutput, StepResult, StreamState};
pub use self::contract::Transform;
pub use self::cut::cut_stream;
pub use self::decode::{decode, decode_first, decode_to, decode_up_to, decode_up_to_in_pieces};
#[cfg(feature = "deflate")]
pub use self::deflate::Deflate;
#[cfg(feature = "gzip")]
pub use self::deflate::Gzip;
#[cfg(feature = "zlib")]
pub use self::deflate::Zlib;
pub use self::encode::{EncodedSizes, StreamEncoder, encode, encode_stream};
pub use self::error::StreamError;
pub(crate) use self::kept::decodes_to;
pub use self::kind::{DynTransform, TransformType};
pub use self::limits::{DecoderMemory, StreamLimits};
#[cfg(feature = "lz4")]
pub use self::lz4::{Lz4, Lz4Block};
#[cfg(feature = "lzma")]
pub use self::lzma::Lzma;
pub use self::reader::StreamReader;
#[cfg(feature = "interpret")]
pub(crate) use self::same::encodes_to;
#[cfg(feature = "xz")]
pub use self::xz::{Xz, XzCheck, XzEffort, decode_xz_block, decode_xz_block_into};
#[cfg(feature = "zstd")]
pub use self::zstd::Zstd;

/// The built-in transforms of this build.
pub(crate) const BUILT_IN: &[TransformType] = &[
    #[cfg(feature = "zlib")]
    TransformType::of::<Zlib>(),
    #[cfg(feature = "deflate")]
    TransformType::of::<Deflate>(),
    #[cfg(feature = "gzip")]
    TransformType::of::<Gzip>(),
    #[cfg(feature = "xz")]
    TransformType::of::<Xz>(),
    #[cfg(feature = "lzma")]
    TransformType::of::<Lzma>(),
    #[cfg(feature = "zstd")]
    TransformType::of::<Zstd>(),
    #[cfg(feature = "lz4")]
    TransformType::of::<Lz4>(),
    #[cfg(feature = "lz4")]
    TransformType::of::<Lz4Block>(),
    #[cfg(feature = "bzip2")]
    TransformType::of::<Bzip2>(),
];
