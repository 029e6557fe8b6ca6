//! Compares generated files with the texts that they must hold.

use crate::exit::{Failure, InFile};
use std::fs::File;
use std::io::{self, BufReader, Bytes, ErrorKind, Read, Write};
use std::path::Path;

/// Whether a generated file is current.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    Current,
    Different,
    Missing,
}

impl State {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Current => "current",
            Self::Different => "out of date",
            Self::Missing => "missing",
        }
    }
}

/// Compares a generated file with the text that `write` writes. Line ends may differ, because a checkout may change
/// them.
pub(super) fn compare_file(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> Result<State, Failure> {
    let place = || path.display().to_string();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(State::Missing),
        Err(error) => return Err(error).in_file(&place()),
    };
    let mut same = Comparison { expected: BufReader::new(file).bytes(), is_same: true };
    write(&mut same).in_file(&place())?;
    let is_current = same.is_same && same.expected.next().is_none();
    Ok(if is_current { State::Current } else { State::Different })
}

/// A writer that compares its bytes with those of a file.
struct Comparison {
    expected: Bytes<BufReader<File>>,
    is_same: bool,
}

impl Write for Comparison {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for byte in bytes {
            if !self.is_same {
                break;
            }
            let mut found = self.expected.next().transpose()?;
            if *byte == b'\n' && found == Some(b'\r') {
                found = self.expected.next().transpose()?;
            }
            self.is_same &= found == Some(*byte);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_compared_but_for_ends_of_lines() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        let state_of = |text: &'static str| compare_file(&path, |out| out.write_all(text.as_bytes())).unwrap();
        assert_eq!(state_of("a\nb\n"), State::Missing);
        for stored in ["a\nb\n", "a\r\nb\r\n"] {
            std::fs::write(&path, stored).unwrap();
            assert_eq!(state_of("a\nb\n"), State::Current);
            for other in ["", "a\n", "a\nc\n", "a\nb\n\n", "a\nb"] {
                assert_eq!(state_of(other), State::Different, "{stored:?} {other:?}");
            }
        }
    }
}
