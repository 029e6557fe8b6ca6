pub(crate) mod faults;
mod folder;
mod leftovers;
mod replace;
mod stamp;
#[cfg(target_os = "linux")]
mod streams;

use std::fs;
use std::path::Path;

/// Returns the names in a folder, sorted.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}
