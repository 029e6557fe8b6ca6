//! The trait of transforms.

use super::{Decode, Encode, StreamError, StreamLimits};

/// A stored form of content, such as a compression. The value holds data besides the bytes: settings of the encoder, a
/// dictionary.
///
/// The default value decodes a transform that a declaration names, unless the run has another value under the same name
/// ([`Algorithms::with_transform`](crate::Algorithms::with_transform)).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a transform: implement `bpx_schema::transform::Transform` for it",
    label = "no transform"
)]
pub trait Transform: Default + Send + Sync + 'static {
    /// Stable name in schemas and messages, in lower case with dashes: `zlib`.
    const NAME: &'static str;

    /// Begins to decode a stream of at most `content_size` bytes of content.
    ///
    /// A decoder charges its memory beyond some KiB by [`StreamLimits::hold`].
    ///
    /// # Errors
    /// `MemoryLimit`, `OutOfMemory`; `Unsupported` when something is missing, such as a dictionary.
    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn Decode>, StreamError>;

    /// Begins to encode a stream.
    ///
    /// # Errors
    /// `InvalidEncoding` for settings that are out of range, or when nothing can be encoded; `Io` when the system
    /// provides no memory or threads.
    fn encoder(&self) -> Result<Box<dyn Encode>, StreamError>;
}
