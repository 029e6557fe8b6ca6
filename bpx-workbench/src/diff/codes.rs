//! Compares sets of codes, and the codes that rules allow.

use super::compare::{ChangePlace, Compare};
use super::effect::Effects;
use super::{rule, words};
use bpx_schema::schema::{Code, Codes, CodesLink, Constraint, Rule};
use std::collections::{HashMap, HashSet};
use std::ptr;

/// The codes of a field, and the rules of the field.
type CodedRules<'m> = (Option<&'m CodesLink>, &'m [Constraint]);

impl<'m> Compare<'m> {
    /// Compares sets of codes. A change of a set is listed once, even if many fields have the set.
    pub(super) fn compare_codes(
        &mut self,
        at: &ChangePlace,
        (old, old_rules): CodedRules<'m>,
        (new, new_rules): CodedRules<'m>,
    ) {
        let asks = |rules: &[Constraint]| rules.iter().any(|constraint| constraint.rule == Rule::Known);
        let asked = asks(old_rules) || asks(new_rules);
        let (old, new) = match (old.map(CodesLink::get), new.map(CodesLink::get)) {
            (Some(old), Some(new)) => (old, new),
            (None, None) => return,
            (None, Some(new)) => {
                let effects = if asked { Effects::TIGHTER } else { Effects::SAME };
                return self.add_change(&rule::CODES_ATTACHED, at, "", &*new.name, effects);
            }
            (Some(old), None) => {
                let effects = if asked { Effects::LOOSER } else { Effects::SAME };
                return self.add_change(&rule::CODES_DETACHED, at, &*old.name, "", effects);
            }
        };
        // Many fields may have one large set.
        let key = (ptr::from_ref(old), ptr::from_ref(new), asked);
        if let Some(ids) = self.sets.get(&key) {
            ids.borrow_mut().extend(at.ids.iter().copied());
            return;
        }
        let ids = self.changes.begin_set(&at.ids);
        self.compare_set(at, old, new, asked);
        self.changes.end_set();
        self.sets.insert(key, ids);
    }

    /// Compares two sets of which one has codes and the other has flags.
    fn compare_kind_of_set(&mut self, at: &ChangePlace, old: &Codes, new: &Codes, asked: bool) {
        let shown = |flags: bool| if flags { "flags" } else { "codes" };
        let (flags, codes) = if new.flags { (new, old) } else { (old, new) };
        // Each code is also a combination of flags, of another meaning unless it is a single one; a combination need
        // not be a code.
        let is_combined = |code: &Code| code.value.count_ones() != 1 && flags.is_known(code.value);
        let effects = match (asked, new.flags) {
            _ if codes.codes.iter().any(is_combined) => Effects::DIFFER,
            (false, _) => Effects::SAME,
            (true, true) => Effects::LOOSER,
            (true, false) => Effects::TIGHTER,
        };
        self.add_change(&rule::CODES_KIND, at, shown(old.flags), shown(new.flags), effects);
    }

    pub(super) fn compare_set(&mut self, at: &ChangePlace, old: &'m Codes, new: &'m Codes, asked: bool) {
        let at = ChangePlace { structure: (*new.name).into(), member: String::new(), ..at.clone() };
        self.compare_texts(&rule::CODES_RENAMED, &at, &old.name, &new.name);
        self.compare_documentation(&at, (&old.doc, &old.spec), (&new.doc, &new.spec));
        if old.flags != new.flags {
            self.compare_kind_of_set(&at, old, new, asked);
        }
        let mut renamed = HashSet::new();
        let (in_old, in_new) = (codes_by_name(old), codes_by_name(new));
        let stays = |(name, code): (&&str, &&Code)| {
            in_new.get(name).is_some_and(|same| same.value == code.value).then_some(code.value)
        };
        let kept: HashSet<u64> = in_old.iter().filter_map(stays).collect();
        for code in old.codes.iter() {
            let at = at.at_member(&code.name);
            let value = code.value.to_string();
            if let Some(same) = in_new.get(&*code.name) {
                if same.value != code.value {
                    self.add_change(&rule::CODE_RENUMBERED, &at, value, same.value.to_string(), Effects::DIFFER);
                }
                self.compare_texts(&rule::DOC_CHANGED, &at, &code.doc, &same.doc);
                continue;
            }
            let other = new.codes.find(code.value);
            match other.filter(|other| !in_old.contains_key(&*other.name)) {
                Some(other) => {
                    renamed.insert(&other.name);
                    let is_one =
                        words::are_alike(&code.name, &other.name) || words::have_same_meaning(&code.doc, &other.doc);
                    if is_one {
                        self.compare_texts(&rule::CODE_RENAMED, &at, &code.name, &other.name);
                    } else {
                        self.add_change(&rule::CODE_REPLACED, &at, &*code.name, &*other.name, Effects::DIFFER);
                    }
                    self.compare_texts(&rule::DOC_CHANGED, &at, &code.doc, &other.doc);
                }
                // The value keeps one of its other names.
                None if asked && !kept.contains(&code.value) => {
                    self.add_change(&rule::CODE_REMOVED, &at, value, "", Effects::TIGHTER);
                }
                None => self.add_change(&rule::CODE_UNNAMED, &at, value, "", Effects::SAME),
            }
        }
        for code in new.codes.iter() {
            if !in_old.contains_key(&*code.name) && !renamed.contains(&code.name) {
                let (rule, effects) = match asked && !kept.contains(&code.value) {
                    true => (&rule::CODE_ADDED, Effects::LOOSER),
                    false => (&rule::CODE_NAMED, Effects::SAME),
                };
                self.add_change(rule, &at.at_member(&code.name), "", code.value.to_string(), effects);
            }
        }
    }
}

/// Returns the codes of a set, by name; the first code if several have the same name.
fn codes_by_name(codes: &Codes) -> HashMap<&str, &Code> {
    let mut names = HashMap::with_capacity(codes.codes.len());
    for code in codes.codes.iter() {
        names.entry(&*code.name).or_insert(code);
    }
    names
}
