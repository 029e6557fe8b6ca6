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
pub use bpx_model::Transform;
pub use error::StreamError;
pub use limits::StreamLimits;
#[cfg(feature = "transform")]
pub use stream::{
    EncodedSizes, Encoding, StreamEncoder, StreamReader, XzCheck, XzEffort, decode, decode_to, decode_up_to,
    decode_up_to_in_pieces, decode_xz_block, decode_xz_block_into, encode, encode_stream,
};
