//! Reads the modules of a crate from its files.

use super::names::{Names, names_of_items};
use crate::command::Outcome;
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// The files and the modules of a crate; the first module is the root.
pub(crate) struct Tree {
    pub(crate) files: Vec<File>,
    pub(crate) modules: Vec<Module>,
}

pub(crate) struct File {
    pub(crate) path: PathBuf,
    /// Whether the file has more than modules and re-exports.
    pub(crate) has_code: bool,
}

pub(crate) struct Module {
    pub(crate) file: usize,
    pub(crate) parent: Option<usize>,
    /// The inner modules by name; conditions on features may give several modules the same name.
    pub(crate) children: HashMap<String, Vec<usize>>,
    pub(crate) names: Names,
}

/// A function that returns the contents of a file.
pub(crate) type Read<'a> = &'a dyn Fn(&Path) -> Outcome<String>;

/// Reads the crate that begins in a file.
pub(crate) fn load_crate(path: &Path, read: Read<'_>) -> Outcome<Tree> {
    let mut tree = Tree { files: Vec::new(), modules: Vec::new() };
    tree.add_file(path.to_owned(), path.parent().unwrap_or(Path::new("")), None, read)?;
    Ok(tree)
}

/// Returns a path without its parts `folder/..`.
fn without_detours(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for component in path.components() {
        match component {
            std::path::Component::ParentDir if short.file_name().is_some() => drop(short.pop()),
            other => short.push(other),
        }
    }
    short
}

impl Tree {
    /// Adds a file and the files of its modules, which are in `folder`; returns the index of the file's module.
    fn add_file(&mut self, path: PathBuf, folder: &Path, parent: Option<usize>, read: Read<'_>) -> Outcome<usize> {
        let source = read(&path)?;
        let parsed = syn::parse_file(&source).map_err(|error| format!("{}: {error}", path.display()))?;
        let file = self.files.len();
        self.files.push(File { path, has_code: false });
        self.add_module(file, &parsed.items, folder, parent, read)
    }

    fn add_module(
        &mut self,
        file: usize,
        items: &[syn::Item],
        folder: &Path,
        parent: Option<usize>,
        read: Read<'_>,
    ) -> Outcome<usize> {
        let index = self.modules.len();
        let names = names_of_items(items);
        if let Some(file) = self.files.get_mut(file) {
            file.has_code |= names.has_code;
        }
        let modules = names.modules.clone();
        self.modules.push(Module { file, parent, children: HashMap::new(), names });
        for declared in modules {
            let inside = folder.join(&declared.name);
            let child = match (&declared.items, &declared.path) {
                (Some(items), _) => self.add_module(file, items, &inside, Some(index), read)?,
                (None, Some(path)) => {
                    let beside = self.files.get(file).and_then(|file| file.path.parent()).unwrap_or(folder);
                    let path = without_detours(&beside.join(path));
                    let folder = path.parent().unwrap_or(folder).to_owned();
                    self.add_file(path, &folder, Some(index), read)?
                }
                (None, None) => {
                    let path = folder.join(format!("{}.rs", declared.name));
                    let path = if read(&path).is_ok() { path } else { inside.join("mod.rs") };
                    self.add_file(path, &inside, Some(index), read)?
                }
            };
            if let Some(module) = self.modules.get_mut(index) {
                module.children.entry(declared.name).or_default().push(child);
            }
        }
        Ok(index)
    }
}
