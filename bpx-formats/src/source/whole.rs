#![allow(clippy::arithmetic_side_effects, reason = "bytes that are read are counted")]

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// A file that is read from its beginning to its end. When the file ends before the size that it had when it was
/// opened, reading fails, because another program shortened the file, and the bytes are neither its old nor its new
/// content. Errors name the file.
#[derive(Debug)]
pub struct WholeFile {
    file: File,
    path: PathBuf,
    size: u64,
    read: u64,
}

impl WholeFile {
    /// Opens a file.
    ///
    /// # Errors
    /// Returns errors of the file system.
    pub fn open(path: impl Into<PathBuf>) -> io::Result<Self> {
        let path = path.into();
        let opened = File::open(&path).and_then(|file| Ok((file.metadata()?.len(), file)));
        match opened {
            Ok((size, file)) => Ok(Self { file, path, size, read: 0 }),
            Err(error) => Err(named_error(&path, &error)),
        }
    }

    /// Returns the size in bytes that the file had when it was opened.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl Read for WholeFile {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buf).map_err(|error| named_error(&self.path, &error))?;
        self.read += read as u64;
        if read == 0 && !buf.is_empty() && self.read < self.size {
            let message = format!(
                "the file ended after {} of {} bytes, because another program shortened it while it was read; run \
                    the command again",
                self.read, self.size
            );
            return Err(named_error(&self.path, &io::Error::new(io::ErrorKind::UnexpectedEof, message)));
        }
        Ok(read)
    }
}

fn named_error(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn a_file_that_is_cut_while_it_is_read_is_an_error() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123456789").unwrap();
        let mut whole = WholeFile::open(file.path()).unwrap();
        assert_eq!(whole.size(), 10);
        let mut read = [0; 4];
        whole.read_exact(&mut read).unwrap();
        file.as_file().set_len(7).unwrap();
        let mut rest = Vec::new();
        let error = whole.read_to_end(&mut rest).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        let expected = format!(
            "{}: the file ended after 7 of 10 bytes, because another program shortened it while it was read; run the command again",
            file.path().display()
        );
        assert_eq!(error.to_string(), expected);
    }

    #[test]
    fn a_file_that_grows_is_read_to_its_end() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(b"0123").unwrap();
        let mut whole = WholeFile::open(file.path()).unwrap();
        file.write_all(b"456").unwrap();
        let mut read = Vec::new();
        whole.read_to_end(&mut read).unwrap();
        assert_eq!(read, b"0123456");
        assert_eq!(whole.read(&mut [0; 1]).unwrap(), 0);
    }

    #[test]
    fn errors_name_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("none");
        let error = WholeFile::open(&path).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::NotFound);
        assert!(error.to_string().starts_with(&format!("{}: ", path.display())), "{error}");
    }
}
