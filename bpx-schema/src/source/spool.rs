//! Reads input that cannot seek into memory.

use std::io::{self, Read};

/// Reads all of `reader` into memory, at most `limit` bytes.
///
/// The buffer grows as bytes arrive, so a large limit alone takes no memory.
///
/// # Errors
/// Returns `FileTooLarge` when the input is longer than `limit` bytes (the function reads at most `limit + 1` bytes),
/// `OutOfMemory` when the buffer cannot grow, and the errors of the reader.
pub fn read_into_memory(reader: impl Read, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut reader = reader.take(limit);
    reader.read_to_end(&mut bytes)?;
    // One more byte shows that the input is too long.
    if reader.into_inner().take(1).read_to_end(&mut Vec::new())? > 0 {
        return Err(io::Error::new(
            io::ErrorKind::FileTooLarge,
            format!("expected at most {limit} bytes of input, found more"),
        ));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_up_to_the_limit() {
        assert_eq!(read_into_memory(b"".as_slice(), 0).unwrap(), b"");
        assert_eq!(read_into_memory(b"abc".as_slice(), 3).unwrap(), b"abc");
        assert_eq!(read_into_memory(b"abc".as_slice(), u64::MAX).unwrap(), b"abc");
        let error = read_into_memory(io::repeat(7), 1000).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
    }
}
