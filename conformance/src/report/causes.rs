//! Groups failures by their likely cause.

use super::Report;
use crate::runner::{CaseResult, Status};
use crate::suite::{Case, Op};
use std::collections::{BTreeMap, HashMap};

/// A case and its result.
pub type Pair<'a> = (&'a Case, &'a CaseResult);

/// New failures that have a cause or a symptom in common.
#[derive(Debug, Clone)]
pub struct FailureGroup<'a> {
    /// The symptom of the failures, or of the root; any index is `[*]`.
    pub symptom: String,
    /// The refused valid file that explains the other failures. Its case is the first of `pairs`, unless the failure of
    /// the case is known.
    pub root: Option<Pair<'a>>,
    /// The failures.
    pub pairs: Vec<Pair<'a>>,
}

/// The refused valid files of a run.
#[derive(Debug, Clone, Default)]
pub struct RefusedFiles<'a> {
    by_file: HashMap<SoundFile<'a>, Pair<'a>>,
}

/// The text that a valid file is built from, the shared names and the dictionary.
type SoundFile<'a> = (&'a str, Option<&'a [u8]>, Option<&'a [u8]>);

impl<'a> RefusedFiles<'a> {
    /// Finds the valid files that the program refused. Keeps for each file the first refused case of `validate`, or
    /// else of `decode`.
    #[must_use]
    pub fn of(report: &Report<'a>) -> Self {
        let mut roots = Self::default();
        for op in [Op::Validate, Op::Decode] {
            for (case, result) in report.pairs().filter(|(case, _)| case.op == op) {
                let is_base = case.built.as_ref().is_some_and(|built| !built.is_faulty);
                let has_to_be_read = is_base && !case.expect.allows_rejection();
                if let Some(file) = sound_file(case).filter(|_| has_to_be_read && is_refused(result)) {
                    roots.by_file.entry(file).or_insert((case, result));
                }
            }
        }
        roots
    }

    /// Returns the refused valid file that explains the failure of another case, which comes from the same file and was
    /// refused as well.
    #[must_use]
    pub fn root_cause(&self, (case, result): Pair<'a>) -> Option<Pair<'a>> {
        let root = self.by_file.get(&sound_file(case)?)?;
        (is_refused(result) && root.0.id != case.id).then_some(*root)
    }

    /// Returns the number of passed cases whose broken file comes from the same file as a root. The program may have
    /// refused these files for the same reason as the root.
    #[must_use]
    pub fn doubtful_count(&self, report: &Report<'a>, root: Pair<'a>) -> usize {
        let passed = report.pairs().filter(|(case, result)| {
            result.status == Status::Passed && case.is_negative() && sound_file(case) == sound_file(root.0)
        });
        passed.count()
    }
}

impl FailureGroup<'_> {
    /// Returns whether the failure of the root is known, so that it is not in the group.
    #[must_use]
    pub fn is_root_known(&self) -> bool {
        self.root.is_some_and(|(root, _)| self.pairs.iter().all(|(case, _)| case.id != root.id))
    }
}

/// Groups the failures that are not known. Groups with a refused valid file come first, then groups by symptom, each
/// from the largest to the smallest.
#[must_use]
pub fn failure_groups<'a>(report: &Report<'a>) -> Vec<FailureGroup<'a>> {
    let roots = RefusedFiles::of(report);
    let is_new = |pair: &Pair<'_>| pair.1.status == Status::Failed && report.listed_reason(pair.0, pair.1).is_none();
    let mut files: BTreeMap<&str, FailureGroup<'a>> = BTreeMap::new();
    let mut rest = Vec::new();
    for pair in report.pairs().filter(is_new) {
        match roots.root_cause(pair) {
            Some(root) => {
                let symptom = without_indexes(&root.1.symptom);
                let new =
                    || FailureGroup { symptom, root: Some(root), pairs: [root].into_iter().filter(is_new).collect() };
                files.entry(&root.0.id).or_insert_with(new).pairs.push(pair);
            }
            None => rest.push(pair),
        }
    }
    let mut symptoms: BTreeMap<String, FailureGroup<'a>> = BTreeMap::new();
    for pair in rest.into_iter().filter(|(case, _)| !files.contains_key(&*case.id)) {
        let symptom = without_indexes(&pair.1.symptom);
        let new = || FailureGroup { symptom: symptom.clone(), root: None, pairs: Vec::new() };
        symptoms.entry(symptom.clone()).or_insert_with(new).pairs.push(pair);
    }
    let mut groups: Vec<FailureGroup<'a>> = files.into_values().chain(symptoms.into_values()).collect();
    groups.sort_by_key(|group| (group.root.is_none(), std::cmp::Reverse(group.pairs.len())));
    groups
}

/// Returns whether a case failed because the program did not accept the file.
fn is_refused(result: &CaseResult) -> bool {
    // An answer whose files cannot be read is dropped.
    let is_written = ["wrote-outside", "unfit-file"].contains(&result.symptom.as_str());
    result.status == Status::Failed && !result.is_accepted() && !is_written
}

fn sound_file(case: &Case) -> Option<SoundFile<'_>> {
    Some((case.source.as_deref()?, case.names.as_deref(), case.dict.as_deref()))
}

/// Returns a symptom with `[*]` for each index.
fn without_indexes(symptom: &str) -> String {
    let mut parts = symptom.split('[');
    // A split text has at least one part.
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_digit).count();
        match part.get(digits..).filter(|rest| digits > 0 && rest.starts_with(']')) {
            Some(rest) => text.extend(["[*", rest]),
            None => text.extend(["[", part]),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::without_indexes;

    #[test]
    fn indexes_are_left_out() {
        assert_eq!(without_indexes("model sections[0].content.text[12]"), "model sections[*].content.text[*]");
        assert_eq!(without_indexes("path table[*].a[x] [3"), "path table[*].a[x] [3");
        assert_eq!(without_indexes(""), "");
    }
}
