//! Sets the numbers that state offsets and sizes, and checks that a reader would find each part at its offset.

use super::open_end::{bytes_after_part, expect_nothing_after_head};
use super::order::FilePlaces;
use super::own::{KnownFact, RegionEntry};
use super::part::{FilePart, end_of};
use super::writer::FileWriter;
use crate::report::{Class, Error, Result, Severity};
use crate::schema::{Expr, LayoutFact, NumberSetting, Rule, Structure, Text};
use std::collections::HashMap;

/// The stated value of each number about the whole file, by the number of its structure and its place in the settings.
pub(super) type StatedTotals = HashMap<(usize, usize), i128>;

impl<'a> FileWriter<'a> {
    /// Returns the values of the numbers about the whole file that each structure sets, before the layout sets them.
    pub(super) fn stated_totals(&self) -> StatedTotals {
        let value = |holder, path: &[Text]| self.own.eval(holder, &Expr::Path(path.to_vec().into()), None, &[]);
        let numbered = self.own.holders.iter().enumerate();
        let totals = numbered.flat_map(|(holder, one)| {
            let settings = one.structure.settings.iter().enumerate().filter(|(_, setting)| setting.field.is_empty());
            settings.filter_map(move |(place, setting)| Some(((holder, place), value(holder, &setting.target)?)))
        });
        totals.collect()
    }

    /// Sets the numbers that state offsets and sizes, and computes the checksums of nested structures again.
    ///
    /// # Errors
    /// Returns an error when a number does not fit, when a reader would not find a part, and when a value that depends
    /// on a number is not computed again.
    pub(super) fn set_numbers(
        &mut self,
        parts: &[FilePart<'a>],
        places: &FilePlaces,
        old: (u64, &StatedTotals),
    ) -> Result<()> {
        let (before, relied) = (self.own.fixed_bytes(), self.relied_values());
        self.set_all(parts, places, old)?;
        self.check_parts(parts, places.size)?;
        expect_nothing_after_head(&self.own, places.size)?;
        self.expect_same(&relied, parts)?;
        self.own.expect_fixed(before.as_deref())?;
        self.own.seal_again(before.as_deref(), &self.algorithms)
    }

    /// Sets the numbers that state offsets and sizes, except numbers that are already right.
    fn set_all(
        &mut self,
        parts: &[FilePart<'a>],
        places: &FilePlaces,
        (old_head, stated): (u64, &StatedTotals),
    ) -> Result<()> {
        let right: Vec<bool> = parts.iter().map(|part| self.mismatch_message(part, true).is_none()).collect();
        // Numbers of the outermost structure may depend on those of its parts.
        let holders: Vec<(usize, &'a Structure)> =
            self.own.holders.iter().map(|holder| holder.structure).enumerate().collect();
        let mut own: HashMap<usize, Vec<usize>> = HashMap::new();
        parts.iter().enumerate().for_each(|(number, part)| own.entry(part.holder).or_default().push(number));
        for (number, structure) in holders.into_iter().rev() {
            let own = own.get(&number).map_or(&[][..], Vec::as_slice);
            for (place, setting) in structure.settings.iter().enumerate() {
                if !setting.field.is_empty() {
                    self.set_each((own, setting), parts, &right, places)?;
                } else {
                    let stated = stated.get(&(number, place)).copied();
                    self.set_total((number, setting), stated, parts, places, old_head)?;
                }
            }
        }
        Ok(())
    }

    /// Sets a number for each region of a field.
    fn set_each(
        &mut self,
        (own, setting): (&[usize], &NumberSetting),
        parts: &[FilePart<'a>],
        right: &[bool],
        places: &FilePlaces,
    ) -> Result<()> {
        let own = || own.iter().filter_map(|number| Some((parts.get(*number)?, right.get(*number)?)));
        let of_field = || own().filter(|(part, _)| part.field.name == setting.field);
        let begin = of_field().map(|(part, _)| part.offset).min();
        for (part, right) in of_field() {
            // A number that several regions share may have changed, so a part that was right may now be wrong.
            let is_read = part.region.fact_exprs().next().is_some();
            if *right && is_read && self.mismatch_message(part, true).is_none() {
                continue;
            }
            let facts = part_facts(part, begin, places);
            let value = self.own.eval(part.holder, &setting.value, part.entry, &facts);
            // Numbers with unknown facts are not changed.
            let Some(value) = value else {
                if mentions_unknown(&setting.value, part) {
                    continue;
                }
                return Err(self.in_part(without_value(&setting.value), part));
            };
            let set = self.set_number_at(part.holder, &setting.target, part.entry, value);
            set.map_err(|error| self.in_part(error, part))?;
        }
        Ok(())
    }

    /// Sets a number of a structure that states a fact about the file. If parts keep their offsets, this is the old value,
    /// changed by as much as the end of the last part moved, unless a rule rejects that value.
    fn set_total(
        &mut self,
        (holder, setting): (usize, &NumberSetting),
        stated: Option<i128>,
        parts: &[FilePart<'_>],
        places: &FilePlaces,
        old_head: u64,
    ) -> Result<()> {
        let value = |end: u64, size: u64| {
            let facts = [(LayoutFact::FileEnd, end.into()), (LayoutFact::FileSize, size.into())];
            let value = self.own.eval(holder, &setting.value, None, &facts);
            value.ok_or_else(|| without_value(&setting.value))
        };
        let new = value(places.end, places.size)?;
        let is_fresh = !self.keeps_places || self.filling.as_ref().is_some_and(|filling| !filling.keeps_totals);
        let Some(stated) = stated.filter(|_| !is_fresh) else {
            return self.set_number_at(holder, &setting.target, None, new);
        };
        let ends = parts.iter().filter_map(|part| part.old).map(end_of);
        let gone = self.old.as_ref().map_or(0, |old| old.end);
        let old_end = ends.fold(old_head.max(gone), u64::max);
        let gaps = self.gaps.iter().map(|gap| end_of((gap.offset, gap.bytes.len() as u64)));
        let old_size = gaps.fold(old_end, u64::max);
        let (old, most) = (value(old_end, old_size)?, value(places.size, places.size)?);
        // A stated number may be any, so that its new value may not exist.
        let moved = || stated.checked_sub(old).and_then(|rest| rest.checked_add(new)).unwrap_or(new).min(most);
        // If nothing moved, the number stays, even a wrong one.
        self.set_number_at(holder, &setting.target, None, if old == new { stated } else { moved() })?;
        if self.is_rejected(holder, setting, places.size) {
            self.set_number_at(holder, &setting.target, None, new)?;
        }
        Ok(())
    }

    /// Returns whether a rule of the structure reports the number as an error, in a file of `size` bytes.
    fn is_rejected(&self, holder: usize, setting: &NumberSetting, size: u64) -> bool {
        let mut rules = self.own.holders.get(holder).into_iter().flat_map(|one| one.structure.rules.iter());
        rules.any(|rule| {
            let Rule::Assert(expr) = &rule.rule else { return false };
            // Nothing says where a reader is when it checks the rule.
            let is_known = !expr.parts().iter().any(|part| matches!(part, Expr::Position | Expr::Remaining));
            let holds = || self.own.eval(holder, expr, None, &[(LayoutFact::FileSize, size.into())]);
            rule.on == setting.target && rule.severity == Severity::Error && is_known && holds() == Some(0)
        })
    }

    fn set_number_at(
        &mut self,
        holder: usize,
        target: &[Text],
        entry: Option<RegionEntry<'_>>,
        value: i128,
    ) -> Result<()> {
        self.own
            .set_number_at(holder, target, entry, value)
            .map_err(|(class, message)| Error::unlocated_fault(class, message))
    }

    /// Returns a message if the numbers of a part differ from its offset, sizes or checksum. Without `has_place`,
    /// ignores the offset.
    fn mismatch_message(&self, part: &FilePart<'_>, has_place: bool) -> Option<String> {
        let region = part.region;
        let facts = [
            (region.at.as_ref().filter(|_| has_place), Some(part.offset), LayoutFact::Offset),
            (region.size.as_ref(), Some(part.stored), LayoutFact::StoredSize),
            (region.content_size.as_ref(), part.content_size, LayoutFact::ContentSize),
        ];
        let check = self
            .first_true_condition(part.holder, region.checks.iter().map(|check| &check.when), part.entry)
            .ok()
            .flatten();
        let check = check.and_then(|place| region.checks.get(place));
        let sum = check.map(|check| (Some(&check.stored), part.checksum, LayoutFact::ContentChecksum));
        for (expr, fact, kind) in facts.into_iter().chain(sum) {
            let (Some(expr), Some(fact)) = (expr, fact) else { continue };
            if part.stored == 0 && region.each.is_none() && !region.is_stored() {
                continue;
            }
            let read = self.own.eval(part.holder, expr, part.entry, &[]);
            if read != Some(fact.into()) {
                return Some(self.mismatch_of(part, (expr, read), (kind, fact)));
            }
        }
        None
    }

    /// Returns the message for an expression whose value differs from a fact about a part.
    #[cold]
    fn mismatch_of(
        &self,
        part: &FilePart<'_>,
        (expr, read): (&Expr, Option<i128>),
        (kind, fact): (LayoutFact, u64),
    ) -> String {
        let what = kind.name().replace('_', " ");
        if let (Some(read), true) = (read, expr.used_names().is_empty()) {
            return format!("expected the {what} {read}, which the declaration states, found {fact}");
        }
        let read = read.map_or_else(|| "nothing".to_owned(), |read| read.to_string());
        let settings = self.own.holders.get(part.holder).map_or(&[][..], |holder| &holder.structure.settings);
        let is_set = settings.iter().any(|setting| setting.field == part.field.name);
        let reason = if is_set { "" } else { "; the declaration states no number to set for it" };
        format!("expected `{expr}` to be {fact}, the {what}, found {read}{reason}")
    }

    fn check_parts(&self, parts: &[FilePart<'_>], size: u64) -> Result<()> {
        // A part without bytes has no place: its offset may be any number, such as 0.
        for part in parts {
            let message = self.mismatch_message(part, part.stored > 0).or_else(|| bytes_after_part(part, size));
            if let Some(message) = message {
                return Err(self.in_part(Error::unlocated_fault(Class::Inconsistent, message), part));
            }
        }
        Ok(())
    }
}

#[cold]
fn without_value(expr: &Expr) -> Error {
    Error::unlocated_fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"))
}

fn part_facts(part: &FilePart<'_>, begin: Option<u64>, places: &FilePlaces) -> Vec<KnownFact> {
    let known = [
        (LayoutFact::Offset, Some(part.offset)),
        (LayoutFact::StoredSize, Some(part.stored)),
        (LayoutFact::ContentSize, part.content_size),
        (LayoutFact::ContentChecksum, part.checksum),
        (LayoutFact::FirstOffset, begin),
        (LayoutFact::FileEnd, Some(places.end)),
        (LayoutFact::FileSize, Some(places.size)),
    ];
    known.into_iter().filter_map(|(fact, value)| Some((fact, i128::from(value?)))).collect()
}

/// Returns whether an expression needs a fact that the part lacks: its content size, or its checksum.
fn mentions_unknown(expr: &Expr, part: &FilePart<'_>) -> bool {
    expr.parts().iter().any(|named| match named.path() {
        Some([of, name]) => match LayoutFact::find(of, name) {
            Some(LayoutFact::ContentSize) => part.content_size.is_none(),
            Some(LayoutFact::ContentChecksum) => part.checksum.is_none(),
            _ => false,
        },
        _ => false,
    })
}
