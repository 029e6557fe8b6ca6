use bpx_schema::transform::{DecodeStream, EncodeStream, StreamError, StreamLimits, Transform, Zstd};
use std::sync::Arc;

/// The message of the error when there is no dictionary.
const MISSING: &str = "expected the dictionary that files of the archive share (--dict), found none";

/// Frames of ZSTD that are compressed with the dictionary of an archive, in files of kind SLIM_ZST_DICT.
///
/// The dictionary is not in the file, so a reader that works from the schema alone takes the dictionary from its
/// registry ([`Algorithms::with_transform`](bpx_schema::Algorithms::with_transform)). The default value has no
/// dictionary, and returns an error.
#[derive(Debug, Clone, Default)]
pub struct SharedZstd(Option<Zstd>);

impl From<Arc<[u8]>> for SharedZstd {
    /// Returns the transform that uses a dictionary as stored.
    fn from(dictionary: Arc<[u8]>) -> Self {
        Self(Some(Zstd::new().with_dictionary(dictionary)))
    }
}

impl Transform for SharedZstd {
    const NAME: &'static str = "blk-zstd-dictionary";

    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        let missing = || StreamError::Unsupported { transform: Self::NAME, at: 0, reason: MISSING.to_owned() };
        self.0.as_ref().ok_or_else(missing)?.decoder(content_size, limits)
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        self.0.as_ref().ok_or(StreamError::InvalidEncoding { reason: MISSING })?.encoder()
    }
}
