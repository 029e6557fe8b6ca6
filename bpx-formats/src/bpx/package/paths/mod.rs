//! Names of objects as names of files: names that are safe on every system, and names that cannot lie side by side.
//!
//! The format allows any text (section 6.2). A reader that passes such a text to its file system may write anywhere,
//! so this module decides for all readers: a name that [`check`] accepts stays below its folder on Unix and on
//! Windows, and has the same meaning on both.

use crate::files::is_temporary;
use caseless::Caseless;
use std::collections::BTreeMap;
use std::ops::Bound;
use unicode_normalization::UnicodeNormalization;

/// Largest size of a component in bytes, as common file systems allow.
pub const MAX_COMPONENT: usize = 255;
/// Largest size of a whole name in bytes, as common systems allow.
pub const MAX_PATH: usize = 4096;
/// Largest number of components of a name: a much deeper tree is hard to remove, because most tools keep each folder
/// open.
pub const MAX_DEPTH: usize = 256;

/// The name of a file below some folder: components joined by `/`, none of them empty, `.` or `..`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SafePath(String);

/// Why a name is not a safe name of a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum UnsafePath {
    /// No component is left.
    #[error("it is empty")]
    Empty,
    /// Not UTF-8.
    #[error("it is not UTF-8")]
    NotText,
    /// More than [`MAX_PATH`] bytes.
    #[error("it has {0} bytes, more than {MAX_PATH}")]
    TooLong(usize),
    /// More than [`MAX_DEPTH`] components.
    #[error("it has {0} components, more than {MAX_DEPTH}")]
    TooDeep(usize),
    /// A NUL or another control character.
    #[error("it contains the control character U+{0:04X}")]
    Control(u32),
    /// Two slashes or backslashes at the beginning: on Windows, the name of another machine or a device.
    #[error("it names another machine (UNC)")]
    Unc,
    /// A slash at the beginning.
    #[error("it is absolute")]
    Absolute,
    /// A letter and a colon at the beginning.
    #[error("it begins with a drive")]
    Drive,
    /// A backslash: a separator on Windows, and an ordinary character elsewhere.
    #[error("it contains a backslash")]
    Backslash,
    /// A colon: on Windows, it separates the name of an alternate stream of a file.
    #[error("it contains a colon")]
    Colon,
    /// A character that Windows does not allow in names of files: one of `|*?"<>`.
    #[error("it contains `{0}`, which Windows does not allow")]
    Reserved(char),
    /// A component `..`.
    #[error("it contains a parent folder (`..`)")]
    Parent,
    /// A slash at the end.
    #[error("it ends in a slash, as the name of a folder")]
    Folder,
    /// A component of more than [`MAX_COMPONENT`] bytes.
    #[error("it has a component of {0} bytes, more than {MAX_COMPONENT}")]
    LongComponent(usize),
    /// A component that ends in a dot or a space, which Windows drops.
    #[error("its component `{0}` ends in a dot or a space")]
    TrailingDotOrSpace(String),
    /// A component that is a device on Windows, such as `NUL.txt`.
    #[error("its component `{0}` is a device of Windows")]
    Device(String),
    /// A component with the form of a temporary file, which would be removed as one ([`is_temporary`]).
    #[error("its component `{0}` has the form of a temporary file")]
    Temporary(String),
}

/// Two names that cannot be unpacked side by side on every system.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Clash {
    /// Number of the name that is dropped: always the earlier one, because the last of equal names is used.
    pub name: usize,
    /// Number of the name that it clashes with.
    pub with: usize,
    /// Reason of the clash.
    pub kind: ClashKind,
}

/// Why two names clash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ClashKind {
    /// The same name twice.
    #[error("the same name occurs again")]
    Same,
    /// They differ in case only: they are the same file on many systems.
    #[error("another name differs from it in case only")]
    Case,
    /// They are the same text in different characters: composed or decomposed accents, `ß` and `ss`, ligatures and
    /// their letters. They are the same file on some systems.
    #[error("another name is the same text in other characters")]
    Spelling,
    /// One is a file, where the other needs a folder.
    #[error("one of two names needs a folder, but the other is a file")]
    FileAndFolder,
}

impl SafePath {
    /// Returns the name, with `/` between components.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the components, outermost first; at least one.
    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// Returns the folders (joined by `/`, empty if there are none), and the last component.
    #[must_use]
    pub fn split(&self) -> (&str, &str) {
        self.0.rsplit_once('/').unwrap_or(("", &self.0))
    }

    /// Returns the key that finds clashes: with folded case and decomposed, as file systems compare names that ignore
    /// both; and with a separator that sorts before every character, so that the contents of a folder directly follow
    /// its name.
    fn key(&self) -> String {
        let separated = |c| if c == '/' { '\0' } else { c };
        if self.0.is_ascii() {
            return self.0.chars().map(|c| separated(c.to_ascii_lowercase())).collect();
        }
        // Canonical caseless matching (Unicode, section 3.13).
        self.0.chars().nfd().default_case_fold().nfd().map(separated).collect()
    }

    /// Returns whether two names of the same key differ in case only.
    fn differs_in_case(&self, other: &Self) -> bool {
        self.0.chars().flat_map(char::to_lowercase).eq(other.0.chars().flat_map(char::to_lowercase))
    }
}

impl std::fmt::Display for SafePath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

/// Checks that a name is safe as the name of a file below some folder. `./x` and `a//b` are, and are returned as `x`
/// and `a/b`.
///
/// # Errors
/// The first reason why it is not safe.
pub fn check(name: impl AsRef<[u8]>) -> Result<SafePath, UnsafePath> {
    let name = std::str::from_utf8(name.as_ref()).map_err(|_| UnsafePath::NotText)?;
    if name.len() > MAX_PATH {
        return Err(UnsafePath::TooLong(name.len()));
    }
    if let Some(control) = name.chars().find(|c| c.is_control()) {
        return Err(UnsafePath::Control(control.into()));
    }
    prefix(name)?;
    let mut path = String::with_capacity(name.len());
    for part in name.split('/').filter(|part| !part.is_empty() && *part != ".") {
        component(part)?;
        if !path.is_empty() {
            path.push('/');
        }
        path.push_str(part);
    }
    if path.is_empty() {
        return Err(UnsafePath::Empty);
    }
    let depth = path.split('/').count();
    if depth > MAX_DEPTH {
        return Err(UnsafePath::TooDeep(depth));
    }
    if name.ends_with('/') || name.ends_with("/.") {
        return Err(UnsafePath::Folder);
    }
    Ok(SafePath(path))
}

/// Finds the names that cannot be side by side on every system: equal except for case or spelling, or a file where
/// another name needs a folder. Of two, the later name is kept, so names that are not listed have no clash. The
/// clashes refer to names by the given numbers.
///
/// Spellings are compared by canonical decomposition and full case folding. This covers everything that common file
/// systems ignore, except characters without a width.
pub fn clashes<'p>(names: impl DoubleEndedIterator<Item = (usize, &'p SafePath)>) -> Vec<Clash> {
    let mut kept: BTreeMap<String, (usize, &SafePath)> = BTreeMap::new();
    let mut clashes = Vec::new();
    for (name, path) in names.rev() {
        let key = path.key();
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

fn prefix(name: &str) -> Result<(), UnsafePath> {
    let bytes = name.as_bytes();
    let separator = |at: usize| matches!(bytes.get(at), Some(b'/' | b'\\'));
    if separator(0) && separator(1) {
        return Err(UnsafePath::Unc);
    }
    if separator(0) {
        return Err(UnsafePath::Absolute);
    }
    if bytes.first().is_some_and(u8::is_ascii_alphabetic) && bytes.get(1) == Some(&b':') {
        return Err(UnsafePath::Drive);
    }
    if name.contains('\\') {
        return Err(UnsafePath::Backslash);
    }
    if name.contains(':') {
        return Err(UnsafePath::Colon);
    }
    name.chars().find(|c| r#"|*?"<>"#.contains(*c)).map_or(Ok(()), |c| Err(UnsafePath::Reserved(c)))
}

fn component(part: &str) -> Result<(), UnsafePath> {
    if part == ".." {
        return Err(UnsafePath::Parent);
    }
    if part.len() > MAX_COMPONENT {
        return Err(UnsafePath::LongComponent(part.len()));
    }
    if part.ends_with(['.', ' ']) {
        return Err(UnsafePath::TrailingDotOrSpace(part.to_owned()));
    }
    if is_device(part) {
        return Err(UnsafePath::Device(part.to_owned()));
    }
    if is_temporary(part) {
        return Err(UnsafePath::Temporary(part.to_owned()));
    }
    Ok(())
}

/// Returns whether a component is a device on Windows: text after the first dot, spaces before it, and case do not
/// matter.
fn is_device(part: &str) -> bool {
    let stem = part.split_once('.').map_or(part, |(stem, _)| stem).trim_end_matches(' ').to_ascii_uppercase();
    let numbered = |stem: &str| {
        let number = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
        // Windows treats the superscripts as digits.
        number.is_some_and(|number| {
            matches!(number, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "\u{b9}" | "\u{b2}" | "\u{b3}")
        })
    };
    matches!(stem.as_str(), "CON" | "PRN" | "AUX" | "NUL" | "CONIN$" | "CONOUT$") || numbered(&stem)
}

#[cfg(test)]
mod tests;
