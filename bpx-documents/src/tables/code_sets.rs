//! Finds whether values are flags.

use super::Context;
use crate::model::{Body, Value};

/// Returns flags if the name of the table or the text before the table mentions flags, else an enumeration. If the
/// table has a name, the text before may be about another table, so each value must be a single bit too.
pub(super) fn codes_body(values: Vec<Value>, context: &Context<'_>) -> Body {
    let says = |text: &str| {
        let text = text.to_lowercase();
        ["flag", "bit mask", "bitmask", "or'ed", "any combination of"].iter().any(|word| text.contains(word))
    };
    // Values that count on are not bits.
    let counts = counts_on(&values);
    let are_bits = || values.iter().all(|value| value.value.is_some_and(|value| value.count_ones() <= 1));
    let flags = match context.own {
        Some(own) => says(own) || says(context.about) && are_bits(),
        None => says(context.about) && !counts,
    };
    if flags { Body::Flags { values } } else { Body::Enumeration { values } }
}

/// The smallest range of consecutive values that are not flags, because some of the values are not single bits.
const LEAST_COUNTED: u64 = 5;

/// Returns whether the values are consecutive numbers from 0 or 1, each value once.
fn counts_on(values: &[Value]) -> bool {
    let mut numbers: Vec<u64> = values.iter().filter_map(|value| value.value).collect();
    numbers.sort_unstable();
    let range = numbers.first().zip(numbers.last());
    let follow = numbers.windows(2).all(|pair| matches!(pair, [a, b] if a.checked_add(1) == Some(*b)));
    range.is_some_and(|(first, last)| *first <= 1 && last - first >= LEAST_COUNTED - 1) && follow
}
