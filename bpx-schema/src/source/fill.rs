use std::io::{self, ErrorKind, Read};

/// Fills a buffer from a reader, or reads to the reader's end. Returns the number of bytes that were read.
///
/// # Errors
/// Returns the errors of the reader, except `Interrupted`, after which the function reads again.
pub fn fill_buffer(reader: &mut (impl Read + ?Sized), buf: &mut [u8]) -> io::Result<usize> {
    fill_with(buf, |rest| {
        loop {
            match reader.read(rest) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return read,
            }
        }
    })
}

/// Fills a buffer by calls of `take`, which returns the number of bytes that it wrote, and 0 at the end. Returns the
/// total number of bytes.
///
/// # Errors
/// Returns the errors of `take`.
pub fn fill_with<E>(buf: &mut [u8], mut take: impl FnMut(&mut [u8]) -> Result<usize, E>) -> Result<usize, E> {
    let mut filled = 0_usize;
    while let Some(rest) = buf.get_mut(filled..).filter(|rest| !rest.is_empty()) {
        let taken = take(rest)?;
        if taken == 0 {
            break;
        }
        filled += taken;
    }
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One byte at a time, interrupted before each.
    struct Slow<'a>(&'a [u8], bool);

    impl Read for Slow<'_> {
        fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
            self.1 = !self.1;
            if self.1 {
                return Err(ErrorKind::Interrupted.into());
            }
            let size = buf.len().min(1);
            self.0.read(&mut buf[..size])
        }
    }

    #[test]
    fn short_and_interrupted_reads_fill_all_the_same() {
        let mut buf = [0; 3];
        let mut slow = Slow(b"abcd", false);
        assert_eq!((fill_buffer(&mut slow, &mut buf).unwrap(), buf), (3, *b"abc"));
        assert_eq!((fill_buffer(&mut slow, &mut buf).unwrap(), buf), (1, *b"dbc"));
        assert_eq!(fill_buffer(&mut slow, &mut buf).unwrap(), 0);
    }
}
