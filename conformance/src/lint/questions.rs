//! Finds cases with the same question.

use super::{Lint, Rule};
use crate::suite::{Case, Level, Op};
use std::collections::{BTreeMap, BTreeSet};

/// A question: everything that reaches the program.
type LintQuestion<'c> = (&'c str, Option<u32>, &'c [u8], Option<&'c str>, Option<&'c [u8]>, Option<&'c [u8]>);

pub(super) fn find(cases: &[Case]) -> Vec<Lint> {
    let mut groups: BTreeMap<LintQuestion<'_>, Vec<&Case>> = BTreeMap::new();
    for case in cases {
        groups.entry(question_of(case)).or_default().push(case);
    }
    let mut list = Vec::new();
    for group in groups.into_values() {
        for (index, case) in group.iter().enumerate() {
            list.extend(group.iter().skip(index + 1).filter_map(|other| compare_cases(case, other)));
        }
    }
    list
}

/// Returns the question without the op, because a program must refuse a broken file for every op.
fn question_of(case: &Case) -> LintQuestion<'_> {
    (&case.format, case.version, &case.input, case.record.as_deref(), case.names.as_deref(), case.dict.as_deref())
}

fn compare_cases(one: &Case, other: &Case) -> Option<Lint> {
    let both = |case: &Case| (case.expect.allows_acceptance(), case.expect.allows_rejection());
    let model = |case: &Case| case.op == Op::Encode;
    if model(one) != model(other) {
        return None;
    }
    let lint = |rule, message| Some(Lint { rule, case: one.id.clone(), message });
    let words = |case: &Case| case.expect.verdict.to_string();
    // Values of a model are several questions.
    if one.op == other.op && one.expect.model != other.expect.model && both(one) == both(other) {
        return None;
    }
    if one.op != other.op {
        // Only `unpack` refuses names of files, and `identify` reads only the header.
        let partial = |case: &Case| matches!(case.op, Op::Unpack | Op::Identify);
        let contrary =
            both(one) != both(other) && (is_binding(one) && is_binding(other)) && partial(one) == partial(other);
        return contrary
            .then(|| lint(Rule::OneAnswer, format!("{}, and {} is {}", words(one), other.id, words(other))))?;
    }
    if one.level != other.level && both(one) == both(other) {
        let message = format!("{}, and {} is {}", one.level.name(), other.id, other.level.name());
        return lint(Rule::OneAnswer, message);
    }
    let other_features = one.features.iter().filter(|feature| !other.features.contains(feature)).count()
        + other.features.iter().filter(|feature| !one.features.contains(feature)).count();
    if other_features > 0 {
        let message = format!("has the features {:?}, but {} has {:?}", one.features, other.id, other.features);
        return lint(Rule::OneAnswer, message);
    }
    let set = |case: &Case| case.expect.verdict.words().iter().cloned().collect::<BTreeSet<_>>();
    if set(one) != set(other) {
        return lint(Rule::OneAnswer, format!("{}, and {} is {}", words(one), other.id, words(other)));
    }
    let same = one.expect == other.expect;
    (same && one.op != Op::Unpack).then(|| Lint {
        rule: Rule::AskedOnce,
        case: one.id.clone(),
        message: format!("{} asks the same question", other.id),
    })
}

/// Returns whether a case demands the same decision of every program, which is acceptance or refusal.
fn is_binding(case: &Case) -> bool {
    case.level == Level::Must && case.expect.allows_acceptance() != case.expect.allows_rejection()
}
