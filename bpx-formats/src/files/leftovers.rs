use super::folder::{Folder, Kind, Lock};
use super::names::is_temporary;

/// Removes the temporary files and folders that processes of this user left in a folder. Entries that a running process
/// has locked stay. Entries that cannot be listed, inspected or removed stay too, without an error.
pub(crate) fn remove_leftovers(folder: &Folder) {
    for name in folder.names().into_iter().flatten() {
        // An entry of another user may link to files that only this user may remove.
        if is_temporary(&name) && folder.is_own(&name).unwrap_or(false) {
            let _ = remove_leftover(folder, &name);
        }
    }
}

fn remove_leftover(folder: &Folder, name: &str) -> std::io::Result<()> {
    // The lock is held during the removal, so that a process that has just made the entry notices.
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
