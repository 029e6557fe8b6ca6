//! Decides which names of objects are safe as names of files on every system, and which names cannot exist side by
//! side.
//!
//! The format allows any text (section 6.2). A reader that passes such a text to its file system may write anywhere, so
//! this module decides for all readers. A name that [`check`] accepts stays below its folder on Unix and on Windows,
//! and has the same meaning on both.

use bpx_schema::file_path::check_file_path;
pub use bpx_schema::file_path::{MAX_COMPONENT, MAX_DEPTH, MAX_PATH, UnsafePath};
use caseless::Caseless;
use std::collections::BTreeMap;
use std::ops::Bound;
use unicode_normalization::UnicodeNormalization;

/// The name of a file below some folder, with components joined by `/`. No component is empty, `.` or `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafePath(String);

/// Two names that cannot be unpacked side by side on every system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// Number of the dropped name, which is always the earlier name, because the last of equal names is used.
    pub name: usize,
    /// Number of the other name of the clash.
    pub with: usize,
    /// Reason of the clash.
    pub kind: ClashKind,
}

/// The reason why two names clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClashKind {
    /// The names are equal.
    #[error("the same name occurs again")]
    Same,
    /// The names differ in case only, and are the same file on many systems.
    #[error("another name differs from the name in case only")]
    Case,
    /// The names are the same text in different characters: composed or decomposed accents, `ß` and `ss`, ligatures and
    /// their letters. Such names are the same file on some systems.
    #[error("another name is the same text in other characters")]
    Spelling,
    /// One name is a file where the other name needs a folder.
    #[error("one of two names needs a folder, but the other is a file")]
    FileAndFolder,
}

impl SafePath {
    /// Returns the name, with `/` between components.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the components, at least one, beginning with the outermost component.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// Returns the folders (joined by `/`, empty if there are none), and the last component.
    #[must_use]
    pub fn split(&self) -> (&str, &str) {
        self.0.rsplit_once('/').unwrap_or(("", &self.0))
    }

    /// Returns the key that finds clashes. The key has folded case and is decomposed, as in file systems that ignore
    /// case and composition. Its separator sorts before every character, so that the contents of a folder directly
    /// follow the name of the folder.
    fn clash_key(&self) -> String {
        let separated = |c| if c == '/' { '\0' } else { c };
        if self.0.is_ascii() {
            return self.0.chars().map(|c| separated(c.to_ascii_lowercase())).collect();
        }
        // Canonical caseless matching (Unicode, section 3.13).
        self.0.chars().nfd().default_case_fold().nfd().map(separated).collect()
    }

    /// Returns whether two names with the same key differ in case only.
    fn differs_in_case(&self, other: &Self) -> bool {
        self.0.chars().flat_map(char::to_lowercase).eq(other.0.chars().flat_map(char::to_lowercase))
    }
}

impl std::fmt::Display for SafePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that a name is safe as the name of a file below some folder. `./x` and `a//b` are safe, and are returned as
/// `x` and `a/b`.
///
/// # Errors
/// Returns the first reason why the name is not safe.
pub fn check(name: impl AsRef<[u8]>) -> Result<SafePath, UnsafePath> {
    Ok(SafePath(check_file_path(name.as_ref())?.collect::<Vec<_>>().join("/")))
}

/// Finds the names that cannot exist side by side on every system, because they are equal except for case or spelling,
/// or because one is a file where the other needs a folder. Of two such names, the later name is kept, so names that
/// are not listed have no clash. The clashes refer to names by the given numbers.
///
/// Spellings are compared by canonical decomposition and full case folding. The comparison covers everything that
/// common file systems ignore, except characters without a width.
pub fn clashes<'p>(names: impl DoubleEndedIterator<Item = (usize, &'p SafePath)>) -> Vec<Clash> {
    let mut kept: BTreeMap<String, (usize, &SafePath)> = BTreeMap::new();
    let mut clashes = Vec::new();
    for (name, path) in names.rev() {
        let key = path.clash_key();
        let below = |outer: &str, inner: &str| inner.strip_prefix(outer).is_some_and(|rest| rest.starts_with('\0'));
        // Kept names have no clashes, so a file that contains this path is the nearest before, and one inside of it
        // the next.
        let next = kept.range::<str, _>((Bound::Included(key.as_str()), Bound::Unbounded)).next();
        let before = kept.range::<str, _>((Bound::Unbounded, Bound::Excluded(key.as_str()))).next_back();
        let found = match (next, before) {
            (Some((other, (with, kept))), _) if *other == key => Some((*with, kind_of_same_key(path, kept))),
            (Some((other, (with, _))), _) if below(&key, other) => Some((*with, ClashKind::FileAndFolder)),
            (_, Some((other, (with, _)))) if below(other, &key) => Some((*with, ClashKind::FileAndFolder)),
            _ => None,
        };
        match found {
            Some((with, kind)) => clashes.push(Clash { name, with, kind }),
            None => drop(kept.insert(key, (name, path))),
        }
    }
    clashes.reverse();
    clashes
}

fn kind_of_same_key(path: &SafePath, other: &SafePath) -> ClashKind {
    if path == other {
        ClashKind::Same
    } else if path.differs_in_case(other) {
        ClashKind::Case
    } else {
        ClashKind::Spelling
    }
}

#[cfg(test)]
mod tests;
