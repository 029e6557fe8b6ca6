use super::level::leveled;
use super::xz::LzmaDecoder;
use super::xz::encoder::{LzmaEncoder, encoder_error};
use super::{DecodeStream, EncodeStream, StreamError, StreamLimits, Transform};
use xz2::stream::{LzmaOptions, Stream};

leveled! {
    /// One file in the old format of LZMA (`.lzma`), with or without an end marker.
    Lzma,
    /// Sets the effort, from 0 (fastest) to 9.
}

impl Transform for Lzma {
    const NAME: &'static str = "lzma";

    fn decoder(&self, content_size: u64, limits: &StreamLimits) -> Result<Box<dyn DecodeStream>, StreamError> {
        Ok(Box::new(LzmaDecoder::begin_decoding(Self::NAME, content_size, limits, Stream::new_lzma_decoder)?))
    }

    fn encoder(&self) -> Result<Box<dyn EncodeStream>, StreamError> {
        if self.level > 9 {
            return Err(StreamError::InvalidEncoding { reason: "expected a level from 0 to 9" });
        }
        let options = LzmaOptions::new_preset(self.level).map_err(encoder_error)?;
        Ok(Box::new(LzmaEncoder(Stream::new_lzma_encoder(&options).map_err(encoder_error)?)))
    }
}
