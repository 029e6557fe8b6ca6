//! Opening files for reading, and replacing them as a whole.

#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
mod map;
mod part;
mod replace;
mod whole;

pub use self::part::part;
pub use self::replace::replace;
pub use self::whole::WholeFile;
pub use bpx_schema::source::{FileSource, ReadAt, SourceReader, spool};

use bpx_schema::Limits;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Opens a file for positioned reads: as a memory map with feature `mmap`, else read as asked for.
///
/// `-` is standard input. Standard input, pipes and devices are taken into memory, at most
/// [`Limits::max_alloc`] bytes of the default limits.
///
/// # Errors
/// As [`open_with`].
pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<dyn ReadAt>> {
    open_with(path, &Limits::default())
}

/// As [`open`], under other limits.
///
/// # Errors
/// Those of opening and reading, and `FileTooLarge` when something other than a regular file has more than
/// [`Limits::max_alloc`] bytes.
pub fn open_with(path: impl AsRef<Path>, limits: &Limits) -> io::Result<Arc<dyn ReadAt>> {
    let path = path.as_ref();
    if path.as_os_str() == "-" {
        return Ok(Arc::new(spool(io::stdin().lock(), limits.max_alloc)?));
    }
    let file = File::open(path)?;
    if !file.metadata()?.is_file() {
        return Ok(Arc::new(spool(file, limits.max_alloc)?));
    }
    regular(file)
}

#[cfg(feature = "mmap")]
fn regular(file: File) -> io::Result<Arc<dyn ReadAt>> {
    // Not everything that is a file can be mapped (some network and virtual file systems).
    match map::Map::new(&file) {
        Ok(map) => Ok(Arc::new(map)),
        Err(_) => Ok(Arc::new(FileSource::from_file(file)?)),
    }
}

#[cfg(not(feature = "mmap"))]
fn regular(file: File) -> io::Result<Arc<dyn ReadAt>> {
    Ok(Arc::new(FileSource::from_file(file)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn opens_files_of_any_size() {
        let folder = tempfile::tempdir().unwrap();
        for content in [&b""[..], b"0123456789"] {
            let path = folder.path().join("file");
            std::fs::write(&path, content).unwrap();
            let source = open(&path).unwrap();
            assert_eq!(source.size(), content.len() as u64);
            let mut read = vec![0; content.len()];
            source.read_exact_at(0, &mut read).unwrap();
            assert_eq!(read, content);
            assert_eq!(source.read_at(10, &mut [0; 4]).unwrap(), 0);
            assert_eq!(source.read_at(u64::MAX, &mut [0; 4]).unwrap(), 0);
        }
        assert_eq!(open(folder.path().join("none")).err().unwrap().kind(), io::ErrorKind::NotFound);
        assert!(open(folder.path()).is_err());
    }

    #[cfg(feature = "mmap")]
    #[test]
    fn regular_files_lie_in_memory() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        io::Write::write_all(&mut file, b"abc").unwrap();
        assert_eq!(open(file.path()).unwrap().as_bytes(), Some(&b"abc"[..]));
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_bounded() {
        let limits = Limits::default().with_max_alloc(1000);
        let error = open_with("/dev/zero", &limits).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(open("/dev/null").unwrap().size(), 0);
    }
}
