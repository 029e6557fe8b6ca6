use super::folder::{Folder, Kind, Lock};
use super::names::is_temporary;

/// Removes the temporary files and folders that processes of this user left behind in a folder. A living process holds a
/// lock on its own. What cannot be looked at or removed stays: that is no reason to fail.
pub(crate) fn remove_leftovers(folder: &Folder) {
    for name in folder.names().unwrap_or_default() {
        // What another user has made to look like it could hold what that user may not remove.
        if is_temporary(&name) && folder.is_own(&name).unwrap_or(false) {
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
