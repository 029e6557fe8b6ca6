//! Reads a file by position, without a shared cursor.

use std::fs::File;
use std::io;
use std::path::Path;

use super::ReadAt;

/// A regular file as a source of positioned reads.
///
/// The source determines the size once, when it is created. It does not read bytes that are appended later. If the file
/// shrinks, reads end early.
#[derive(Debug)]
pub struct FileSource {
    file: File,
    size: u64,
    // Without positioned reads, seek and read must not interleave.
    #[cfg(not(any(unix, windows)))]
    cursor: std::sync::Mutex<()>,
}

impl FileSource {
    /// Opens the file at `path` for reading.
    ///
    /// # Errors
    /// Returns the errors of `File::open` and of [`from_file`](Self::from_file).
    pub fn open(path: impl AsRef<Path>) -> io::Result<Self> {
        Self::from_file(File::open(path)?)
    }

    /// Uses a file that is open for reading. Does not use the cursor of the file, where the system has positioned
    /// reads.
    ///
    /// # Errors
    /// Returns `InvalidInput` if the file is not a regular file, but a directory, a pipe or a device (see
    /// [`read_into_memory`](super::read_into_memory)). Returns the error of the system if the size cannot be determined.
    pub fn from_file(file: File) -> io::Result<Self> {
        let metadata = file.metadata()?;
        if !metadata.is_file() {
            return Err(io::Error::new(
                io::ErrorKind::InvalidInput,
                "expected a regular file, found a folder, a pipe or a device",
            ));
        }
        Ok(Self {
            size: metadata.len(),
            file,
            #[cfg(not(any(unix, windows)))]
            cursor: std::sync::Mutex::new(()),
        })
    }

    #[cfg(unix)]
    fn read_file(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        std::os::unix::fs::FileExt::read_at(&self.file, buf, offset)
    }

    #[cfg(windows)]
    fn read_file(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        std::os::windows::fs::FileExt::seek_read(&self.file, buf, offset)
    }

    #[cfg(not(any(unix, windows)))]
    fn read_file(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        use std::io::{Read, Seek, SeekFrom};
        let _guard = self.cursor.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(offset))?;
        file.read(buf)
    }
}

impl ReadAt for FileSource {
    fn size(&self) -> u64 {
        self.size
    }

    fn as_file(&self) -> Option<&File> {
        Some(&self.file)
    }

    fn read_at(&self, offset: u64, buf: &mut [u8]) -> io::Result<usize> {
        let Some(left) = self.size.checked_sub(offset) else { return Ok(0) };
        let size = usize::try_from(left).map_or(buf.len(), |left| left.min(buf.len()));
        match buf.get_mut(..size) {
            Some(buf) if size > 0 => self.read_file(offset, buf),
            _ => Ok(0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn reads_by_position_up_to_the_first_size() {
        let path = std::env::temp_dir().join(format!("file-source-{}", std::process::id()));
        let mut file = File::create(&path).unwrap();
        file.write_all(b"0123456789").unwrap();
        let source = FileSource::open(&path).unwrap();
        file.write_all(b"appended").unwrap();

        assert_eq!(source.size(), 10);
        assert!(source.as_bytes().is_none());
        assert_eq!(source.as_file().unwrap().metadata().unwrap().len(), 18);
        let mut buf = [0; 4];
        source.read_exact_at(6, &mut buf).unwrap();
        assert_eq!(&buf, b"6789");
        source.read_exact_at(0, &mut buf).unwrap();
        assert_eq!(&buf, b"0123");
        assert_eq!(source.read_at(8, &mut buf).unwrap(), 2);
        assert_eq!(source.read_at(10, &mut buf).unwrap(), 0);
        assert_eq!(source.read_at(u64::MAX, &mut buf).unwrap(), 0);

        file.set_len(5).unwrap();
        let error = source.read_exact_at(3, &mut buf).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
        std::fs::remove_file(&path).unwrap();
    }

    #[test]
    fn directories_are_refused() {
        assert!(FileSource::open(std::env::temp_dir()).is_err());
    }
}
