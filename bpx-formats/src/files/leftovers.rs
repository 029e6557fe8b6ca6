use super::folder::{Folder, Kind, Lock};
use std::hash::{BuildHasher, RandomState};

const PREFIX: &str = ".bpx-";
const SUFFIX: &str = ".part";
/// Digits between them.
const DIGITS: usize = 16;

/// Whether a name is that of a temporary file or folder, in letters of any case: `.bpx-`, 16 hexadecimal digits,
/// `.part`. The names of objects and of other files are never of this form.
#[must_use]
pub fn is_temporary(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    let digits = name.strip_prefix(PREFIX).and_then(|rest| rest.strip_suffix(SUFFIX));
    digits.is_some_and(|digits| digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// A new name that nobody can guess.
pub(super) fn temporary_name() -> String {
    // The keys of the hasher are random.
    let number = RandomState::new().hash_one(PREFIX);
    format!("{PREFIX}{number:0DIGITS$x}{SUFFIX}")
}

/// Removes the temporary files and folders that processes left behind in a folder. A living process holds a lock on
/// its own. What cannot be looked at or removed stays: that is no reason to fail.
pub(crate) fn remove_leftovers(folder: &Folder) {
    for name in folder.names().unwrap_or_default() {
        if is_temporary(&name) {
            let _ = remove_leftover(folder, &name);
        }
    }
}

fn remove_leftover(folder: &Folder, name: &str) -> std::io::Result<()> {
    // The lock is held while it is removed, so that whoever has just made it notices.
    match folder.kind(name)? {
        Some(Kind::Folder) => match folder.find(name)?.map(|inner| inner.lock()).transpose()? {
            Some(Lock::Held(_held)) => folder.remove_folder(name),
            _ => Ok(()),
        },
        Some(Kind::File) => match folder.read(name)?.lock() {
            Lock::Held(_held) => folder.remove(name),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}
