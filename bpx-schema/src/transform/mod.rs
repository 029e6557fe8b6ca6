//! Transforms of stored bytes, such as compression: decoded under bounds and encoded to the same bytes on every machine.
//!
//! A transform is a type that implements [`Transform`]. A declaration names it by its path, or a built-in one by its short
//! name, which is also the name of its feature: `zlib`, `deflate`, `gzip`, `xz`, `lzma`, `zstd`, `lz4` (frames; blocks are
//! `lz4_block`), `bzip2`.
//!
//! *Stored* bytes are those of the stream, *content* is what they decode to. Every decoder gets the
//! content size in advance and stops one byte past it, so that a hostile stream costs no more
//! than an honest one; memory grows with the content that really arrives, never with the announced
//! size.

#[cfg(feature = "bzip2")]
mod bzip2;
mod codec;
mod decode;
#[cfg(any(feature = "zlib", feature = "deflate", feature = "gzip"))]
mod deflate;
mod encode;
mod error;
mod kind;
mod limits;
#[cfg(feature = "lz4")]
mod lz4;
#[cfg(feature = "lzma")]
mod lzma;
#[cfg(any(feature = "gzip", feature = "bzip2", feature = "zstd"))]
mod members;
mod reader;
#[cfg(test)]
mod tests;
#[cfg(any(feature = "xz", feature = "lzma"))]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;

#[cfg(feature = "bzip2")]
pub use self::bzip2::Bzip2;
pub use self::codec::{Decode, Encode, Output, State, Step};
pub use self::decode::{decode, decode_to, decode_up_to, decode_up_to_in_pieces};
#[cfg(feature = "deflate")]
pub use self::deflate::Deflate;
#[cfg(feature = "gzip")]
pub use self::deflate::Gzip;
#[cfg(feature = "zlib")]
pub use self::deflate::Zlib;
pub use self::encode::{EncodedSizes, StreamEncoder, encode, encode_stream};
pub use self::error::StreamError;
pub use self::kind::{DynTransform, TransformType};
pub use self::limits::{DecoderMemory, StreamLimits};
#[cfg(feature = "lz4")]
pub use self::lz4::{Lz4, Lz4Block};
#[cfg(feature = "lzma")]
pub use self::lzma::Lzma;
pub use self::reader::StreamReader;
#[cfg(feature = "xz")]
pub use self::xz::{Xz, XzCheck, XzEffort, decode_xz_block, decode_xz_block_into};
#[cfg(feature = "zstd")]
pub use self::zstd::Zstd;

/// A way in which content is stored; the value holds what is needed beside the bytes: settings of the encoder, a
/// dictionary.
///
/// What a declaration names is decoded by the default value, unless the run was given another one under the same name
/// ([`Algorithms::with_transform`](crate::Algorithms::with_transform)).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no transform: implement `bpx_schema::transform::Transform` for it",
    label = "no transform"
)]
pub trait Transform: Default + Send + Sync + 'static {
    /// Stable name in schemas and messages, in lower case with dashes: `zlib`.
    const NAME: &'static str;

    /// Begins to decode a stream of at most `content_size` bytes of content.
    ///
    /// What a decoder takes of memory beyond some KiB, it takes from [`StreamLimits::hold`].
    ///
    /// # Errors
    /// `MemoryLimit`, `OutOfMemory`; `Unsupported` when something is missing, such as a dictionary.
    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn Decode>, StreamError>;

    /// Begins to encode a stream.
    ///
    /// # Errors
    /// `InvalidEncoding` for settings that are out of range, or when nothing can be encoded; `Io` when the system gives no
    /// memory or threads.
    fn encoder(&self) -> Result<Box<dyn Encode>, StreamError>;
}

/// The transforms of this build.
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

/// Size of a slice in the units of files.
fn size_of_slice(bytes: &[u8]) -> u64 {
    u64::try_from(bytes.len()).unwrap_or(u64::MAX)
}
