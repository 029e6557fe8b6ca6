//! Compares sets of codes that no pair of fields has, such as types of sections, opcodes, and sets of added or removed
//! fields.

use super::compare::{ChangePlace, Compare};
use super::effect::Effects;
use super::rule;
use bpx_schema::schema::{Code, Codes, CodesLink, Constraint, Model, Rule, Structure};
use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

/// The largest number of sets with a code of the same name, for the name to identify a set.
const COMMON: usize = 64;

/// A set that was not compared yet.
#[derive(Clone, Copy)]
struct UncomparedSet<'m> {
    codes: &'m Codes,
    /// Whether no field has the set.
    is_loose: bool,
    /// Whether a value outside of the set breaks a rule.
    asked: bool,
}

impl<'m> Compare<'m> {
    /// Compares the sets that were not compared yet: first sets with the same name, then sets with mostly the same
    /// codes.
    pub(super) fn loose_sets(&mut self) {
        let compared = |compare: &Self, at: fn(&(*const Codes, *const Codes, bool)) -> *const Codes| {
            compare.sets.keys().map(at).collect::<HashSet<_>>()
        };
        let old = uncompared_sets(self.old, &compared(self, |(old, ..)| *old));
        let new = uncompared_sets(self.new, &compared(self, |(_, new, _)| *new));
        let pairs = match_sets(&old, &new);
        let (mut old_taken, mut new_taken) = (HashSet::new(), HashSet::new());
        for (a, b) in pairs {
            old_taken.insert(a);
            new_taken.insert(b);
            if let (Some(a), Some(b)) = (old.get(a), new.get(b)) {
                self.compare_set(&hidden_place(), a.codes, b.codes, a.asked || b.asked);
            }
        }
        let count = |codes: &Codes| match codes.codes.len() {
            1 => "1 code".to_owned(),
            count => format!("{count} codes"),
        };
        let rest = |list: &[UncomparedSet<'m>], taken: &HashSet<usize>| -> Vec<&'m Codes> {
            let rest = list.iter().enumerate().filter(|(place, set)| set.is_loose && !taken.contains(place));
            rest.map(|(_, set)| set.codes).collect()
        };
        for codes in rest(&old, &old_taken) {
            let at = ChangePlace { structure: (*codes.name).into(), ..hidden_place() };
            self.add_change(&rule::CODES_REMOVED, &at, count(codes), "", Effects::TIGHTER);
        }
        for codes in rest(&new, &new_taken) {
            let at = ChangePlace { structure: (*codes.name).into(), ..hidden_place() };
            self.add_change(&rule::CODES_ADDED, &at, "", count(codes), Effects::LOOSER);
        }
    }
}

/// Returns the place of a change that shows in no part.
fn hidden_place() -> ChangePlace {
    ChangePlace { structure: "".into(), member: String::new(), ids: [].into(), attempted: false, follows: false }
}

/// Returns the sets of a schema that were not compared, first the sets that no field has.
fn uncompared_sets<'m>(model: &'m Model, compared: &HashSet<*const Codes>) -> Vec<UncomparedSet<'m>> {
    let mut list: Vec<_> =
        model.codes.iter().map(|codes| UncomparedSet { codes, is_loose: true, asked: true }).collect();
    let mut known: HashMap<*const Codes, usize> = HashMap::new();
    let asks = |rules: &[Constraint]| rules.iter().any(|one| one.rule == Rule::Known);
    let held = |structure: &'m Structure| {
        let fields = structure.all_fields().map(|field| (&field.codes, &field.constraints));
        fields.chain(structure.bit_fields().iter().map(|field| (&field.codes, &field.constraints)))
    };
    // A schema that was read has a copy for each field.
    let names: HashSet<&str> = model
        .structures
        .values()
        .flat_map(held)
        .filter_map(|(codes, _)| {
            let codes = codes.as_ref()?.get();
            compared.contains(&std::ptr::from_ref(codes)).then_some(&*codes.name)
        })
        .collect();
    for (codes, rules) in model.structures.values().flat_map(held) {
        let Some(codes) = codes.as_ref().map(CodesLink::get).filter(|codes| !names.contains(&*codes.name)) else {
            continue;
        };
        let place = *known.entry(std::ptr::from_ref(codes)).or_insert_with(|| {
            list.push(UncomparedSet { codes, is_loose: false, asked: false });
            list.len() - 1
        });
        if let Some(set) = list.get_mut(place) {
            set.asked |= asks(rules);
        }
    }
    list
}

/// Returns the indexes of sets that match: sets with the same name, in order, and then sets that no field has, if most
/// names of their codes are the same.
fn match_sets(old: &[UncomparedSet<'_>], new: &[UncomparedSet<'_>]) -> Vec<(usize, usize)> {
    let mut of_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, set) in new.iter().enumerate().rev() {
        of_name.entry(&set.codes.name).or_default().push(place);
    }
    let (mut pairs, mut done) = (Vec::new(), HashSet::new());
    // Equal ones first: two chapters may have sets of one name.
    for is_equal in [true, false] {
        for (place, set) in old.iter().enumerate() {
            let Some(others) = of_name.get_mut(&*set.codes.name).filter(|_| !done.contains(&place)) else { continue };
            let is_same = |other: &usize| new.get(*other).is_some_and(|other| other.codes.codes == set.codes.codes);
            let at = if is_equal { others.iter().rposition(is_same) } else { others.len().checked_sub(1) };
            if let Some(at) = at {
                done.insert(place);
                pairs.push((place, others.remove(at)));
            }
        }
    }
    let rest = match_by_codes(old, new, &pairs);
    pairs.extend(rest);
    pairs
}

/// Finds sets that mostly have the same names of codes, the best matches first.
fn match_by_codes(
    old: &[UncomparedSet<'_>],
    new: &[UncomparedSet<'_>],
    pairs: &[(usize, usize)],
) -> Vec<(usize, usize)> {
    let mut old_taken: HashSet<usize> = pairs.iter().map(|(old, _)| *old).collect();
    let mut new_taken: HashSet<usize> = pairs.iter().map(|(_, new)| *new).collect();
    let mut of_code: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, set) in new.iter().enumerate().filter(|(place, _)| !new_taken.contains(place)) {
        for name in code_names(set.codes) {
            of_code.entry(name).or_default().push(place);
        }
    }
    of_code.retain(|_, places| places.len() <= COMMON);
    let mut found = Vec::new();
    for (place, set) in old.iter().enumerate().filter(|(place, _)| !old_taken.contains(place)) {
        let mut shared: BTreeMap<usize, usize> = BTreeMap::new();
        for name in code_names(set.codes) {
            for other in of_code.get(name).into_iter().flatten() {
                *shared.entry(*other).or_default() += 1;
            }
        }
        for (other, count) in shared {
            let Some(new) = new.get(other).filter(|new| set.is_loose || new.is_loose) else { continue };
            let most = count > 1 && count * 2 > set.codes.codes.len().max(new.codes.codes.len());
            found.extend(most.then_some((Reverse(count), place, other)));
        }
    }
    found.sort_unstable();
    let mut list = Vec::new();
    for (_, place, other) in found {
        if !old_taken.contains(&place) && new_taken.insert(other) {
            old_taken.insert(place);
            list.push((place, other));
        }
    }
    list
}

/// Returns the names of codes, each once.
fn code_names(codes: &Codes) -> HashSet<&str> {
    codes.codes.iter().map(|code: &Code| &*code.name).collect()
}
