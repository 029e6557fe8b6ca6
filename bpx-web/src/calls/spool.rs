//! Holds lines of a dump in memory until they are sorted.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

/// The maximum size in bytes of the held lines; a browser has no temporary files for them.
const MOST: usize = 24 << 20;

/// The held lines. Writing fails if they exceed the maximum size.
#[derive(Debug, Default)]
pub(super) struct HeldLines(Cursor<Vec<u8>>);

impl Write for HeldLines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.get_ref().len() + bytes.len() > MOST {
            let most = MOST >> 20;
            return Err(io::Error::other(format!(
                "expected at most {most} MiB of lines, found more: use the command `bpx`"
            )));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Read for HeldLines {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.0.read(bytes)
    }
}

impl Seek for HeldLines {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_beyond_the_bound_are_refused() {
        let mut waiting = HeldLines::default();
        assert!(waiting.write_all(&vec![b'a'; MOST]).is_ok());
        let refused = waiting.write_all(b"a").map_err(|error| error.to_string());
        assert_eq!(refused, Err("expected at most 24 MiB of lines, found more: use the command `bpx`".to_owned()));
        let mut first = [0; 2];
        assert!(waiting.rewind().and_then(|()| waiting.read_exact(&mut first)).is_ok());
        assert_eq!(&first, b"aa");
    }
}
