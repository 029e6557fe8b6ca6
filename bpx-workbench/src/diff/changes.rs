//! Collects changes, and merges equal changes.

use super::Change;
use super::compare::ChangePlace;
use super::effect::Effects;
use super::rule::Rule;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// Numbers of the parts that have a set of codes. A change of the set shows in the values of each of these parts.
pub(super) type Ids = Rc<RefCell<BTreeSet<u32>>>;

/// The facts about a change that merging needs.
#[derive(Default)]
struct MergedChange {
    /// Numbers of the parts in whose values the change shows, without the parts in `sets`.
    own: BTreeSet<u32>,
    sets: Vec<Ids>,
    /// Index of the earlier change with the same hash, which may be the same change.
    before: Option<usize>,
}

/// The changes that were found so far.
#[derive(Default)]
pub(super) struct Changes {
    list: Vec<Change>,
    notes: Vec<MergedChange>,
    /// Index of the last change for each hash of the content of changes.
    known: HashMap<u64, usize>,
    /// The parts with the set of codes that is being compared, if any.
    set: Option<Ids>,
}

impl Changes {
    /// Adds a change, or merges the change with an equal one.
    pub(super) fn add_change(
        &mut self,
        rule: &'static Rule,
        at: &ChangePlace,
        (old, new): (String, String),
        effects: Effects,
    ) {
        let mut hasher = DefaultHasher::new();
        (rule.id, &at.structure, &at.member, &old, &new).hash(&mut hasher);
        let last = self.known.get(&hasher.finish()).copied();
        let is_it = |place: &usize| {
            self.list.get(*place).is_some_and(|change| {
                change.rule == rule
                    && (&change.structure, &change.member) == (&at.structure, &at.member)
                    && (&change.old, &change.new) == (&old, &new)
            })
        };
        let mut same = std::iter::successors(last, |place| self.notes.get(*place)?.before);
        let place = same.find(is_it).unwrap_or_else(|| {
            let place = self.list.len();
            self.known.insert(hasher.finish(), place);
            let (structure, member) = (at.structure.clone(), at.member.clone());
            let (used_by, uses, witnesses, ids) = (Arc::default(), 0, Vec::new(), Arc::default());
            let change = Change {
                rule,
                structure,
                member,
                old,
                new,
                effects,
                used_by,
                uses,
                witnesses,
                ids,
                follows: at.follows,
            };
            self.list.push(change);
            self.notes.push(MergedChange { before: last, ..MergedChange::default() });
            place
        });
        let (Some(change), Some(note)) = (self.list.get_mut(place), self.notes.get_mut(place)) else { return };
        change.effects = change.effects.max(effects);
        match &self.set {
            None => note.own.extend(at.ids.iter().copied()),
            Some(set) if note.sets.last().is_some_and(|last| Rc::ptr_eq(last, set)) => {}
            Some(set) => {
                note.sets.reserve_exact(1);
                note.sets.push(set.clone());
            }
        }
    }

    /// Begins the changes of a set of codes that the given parts have, up to [`Self::end_set`]. The caller may add more
    /// parts to the result.
    pub(super) fn begin_set(&mut self, ids: &[u32]) -> Ids {
        let ids = Ids::new(RefCell::new(ids.iter().copied().collect()));
        self.set = Some(ids.clone());
        ids
    }

    /// Ends the changes of a set of codes.
    pub(super) fn end_set(&mut self) {
        self.set = None;
    }

    /// Returns all changes.
    pub(super) fn into_changes(mut self) -> Vec<Change> {
        // Changes of one set have the same parts.
        let mut known: HashMap<Vec<*const RefCell<BTreeSet<u32>>>, Arc<BTreeSet<u32>>> = HashMap::new();
        for (change, MergedChange { mut own, sets, .. }) in self.list.iter_mut().zip(self.notes) {
            let all = || sets.iter().flat_map(|set| set.borrow().iter().copied().collect::<Vec<_>>());
            change.ids = if own.is_empty() {
                known.entry(sets.iter().map(Rc::as_ptr).collect()).or_insert_with(|| Arc::new(all().collect())).clone()
            } else {
                own.extend(all());
                Arc::new(own)
            };
        }
        self.list
    }
}
