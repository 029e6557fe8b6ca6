//! Finds files with absolute paths that a package may name, and that an unpacker must not write.

use std::path::{Path, PathBuf};

/// The folder of the absolute paths in cases.
const FOLDER: &str = "/tmp";
/// The prefix of the file names in the absolute paths. Each case has its own name, so that a file identifies its case.
const PREFIX: &[u8] = b"bpx-conformance-";

/// Files that a package names by absolute paths, and that do not exist before a program unpacks the package.
pub(super) struct OutsideFiles(Vec<PathBuf>);

impl OutsideFiles {
    /// Finds the names in the bytes of a package, and removes files that an earlier run left.
    pub(super) fn named_in(bytes: &[u8]) -> Self {
        let starts = bytes.windows(PREFIX.len()).enumerate().filter(|(_, window)| *window == PREFIX);
        let name = |at: usize| {
            let bytes = bytes.get(at..)?;
            let fits = |byte: &u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || *byte == b'-';
            std::str::from_utf8(bytes.get(..bytes.iter().position(|byte| !fits(byte))?)?).ok()
        };
        let mut paths: Vec<PathBuf> =
            starts.filter_map(|(at, _)| name(at)).map(|name| Path::new(FOLDER).join(name)).collect();
        paths.retain(|path| !remove_file(path) || !exists_at(path));
        Self(paths)
    }

    /// Returns the first of the files that the program wrote, and removes all of them.
    pub(super) fn written_file(&self) -> Option<&Path> {
        let mut written = self.0.iter().filter(|path| remove_file(path));
        let first = written.next();
        written.for_each(drop);
        first.map(PathBuf::as_path)
    }
}

/// Returns whether a file exists. A link exists even if its target does not.
fn exists_at(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// Removes a file if that is possible, and returns whether the file existed.
fn remove_file(path: &Path) -> bool {
    let there = exists_at(path);
    if there {
        let _ = std::fs::remove_file(path);
    }
    there
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_file_at_an_absolute_place_is_seen_once() {
        let bytes = b"\0/tmp/bpx-conformance-test-1\0//tmp/bpx-conformance-test-2\0bpx-conformance-";
        let elsewhere = OutsideFiles::named_in(bytes);
        assert_eq!(elsewhere.0.len(), 2);
        assert_eq!(elsewhere.written_file(), None);
        let second = Path::new("/tmp/bpx-conformance-test-2");
        std::fs::write(second, "").unwrap();
        assert_eq!(elsewhere.written_file(), Some(second));
        assert_eq!(elsewhere.written_file(), None);
        std::fs::write(second, "of an earlier run").unwrap();
        assert_eq!(OutsideFiles::named_in(bytes).written_file(), None);
        assert!(!exists_at(second));
    }
}
