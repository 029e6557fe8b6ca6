//! The changes that are told, each once.

use super::Change;
use super::compare::At;
use super::effect::Effects;
use super::rule::Rule;
use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

/// Numbers of the parts that show changes; all changes of one set of codes have the same.
pub(super) type Ids = Rc<RefCell<BTreeSet<u32>>>;

/// Changes so far.
#[derive(Default)]
pub(super) struct Told {
    list: Vec<(Change, Ids)>,
    /// Places of changes, by what they say.
    known: HashMap<u64, Vec<usize>>,
    /// The parts that show what is told now, when many changes have them in common.
    common: Option<Ids>,
}

impl Told {
    /// Adds a change; one that is told already takes over what is new of it.
    pub(super) fn push(&mut self, rule: &'static Rule, at: &At, (old, new): (String, String), effects: Effects) {
        let mut hasher = DefaultHasher::new();
        (rule.id, &at.structure, &at.member, &old, &new).hash(&mut hasher);
        let places = self.known.entry(hasher.finish()).or_default();
        for place in places.iter() {
            let Some((change, ids)) = self.list.get_mut(*place) else { continue };
            if change.rule == rule
                && change.structure == at.structure
                && change.member == at.member
                && (&*change.old, &*change.new) == (&*old, &*new)
            {
                change.effects = change.effects.max(effects);
                ids.borrow_mut().extend(at.ids.iter().copied());
                if let Some(common) = &mut self.common {
                    common.clone_from(ids);
                }
                return;
            }
        }
        places.push(self.list.len());
        let ids = self.common.clone().unwrap_or_default();
        ids.borrow_mut().extend(at.ids.iter().copied());
        let (structure, member) = (at.structure.clone(), at.member.clone());
        let (used_by, uses, witnesses, none) = (Arc::default(), 0, Vec::new(), Arc::default());
        let change = Change { rule, structure, member, old, new, effects, used_by, uses, witnesses, ids: none };
        self.list.push((change, ids));
    }

    /// From now on changes have their parts in common, until [`Self::end_common`].
    pub(super) fn begin_common(&mut self) {
        self.common = Some(Ids::default());
    }

    /// The parts of the changes since [`Self::begin_common`].
    pub(super) fn end_common(&mut self) -> Ids {
        self.common.take().unwrap_or_default()
    }

    /// All changes.
    pub(super) fn changes(self) -> Vec<Change> {
        let mut known: HashMap<*const RefCell<BTreeSet<u32>>, Arc<BTreeSet<u32>>> = HashMap::new();
        let change = |(change, ids): (Change, Ids)| {
            let shared = known.entry(Rc::as_ptr(&ids)).or_insert_with(|| Arc::new(ids.take())).clone();
            // Kept, so that no other set of numbers takes its place.
            (Change { ids: shared, ..change }, ids)
        };
        self.list.into_iter().map(change).collect::<Vec<_>>().into_iter().map(|(change, _)| change).collect()
    }
}
