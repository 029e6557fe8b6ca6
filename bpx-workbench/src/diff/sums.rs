//! Compares checksums of structures.

use super::compare::{ChangePlace, Compare, NameMeanings};
use super::effect::Effects;
use super::rule;
use bpx_schema::schema::{FieldChecksum, List, Text};
use std::collections::{HashMap, VecDeque};

/// The first and the last field of a range; `None` as the last field for the end of the file.
type Range<'a> = (&'a Text, Option<&'a Text>);

impl<'m> Compare<'m> {
    pub(super) fn compare_sums(&mut self, at: &ChangePlace, old: NameMeanings<'m>, new: NameMeanings<'m>) {
        let shown = |sum: &FieldChecksum| {
            let end = || Text::Borrowed("the end of the file");
            let range = |(first, last): Range<'_>| format!("{first} to {}", last.cloned().unwrap_or_else(end));
            let ranges = sum.ranges().map(range).collect::<Vec<_>>().join(", ");
            format!("{} of {ranges} in {}", sum.algorithm.name(), sum.stored.join("."))
        };
        let mut left: HashMap<String, VecDeque<(usize, &FieldChecksum)>> = HashMap::new();
        for (place, sum) in new.structure.sums.iter().enumerate() {
            left.entry(self.path_key(&sum.stored, new)).or_default().push_back((place, sum));
        }
        for sum in old.structure.sums.iter() {
            let found = left.get_mut(&self.path_key(&sum.stored, old)).and_then(VecDeque::pop_front);
            let Some((_, other)) = found else {
                self.add_change(
                    &rule::SUM_REMOVED,
                    &at.at_member(&sum.stored.join(".")),
                    shown(sum),
                    "",
                    Effects::LOOSER,
                );
                continue;
            };
            let at = at.at_member(&other.stored.join("."));
            if !self.is_same_sum(sum, old, other, new) {
                self.add_change(&rule::SUM_CHANGED, &at, shown(sum), shown(other), Effects::REJECTS);
            }
            self.compare_texts(&rule::RULE_CODE, &at, &sum.code, &other.code);
            self.compare_sections(&at, &sum.spec, &other.spec);
        }
        let mut left: Vec<_> = left.into_values().flatten().collect();
        left.sort_by_key(|(place, _)| *place);
        for (_, sum) in left {
            self.add_change(&rule::SUM_ADDED, &at.at_member(&sum.stored.join(".")), "", shown(sum), Effects::TIGHTER);
        }
    }

    fn is_same_sum(&self, a: &FieldChecksum, old: NameMeanings<'m>, b: &FieldChecksum, new: NameMeanings<'m>) -> bool {
        let one = |a: &Text, b: &Text| self.is_same_path(std::slice::from_ref(a), old, std::slice::from_ref(b), new);
        let range = |(a, b): (Range<'_>, Range<'_>)| {
            let ends = match (a.1, b.1) {
                (Some(a), Some(b)) => one(a, b),
                (a, b) => a.is_none() && b.is_none(),
            };
            one(a.0, b.0) && ends
        };
        let all = |a: &[List<Text>], b: &[List<Text>]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.is_same_path(a, old, b, new))
        };
        a.algorithm == b.algorithm
            && a.more.len() == b.more.len()
            && a.ranges().zip(b.ranges()).all(range)
            && all(&a.skip, &b.skip)
            && a.fill.len() == b.fill.len()
            && a.fill
                .iter()
                .zip(&*b.fill)
                .all(|(a, b)| a.byte == b.byte && self.is_same_path(&a.member, old, &b.member, new))
            && all(&a.or_skip, &b.or_skip)
            && all(&a.or_zero, &b.or_zero)
    }
}
