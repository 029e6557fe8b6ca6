//! Checks relations after a whole file was read.

use super::text::TextJudge;
use super::values::Occurrence;
use super::{PoolElements, PoolFacts, RelationValues, Relations, ValueBlock, ValuePlaces};
use crate::report::{Class, Finding, Location, Path, quote_value};
use crate::schema::{AbsentPool, Claim, Relation, RelationKind, Text};
use crate::value::LeafValue;
use std::collections::HashMap;

/// The function that gets findings.
pub(super) type FindingSink<'a> = &'a mut dyn FnMut(Finding);

/// The facts that are known while blocks are checked one after the other, by the codes of rules.
#[derive(Default)]
struct JudgeState<'b>(HashMap<&'b str, SeenValues<'b>>);

/// The facts that are known about the values to which one rule applies.
#[derive(Default)]
struct SeenValues<'b> {
    /// The place of each value's first occurrence.
    values: HashMap<&'b [u8], (&'b ValuePlaces, u64)>,
    numbers: HashMap<u64, (&'b ValuePlaces, u64)>,
    texts: Option<TextJudge<'b>>,
    /// The previous value.
    last: Option<&'b [u8]>,
    last_number: Option<u64>,
    /// Whether a finding about a missing part was reported.
    is_missing: bool,
    /// The keys whose elements were checked. There are few, because each is a constant of a declaration.
    keys: Vec<i128>,
}

impl Relations {
    /// Reports every relation that does not hold, in the order in which the values were read. Reports nothing if the
    /// reader skipped parts of the file.
    pub fn judge(&self, report: FindingSink<'_>) {
        // References to parts that were not read may be valid.
        if self.is_incomplete {
            return;
        }
        let mut state = JudgeState::default();
        for block in self.blocks.iter().filter(|block| !block.values.is_empty()) {
            self.judge_block(block, &mut state, report);
        }
    }

    fn judge_block<'b>(&'b self, block: &'b ValueBlock, state: &mut JudgeState<'b>, report: FindingSink<'_>) {
        let ValueBlock { relation, place, values, .. } = block;
        match relation.kind {
            RelationKind::Unique => {
                return state.seen_of_claim(&relation.claim).check_unique(relation, place, values, report);
            }
            RelationKind::Sorted => {
                return state.seen_of_claim(&relation.claim).check_sorted(relation, place, values, report);
            }
            _ => {}
        }
        let facts = match (self.pools.get(&relation.pool), &relation.absent) {
            (Some(PoolFacts::Lost), _) => return,
            (Some(facts), _) => facts,
            // Without a table, a single structure was read, so the part is not missing.
            (None, _) if self.table.is_none() => return,
            (None, AbsentPool::Unjudged) => return,
            (None, AbsentPool::Fault) => return without_pool(block, report),
            (None, AbsentPool::Missing(claim)) => {
                let message = || {
                    format!("expected the part {}, because values refer to it, found none", quoted_pool(&relation.pool))
                };
                return self.report_missing(claim, state, message, report);
            }
        };
        match (&relation.kind, facts) {
            (RelationKind::Text(rules), PoolFacts::Texts(texts)) => {
                let judge = &mut state.seen_of_claim(&relation.claim).texts;
                judge
                    .get_or_insert_with(|| TextJudge::of_relation(relation, rules, &texts.bytes, texts.shared))
                    .check_block(block, report);
            }
            (RelationKind::Text(rules), _) => {
                TextJudge::of_relation(relation, rules, &[], 0).check_block(block, report);
            }
            (RelationKind::Index { first, required, .. }, facts) => {
                let (count, keys) = facts.count_and_keys();
                NumberedElements { first: *first, required: *required, count, keys }.check_block(block, report);
            }
            (RelationKind::Count { multiple, .. }, facts) => {
                let (count, keys) = facts.count_and_keys();
                report_wrong_counts(block, *multiple, count, keys, report);
            }
            (RelationKind::Needs { .. }, facts) => {
                let found = block.key.is_some_and(|key| facts.count_and_keys().1.contains(&key));
                let Some(key) = block.key.filter(|_| !found) else { return };
                let message =
                    || format!("expected an element with the key {key} in {}, found none", quoted_pool(&relation.pool));
                match (&self.table, values.numbers().next()) {
                    (None, Some((index, _))) => {
                        report(claim_finding(&relation.claim, Class::Missing, place.locate_value(index), message()));
                    }
                    _ => self.report_missing(&relation.claim, state, message, report),
                }
            }
            (RelationKind::Single { .. } | RelationKind::Referred { .. }, PoolFacts::Elements(elements)) => {
                let keys = &mut state.seen_of_claim(&relation.claim).keys;
                let Some(key) = block.key.filter(|key| !keys.contains(key)) else { return };
                keys.push(key);
                match &relation.kind {
                    RelationKind::Referred { by, .. } => self.report_unreferred(relation, by, key, elements, report),
                    _ => report_repeated(relation, key, elements, report),
                }
            }
            (
                RelationKind::Single { .. }
                | RelationKind::Referred { .. }
                | RelationKind::Unique
                | RelationKind::Sorted
                | RelationKind::Tree(_),
                _,
            ) => {}
        }
    }

    /// Reports each element with a key to which no other element refers.
    fn report_unreferred(
        &self,
        relation: &Relation,
        by: &Text,
        key: i128,
        elements: &PoolElements,
        report: FindingSink<'_>,
    ) {
        if !matches!(self.pools.get(by), Some(PoolFacts::Elements(_))) {
            return;
        }
        let mut is_referred = vec![false; elements.keys.len()];
        for block in self.blocks.iter().filter(|block| block.relation.pool == relation.pool) {
            let RelationKind::Index { first, .. } = &block.relation.kind else { continue };
            for (_, value) in block.values.numbers() {
                let index = counted_from(*first, value).and_then(|index| usize::try_from(index).ok());
                if let Some(flag) = index.and_then(|index| is_referred.get_mut(index)) {
                    *flag = true;
                }
            }
        }
        let referred = (0_u64..).zip(&*elements.keys).zip(is_referred);
        for ((index, _), _) in referred.filter(|((_, one), is_referred)| **one == key && !is_referred) {
            let message = format!("expected an element of {} that refers to this element, found none", quoted_pool(by));
            report(claim_finding(&relation.claim, Class::BadReference, elements.place.locate_value(index), message));
        }
    }

    /// Reports once that a part is missing, at the table of parts.
    fn report_missing<'b>(
        &self,
        claim: &'b Claim,
        state: &mut JudgeState<'b>,
        message: impl FnOnce() -> String,
        report: FindingSink<'_>,
    ) {
        if let Some((path, at)) = &self.table
            && !std::mem::replace(&mut state.seen_of_claim(claim).is_missing, true)
        {
            report(claim_finding(claim, Class::Missing, (path.clone(), *at), message()));
        }
    }
}

impl PoolFacts {
    /// Returns the number of elements, and their keys. For a pool of texts, the number of elements is the number of
    /// bytes.
    fn count_and_keys(&self) -> (u64, &[i128]) {
        match self {
            Self::Lost => (0, &[]),
            Self::Texts(texts) => (texts.bytes.len() as u64, &[]),
            Self::Elements(elements) => (elements.count, &elements.keys),
        }
    }
}

impl PoolElements {
    /// Returns the numbers of the elements with a key.
    fn with_key(&self, key: i128) -> impl Iterator<Item = u64> + '_ {
        (0_u64..).zip(&*self.keys).filter(move |(_, one)| **one == key).map(|(index, _)| index)
    }
}

/// Returns the index of an element, counted from 0. Returns `None` for a number below `first`, because such a number
/// refers to no element.
fn counted_from(first: i64, value: u64) -> Option<u64> {
    u64::try_from(i128::from(value) - i128::from(first)).ok()
}

/// Returns the name of a pool for messages.
pub(super) fn quoted_pool(name: &Text) -> String {
    format!("`{name}`")
}

/// Returns the finding of a broken claim, with a path and a location.
pub(crate) fn claim_finding(claim: &Claim, class: Class, (path, at): (Path, Location), message: String) -> Finding {
    let finding = Finding::new(class, at, message).with_code(claim.code.clone()).with_spec(claim.spec.clone());
    finding.with_severity(claim.severity).with_lenient(claim.lenient.clone()).with_path(path)
}

/// Reports each nonzero value, because the part to which the value refers is not in the file.
fn without_pool(block: &ValueBlock, report: FindingSink<'_>) {
    let Relation { claim, pool: name, .. } = &*block.relation;
    for (index, value) in block.values.numbers().filter(|(_, value)| *value != 0) {
        let message =
            format!("expected 0, because the file does not have the part {}, found {value}", quoted_pool(name));
        report(claim_finding(claim, Class::BadReference, block.place.locate_value(index), message));
    }
}

/// Reports each element with a key, except the first element with that key.
fn report_repeated(relation: &Relation, key: i128, elements: &PoolElements, report: FindingSink<'_>) {
    let mut found = elements.with_key(key);
    let Some(first) = found.next() else { return };
    for index in found {
        let pool = quoted_pool(&relation.pool);
        let message =
            format!("expected at most one element of {pool} with the key {key}, found another after element {first}");
        report(claim_finding(&relation.claim, Class::Duplicate, elements.place.locate_value(index), message));
    }
}

/// Reports each count that differs from the real count. With `multiple`, reports each length that is not a multiple of
/// the real count.
fn report_wrong_counts(block: &ValueBlock, multiple: bool, count: u64, keys: &[i128], report: FindingSink<'_>) {
    let real = match block.key {
        Some(key) => keys.iter().filter(|one| **one == key).count() as u64,
        None => count,
    };
    if multiple {
        let odd = block.values.numbers().filter(|(_, own)| own.checked_rem(real).is_some_and(|left| left > 0));
        for (index, own) in odd {
            let message = format!(
                "expected a multiple of {real}, the number of elements of {}, found {own}",
                quoted_pool(&block.relation.pool)
            );
            report(claim_finding(&block.relation.claim, Class::Inconsistent, block.place.locate_value(index), message));
        }
        return;
    }
    let wrong = block.values.numbers().filter(|(_, stated)| *stated != real);
    for (index, stated) in wrong {
        let message =
            format!("expected {real}, the number of elements of {}, found {stated}", quoted_pool(&block.relation.pool));
        report(claim_finding(&block.relation.claim, Class::CountMismatch, block.place.locate_value(index), message));
    }
}

/// The elements to which numbers refer.
struct NumberedElements<'a> {
    first: i64,
    required: bool,
    count: u64,
    keys: &'a [i128],
}

impl NumberedElements<'_> {
    /// Reports the first wrong number of a block, with the number of wrong numbers.
    fn check_block(&self, block: &ValueBlock, report: FindingSink<'_>) {
        let wrong = block.values.occurrences().filter(|one| self.is_wrong(one.value, block.key));
        let (count, first) = wrong.fold((0, None), |(count, first), one| {
            let earlier = |first: Occurrence| if first.first < one.first { first } else { one };
            (count + one.times, Some(first.map_or(one, earlier)))
        });
        let Some(Occurrence { value, first: index, .. }) = first else { return };
        let more = if count == 1 { String::new() } else { format!("; {count} numbers are wrong in total") };
        let message = format!("{}{more}", self.fault_message(value, block));
        report(claim_finding(&block.relation.claim, Class::BadReference, block.place.locate_value(index), message));
    }

    fn is_wrong(&self, value: u64, key: Option<i128>) -> bool {
        let Some(index) = counted_from(self.first, value) else { return self.required };
        index >= self.count || key.is_some_and(|key| self.key_at(index) != Some(key))
    }

    fn key_at(&self, index: u64) -> Option<i128> {
        self.keys.get(usize::try_from(index).ok()?).copied()
    }

    fn fault_message(&self, value: u64, block: &ValueBlock) -> String {
        let (name, first) = (quoted_pool(&block.relation.pool), self.first);
        let from = if first == 0 { String::new() } else { format!(", counted from {first}") };
        match counted_from(first, value) {
            None => format!("expected the number of an element of {name}{from}, found {value}"),
            Some(index) => match (self.key_at(index), block.key) {
                (Some(found), Some(key)) => {
                    format!("element {value} of {name}{from}, has the key {found}, expected {key}")
                }
                _ => format!("expected an element {value} of {name}{from}, found only {} elements", self.count),
            },
        }
    }
}

impl<'b> JudgeState<'b> {
    /// Returns the facts that are known about the values to which a rule applies.
    fn seen_of_claim(&mut self, claim: &'b Claim) -> &mut SeenValues<'b> {
        self.0.entry(&claim.code).or_default()
    }
}

impl<'b> SeenValues<'b> {
    /// Reports values that occurred before.
    fn check_unique(
        &mut self,
        relation: &'b Relation,
        place: &'b ValuePlaces,
        values: &'b RelationValues,
        report: FindingSink<'_>,
    ) {
        let claim = &relation.claim;
        let mut again = |index: u64, value: String, (first, number): (&ValuePlaces, u64)| {
            let message = format!(
                "expected different values, found {value}, which is also the value of `{}`",
                first.locate_value(number).0.short_text()
            );
            report(claim_finding(claim, Class::Duplicate, place.locate_value(index), message));
        };
        if let RelationValues::Bytes(bytes) = values {
            match self.values.entry(bytes) {
                std::collections::hash_map::Entry::Occupied(first) => {
                    again(0, quote_value(LeafValue::Text(bytes)).to_string(), *first.get());
                }
                std::collections::hash_map::Entry::Vacant(free) => drop(free.insert((place, 0))),
            }
        }
        for (index, value) in values.numbers() {
            match self.numbers.get(&value) {
                Some(first) => again(index, value.to_string(), *first),
                None => drop(self.numbers.insert(value, (place, index))),
            }
        }
    }

    /// Reports each value that is less than the previous value.
    fn check_sorted(
        &mut self,
        relation: &'b Relation,
        place: &'b ValuePlaces,
        values: &'b RelationValues,
        report: FindingSink<'_>,
    ) {
        let claim = &relation.claim;
        let mut below = |index: u64, value: String, last: String| {
            let message = format!("expected a value of at least {last}, found {value}");
            report(claim_finding(claim, Class::Inconsistent, place.locate_value(index), message));
        };
        if let RelationValues::Bytes(bytes) = values
            && let Some(last) = self.last.replace(bytes).filter(|last| *last > &**bytes)
        {
            below(0, quote_value(LeafValue::Text(bytes)).to_string(), quote_value(LeafValue::Text(last)).to_string());
        }
        for (index, value) in values.numbers() {
            if let Some(last) = self.last_number.replace(value).filter(|last| *last > value) {
                below(index, value.to_string(), last.to_string());
            }
        }
    }
}
