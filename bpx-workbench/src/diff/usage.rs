//! Finds the paths at which files use a structure or a set of codes.

use super::Change;
use super::ids::Ids;
use super::pairs::Side;
use bpx_schema::schema::{Field, Model, Structure, Type};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::sync::Arc;

/// The largest number of paths that a change lists.
const MOST: usize = 32;
/// The largest number of paths of a structure that are compared with each other to find equal paths.
const COUNTED: usize = 1024;
/// The largest length of a path, in steps and in bytes. A longer path loses its beginning.
const STEPS: usize = 64;
const LONGEST: usize = 400;

/// The paths to list, and the number of all paths.
type Paths = (Arc<[String]>, usize);

/// The uses of each structure that is reached from the root.
struct Uses<'m> {
    root: &'m str,
    /// For each structure except the root, the field that holds the structure on the shortest path.
    shortest: HashMap<&'m str, Place<'m>>,
    all: HashMap<&'m str, Vec<Place<'m>>>,
}

/// A field that holds a structure, and the structure that has the field.
#[derive(Clone, Copy)]
struct Place<'m> {
    owner: &'m str,
    field: &'m Field,
}

/// Sets the paths at which files use the changed parts.
pub(super) fn fill_paths(old: &Model, new: &Model, ids: &Ids<'_>, changes: &mut [Change]) {
    if changes.is_empty() {
        return;
    }
    let (before, after) = (Uses::of(old), Uses::of(new));
    let mut of_structures: HashMap<String, Paths> = HashMap::new();
    let mut of_sets: HashMap<*const BTreeSet<u32>, Paths> = HashMap::new();
    let mut members = None;
    for change in changes {
        let name = &*change.structure;
        let paths = if let Some(known) = of_structures.get(name) {
            known.clone()
        } else if let Some(paths) = after.structure_paths(name).or_else(|| before.structure_paths(name)) {
            of_structures.insert(name.to_owned(), paths.clone());
            paths
        } else if new.get(name).or_else(|| old.get(name)).is_some() {
            (Arc::default(), 0)
        } else {
            // A set of codes: the fields that have it.
            let [of_new, of_old] = members.get_or_insert_with(|| {
                [after.reachable_members(new, Side::New, ids), before.reachable_members(old, Side::Old, ids)]
            });
            let of_set = || {
                let mut paths = after.member_paths(of_new, &change.ids);
                paths.extend(before.member_paths(of_old, &change.ids));
                paths.dedup();
                list_paths(&paths)
            };
            of_sets.entry(Arc::as_ptr(&change.ids)).or_insert_with(of_set).clone()
        };
        (change.used_by, change.uses) = paths;
    }
}

fn list_paths(paths: &[String]) -> Paths {
    (paths.iter().take(MOST).cloned().collect(), paths.len())
}

impl<'m> Uses<'m> {
    fn of(model: &'m Model) -> Self {
        let mut uses = Self { root: &model.root, shortest: HashMap::new(), all: HashMap::new() };
        let mut open = VecDeque::from([&*model.root]);
        while let Some(owner) = open.pop_front() {
            let Some(structure) = model.get(owner) else { continue };
            for field in structure.all_fields() {
                let Type::Named { link, .. } = &field.ty else { continue };
                let Some((held, _)) = model.structures.get_key_value(link.name()) else { continue };
                let place = Place { owner, field };
                if **held != *model.root && !uses.shortest.contains_key(&**held) {
                    uses.shortest.insert(held, place);
                    open.push_back(held);
                }
                // The children of a node are not another place.
                if !field.children {
                    uses.all.entry(held).or_default().push(place);
                }
            }
        }
        uses
    }

    /// Returns the paths of a structure; `None` if the structure is not reached from the root.
    fn structure_paths(&self, name: &str) -> Option<Paths> {
        let root = (name == self.root).then(String::new);
        let places = self.all.get(name);
        if root.is_none() && places.is_none() {
            return None;
        }
        let places = places.map_or(&[][..], Vec::as_slice);
        let paths = root.into_iter().chain(places.iter().take(COUNTED).map(|place| self.shortest_path(place)));
        let mut seen = HashSet::new();
        let paths: Vec<_> = paths.filter(|path| seen.insert(path.clone())).collect();
        let (list, uses) = list_paths(&paths);
        Some((list, uses + places.iter().skip(COUNTED).len()))
    }

    /// Returns the shortest path from the root to a field.
    fn shortest_path(&self, place: &Place<'m>) -> String {
        let mut steps = Vec::new();
        let mut next = Some(*place);
        while let Some(Place { owner, field }) = next {
            if steps.len() > STEPS {
                steps.push("…".to_owned());
                break;
            }
            let several = field.len.is_some() || field.region.as_ref().is_some_and(|region| region.each.is_some());
            steps.push(format!("{}{}", field.name, if several { "[]" } else { "" }));
            next = self.shortest.get(owner).copied();
        }
        steps.reverse();
        cut_path(steps.join("."))
    }

    /// Returns the parts of structures that are reached from the root by their numbers, each with its index among all
    /// these parts.
    fn reachable_members(&self, model: &'m Model, side: Side, ids: &Ids<'_>) -> Members<'m> {
        let reachable = |one: &&Structure| *one.name == *self.root || self.shortest.contains_key(&*one.name);
        let parts = model.structures.values().filter(reachable).flat_map(|structure| {
            let bits = structure.bit_fields().iter().map(|field| &*field.name);
            let names = structure.all_fields().map(|field| &*field.name).chain(bits);
            names.map(move |name| (&*structure.name, name))
        });
        let mut members: Members<'m> = HashMap::new();
        for (place, (structure, name)) in parts.enumerate() {
            if let Some(id) = ids.id_of(side, structure, name) {
                members.entry(id).or_default().push((place, structure, name));
            }
        }
        members
    }

    /// Returns the paths of the parts with the given numbers.
    fn member_paths(&self, members: &Members<'m>, ids: &BTreeSet<u32>) -> Vec<String> {
        let mut found: Vec<_> = ids.iter().filter_map(|id| members.get(id)).flatten().collect();
        found.sort_unstable();
        let path = |(_, structure, name): &(usize, &'m str, &'m str)| match self.shortest.get(structure) {
            Some(place) => cut_path(format!("{}.{name}", self.shortest_path(place))),
            None => cut_path((*name).to_owned()),
        };
        found.into_iter().map(path).collect()
    }
}

/// Parts by number: their index, the name of their structure, and their name.
type Members<'m> = HashMap<u32, Vec<(usize, &'m str, &'m str)>>;

fn cut_path(path: String) -> String {
    match path.char_indices().nth_back(LONGEST) {
        Some((start, _)) => format!("…{}", path.split_at(start).1),
        None => path,
    }
}
