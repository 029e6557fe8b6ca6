//! Finds the files that define names.

use super::load::Tree;
use super::names::Segments;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

/// The imports between the files of a crate: the importing file, the defining file, and the names in the source.
pub(crate) type Imports = BTreeMap<(usize, usize), BTreeSet<String>>;

/// Returns all imports between different files with code; `library` is the name of the crate in its own paths.
pub(crate) fn find_imports(tree: &Tree, library: &str) -> Imports {
    let mut imports = Imports::new();
    let members = find_members(tree, library);
    let has_code = |file: usize| tree.files.get(file).is_some_and(|file| file.has_code);
    for (index, module) in tree.modules.iter().enumerate() {
        let named = module.names.imports.iter().map(|import| &import.path);
        for path in named.chain(&module.names.globs).chain(&module.names.paths) {
            let mut search = Search { tree, library, members: Some(&members), seen: HashSet::new() };
            for found in search.resolve_path(index, path) {
                // A module alone defines nothing: other paths name the items in it.
                let FoundItem::Item(file, _) = found else { continue };
                if file != module.file && has_code(file) && has_code(module.file) {
                    imports.entry((module.file, file)).or_default().insert(path.join("::"));
                }
            }
        }
    }
    imports
}

/// The files that define the functions and constants of each type, by the file and the name of the type, and by the
/// name of the function or constant.
type Members = HashMap<(usize, String, String), BTreeSet<usize>>;

fn find_members(tree: &Tree, library: &str) -> Members {
    let mut members = Members::new();
    for (index, module) in tree.modules.iter().enumerate() {
        for (path, member) in &module.names.members {
            let mut search = Search { tree, library, members: None, seen: HashSet::new() };
            for found in search.resolve_path(index, path) {
                if let FoundItem::Item(file, name) = found {
                    members.entry((file, name, member.clone())).or_default().insert(module.file);
                }
            }
        }
    }
    members
}

/// The item or module to which a name leads.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum FoundItem {
    Module(usize),
    /// An item that a file defines, by the index of the file and the name of the item.
    Item(usize, String),
    /// An item of another crate.
    Elsewhere,
}

struct Search<'a> {
    tree: &'a Tree,
    library: &'a str,
    /// The functions and constants of types; `None` while they are being collected.
    members: Option<&'a Members>,
    /// Names that are being resolved, since re-exports may form a circle.
    seen: HashSet<(usize, String, bool)>,
}

impl Search<'_> {
    /// Returns everything to which a path may lead; a name may have a target in each namespace.
    fn resolve_path(&mut self, module: usize, path: &[String]) -> BTreeSet<FoundItem> {
        let Some((first, rest)) = path.split_first() else { return BTreeSet::new() };
        let found = match first.as_str() {
            "crate" => BTreeSet::from([FoundItem::Module(0)]),
            "self" => BTreeSet::from([FoundItem::Module(module)]),
            "super" => self.parent_of(module).into_iter().collect(),
            name => {
                // A name that is being resolved already leads to nothing else.
                let found = self.resolve_name(module, name, !rest.is_empty()).unwrap_or_default();
                let is_library = found.is_empty() && name == self.library && !rest.is_empty();
                if is_library { BTreeSet::from([FoundItem::Module(0)]) } else { found }
            }
        };
        let count = rest.len();
        (1..).zip(rest).fold(found, |found, (number, name)| self.resolve_segment(found, name, number < count))
    }

    fn parent_of(&self, module: usize) -> Option<FoundItem> {
        self.tree.modules.get(module)?.parent.map(FoundItem::Module)
    }

    /// Resolves the next segment of a path.
    fn resolve_segment(&mut self, found: BTreeSet<FoundItem>, name: &str, is_prefix: bool) -> BTreeSet<FoundItem> {
        let mut next = BTreeSet::new();
        for one in found {
            match one {
                FoundItem::Module(module) if name == "super" => next.extend(self.parent_of(module)),
                FoundItem::Module(module) => match self.resolve_name(module, name, is_prefix) {
                    // The source does not show what macros define: it counts as defined by the file of the module.
                    Some(inside) if inside.is_empty() => {
                        let file = self.tree.modules.get(module).map(|module| module.file);
                        next.extend(file.map(|file| FoundItem::Item(file, name.to_owned())));
                    }
                    inside => next.extend(inside.into_iter().flatten()),
                },
                // A variant, a constant or a function of a type.
                FoundItem::Item(file, ty) => {
                    let member = (file, ty.clone(), name.to_owned());
                    let files = self.members.and_then(|members| members.get(&member));
                    next.extend(files.into_iter().flatten().map(|file| FoundItem::Item(*file, name.to_owned())));
                    next.insert(FoundItem::Item(file, ty));
                }
                FoundItem::Elsewhere => {
                    next.insert(FoundItem::Elsewhere);
                }
            }
        }
        next
    }

    /// Returns everything to which a name in a module may lead: items of the module, imported items, or items from a
    /// glob. Before `::`, only modules and types count. Returns `None` if the name is being resolved already.
    fn resolve_name(&mut self, index: usize, name: &str, is_prefix: bool) -> Option<BTreeSet<FoundItem>> {
        let module = self.tree.modules.get(index)?;
        let search = (index, name.to_owned(), is_prefix);
        if !self.seen.insert(search.clone()) {
            return None;
        }
        let mut found = BTreeSet::new();
        found.extend(module.children.get(name).into_iter().flatten().copied().map(FoundItem::Module));
        let is_item = module.names.types.contains(name) || (!is_prefix && module.names.values.contains(name));
        found.extend(is_item.then(|| FoundItem::Item(module.file, name.to_owned())));
        for import in module.names.imports.iter().filter(|import| import.name == name) {
            let target = self.resolve_path(index, &import.path);
            found.extend(if target.is_empty() { BTreeSet::from([FoundItem::Elsewhere]) } else { target });
        }
        if found.is_empty() {
            for glob in &module.names.globs {
                found.extend(self.resolve_glob(index, glob, name, is_prefix));
            }
        }
        self.seen.remove(&search);
        Some(found)
    }

    fn resolve_glob(&mut self, index: usize, glob: &Segments, name: &str, is_prefix: bool) -> BTreeSet<FoundItem> {
        let sources = self.resolve_path(index, glob);
        let inside = sources.into_iter().map(|found| match found {
            // A name that is being resolved already leads to nothing else.
            FoundItem::Module(module) => self.resolve_name(module, name, is_prefix).unwrap_or_default(),
            // The import of all variants of an enum counts as one of the enum.
            FoundItem::Item(..) | FoundItem::Elsewhere => BTreeSet::new(),
        });
        inside.flatten().collect()
    }
}
