//! Defines the trait of transforms.

use super::{DecodeStream, EncodeStream, StreamError, StreamLimits};

/// A stored form of content, such as a compression. The value holds data that is not in the bytes: the settings of the
/// encoder, and a dictionary.
///
/// The decoder of a transform that a declaration names uses the default value, unless the run has another value with
/// the same name ([`Algorithms::with_transform`](crate::Algorithms::with_transform)).
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a transform: implement `bpx_schema::transform::Transform` for it",
    label = "no transform"
)]
pub trait Transform: Default + Send + Sync + 'static {
    /// Stable name in schemas and messages, in lower case with dashes, such as `zlib`.
    const NAME: &'static str;

    /// Begins to decode a stream of at most `content_size` bytes of content.
    ///
    /// A decoder that takes more than some KiB of memory must charge the memory by [`StreamLimits::hold_memory`].
    ///
    /// # Errors
    /// Returns `MemoryLimit`, `OutOfMemory`, or `Unsupported` when something is missing, such as a dictionary.
    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError>;

    /// Begins to encode a stream.
    ///
    /// # Errors
    /// Returns `InvalidEncoding` for settings that are out of range, or when the transform can encode nothing. Returns
    /// `Io` when the system provides no memory or threads.
    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError>;
}
