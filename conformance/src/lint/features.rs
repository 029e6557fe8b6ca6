//! Features that follow from the bytes and from the values that are compared.

use super::{Lint, Rule};
use crate::suite::{Case, needed};

pub(super) fn find(case: &Case) -> Option<Lint> {
    let needed = needed(case);
    let lint = |message: String| Some(Lint { rule: Rule::Features, case: case.id.clone(), message });
    let has = |feature: &str| case.features.iter().any(|one| one == feature);
    // Who lacks a feature refuses, which is right if the file has to be refused.
    if !case.is_negative()
        && let Some(missing) = needed.iter().find(|feature| !has(feature))
    {
        return lint(format!("lacks `{missing}`"));
    }
    let sums = ["crc32", "crc32-legacy"];
    let wrong = sums.iter().find(|sum| has(sum) && case.source.is_some() && !needed.contains(sum));
    let other = sums.iter().find(|sum| needed.contains(sum));
    match (wrong, other) {
        (Some(wrong), Some(other)) => lint(format!("has `{wrong}`, and the bytes have `{other}`")),
        _ => None,
    }
}
