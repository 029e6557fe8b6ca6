//! Compares a stream with the output of this build's encoder.

use super::{DynTransform, encode_stream};
use std::io::{self, Write};

/// Returns whether the encoder makes exactly these stored bytes from a content. Stops at the first different byte.
pub(crate) fn encodes_to(transform: &dyn DynTransform, content: &[u8], stored: &[u8]) -> bool {
    let mut expected = ComparingWriter(stored);
    encode_stream(&mut &*content, transform, &mut expected).is_ok() && expected.0.is_empty()
}

/// A writer that compares bytes with expected bytes. A different byte is an error.
struct ComparingWriter<'a>(&'a [u8]);

impl Write for ComparingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 = self.0.strip_prefix(bytes).ok_or(io::ErrorKind::InvalidData)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
