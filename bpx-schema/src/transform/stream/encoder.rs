//! One step of any encoder.

use super::decoder::Step;
use super::xz_encoder::XzEncoder;
use super::zlib::Deflater;
use super::{Encoding, StreamError, Transform};

pub(super) enum Encoder {
    Zlib(Deflater),
    Xz(XzEncoder),
}

impl Encoder {
    pub(super) fn new(encoding: &Encoding) -> Result<Self, StreamError> {
        encoding.validate()?;
        Ok(match encoding.transform {
            Transform::Zlib => Self::Zlib(Deflater::new(encoding.level)),
            Transform::Xz => Self::Xz(XzEncoder::new(encoding)?),
        })
    }

    /// Encodes some of `input`; `last` when no more follows, and then in every later call too.
    pub(super) fn step(&mut self, input: &[u8], last: bool, output: &mut [u8]) -> Result<Step, StreamError> {
        match self {
            Self::Zlib(encoder) => encoder.step(input, last, output),
            Self::Xz(encoder) => encoder.step(input, last, output),
        }
    }
}
