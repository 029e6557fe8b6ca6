//! What differs between the pairs, structure by structure.

use super::changes::{Changes, Ids};
use super::effect::Effects;
use super::matched::Matched;
use super::pairs::{Bodies, Pair, Pairs, Side};
use super::places::Places;
use super::rule::{self, Rule};
use super::sections::Sections;
use super::{Change, exprs, words};
use bpx_schema::schema::{
    BitField, Body, Case, Codes, Derived, Endian, Expr, Field, Link, Model, Structure, Sum, Text, Type,
};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::fmt::Write;
use std::rc::Rc;
use std::sync::Arc;

/// The number of pairs of cases that are compared to find overlapping ones; beyond it, every case may overlap another.
const CASES: usize = 1 << 20;

/// Collects changes.
pub(super) struct Compare<'m> {
    pub(super) old: &'m Model,
    pub(super) new: &'m Model,
    pub(super) pairs: Pairs<'m>,
    pub(super) changes: Changes,
    /// Structures that are part of a case that is only attempted: bytes that do not form them are read as something
    /// else.
    attempted: BTreeSet<u32>,
    places: Places<'m>,
    /// How many pairs of cases may still be compared.
    cases_left: Cell<usize>,
    /// The parts that have sets of codes which were compared, and whether a rule asks for codes of them.
    pub(super) sets: HashMap<(*const Codes, *const Codes, bool), Ids>,
    pub(super) sections: Sections,
}

/// Where a change is.
#[derive(Clone)]
pub(super) struct At {
    pub(super) structure: Arc<str>,
    pub(super) member: String,
    /// Numbers of the parts that show it.
    pub(super) ids: Rc<[u32]>,
    /// Whether bytes that do not form the structure are read as something else.
    pub(super) attempted: bool,
    /// Whether the change follows from another one.
    pub(super) follows: bool,
}

/// What the names of an expression mean.
#[derive(Clone, Copy)]
pub(super) struct Names<'m> {
    pub(super) side: Side,
    pub(super) structure: &'m Structure,
    pub(super) fields: &'m [Field],
    /// The element that describes a region.
    pub(super) entry: Option<&'m Structure>,
}

impl At {
    pub(super) fn member(&self, name: &str) -> Self {
        let member = if self.member.is_empty() { name.to_owned() } else { format!("{}.{name}", self.member) };
        Self { member, ..self.clone() }
    }

    /// Returns the effects of a change that decides whether bytes form the structure at all.
    pub(super) fn fatal(&self, effects: Effects) -> Effects {
        if self.attempted { Effects::DIFFER } else { effects }
    }
}

impl<'m> Compare<'m> {
    pub(super) fn of(old: &'m Model, new: &'m Model) -> Self {
        let pairs = Pairs::of(old, new);
        let mut attempted = BTreeSet::new();
        for (side, model) in [(Side::Old, old), (Side::New, new)] {
            for name in attempted_structures(model) {
                attempted.extend(pairs.ids.get(side, name, ""));
            }
        }
        let (changes, places, cases_left) = (Changes::default(), Places::default(), Cell::new(CASES));
        let (sets, sections) = (HashMap::new(), Sections::default());
        let mut compare = Self { old, new, pairs, changes, attempted, places, cases_left, sets, sections };
        compare.compare_all();
        compare
    }

    /// Returns the pairs, and what differs between them.
    pub(super) fn finish(self) -> (Pairs<'m>, Vec<Change>) {
        (self.pairs, self.changes.finish())
    }

    fn compare_all(&mut self) {
        for pair in std::mem::take(&mut self.pairs.list) {
            self.pair(&pair);
            self.pairs.list.push(pair);
        }
        for (rule, side) in [(&rule::STRUCTURE_REMOVED, Side::Old), (&rule::STRUCTURE_ADDED, Side::New)] {
            let list = if side == Side::Old { &self.pairs.removed } else { &self.pairs.added };
            for structure in list.clone() {
                let at = self.at(side, structure);
                let words = |given| if side == given { structure.name.to_string() } else { String::new() };
                // Values of it are in the files of one side only.
                let effects = if side == Side::Old { Effects::TIGHTER } else { Effects::LOOSER };
                self.push(rule, &at, words(Side::Old), words(Side::New), effects);
            }
        }
        self.roots();
        self.loose_sets();
        self.renumbered_sections();
    }

    /// Compares what files begin with, where both schemas are about whole files.
    fn roots(&mut self) {
        let (old, new) = (self.old.get(&self.old.root), self.new.get(&self.new.root));
        if let (Some(old), Some(new)) = (old, new)
            && !self.is_one(old, new)
            && self.old.is_reached()
            && self.new.is_reached()
        {
            let at = self.at(Side::New, new);
            self.push(&rule::STRUCTURE_ROOT, &at, &*old.name, &*new.name, Effects::DIFFER);
        }
    }

    /// Returns whether two structures are the same part.
    pub(super) fn is_one(&self, old: &Structure, new: &Structure) -> bool {
        self.pairs.ids.get(Side::Old, &old.name, "") == self.pairs.ids.get(Side::New, &new.name, "")
    }

    fn at(&self, side: Side, structure: &Structure) -> At {
        let id = self.pairs.ids.get(side, &structure.name, "");
        let attempted = id.is_some_and(|id| self.attempted.contains(&id));
        At {
            structure: (*structure.name).into(),
            member: String::new(),
            ids: id.into_iter().collect(),
            attempted,
            follows: false,
        }
    }

    pub(super) fn id(&self, side: Side, structure: &Structure, member: &str) -> Rc<[u32]> {
        self.pairs.ids.get(side, &structure.name, member).into_iter().collect()
    }

    /// Returns the numbers of a structure and all of its parts.
    fn parts(&self, old: &Structure, new: &Structure) -> Rc<[u32]> {
        let of = |side, structure: &Structure| self.pairs.ids.members(side, &structure.name).collect::<BTreeSet<_>>();
        of(Side::Old, old).union(&of(Side::New, new)).copied().collect()
    }

    /// Adds a change, or merges it with an equal one.
    pub(super) fn push(
        &mut self,
        rule: &'static Rule,
        at: &At,
        old: impl Into<String>,
        new: impl Into<String>,
        effects: Effects,
    ) {
        self.changes.push(rule, at, (old.into(), new.into()), effects);
    }

    /// Adds a change of texts, unless they are the same.
    pub(super) fn text(&mut self, rule: &'static Rule, at: &At, old: &str, new: &str) {
        if old != new {
            self.push(rule, at, old, new, Effects::SAME);
        }
    }

    fn pair(&mut self, pair: &Pair<'m>) {
        let (old, new) = (pair.old, pair.new);
        let at = self.at(Side::New, new);
        let whole = |compare: &Self| At { ids: compare.parts(old, new), ..at.clone() };
        let is_guessed = self.pairs.by_fields.contains(&(&*old.name, &*new.name));
        let renamed = match is_guessed && !words::are_alike(&old.name, &new.name) {
            true => &rule::STRUCTURE_REPLACED,
            false => &rule::STRUCTURE_RENAMED,
        };
        self.text(renamed, &at, &old.name, &new.name);
        self.sectioned(&at, (&old.doc, &old.spec), (&new.doc, &new.spec));
        if old.params.len() == new.params.len() {
            for (a, b) in old.params.iter().zip(new.params.iter()) {
                self.text(&rule::PARAMETER_RENAMED, &at.member(b), a, b);
            }
        } else {
            let shown = |params: &[Text]| params.join(", ");
            self.push(
                &rule::STRUCTURE_PARAMETERS,
                &whole(self),
                shown(&old.params),
                shown(&new.params),
                Effects::DIFFER,
            );
        }
        let names = |side, structure: &'m Structure| Names { side, structure, fields: structure.fields(), entry: None };
        let (old_names, new_names) = (names(Side::Old, old), names(Side::New, new));
        match &pair.body {
            Bodies::Fields(fields) => self.fields(&at, old_names, new_names, fields),
            Bodies::Switch(cases, fields) => self.cases(&at, old, new, cases, fields),
            Bodies::Bits(bits) => self.bits(&at, old, new, bits),
            Bodies::Other => self.push(&rule::STRUCTURE_KIND, &whole(self), kind(old), kind(new), Effects::DIFFER),
        }
        self.constraints(&at, (&old.rules, old_names), (&new.rules, new_names));
        self.sums(&at, old_names, new_names);
        self.settings(&at, old_names, new_names);
        self.computed_members(&at, old_names, new_names);
    }

    /// Compares the computed values of members of nested structures.
    fn computed_members(&mut self, at: &At, old: Names<'m>, new: Names<'m>) {
        let mut left: Vec<&Derived> = new.structure.derived.iter().collect();
        for a in old.structure.derived.iter() {
            let at = at.member(&a.target.join("."));
            let same = |b: &&Derived| self.same_path(&a.target, old, &b.target, new);
            let b = left.iter().position(same).map(|place| left.remove(place));
            let rule = |derived: &'m Derived| derived.rule.as_slice();
            self.constraints(&at, (rule(a), old), (b.map_or(&[], rule), new));
            let (a, b) =
                ((Some(&a.value), a.rule.is_some()), (b.map(|b| &b.value), b.is_some_and(|b| b.rule.is_some())));
            self.computed(&at, a, old, b, new, Effects::SAME);
        }
        for b in left {
            let at = at.member(&b.target.join("."));
            self.constraints(&at, (&[], old), (b.rule.as_slice(), new));
            self.option(&rule::FIELD_DERIVED, &at, (None, old), (Some(&b.value), new), Effects::SAME);
        }
    }

    /// Compares what writers compute; when readers of both schemas compare it, it is a rule.
    pub(super) fn computed(
        &mut self,
        at: &At,
        (a, a_compared): (Option<&Expr>, bool),
        old: Names<'m>,
        (b, b_compared): (Option<&Expr>, bool),
        new: Names<'m>,
        effects: Effects,
    ) {
        let (rule, effects) = match a_compared && b_compared {
            true => (&rule::CONSTRAINT_CHANGED, Effects::REJECTS),
            false => (&rule::FIELD_DERIVED, effects),
        };
        self.option(rule, at, (a, old), (b, new), effects);
    }

    fn cases(
        &mut self,
        at: &At,
        old: &'m Structure,
        new: &'m Structure,
        cases: &Matched<'m, Case>,
        fields: &[Matched<'m, Field>],
    ) {
        let shown = |case: &Case| match &case.when {
            Some(when) => format!("{} if {when}", case.name),
            None => format!("{} otherwise", case.name),
        };
        // A case that overlaps no other one affects only its own bytes.
        let alone = |compare: &Self, case: &Case, structure: &Structure| {
            let Body::Switch(all) = &structure.body else { return false };
            let left = compare.cases_left.get().checked_sub(all.len());
            compare.cases_left.set(left.unwrap_or(0));
            let mut others = all.iter().filter(|other| other.name != case.name);
            left.is_some() && others.all(|other| !exprs::can_both_hold(case.when.as_ref(), other.when.as_ref()))
        };
        let members = |compare: &Self, side, structure: &Structure, case: &Case| -> Rc<[u32]> {
            let ids = &compare.pairs.ids;
            let fields = case.fields.iter().filter_map(|field| ids.get(side, &structure.name, &field.name));
            fields.chain(at.ids.iter().copied()).collect()
        };
        for case in &cases.removed {
            let effects = if alone(self, case, old) { at.fatal(Effects::TIGHTER) } else { Effects::DIFFER };
            let ids = members(self, Side::Old, old, case);
            self.push(&rule::CASE_REMOVED, &At { ids, ..at.member(&case.name) }, shown(case), "", effects);
        }
        for case in &cases.added {
            let effects = if alone(self, case, new) { at.fatal(Effects::LOOSER) } else { Effects::DIFFER };
            let ids = members(self, Side::New, new, case);
            self.push(&rule::CASE_ADDED, &At { ids, ..at.member(&case.name) }, "", shown(case), effects);
        }
        for (a, b) in &cases.moved {
            let effects = if alone(self, a, old) && alone(self, b, new) { Effects::SAME } else { Effects::DIFFER };
            self.push(&rule::CASE_MOVED, &at.member(&b.name), shown(a), shown(b), effects);
        }
        for ((a, b), fields) in cases.both.iter().zip(fields) {
            let at = At {
                attempted: at.attempted || !a.attempt.is_empty() || !b.attempt.is_empty(),
                ids: members(self, Side::New, new, b),
                ..at.member(&b.name)
            };
            self.text(&rule::CASE_RENAMED, &at, &a.name, &b.name);
            self.text(&rule::DOC_CHANGED, &at, &a.doc, &b.doc);
            let before = Names { side: Side::Old, structure: old, fields: &a.fields, entry: None };
            let after = Names { side: Side::New, structure: new, fields: &b.fields, entry: None };
            self.option(
                &rule::CASE_CONDITION,
                &at,
                (a.when.as_ref(), before),
                (b.when.as_ref(), after),
                Effects::DIFFER,
            );
            if a.attempt.is_empty() == b.attempt.is_empty() {
                self.text(&rule::SPEC_CHANGED, &at, &a.attempt, &b.attempt);
            } else {
                self.push(&rule::CASE_ATTEMPT, &at, &*a.attempt, &*b.attempt, Effects::DIFFER);
            }
            self.fields(&at, before, after, fields);
        }
    }

    fn bits(&mut self, at: &At, old: &'m Structure, new: &'m Structure, bits: &Matched<'m, BitField>) {
        let shown = |field: &BitField| {
            let order = if field.order == Endian::Big { ", most significant first" } else { "" };
            format!("{} bits from {}{order}", field.bits, field.bit)
        };
        if old.size != new.size {
            let size = |structure: &Structure| structure.size.map_or_else(String::new, bytes);
            let at = &At { ids: self.parts(old, new), ..at.clone() };
            self.push(&rule::STRUCTURE_SIZE, at, size(old), size(new), Effects::DIFFER);
        }
        for field in &bits.removed {
            let at = At { ids: self.id(Side::Old, old, &field.name), ..at.member(&field.name) };
            self.push(&rule::BITS_REMOVED, &at, shown(field), "", Effects::DIFFER);
        }
        for field in &bits.added {
            let at = At { ids: self.id(Side::New, new, &field.name), ..at.member(&field.name) };
            self.push(&rule::BITS_ADDED, &at, "", shown(field), Effects::DIFFER);
        }
        for (_, field) in &bits.moved {
            self.push(&rule::FIELD_ORDER, &at.member(&field.name), "", "", Effects::SAME);
        }
        let names = |side, structure: &'m Structure| Names { side, structure, fields: &[], entry: None };
        let (old_names, new_names) = (names(Side::Old, old), names(Side::New, new));
        for (a, b) in &bits.both {
            let at = At { ids: self.id(Side::New, new, &b.name), ..at.member(&b.name) };
            self.text(&rule::FIELD_RENAMED, &at, &a.name, &b.name);
            self.text(&rule::LABEL_CHANGED, &at, &a.label, &b.label);
            self.text(&rule::DOC_CHANGED, &at, &a.doc, &b.doc);
            if a.bit != b.bit || a.order != b.order {
                // Whole bytes are the same in both orders.
                let stays = a.bits == b.bits && (0..a.bits).all(|bit| a.place().of_bit(bit) == b.place().of_bit(bit));
                let effects = if stays { Effects::SAME } else { Effects::DIFFER };
                self.push(&rule::BITS_MOVED, &at, shown(a), shown(b), effects);
            }
            if a.bits != b.bits {
                self.push(&rule::BITS_WIDTH, &at, shown(a), shown(b), Effects::DIFFER);
            }
            self.codes(&at, (a.codes.as_ref(), &a.constraints), (b.codes.as_ref(), &b.constraints));
            self.constraints(&at, (&a.constraints, old_names), (&b.constraints, new_names));
        }
    }

    fn sums(&mut self, at: &At, old: Names<'m>, new: Names<'m>) {
        let shown = |sum: &Sum| {
            let last = sum.over.1.as_deref().unwrap_or("the end of the file");
            format!("{} of {} to {last} in {}", sum.algorithm.name(), sum.over.0, sum.stored.join("."))
        };
        let mut left: HashMap<String, VecDeque<(usize, &Sum)>> = HashMap::new();
        for (place, sum) in new.structure.sums.iter().enumerate() {
            left.entry(self.path(&sum.stored, new)).or_default().push_back((place, sum));
        }
        for sum in old.structure.sums.iter() {
            let found = left.get_mut(&self.path(&sum.stored, old)).and_then(VecDeque::pop_front);
            let Some((_, other)) = found else {
                self.push(&rule::SUM_REMOVED, &at.member(&sum.stored.join(".")), shown(sum), "", Effects::LOOSER);
                continue;
            };
            let at = at.member(&other.stored.join("."));
            if !self.same_sum(sum, old, other, new) {
                self.push(&rule::SUM_CHANGED, &at, shown(sum), shown(other), Effects::REJECTS);
            }
            self.text(&rule::RULE_CODE, &at, &sum.code, &other.code);
            self.section(&at, &sum.spec, &other.spec);
        }
        let mut left: Vec<_> = left.into_values().flatten().collect();
        left.sort_by_key(|(place, _)| *place);
        for (_, sum) in left {
            self.push(&rule::SUM_ADDED, &at.member(&sum.stored.join(".")), "", shown(sum), Effects::TIGHTER);
        }
    }

    fn same_sum(&self, a: &Sum, old: Names<'m>, b: &Sum, new: Names<'m>) -> bool {
        let one = |a: &Text, b: &Text| self.same_path(std::slice::from_ref(a), old, std::slice::from_ref(b), new);
        let ends = match (&a.over.1, &b.over.1) {
            (Some(a), Some(b)) => one(a, b),
            (a, b) => a.is_none() && b.is_none(),
        };
        let all = |a: &[bpx_schema::schema::List<Text>], b: &[bpx_schema::schema::List<Text>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.same_path(a, old, b, new))
        };
        a.algorithm == b.algorithm
            && one(&a.over.0, &b.over.0)
            && ends
            && all(&a.skip, &b.skip)
            && a.fill.len() == b.fill.len()
            && a.fill
                .iter()
                .zip(&*b.fill)
                .all(|(a, b)| a.byte == b.byte && self.same_path(&a.member, old, &b.member, new))
            && all(&a.or_skip, &b.or_skip)
            && all(&a.or_zero, &b.or_zero)
    }

    /// Compares expressions that may be absent; also reports constants with other names.
    pub(super) fn option(
        &mut self,
        rule: &'static Rule,
        at: &At,
        (old, old_names): (Option<&Expr>, Names<'m>),
        (new, new_names): (Option<&Expr>, Names<'m>),
        effects: Effects,
    ) {
        let shown = |expr: Option<&Expr>| expr.map_or_else(String::new, ToString::to_string);
        let same = match (old, new) {
            (Some(old), Some(new)) => self.same(old, old_names, new, new_names),
            (old, new) => old.is_none() && new.is_none(),
        };
        if !same {
            self.push(rule, at, shown(old), shown(new), effects);
        } else if old.map(exprs::constants) != new.map(exprs::constants) {
            self.push(&rule::CONSTANT_RENAMED, at, shown(old), shown(new), Effects::SAME);
        }
    }

    /// Returns whether two expressions are the same, independently of names.
    pub(super) fn same(&self, old: &Expr, old_names: Names<'m>, new: &Expr, new_names: Names<'m>) -> bool {
        self.key(old, old_names) == self.key(new, new_names)
    }

    /// Writes an expression independently of names.
    pub(super) fn key(&self, expr: &Expr, names: Names<'m>) -> String {
        exprs::key(expr, &|path| Some(self.path(path, names))).unwrap_or_else(|| expr.to_string())
    }

    pub(super) fn same_path(&self, old: &[Text], old_names: Names<'m>, new: &[Text], new_names: Names<'m>) -> bool {
        self.path(old, old_names) == self.path(new, new_names)
    }

    /// Resolves a path independently of names: to numbers of parts and places of parameters.
    fn path(&self, path: &[Text], names: Names<'m>) -> String {
        let Some((first, rest)) = path.split_first() else { return String::new() };
        let field = self.field_of(names.fields, first);
        let part = |structure: &Structure, name: &str| match self.pairs.ids.get(names.side, &structure.name, name) {
            Some(id) => format!("#{id}"),
            None => format!("{name:?}"),
        };
        let param = |name: &str| self.places.find(&names.structure.params, name, |param| param);
        let (mut text, mut structure) = match (names.entry, field) {
            (Some(entry), _) if first == "entry" => ("@".to_owned(), Some(entry)),
            (_, Some(field)) => (part(names.structure, first), self.held(names.side, field)),
            _ => (param(first).map_or_else(|| format!("{first:?}"), |place| format!("${place}")), None),
        };
        for name in rest {
            let step = structure.map_or_else(|| format!("{name:?}"), |structure| part(structure, name));
            let _ = write!(text, ".{step}");
            let field = structure.and_then(|structure| self.field_of(structure.fields(), name));
            structure = field.and_then(|field| self.held(names.side, field));
        }
        text
    }

    /// Returns the field with this name.
    pub(super) fn field_of(&self, fields: &'m [Field], name: &str) -> Option<&'m Field> {
        fields.get(self.place_of(fields, name)?)
    }

    /// Returns the place of the field with this name.
    pub(super) fn place_of(&self, fields: &'m [Field], name: &str) -> Option<usize> {
        self.places.find(fields, name, |field| &field.name)
    }

    /// Returns the structure that is the type of a field.
    pub(super) fn held(&self, side: Side, field: &'m Field) -> Option<&'m Structure> {
        match &field.ty {
            Type::Named { link, .. } => self.resolve(side, link),
            _ => None,
        }
    }

    /// Returns the structure that a link names.
    pub(super) fn resolve(&self, side: Side, link: &Link) -> Option<&'m Structure> {
        if side == Side::Old { self.old.get(link.name()) } else { self.new.get(link.name()) }
    }
}

fn kind(structure: &Structure) -> &'static str {
    match structure.body {
        Body::Fields(_) => "fields",
        Body::Switch(_) => "a switch",
        Body::Bits(_) => "bit fields",
    }
}

/// Returns the structures in cases that are only attempted.
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

/// Describes a size.
pub(super) fn bytes(size: u64) -> String {
    if size == 1 { "1 byte".to_owned() } else { format!("{size} bytes") }
}
