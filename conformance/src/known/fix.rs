use super::{Entry, Known};
use crate::runner::{CaseResult, Status};
use crate::suite::{Case, OneOrMore, is_like};
use std::collections::{BTreeMap, BTreeSet};

/// The results of a run, by the ids of the cases.
struct RunResults<'a> {
    /// Symptom of each failure.
    failed: BTreeMap<&'a str, &'a str>,
    /// The cases that passed.
    passed: BTreeSet<&'a str>,
    /// The cases that the program did not get.
    others: Vec<&'a str>,
}

impl Known {
    /// Returns the list that fits a run. Cases that fail as listed keep their entry, with pattern and reason; cases
    /// that pass are removed from the list. New failures are added by symptom, without a reason and until a year from
    /// `today`. Cases of the `suite` that were not asked keep their entries.
    #[must_use]
    pub fn updated_for(&self, suite: &[Case], cases: &[&Case], results: &[CaseResult], today: &str) -> Self {
        let mut run = RunResults { failed: BTreeMap::new(), passed: BTreeSet::new(), others: Vec::new() };
        for result in results {
            let Some(case) = cases.get(result.case) else { continue };
            match result.status {
                Status::Failed => _ = run.failed.insert(&case.id, &result.symptom),
                Status::Passed => _ = run.passed.insert(&case.id),
                Status::Skipped => {}
            }
        }
        let asked: BTreeSet<&str> = cases.iter().map(|case| &*case.id).collect();
        run.others = suite.iter().map(|case| &*case.id).filter(|id| !asked.contains(id)).collect();
        let mut fixed = Self::default();
        for entry in &self.entries {
            let case = self.remaining_patterns(entry, &run);
            if !case.is_empty() {
                let case = OneOrMore::from(case);
                fixed.entries.push(Entry { case, ..entry.clone() });
            }
        }
        let mut new: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (case, symptom) in &run.failed {
            if fixed.entry(case, symptom).is_none_or(|entry| entry.got != **symptom) {
                new.entry(symptom).or_default().push((*case).to_owned());
            }
        }
        fixed.entries.extend(new.into_iter().map(|(got, cases)| Entry {
            case: OneOrMore::from(cases),
            got: got.to_owned(),
            why: String::new(),
            issue: String::new(),
            until: in_a_year(today),
        }));
        fixed
    }

    /// Returns the patterns of an entry that are kept; a pattern that matches a case without this failure is replaced
    /// by the ids of the failing cases.
    fn remaining_patterns(&self, entry: &Entry, run: &RunResults<'_>) -> Vec<String> {
        let mut kept = Vec::new();
        for pattern in entry.case.words() {
            let fails = |case: &str| run.failed.get(case).is_some_and(|symptom| *symptom == entry.got);
            let meant = || run.failed.keys().filter(|case| is_like(case, pattern));
            // Another entry may list one of many cases.
            let others = |case: &str| {
                // Only failed cases are looked at here, and each has a symptom.
                let symptom = run.failed.get(case).copied().unwrap_or_default();
                self.entry(case, symptom).is_some_and(|other| other != entry && other.got == symptom)
            };
            let whole = meant().all(|case| fails(case) || others(case));
            let passes = run.passed.iter().any(|case| is_like(case, pattern));
            let found = meant().any(|case| fails(case)) || run.others.iter().any(|case| is_like(case, pattern));
            if found && whole && !passes {
                kept.push(pattern.clone());
            } else {
                kept.extend(meant().filter(|case| fails(case)).map(|case| (*case).to_owned()));
            }
        }
        kept
    }
}

/// Returns the same day of the next year.
fn in_a_year(today: &str) -> String {
    let Some((year, day)) = today.split_once('-') else { return String::new() };
    let Ok(year) = year.parse::<u32>() else { return String::new() };
    // No calendar has a year after the largest one.
    format!("{:04}-{}", year.saturating_add(1), if day == "02-29" { "02-28" } else { day })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::suite::Suite;

    fn entry(case: &[&str], got: &str, why: &str) -> Entry {
        let case = OneOrMore::from(case.iter().map(|case| (*case).to_owned()).collect::<Vec<_>>());
        Entry { case, got: got.to_owned(), why: why.to_owned(), issue: String::new(), until: String::new() }
    }

    #[test]
    fn reasons_stay_and_what_is_new_has_none() {
        let all = Suite::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().cases;
        let words = ["less", "more", "table", "zero"].map(|word| format!("bpx.header.checksum.{word}"));
        let cases: Vec<&Case> = all.iter().filter(|case| words.contains(&case.id)).collect();
        let ids: Vec<&str> = cases.iter().map(|case| &*case.id).collect();
        assert_eq!(ids, words);
        let results = ["accepted", "accepted", "", "crashed"].iter().enumerate().map(|(case, symptom)| CaseResult {
            case,
            status: if symptom.is_empty() { Status::Passed } else { Status::Failed },
            symptom: (*symptom).to_owned(),
            ..CaseResult::default()
        });
        let results: Vec<_> = results.collect();
        let fixed = |entries: Vec<Entry>| Known { entries }.updated_for(&all, &cases, &results, "2028-02-29").entries;
        let until = |entry: Entry| Entry { until: "2029-02-28".to_owned(), ..entry };

        let new = [entry(&[ids[0], ids[1]], "accepted", ""), entry(&[ids[3]], "crashed", "")].map(until);
        assert_eq!(fixed(vec![]), new);
        let reasoned = vec![entry(&["bpx.*.less", ids[1]], "accepted", "a"), entry(&[ids[3]], "crashed", "b")];
        assert_eq!(fixed(reasoned.clone()), reasoned, "nothing to do");
        let broad = vec![entry(&["bpx.header.checksum.*"], "accepted", "a"), reasoned[1].clone()];
        let narrow = vec![entry(&[ids[0], ids[1]], "accepted", "a"), reasoned[1].clone()];
        assert_eq!(fixed(broad), narrow, "a pattern does not mean what passes");
        let stale = vec![entry(&[ids[2], "bpx.no-case"], "accepted", "c"), entry(&["bpx.unpack.*"], "accepted", "d")];
        let expected = [stale[1].clone()].into_iter().chain(new).collect::<Vec<_>>();
        assert_eq!(fixed(stale), expected, "what was not asked stays");
    }
}
