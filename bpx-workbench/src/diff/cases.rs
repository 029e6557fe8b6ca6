//! Compares the cases of switches, and bit fields.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::matched::MatchedParts;
use super::pairs::Side;
use super::{exprs, rule};
use bpx_schema::schema::{BitField, Body, Case, Endian, Field, Structure, describe_size};
use std::rc::Rc;

impl<'m> Compare<'m> {
    pub(super) fn compare_cases(
        &mut self,
        at: &ChangePlace,
        old: &'m Structure,
        new: &'m Structure,
        cases: &MatchedParts<'m, Case>,
        fields: &[MatchedParts<'m, Field>],
    ) {
        let shown = |case: &Case| match &case.when {
            Some(when) => format!("{} if {when}", case.name),
            None => format!("{} otherwise", case.name),
        };
        // A case that overlaps no other one affects only its own bytes.
        let alone = |compare: &Self, case: &Case, structure: &Structure| {
            let Body::Switch(all) = &structure.body else { return false };
            let left = compare.cases_left.get().checked_sub(all.len());
            // More cases than are left use up the rest.
            compare.cases_left.set(left.unwrap_or(0));
            let mut others = all.iter().filter(|other| other.name != case.name);
            left.is_some() && others.all(|other| !exprs::can_both_hold(case.when.as_ref(), other.when.as_ref()))
        };
        let members = |compare: &Self, side, structure: &Structure, case: &Case| -> Rc<[u32]> {
            let ids = &compare.pairs.ids;
            let fields = case.fields.iter().filter_map(|field| ids.id_of(side, &structure.name, &field.name));
            fields.chain(at.ids.iter().copied()).collect()
        };
        for case in &cases.removed {
            let effects = if alone(self, case, old) { at.fatal_effects(Effects::TIGHTER) } else { Effects::DIFFER };
            let ids = members(self, Side::Old, old, case);
            self.add_change(
                &rule::CASE_REMOVED,
                &ChangePlace { ids, ..at.at_member(&case.name) },
                shown(case),
                "",
                effects,
            );
        }
        for case in &cases.added {
            let effects = if alone(self, case, new) { at.fatal_effects(Effects::LOOSER) } else { Effects::DIFFER };
            let ids = members(self, Side::New, new, case);
            self.add_change(
                &rule::CASE_ADDED,
                &ChangePlace { ids, ..at.at_member(&case.name) },
                "",
                shown(case),
                effects,
            );
        }
        for (a, b) in &cases.moved {
            let effects = if alone(self, a, old) && alone(self, b, new) { Effects::SAME } else { Effects::DIFFER };
            self.add_change(&rule::CASE_MOVED, &at.at_member(&b.name), shown(a), shown(b), effects);
        }
        for ((a, b), fields) in cases.both.iter().zip(fields) {
            let at = ChangePlace {
                attempted: at.attempted || !a.attempt.is_empty() || !b.attempt.is_empty(),
                ids: members(self, Side::New, new, b),
                ..at.at_member(&b.name)
            };
            self.compare_texts(&rule::CASE_RENAMED, &at, &a.name, &b.name);
            self.compare_texts(&rule::DOC_CHANGED, &at, &a.doc, &b.doc);
            let before = NameMeanings { side: Side::Old, structure: old, fields: &a.fields, entry: None };
            let after = NameMeanings { side: Side::New, structure: new, fields: &b.fields, entry: None };
            self.compare_option(
                &rule::CASE_CONDITION,
                &at,
                (a.when.as_ref(), before),
                (b.when.as_ref(), after),
                Effects::DIFFER,
            );
            if a.attempt.is_empty() == b.attempt.is_empty() {
                self.compare_texts(&rule::SPEC_CHANGED, &at, &a.attempt, &b.attempt);
            } else {
                self.add_change(&rule::CASE_ATTEMPT, &at, &*a.attempt, &*b.attempt, Effects::DIFFER);
            }
            self.compare_fields(&at, before, after, fields);
        }
    }

    pub(super) fn compare_bits(
        &mut self,
        at: &ChangePlace,
        old: &'m Structure,
        new: &'m Structure,
        bits: &MatchedParts<'m, BitField>,
    ) {
        let shown = |field: &BitField| {
            let order = if field.order == Endian::Big { ", most significant first" } else { "" };
            format!("{} bits from {}{order}", field.bits, field.bit)
        };
        if old.size != new.size {
            let size = |structure: &Structure| structure.size.map_or_else(String::new, describe_size);
            let at = &ChangePlace { ids: self.ids_of_parts(old, new), ..at.clone() };
            self.add_change(&rule::STRUCTURE_SIZE, at, size(old), size(new), Effects::DIFFER);
        }
        for field in &bits.removed {
            let at = ChangePlace { ids: self.ids_of_member(Side::Old, old, &field.name), ..at.at_member(&field.name) };
            self.add_change(&rule::BITS_REMOVED, &at, shown(field), "", Effects::DIFFER);
        }
        for field in &bits.added {
            let at = ChangePlace { ids: self.ids_of_member(Side::New, new, &field.name), ..at.at_member(&field.name) };
            self.add_change(&rule::BITS_ADDED, &at, "", shown(field), Effects::DIFFER);
        }
        for (_, field) in &bits.moved {
            self.add_change(&rule::FIELD_ORDER, &at.at_member(&field.name), "", "", Effects::SAME);
        }
        let names = |side, structure: &'m Structure| NameMeanings { side, structure, fields: &[], entry: None };
        let (old_names, new_names) = (names(Side::Old, old), names(Side::New, new));
        for (a, b) in &bits.both {
            let at = ChangePlace { ids: self.ids_of_member(Side::New, new, &b.name), ..at.at_member(&b.name) };
            self.compare_texts(&rule::FIELD_RENAMED, &at, &a.name, &b.name);
            self.compare_texts(&rule::LABEL_CHANGED, &at, &a.label, &b.label);
            self.compare_texts(&rule::DOC_CHANGED, &at, &a.doc, &b.doc);
            if a.bit != b.bit || a.order != b.order {
                // Whole bytes are the same in both orders.
                let stays =
                    a.bits == b.bits && (0..a.bits).all(|bit| a.bit_place().of_bit(bit) == b.bit_place().of_bit(bit));
                let effects = if stays { Effects::SAME } else { Effects::DIFFER };
                self.add_change(&rule::BITS_MOVED, &at, shown(a), shown(b), effects);
            }
            if a.bits != b.bits {
                self.add_change(&rule::BITS_WIDTH, &at, shown(a), shown(b), Effects::DIFFER);
            }
            self.compare_codes(&at, (a.codes.as_ref(), &a.constraints), (b.codes.as_ref(), &b.constraints));
            self.compare_constraints(&at, (&a.constraints, old_names), (&b.constraints, new_names));
        }
    }
}
