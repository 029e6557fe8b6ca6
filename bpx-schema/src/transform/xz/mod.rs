//! Implements the streams of liblzma: xz, and the parts that xz shares with the older format.

#[cfg(feature = "xz")]
mod block;
#[cfg(feature = "xz")]
mod blocks;
mod decoder;
pub(super) mod encoder;
#[cfg(feature = "xz")]
mod settings;

#[cfg(feature = "xz")]
pub use self::block::{decode_xz_block, decode_xz_block_into};
pub(super) use self::decoder::LzmaDecoder;
#[cfg(feature = "xz")]
pub use self::settings::{Xz, XzCheck, XzEffort};

#[cfg(feature = "xz")]
use super::{DecodeStream, EncodeStream, StreamError, StreamLimits, Transform};

#[cfg(feature = "xz")]
impl Transform for Xz {
    const NAME: &'static str = "xz";

    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(LzmaDecoder::of_files(content_size, limits)?))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        self.validate()?;
        blocks::make_encoder(self)
    }
}
