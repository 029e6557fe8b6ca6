//! Compares fields.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::layouts::Layouts;
use super::matched::MatchedParts;
use super::pairs::Side;
use super::rule;
use super::shown::{field_text, number_text, order_of, order_text};
use bpx_schema::schema::{Expr, Field, Length, Link, List, Placement, Pool, Region, Rule, Type, describe_size};

impl<'m> Compare<'m> {
    pub(super) fn compare_fields(
        &mut self,
        at: &ChangePlace,
        old: NameMeanings<'m>,
        new: NameMeanings<'m>,
        fields: &MatchedParts<'m, Field>,
    ) {
        let layouts = Layouts::of((self.old, old.fields), (self.new, new.fields));
        let used = layouts.reserved_used(fields);
        if !used.after.is_empty() {
            let known = &self.pairs.ids;
            let ids = used.after.iter().filter_map(|field| known.id_of(Side::New, &new.structure.name, &field.name));
            let after = used.after.iter().map(|field| &*field.name).collect::<Vec<_>>().join(", ");
            let at = ChangePlace { ids: ids.collect(), ..at.at_member(&after) };
            let before = used.before.iter().map(|field| format!("{} {}", field.name, field_text(field)));
            let before = before.collect::<Vec<_>>().join(", ");
            self.add_change(&rule::RESERVED_USED, &at, before, after, Effects::DIFFER);
        }
        for field in fields.removed.iter().filter(|field| !used.covers_change(field)) {
            let at = ChangePlace {
                ids: self.ids_of_member(Side::Old, old.structure, &field.name),
                ..at.at_member(&field.name)
            };
            self.add_change(&rule::FIELD_REMOVED, &at, field_text(field), "", Effects::DIFFER);
        }
        for field in fields.added.iter().filter(|field| !used.covers_change(field)) {
            let at = ChangePlace {
                ids: self.ids_of_member(Side::New, new.structure, &field.name),
                ..at.at_member(&field.name)
            };
            self.add_change(&rule::FIELD_ADDED, &at, "", field_text(field), Effects::DIFFER);
        }
        for (a, b) in &fields.moved {
            let place = |names: NameMeanings<'m>, field: &Field| {
                let before = self.place_of(names.fields, &field.name).and_then(|place| place.checked_sub(1));
                let before = before.and_then(|place| names.fields.get(place));
                before.map_or_else(|| "first".to_owned(), |before| format!("after {}", before.name))
            };
            let (before, after) = (place(old, a), place(new, b));
            let at =
                ChangePlace { ids: self.ids_of_member(Side::New, new.structure, &b.name), ..at.at_member(&b.name) };
            self.add_change(&rule::FIELD_MOVED, &at, before, after, Effects::DIFFER);
        }
        for run in
            layouts.shifted_runs(fields).iter().filter(|run| !run.fields.iter().all(|field| used.covers_change(field)))
        {
            let ids =
                run.fields.iter().filter_map(|field| self.pairs.ids.id_of(Side::New, &new.structure.name, &field.name));
            let at = ChangePlace { ids: ids.collect(), follows: true, ..at.at_member(&run.field_names()) };
            let (before, after) = run.describe_places();
            self.add_change(&rule::FIELD_MOVED, &at, before, after, Effects::DIFFER);
        }
        for (a, b) in &fields.both {
            let at =
                ChangePlace { ids: self.ids_of_member(Side::New, new.structure, &b.name), ..at.at_member(&b.name) };
            self.compare_field(&at, old, new, a, b, used.covers_change(b));
        }
    }

    /// Compares the relations of fields to other parts. Relations affect faults, but not values.
    fn compare_relations(&mut self, at: &ChangePlace, a: &Field, b: &Field) {
        let shown = |pool: &Option<Pool>| pool.as_ref().map_or_else(String::new, ToString::to_string);
        let pools = (shown(&a.pool), shown(&b.pool));
        if pools.0 != pools.1 {
            self.add_change(&rule::CONSTRAINT_CHANGED, at, pools.0, pools.1, Effects::REJECTS);
        }
        for gone in a.relations.iter().filter(|one| !b.relations.contains(one)) {
            self.add_change(&rule::CONSTRAINT_REMOVED, at, gone.to_string(), "", Effects::LOOSER);
        }
        for added in b.relations.iter().filter(|one| !a.relations.contains(one)) {
            self.add_change(&rule::CONSTRAINT_ADDED, at, "", added.to_string(), Effects::TIGHTER);
        }
    }

    fn compare_field(
        &mut self,
        at: &ChangePlace,
        old: NameMeanings<'m>,
        new: NameMeanings<'m>,
        a: &'m Field,
        b: &'m Field,
        reserved_reported: bool,
    ) {
        self.compare_texts(&rule::FIELD_RENAMED, at, &a.name, &b.name);
        self.compare_texts(&rule::LABEL_CHANGED, at, &a.label, &b.label);
        self.compare_documentation(at, (&a.doc, &a.spec), (&b.doc, &b.spec));
        let old = NameMeanings { entry: self.entry_structure(old, a), ..old };
        let new = NameMeanings { entry: self.entry_structure(new, b), ..new };
        if !reserved_reported && !self.compare_widths(at, a, b) {
            self.compare_types(at, old, new, a, b);
            self.compare_lengths(at, old, new, a, b);
        }
        let (when, then) = ((a.when.as_ref(), old), (b.when.as_ref(), new));
        self.compare_option(&rule::FIELD_CONDITION, at, when, then, Effects::DIFFER);
        if a.otherwise != b.otherwise {
            let shown = |value: Option<i64>| value.map_or_else(String::new, |value| value.to_string());
            self.add_change(&rule::FIELD_DEFAULT, at, shown(a.otherwise), shown(b.otherwise), Effects::DIFFER);
        }
        // A wrong signature is a fault, another wrong computed value is a finding: readers reject both.
        let signature = a.signature().is_some() == b.signature().is_some();
        let effects = if signature { Effects::SAME } else { at.fatal_effects(Effects::SAME) };
        let computed =
            |field: &'m Field| (field.derived.as_ref(), field.constraints.iter().any(|one| one.rule == Rule::Computed));
        self.compare_computed(at, computed(a), old, computed(b), new, effects);
        if a.children != b.children {
            let shown = |field: &Field| if field.children { "children" } else { "elements" };
            self.add_change(&rule::FIELD_CHILDREN, at, shown(a), shown(b), Effects::DIFFER);
        }
        self.compare_codes(at, (a.codes.as_ref(), &a.constraints), (b.codes.as_ref(), &b.constraints));
        self.compare_constraints(at, (&a.constraints, old), (&b.constraints, new));
        self.compare_relations(at, a, b);
        match (a.region.as_ref(), b.region.as_ref()) {
            (None, None) => {}
            (None, Some(region)) if region.is_in_place() => self.compare_region(at, (&PLAIN, old), (region, new)),
            (Some(region), None) if region.is_in_place() => self.compare_region(at, (region, old), (&PLAIN, new)),
            (None, Some(region)) => {
                self.add_change(&rule::REGION_ADDED, at, "", placement_text(region), Effects::DIFFER);
            }
            (Some(region), None) => {
                self.add_change(&rule::REGION_REMOVED, at, placement_text(region), "", Effects::DIFFER);
            }
            (Some(before), Some(after)) => self.compare_region(at, (before, old), (after, new)),
        }
    }

    /// Returns the structure of the element that `entry` means in expressions of a field.
    pub(super) fn entry_structure(
        &self,
        names: NameMeanings<'m>,
        field: &Field,
    ) -> Option<&'m bpx_schema::schema::Structure> {
        let each = field.region.as_ref()?.each.as_ref()?;
        match &self.field_of(names.fields, each)?.ty {
            Type::Named { link, .. } => self.resolve_link(names.side, link),
            _ => None,
        }
    }

    /// Compares two fields as a whole if at least one of them is an array, and their numbers have different widths.
    /// Returns whether this is the case, so that no other change of types or numbers of elements has to be reported.
    fn compare_widths(&mut self, at: &ChangePlace, a: &Field, b: &Field) -> bool {
        let whole = |field: &Field| matches!(field.ty, Type::Int { .. } | Type::Float { .. } | Type::FixedPoint { .. });
        let plain = |field: &Field| whole(field) && !field.is_decided() && field.fixed_len().is_some();
        let several = a.len.is_some() || b.len.is_some();
        if !several || !plain(a) || !plain(b) || a.ty.fixed_size() == b.ty.fixed_size() {
            return false;
        }
        let size =
            |field: &Field| field.ty.fixed_size().zip(field.fixed_len()).and_then(|(size, len)| size.checked_mul(len));
        match (size(a), size(b)) {
            (Some(before), Some(after)) if before != after => {
                let words = |field: &Field, size| format!("{}, {}", field_text(field), describe_size(size));
                self.add_change(&rule::FIELD_SIZE, at, words(a, before), words(b, after), Effects::DIFFER);
            }
            _ => self.add_change(&rule::FIELD_TYPE, at, field_text(a), field_text(b), Effects::DIFFER),
        }
        self.byte_order(at, a, b);
        true
    }

    /// Compares the constant byte orders of two numbers. A number of a single byte has no byte order.
    fn byte_order(&mut self, at: &ChangePlace, a: &Field, b: &Field) {
        let has_order = |field: &Field| field.ty.fixed_size().is_some_and(|size| size > 1);
        if has_order(a) && has_order(b) && a.ty.endian() != b.ty.endian() {
            self.add_change(
                &rule::FIELD_ENDIAN,
                at,
                order_text(a.ty.endian()),
                order_text(b.ty.endian()),
                Effects::DIFFER,
            );
        }
    }

    /// Compares the byte orders and the widths of numbers that values decide.
    fn compare_order_and_width(
        &mut self,
        at: &ChangePlace,
        (a, old): (&'m Field, NameMeanings<'m>),
        (b, new): (&'m Field, NameMeanings<'m>),
    ) {
        match (&a.is_big, &b.is_big) {
            (Some(_), Some(_)) => {
                let (a, b) = (a.is_big.as_ref(), b.is_big.as_ref());
                self.compare_option(&rule::FIELD_ENDIAN, at, (a, old), (b, new), Effects::DIFFER);
            }
            (None, None) => {}
            _ => self.add_change(&rule::FIELD_ENDIAN, at, order_of(a), order_of(b), Effects::DIFFER),
        }
        let widths = (a.width.as_ref(), b.width.as_ref());
        self.compare_option(&rule::FIELD_SIZE, at, (widths.0, old), (widths.1, new), Effects::DIFFER);
    }

    fn compare_types(
        &mut self,
        at: &ChangePlace,
        old: NameMeanings<'m>,
        new: NameMeanings<'m>,
        a: &'m Field,
        b: &'m Field,
    ) {
        self.compare_order_and_width(at, (a, old), (b, new));
        let bytes = |size: u8| describe_size(size.into());
        match (&a.ty, &b.ty) {
            (Type::Int { size: s, signed: g, .. }, Type::Int { size, signed, .. }) => {
                if s != size {
                    self.add_change(&rule::FIELD_SIZE, at, bytes(*s), bytes(*size), Effects::DIFFER);
                }
                if g != signed {
                    let shown = |signed: bool| if signed { "signed" } else { "unsigned" };
                    self.add_change(&rule::FIELD_SIGN, at, shown(*g), shown(*signed), Effects::DIFFER);
                }
            }
            (Type::Float { size: s, .. }, Type::Float { size, .. }) => {
                if s != size {
                    self.add_change(&rule::FIELD_SIZE, at, bytes(*s), bytes(*size), Effects::DIFFER);
                }
            }
            (
                Type::FixedPoint { size: s, signed: g, fraction: f, .. },
                Type::FixedPoint { size, signed, fraction, .. },
            ) => {
                if (s, g, f) != (size, signed, fraction) {
                    self.add_change(&rule::FIELD_TYPE, at, number_text(&a.ty), number_text(&b.ty), Effects::DIFFER);
                }
            }
            (Type::Digits { size: s, form: f }, Type::Digits { size, form }) => {
                if s != size {
                    self.add_change(&rule::FIELD_SIZE, at, bytes(*s), bytes(*size), Effects::DIFFER);
                }
                if f != form {
                    self.add_change(&rule::FIELD_TYPE, at, number_text(&a.ty), number_text(&b.ty), Effects::DIFFER);
                }
            }
            (Type::Varint { form: a, .. }, Type::Varint { form: b, .. }) if a != b => {
                self.add_change(&rule::FIELD_TYPE, at, a.name(), b.name(), Effects::DIFFER);
            }
            (Type::Varint { bits: s, .. }, Type::Varint { bits, .. }) if s != bits => {
                let effects = at.fatal_effects(if bits > s { Effects::LOOSER } else { Effects::TIGHTER });
                self.add_change(&rule::FIELD_SIZE, at, format!("{s} bits"), format!("{bits} bits"), effects);
            }
            (Type::CString, Type::CString) if a.terminator_size() != b.terminator_size() => {
                let shown =
                    |field: &Field| format!("text up to a NUL of {}", describe_size(field.terminator_size() as u64));
                self.add_change(&rule::FIELD_TYPE, at, shown(a), shown(b), Effects::DIFFER);
            }
            (Type::Varint { .. }, Type::Varint { .. }) | (Type::CString, Type::CString) => {}
            (Type::Named { link: x, .. }, Type::Named { link: y, .. }) if !self.name_same_part(x, y) => {
                self.add_change(&rule::FIELD_TYPE, at, field_text(a), field_text(b), Effects::DIFFER);
            }
            (Type::Named { args: a, .. }, Type::Named { args: b, .. }) => {
                self.compare_arguments(at, (a, old), (b, new));
            }
            _ => self.add_change(&rule::FIELD_TYPE, at, field_text(a), field_text(b), Effects::DIFFER),
        }
        let are_of_one_kind = std::mem::discriminant(&a.ty) == std::mem::discriminant(&b.ty);
        if are_of_one_kind && a.is_big.is_none() && b.is_big.is_none() {
            self.byte_order(at, a, b);
        }
    }

    /// Compares the arguments that a field passes to its structure.
    fn compare_arguments(
        &mut self,
        at: &ChangePlace,
        (a, old): (&'m [Expr], NameMeanings<'m>),
        (b, new): (&'m [Expr], NameMeanings<'m>),
    ) {
        let shown = |args: &[Expr]| args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        if a.len() != b.len() {
            return self.add_change(&rule::FIELD_ARGUMENTS, at, shown(a), shown(b), Effects::DIFFER);
        }
        for (a, b) in a.iter().zip(b) {
            self.compare_option(&rule::FIELD_ARGUMENTS, at, (Some(a), old), (Some(b), new), Effects::DIFFER);
        }
    }

    /// Returns whether two links name the same part.
    fn name_same_part(&self, old: &Link, new: &Link) -> bool {
        match (self.resolve_link(Side::Old, old), self.resolve_link(Side::New, new)) {
            (Some(old), Some(new)) => self.is_same_part(old, new),
            _ => old == new,
        }
    }

    fn compare_lengths(
        &mut self,
        at: &ChangePlace,
        old: NameMeanings<'m>,
        new: NameMeanings<'m>,
        a: &'m Field,
        b: &'m Field,
    ) {
        match (&a.len, &b.len) {
            (Some(Length::Count(a)), Some(Length::Count(b))) | (Some(Length::Until(a)), Some(Length::Until(b))) => {
                self.compare_option(&rule::FIELD_COUNT, at, (Some(a), old), (Some(b), new), Effects::DIFFER);
            }
            (x, y) if x != y => {
                self.add_change(&rule::FIELD_COUNT, at, field_text(a), field_text(b), Effects::DIFFER);
            }
            _ => {}
        }
    }
}

/// The region of bytes that follow the field before and are stored unchanged.
static PLAIN: Region = Region {
    each: None,
    at: None,
    search: None,
    size: None,
    steps: List::Borrowed(&[]),
    content_size: None,
    checks: List::Borrowed(&[]),
    place: Placement::DEFAULT,
    joined: None,
    self_ending: false,
};

fn placement_text(region: &Region) -> String {
    let at = region.at.as_ref().map_or_else(String::new, |at| format!(" at {at}"));
    let search = region.search.as_ref().map_or_else(String::new, |search| format!(" at {search}"));
    let each = region.each.as_ref().map_or_else(String::new, |each| format!(" for each of {each}"));
    format!("elsewhere{at}{search}{each}")
}
