#[cfg(feature = "bpx")]
use crate::bpx::package::paths::{Clash, UnsafePath};
#[cfg(all(feature = "bpx", any(unix, windows)))]
use crate::bpx::package::unpack::{Failed, Refused};
use bpx_schema::Error;
use bpx_schema::json::JsonReadError;
use std::io;
use std::path::PathBuf;

/// The reasons why a file, the files of a package, or the model of a file cannot be used.
///
/// All functions of this crate that need more errors than [`Error`] has return this type; their documentation names the
/// variants.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// The bytes of the file have a fault, its values cannot be written, or reading or writing the file failed.
    #[error(transparent)]
    Codec(#[from] Error),
    /// The text of a model is not JSON, or nests too deeply.
    #[error(transparent)]
    Json(#[from] JsonReadError),
    /// A value of a model has a fault.
    #[error("{}{message}", path_prefix(path))]
    Value {
        /// Path in the JSON; empty for the model itself.
        path: String,
        /// The fault, mostly "expected X" or "expected X, found Y".
        message: String,
    },
    /// The model is brief, so it states the sizes of some contents instead of the contents.
    #[error("{path}: the content was omitted; decode again without `--brief`")]
    Brief {
        /// Path of the content in the JSON.
        path: String,
    },
    /// A file or a folder cannot be inspected, made or opened.
    #[error("{}: {source}", path.display())]
    Io {
        /// Path of the file or folder.
        path: PathBuf,
        /// The error that the operating system returned.
        source: io::Error,
    },
    /// The name of a file to pack is not UTF-8.
    #[error("{}: expected a name in UTF-8, as names of objects are", .0.display())]
    NotText(PathBuf),
    /// A file to pack is a symbolic link, and the options do not follow links.
    #[error("{}: is a symbolic link, which a package cannot hold", .0.display())]
    Link(PathBuf),
    /// A file to pack is a symbolic link to one of its parent folders.
    #[error("{}: the symbolic link leads to one of its parent folders", .0.display())]
    Circle(PathBuf),
    /// A file to pack is neither a file nor a folder.
    #[error("{}: is neither a file nor a folder", .0.display())]
    Special(PathBuf),
    /// A file could be packed, but its object could not be unpacked again.
    #[cfg(feature = "bpx")]
    #[error("{}: `{name}` is not a safe name of an object: {reason}", path.display())]
    Unsafe {
        /// Path of the file.
        path: PathBuf,
        /// The name that the object would have.
        name: String,
        /// The reason why the name is not safe.
        reason: UnsafePath,
    },
    /// Two files could be packed, but their objects could not be unpacked into one folder on every system.
    #[cfg(feature = "bpx")]
    #[error("`{name}` and `{other}`: {}", clash.kind)]
    Clash {
        /// The name of one object.
        name: String,
        /// The name of the other object.
        other: String,
        /// The reason why the names clash.
        clash: Clash,
    },
    /// Names of objects are unsafe, or cannot exist in one folder; nothing was unpacked. The list is never empty.
    #[cfg(all(feature = "bpx", any(unix, windows)))]
    #[error("names are unsafe: {}", first_few(.0.iter().map(ToString::to_string)))]
    Refused(Vec<Refused>),
    /// Files with the names of objects exist already; nothing was unpacked. The list is never empty.
    #[error("files exist already: {}", first_few(.0.iter().cloned()))]
    Exists(Vec<String>),
    /// All files together exceed the limit; nothing was unpacked.
    #[error("the files have {size} bytes together, but the limit is {limit} bytes")]
    TooLarge {
        /// Size of all files in bytes.
        size: u64,
        /// The limit in bytes.
        limit: u64,
    },
    /// Objects share their bytes, and all files together exceed the limit for shared bytes; nothing was unpacked. The
    /// value describes the first object beyond the limit.
    #[cfg(all(feature = "bpx", any(unix, windows)))]
    #[error("`{}`: {}", .0.name, .0.error)]
    Shared(Failed),
    /// An object could not be unpacked; the objects of earlier Data sections were unpacked.
    #[cfg(all(feature = "bpx", any(unix, windows)))]
    #[error("`{}`: {}", .0.name, .0.error)]
    Object(Failed),
}

impl FileError {
    /// Creates the error that a value differs from the expected value.
    pub(crate) fn expected(path: impl Into<String>, expected: impl std::fmt::Display) -> Self {
        Self::Value { path: path.into(), message: format!("expected {expected}") }
    }

    /// Creates the error that the declaration rejects a JSON value.
    #[cfg(any(feature = "bpat", feature = "gpb"))]
    pub(crate) fn undecodable(path: &str, error: &Error) -> Self {
        Self::expected(path, format_args!("a value that the declaration allows: {error}"))
    }
}

/// Returns a path and a colon to put before a message; nothing for the path of the whole model.
pub(crate) fn path_prefix(path: &str) -> String {
    if path.is_empty() { String::new() } else { format!("{path}: ") }
}

/// Returns the first names of a list, and the number of the other names.
fn first_few(mut items: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 3;
    let shown = items.by_ref().take(SHOWN).collect::<Vec<_>>().join(", ");
    let more = items.len();
    if more == 0 { shown } else { format!("{shown} and {more} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_begin_with_the_place() {
        let error = FileError::expected("sections[0]", "a list");
        assert_eq!(error.to_string(), "sections[0]: expected a list");
        assert_eq!(FileError::expected("", "a list").to_string(), "expected a list");
        let names = (0..5).map(|index| index.to_string()).collect();
        assert_eq!(FileError::Exists(names).to_string(), "files exist already: 0, 1, 2 and 2 more");
        let source = io::Error::other("full");
        assert_eq!(FileError::Io { path: PathBuf::from("a/b"), source }.to_string(), "a/b: full");
    }
}
