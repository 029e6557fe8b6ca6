use bpx_schema::Result;
use std::io::Write;
use std::path::Path;

/// Writes a file as a whole or not at all ([`Replacement`](crate::files::Replacement) has the details).
///
/// # Errors
/// Returns errors of `write` and of the file system. After an error, the old file is unchanged, and no other file
/// remains.
#[cfg(any(unix, windows))]
pub fn replace<T>(path: impl AsRef<Path>, write: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    crate::files::Files::default().replacement(path.as_ref()).write(write)
}

/// Returns an error, because this system has no files to replace.
///
/// # Errors
/// `Unsupported`, always.
#[cfg(not(any(unix, windows)))]
pub fn replace<T>(_: impl AsRef<Path>, _: impl FnOnce(&mut dyn Write) -> Result<T>) -> Result<T> {
    Err(std::io::Error::from(std::io::ErrorKind::Unsupported).into())
}
