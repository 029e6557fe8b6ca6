//! Where a structure is used.

use super::Change;
use super::pairs::{Ids, Side};
use crate::schema::{Body, Model, Structure, Type};
use std::collections::{BTreeMap, VecDeque};

/// The paths that lead to each structure, of each field that holds it the shortest.
struct Uses<'m> {
    shortest: BTreeMap<&'m str, String>,
    all: BTreeMap<&'m str, Vec<String>>,
}

/// Fills in where each change is used.
pub(super) fn fill(old: &Model, new: &Model, ids: &Ids, changes: &mut [Change]) {
    let (before, after) = (Uses::of(old), Uses::of(new));
    for change in changes {
        let known = after.all.get(&*change.structure).or_else(|| before.all.get(&*change.structure));
        let of_structure = new.get(&change.structure).or_else(|| old.get(&change.structure)).is_some();
        change.used_by = match known {
            Some(paths) => paths.clone(),
            None if of_structure => Vec::new(),
            // A set of codes: the fields that have it.
            None => {
                let mut paths = after.fields(new, Side::New, ids, change);
                paths.extend(before.fields(old, Side::Old, ids, change));
                paths.dedup();
                paths
            }
        };
    }
}

impl<'m> Uses<'m> {
    fn of(model: &'m Model) -> Self {
        let mut uses = Self { shortest: BTreeMap::new(), all: BTreeMap::new() };
        let Some((root, _)) = model.structures.get_key_value(&*model.root) else { return uses };
        uses.shortest.insert(root, String::new());
        uses.all.insert(root, vec![String::new()]);
        let mut open = VecDeque::from([&**root]);
        while let Some(name) = open.pop_front() {
            let (Some(structure), Some(base)) = (model.get(name), uses.shortest.get(name).cloned()) else { continue };
            for field in structure.all_fields() {
                let Type::Named { link, .. } = &field.ty else { continue };
                let Some((held, _)) = model.structures.get_key_value(link.name()) else { continue };
                let several = field.len.is_some() || field.region.as_ref().is_some_and(|region| region.each.is_some());
                let path = join(&base, &format!("{}{}", field.name, if several { "[]" } else { "" }));
                if !uses.shortest.contains_key(&**held) {
                    uses.shortest.insert(held, path.clone());
                    open.push_back(held);
                }
                let paths = uses.all.entry(held).or_default();
                // The children of a node are no other place.
                if !paths.contains(&path) && !field.children {
                    paths.push(path);
                }
            }
        }
        uses
    }

    fn fields(&self, model: &Model, side: Side, ids: &Ids, change: &Change) -> Vec<String> {
        let mut paths = Vec::new();
        for structure in model.structures.values() {
            let Some(base) = self.shortest.get(&*structure.name) else { continue };
            let found = names(structure)
                .filter(|name| ids.get(side, &structure.name, name).is_some_and(|id| change.ids.contains(&id)));
            paths.extend(found.map(|name| join(base, name)));
        }
        paths
    }
}

fn names(structure: &Structure) -> impl Iterator<Item = &str> {
    let bits = match &structure.body {
        Body::Bits(fields) => &**fields,
        _ => &[],
    };
    structure.all_fields().map(|field| &*field.name).chain(bits.iter().map(|field| &*field.name))
}

fn join(base: &str, name: &str) -> String {
    if base.is_empty() { name.to_owned() } else { format!("{base}.{name}") }
}
