//! Opens files for reading, and replaces them as a whole.

#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
mod map;
mod part;
mod replace;
mod whole;

pub use self::part::part;
pub use self::replace::replace;
pub use self::whole::WholeFile;
pub use bpx_schema::source::{FileSource, ReadAt, SourceReader, read_into_memory};

use bpx_schema::Limits;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Opens a file for positioned reads. Bytes are read when they are requested.
///
/// `-` is standard input. Standard input, pipes and devices are read into memory, at most [`Limits::max_input`] bytes
/// of the default limits.
///
/// # Errors
/// Returns the errors of [`open_with`].
pub fn open(path: impl AsRef<Path>) -> io::Result<Arc<dyn ReadAt>> {
    open_with(path, &Limits::default())
}

/// Opens a file as [`open`] does, under other limits.
///
/// # Errors
/// Returns errors of opening and reading, and `FileTooLarge` when something other than a regular file has more than
/// [`Limits::max_input`] bytes.
pub fn open_with(path: impl AsRef<Path>, limits: &Limits) -> io::Result<Arc<dyn ReadAt>> {
    let path = path.as_ref();
    if path.as_os_str() == "-" {
        return Ok(Arc::new(read_into_memory(io::stdin().lock(), limits.max_input)?));
    }
    let file = File::open(path)?;
    match file.metadata()?.is_file() {
        true => Ok(Arc::new(FileSource::from_file(file)?)),
        false => Ok(Arc::new(read_into_memory(file, limits.max_input)?)),
    }
}

/// Returns a source with the same bytes in memory, so that the bytes can be borrowed. A small source is copied, and a
/// larger source is mapped. A source that cannot be mapped is returned unchanged.
///
/// # Errors
/// Returns errors of reading.
///
/// # Safety
/// While the new source lives, no program may change the bytes of the file in place. A program that writes another file
/// and renames it, as [`replace()`] does, is harmless.
///
/// If another program truncates the file, and this process reads the lost part of the map, the signal `SIGBUS` ends
/// this process. A source that is not mapped returns an error instead.
#[cfg(feature = "mmap")]
#[allow(unsafe_code)]
pub unsafe fn map(source: &Arc<dyn ReadAt>) -> io::Result<Arc<dyn ReadAt>> {
    /// Size in bytes up to which a copy costs no more than a map.
    const SMALL: usize = 256 << 10;
    let Some(file) = source.as_file() else { return Ok(Arc::clone(source)) };
    if let Some(size) = usize::try_from(source.size()).ok().filter(|size| *size <= SMALL) {
        let mut bytes = vec![0; size];
        source.read_exact_at(0, &mut bytes)?;
        return Ok(Arc::new(bytes));
    }
    // SAFETY: the caller keeps the promise of this function.
    match unsafe { map::Map::new(file, source.size()) } {
        Ok(map) => Ok(Arc::new(map)),
        // Some files cannot be mapped, for instance on some network and virtual file systems.
        Err(_) => Ok(Arc::clone(source)),
    }
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

    #[test]
    fn bytes_of_files_are_not_in_memory_unless_asked_for() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        io::Write::write_all(&mut file, b"abc").unwrap();
        assert_eq!(open(file.path()).unwrap().as_bytes(), None);
    }

    #[cfg(feature = "mmap")]
    #[test]
    #[allow(unsafe_code)]
    fn mapped_files_are_in_memory() {
        for size in [0, 3, 1 << 20] {
            let content: Vec<u8> = (0..size).map(|at: u32| at as u8).collect();
            let mut file = tempfile::NamedTempFile::new().unwrap();
            io::Write::write_all(&mut file, &content).unwrap();
            // SAFETY: no other process uses the file.
            let source = unsafe { map(&open(file.path()).unwrap()) }.unwrap();
            assert!(source.as_bytes() == Some(&content[..]), "{size}");
            // Bytes that are added later are not in the map, and bytes that are cut are not mapped.
            let opened = open(file.path()).unwrap();
            io::Write::write_all(&mut file, b"more").unwrap();
            // SAFETY: as above.
            assert!(unsafe { map(&opened) }.unwrap().as_bytes() == Some(&content[..]), "{size}");
            if size > 3 {
                file.as_file().set_len(10).unwrap();
                // SAFETY: as above.
                let cut = unsafe { map(&opened) }.unwrap();
                assert_eq!(cut.as_bytes(), None);
                let error = cut.read_exact_at(0, &mut [0; 20]).unwrap_err();
                assert_eq!(error.kind(), io::ErrorKind::UnexpectedEof);
            }
            if size == 3 {
                // A small source is a copy.
                file.as_file().set_len(0).unwrap();
                assert_eq!(source.as_bytes(), Some(&content[..]));
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn devices_are_bounded() {
        let mut limits = Limits::default();
        limits.max_input = 1000;
        let error = open_with("/dev/zero", &limits).err().unwrap();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(open("/dev/null").unwrap().size(), 0);
    }
}
