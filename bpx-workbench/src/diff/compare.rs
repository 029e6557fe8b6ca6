//! Compares pairs of structures.

use super::changes::{Changes, Ids};
use super::effect::Effects;
use super::pairs::{Bodies, Pair, Pairs, Side};
use super::places::Places;
use super::rule::{self, Rule};
use super::sections::Sections;
use super::{Change, words};
use bpx_schema::schema::{Body, Codes, DerivedMember, Expr, Field, Model, Structure, Text, Type};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The number of pairs of cases that are compared to find overlapping cases. Beyond the limit, any two cases count as
/// overlapping.
const CASES: usize = 1 << 20;

/// Compares two schemas, and collects the changes.
pub(super) struct Compare<'m> {
    pub(super) old: &'m Model,
    pub(super) new: &'m Model,
    pub(super) pairs: Pairs<'m>,
    pub(super) changes: Changes,
    /// Numbers of the structures that are part of a case with `attempt`: readers try another case for bytes that do not
    /// form the structure.
    attempted: BTreeSet<u32>,
    pub(super) places: Places<'m>,
    /// The number of pairs of cases that may still be compared.
    pub(super) cases_left: Cell<usize>,
    /// For each pair of compared sets of codes, and whether a rule allows only their codes: the parts that have the
    /// sets.
    pub(super) sets: HashMap<(*const Codes, *const Codes, bool), Ids>,
    pub(super) sections: Sections,
}

/// The part that a change is about.
#[derive(Clone)]
pub(super) struct ChangePlace {
    pub(super) structure: Arc<str>,
    pub(super) member: String,
    /// Numbers of the parts in whose values the change shows.
    pub(super) ids: Rc<[u32]>,
    /// Whether readers try another case if the bytes do not form the structure.
    pub(super) attempted: bool,
    /// Whether the change follows from another change.
    pub(super) follows: bool,
}

/// The meanings of the names in an expression.
#[derive(Clone, Copy)]
pub(super) struct NameMeanings<'m> {
    pub(super) side: Side,
    pub(super) structure: &'m Structure,
    pub(super) fields: &'m [Field],
    /// The structure that `entry` means in the expressions of a region.
    pub(super) entry: Option<&'m Structure>,
}

impl ChangePlace {
    pub(super) fn at_member(&self, name: &str) -> Self {
        let member = if self.member.is_empty() { name.to_owned() } else { format!("{}.{name}", self.member) };
        Self { member, ..self.clone() }
    }

    /// Returns the effects of a change that decides whether bytes form the structure at all. If readers then try
    /// another case, they may read other values.
    pub(super) fn fatal_effects(&self, effects: Effects) -> Effects {
        if self.attempted { Effects::DIFFER } else { effects }
    }
}

impl<'m> Compare<'m> {
    pub(super) fn of(old: &'m Model, new: &'m Model) -> Self {
        let pairs = Pairs::of(old, new);
        let mut attempted = BTreeSet::new();
        for (side, model) in [(Side::Old, old), (Side::New, new)] {
            for name in attempted_structures(model) {
                attempted.extend(pairs.ids.id_of(side, name, ""));
            }
        }
        let (changes, places, cases_left) = (Changes::default(), Places::default(), Cell::new(CASES));
        let (sets, sections) = (HashMap::new(), Sections::default());
        let mut compare = Self { old, new, pairs, changes, attempted, places, cases_left, sets, sections };
        compare.compare_all();
        compare
    }

    /// Returns the pairs of structures, and the changes between them.
    pub(super) fn into_parts(self) -> (Pairs<'m>, Vec<Change>) {
        (self.pairs, self.changes.into_changes())
    }

    fn compare_all(&mut self) {
        for pair in std::mem::take(&mut self.pairs.list) {
            self.compare_pair(&pair);
            self.pairs.list.push(pair);
        }
        for (rule, side) in [(&rule::STRUCTURE_REMOVED, Side::Old), (&rule::STRUCTURE_ADDED, Side::New)] {
            let list = if side == Side::Old { &self.pairs.removed } else { &self.pairs.added };
            for structure in list.clone() {
                let at = self.change_place(side, structure);
                let words = |given| if side == given { structure.name.to_string() } else { String::new() };
                // Values of it are in the files of one side only.
                let effects = if side == Side::Old { Effects::TIGHTER } else { Effects::LOOSER };
                self.add_change(rule, &at, words(Side::Old), words(Side::New), effects);
            }
        }
        self.compare_roots();
        self.loose_sets();
        self.renumbered_sections();
    }

    /// Compares the root structures, if the roots of both schemas describe whole files.
    fn compare_roots(&mut self) {
        let (old, new) = (self.old.get(&self.old.root), self.new.get(&self.new.root));
        if let (Some(old), Some(new)) = (old, new)
            && !self.is_same_part(old, new)
            && self.old.is_reached()
            && self.new.is_reached()
        {
            let at = self.change_place(Side::New, new);
            self.add_change(&rule::STRUCTURE_ROOT, &at, &*old.name, &*new.name, Effects::DIFFER);
        }
    }

    /// Returns whether an old and a new structure are the same part.
    pub(super) fn is_same_part(&self, old: &Structure, new: &Structure) -> bool {
        self.pairs.ids.id_of(Side::Old, &old.name, "") == self.pairs.ids.id_of(Side::New, &new.name, "")
    }

    fn change_place(&self, side: Side, structure: &Structure) -> ChangePlace {
        let id = self.pairs.ids.id_of(side, &structure.name, "");
        let attempted = id.is_some_and(|id| self.attempted.contains(&id));
        ChangePlace {
            structure: (*structure.name).into(),
            member: String::new(),
            ids: id.into_iter().collect(),
            attempted,
            follows: false,
        }
    }

    pub(super) fn ids_of_member(&self, side: Side, structure: &Structure, member: &str) -> Rc<[u32]> {
        self.pairs.ids.id_of(side, &structure.name, member).into_iter().collect()
    }

    /// Returns the numbers of a structure and all of its parts in both schemas.
    pub(super) fn ids_of_parts(&self, old: &Structure, new: &Structure) -> Rc<[u32]> {
        let of =
            |side, structure: &Structure| self.pairs.ids.ids_of_parts(side, &structure.name).collect::<BTreeSet<_>>();
        of(Side::Old, old).union(&of(Side::New, new)).copied().collect()
    }

    /// Adds a change, or merges the change with an equal one.
    pub(super) fn add_change(
        &mut self,
        rule: &'static Rule,
        at: &ChangePlace,
        old: impl Into<String>,
        new: impl Into<String>,
        effects: Effects,
    ) {
        self.changes.add_change(rule, at, (old.into(), new.into()), effects);
    }

    /// Adds a change of two texts, unless the texts are the same.
    pub(super) fn compare_texts(&mut self, rule: &'static Rule, at: &ChangePlace, old: &str, new: &str) {
        if old != new {
            self.add_change(rule, at, old, new, Effects::SAME);
        }
    }

    fn compare_pair(&mut self, pair: &Pair<'m>) {
        let (old, new) = (pair.old, pair.new);
        let at = self.change_place(Side::New, new);
        let whole = |compare: &Self| ChangePlace { ids: compare.ids_of_parts(old, new), ..at.clone() };
        let is_guessed = self.pairs.by_fields.contains(&(&*old.name, &*new.name));
        let renamed = match is_guessed && !words::are_alike(&old.name, &new.name) {
            true => &rule::STRUCTURE_REPLACED,
            false => &rule::STRUCTURE_RENAMED,
        };
        self.compare_texts(renamed, &at, &old.name, &new.name);
        self.compare_documentation(&at, (&old.doc, &old.spec), (&new.doc, &new.spec));
        if old.params.len() == new.params.len() {
            for (a, b) in old.params.iter().zip(new.params.iter()) {
                self.compare_texts(&rule::PARAMETER_RENAMED, &at.at_member(b), a, b);
            }
        } else {
            let shown = |params: &[Text]| params.join(", ");
            self.add_change(
                &rule::STRUCTURE_PARAMETERS,
                &whole(self),
                shown(&old.params),
                shown(&new.params),
                Effects::DIFFER,
            );
        }
        let names =
            |side, structure: &'m Structure| NameMeanings { side, structure, fields: structure.fields(), entry: None };
        let (old_names, new_names) = (names(Side::Old, old), names(Side::New, new));
        match &pair.body {
            Bodies::Fields(fields) => self.compare_fields(&at, old_names, new_names, fields),
            Bodies::Switch(cases, fields) => self.compare_cases(&at, old, new, cases, fields),
            Bodies::Bits(bits) => self.compare_bits(&at, old, new, bits),
            Bodies::Other => self.add_change(
                &rule::STRUCTURE_KIND,
                &whole(self),
                structure_kind(old),
                structure_kind(new),
                Effects::DIFFER,
            ),
        }
        self.compare_constraints(&at, (&old.rules, old_names), (&new.rules, new_names));
        self.compare_sums(&at, old_names, new_names);
        self.compare_settings(&at, old_names, new_names);
        self.computed_members(&at, old_names, new_names);
    }

    /// Compares the computed values of members of nested structures.
    fn computed_members(&mut self, at: &ChangePlace, old: NameMeanings<'m>, new: NameMeanings<'m>) {
        let mut left: Vec<&DerivedMember> = new.structure.derived.iter().collect();
        for a in old.structure.derived.iter() {
            let at = at.at_member(&a.target.join("."));
            let same = |b: &&DerivedMember| self.is_same_path(&a.target, old, &b.target, new);
            let b = left.iter().position(same).map(|place| left.remove(place));
            let rule = |derived: &'m DerivedMember| derived.rule.as_slice();
            self.compare_constraints(&at, (rule(a), old), (b.map_or(&[], rule), new));
            let (a, b) =
                ((Some(&a.value), a.rule.is_some()), (b.map(|b| &b.value), b.is_some_and(|b| b.rule.is_some())));
            self.compare_computed(&at, a, old, b, new, Effects::SAME);
        }
        for b in left {
            let at = at.at_member(&b.target.join("."));
            self.compare_constraints(&at, (&[], old), (b.rule.as_slice(), new));
            self.compare_option(&rule::FIELD_DERIVED, &at, (None, old), (Some(&b.value), new), Effects::SAME);
        }
    }

    /// Compares the expressions that writers compute. If readers of both schemas compare the computed value with the
    /// stated value, the expression is a rule.
    pub(super) fn compare_computed(
        &mut self,
        at: &ChangePlace,
        (a, a_compared): (Option<&Expr>, bool),
        old: NameMeanings<'m>,
        (b, b_compared): (Option<&Expr>, bool),
        new: NameMeanings<'m>,
        effects: Effects,
    ) {
        let (rule, effects) = match a_compared && b_compared {
            true => (&rule::CONSTRAINT_CHANGED, Effects::REJECTS),
            false => (&rule::FIELD_DERIVED, effects),
        };
        self.compare_option(rule, at, (a, old), (b, new), effects);
    }
}

fn structure_kind(structure: &Structure) -> &'static str {
    match structure.body {
        Body::Fields(_) => "fields",
        Body::Switch(_) => "a switch",
        Body::Bits(_) => "bit fields",
    }
}

/// Returns the structures in cases with `attempt`.
fn attempted_structures(model: &Model) -> BTreeSet<&str> {
    let link = |field: &Field| match &field.ty {
        Type::Named { link, .. } => model.structures.get_key_value(link.name()).map(|(name, _)| &**name),
        _ => None,
    };
    let cases = model.structures.values().filter_map(|structure| match &structure.body {
        Body::Switch(cases) => Some(cases),
        _ => None,
    });
    let attempts = cases.flat_map(|cases| cases.iter()).filter(|case| !case.attempt.is_empty());
    let mut open: Vec<&str> = attempts.flat_map(|case| case.fields.iter()).filter_map(link).collect();
    let mut reached = BTreeSet::new();
    while let Some(name) = open.pop() {
        if reached.insert(name) {
            open.extend(model.get(name).into_iter().flat_map(Structure::all_fields).filter_map(link));
        }
    }
    reached
}
