//! Compares the features of cases with those that follow from the bytes and from the compared values.

use super::{Lint, Rule};
use crate::suite::{Case, needed_features};

pub(super) fn find(case: &Case) -> Option<Lint> {
    let needed = needed_features(case);
    let lint = |message: String| Some(Lint { rule: Rule::Features, case: case.id.clone(), message });
    let has = |feature: &str| case.features.iter().any(|one| one == feature);
    // A program that lacks a feature refuses the file, which is right if the file must be refused.
    if !case.is_negative()
        && let Some(missing) = needed.iter().find(|feature| !has(feature))
    {
        return lint(format!("lacks `{missing}`"));
    }
    let sums = ["crc32", "crc32-legacy"];
    let wrong = sums.iter().find(|sum| has(sum) && case.source.is_some() && !needed.contains(sum));
    let other = sums.iter().find(|sum| needed.contains(sum));
    match (wrong, other) {
        (Some(wrong), Some(other)) => lint(format!("has `{wrong}`, but the bytes have `{other}`")),
        _ => None,
    }
}
