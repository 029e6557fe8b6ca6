//! From names to the files that define them.

use super::load::Tree;
use super::names::Segments;
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// What the files of a crate name of each other: importing file, defining file, the names as written.
pub(crate) type Imports = BTreeMap<(usize, usize), BTreeSet<String>>;

/// All imports between different files with code; `library` is the name of the crate in its own paths.
pub(crate) fn imports(tree: &Tree, library: &str) -> Imports {
    let mut imports = Imports::new();
    let has_code = |file: usize| tree.files.get(file).is_some_and(|file| file.has_code);
    for (index, module) in tree.modules.iter().enumerate() {
        let named = module.names.imports.iter().map(|import| &import.path);
        for path in named.chain(&module.names.globs).chain(&module.names.paths) {
            let mut search = Search { tree, library, seen: HashSet::new() };
            for found in search.path(index, path) {
                // A module alone defines nothing: what is used of it is named by other paths.
                let Found::Item(file) = found else { continue };
                if file != module.file && has_code(file) && has_code(module.file) {
                    imports.entry((module.file, file)).or_default().insert(path.join("::"));
                }
            }
        }
    }
    imports
}

/// Where a name leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Found {
    Module(usize),
    /// Something that a file defines.
    Item(usize),
    /// Something of another crate.
    Elsewhere,
}

struct Search<'a> {
    tree: &'a Tree,
    library: &'a str,
    /// Names that are being looked for, since re-exports may lead in a circle.
    seen: HashSet<(usize, String)>,
}

impl Search<'_> {
    /// Everything that a path may lead to, in the several namespaces of names.
    fn path(&mut self, module: usize, path: &[String]) -> BTreeSet<Found> {
        let Some((first, rest)) = path.split_first() else { return BTreeSet::new() };
        let parent = |module: usize| self.tree.modules.get(module).and_then(|module| module.parent);
        let found = match first.as_str() {
            "crate" => BTreeSet::from([Found::Module(0)]),
            "self" => BTreeSet::from([Found::Module(module)]),
            "super" => parent(module).map(Found::Module).into_iter().collect(),
            name => {
                let found = self.name(module, name);
                let is_library = found.is_empty() && name == self.library && !rest.is_empty();
                if is_library { BTreeSet::from([Found::Module(0)]) } else { found }
            }
        };
        rest.iter().fold(found, |found, name| self.step(found, name))
    }

    /// One segment further.
    fn step(&mut self, found: BTreeSet<Found>, name: &str) -> BTreeSet<Found> {
        let mut next = BTreeSet::new();
        for one in found {
            match one {
                Found::Module(module) if name == "super" => {
                    next.extend(self.tree.modules.get(module).and_then(|module| module.parent).map(Found::Module));
                }
                Found::Module(module) => {
                    let inside = self.name(module, name);
                    // What macros define is nowhere in the source: it belongs to the file of the module.
                    let file = self.tree.modules.get(module).map(|module| Found::Item(module.file));
                    next.extend(if inside.is_empty() { file.into_iter().collect() } else { inside });
                }
                // A variant, a constant or a function of a type.
                Found::Item(_) | Found::Elsewhere => {
                    next.insert(one);
                }
            }
        }
        next
    }

    /// A name in a module: its own, imported, or out of a glob.
    fn name(&mut self, index: usize, name: &str) -> BTreeSet<Found> {
        let Some(module) = self.tree.modules.get(index) else { return BTreeSet::new() };
        if !self.seen.insert((index, name.to_owned())) {
            return BTreeSet::new();
        }
        let mut found = BTreeSet::new();
        found.extend(module.children.get(name).into_iter().flatten().copied().map(Found::Module));
        found.extend(module.names.items.contains(name).then_some(Found::Item(module.file)));
        for import in module.names.imports.iter().filter(|import| import.name == name) {
            let target = self.path(index, &import.path);
            found.extend(if target.is_empty() { BTreeSet::from([Found::Elsewhere]) } else { target });
        }
        if found.is_empty() {
            for glob in &module.names.globs {
                found.extend(self.glob(index, glob, name));
            }
        }
        self.seen.remove(&(index, name.to_owned()));
        found
    }

    fn glob(&mut self, index: usize, glob: &Segments, name: &str) -> BTreeSet<Found> {
        let sources = self.path(index, glob);
        let inside = sources.into_iter().map(|found| match found {
            Found::Module(module) => self.name(module, name),
            // The import of all variants of an enum counts as one of the enum.
            Found::Item(_) | Found::Elsewhere => BTreeSet::new(),
        });
        inside.flatten().collect()
    }
}
