//! Chooses the field values for which samples are made.

use super::hints::Hints;
use bpx_schema::codec::F16;
use bpx_schema::report::Location;
use bpx_schema::schema::{Codes, CodesLink, Constraint, Field, Rule};
use bpx_schema::value::{LeafValue, Scope, rule_violations};
use std::collections::HashSet;

/// The largest number of alternatives of one choice.
const MOST: usize = 24;
/// The depth from which lists without a stated count are empty, so that trees end.
pub(super) const DEEP: u32 = 4;

/// The largest number of elements of a list.
const FEW: i128 = 8;

/// A scope without names, because rules for a single value use no names.
struct NoNames;

impl Scope for NoNames {
    fn value(&self, _: &[bpx_schema::schema::Text]) -> Option<bpx_schema::schema::ComputedValue<'_>> {
        None
    }
}

/// Returns whether a value keeps the rules.
pub(super) fn keeps_rules(rules: &[Constraint], codes: Option<&Codes>, value: &LeafValue<'_>) -> bool {
    rule_violations(rules, codes, value, &NoNames, Location::default()).next().is_none()
}

/// Returns whole numbers from `low` to `high` that keep the rules, the simplest first.
pub(super) fn allowed_integers(
    hints: &Hints,
    name: &str,
    rules: &[Constraint],
    codes: Option<&CodesLink>,
    (low, high): (i128, i128),
    depth: u32,
) -> Vec<i128> {
    let codes = codes.map(CodesLink::get);
    let mut list = Vec::new();
    match hints.is_count(name) {
        true if depth >= DEEP => list.push(0),
        true => list.extend([1, 0, 2]),
        false => list.extend([0, 1]),
    }
    if depth < DEEP || !hints.is_count(name) {
        let past = if hints.is_count(name) { 0 } else { 1 };
        let few = |value: &i128| !hints.is_count(name) || *value <= FEW;
        list.extend(hints.compared_values(name).filter(few).flat_map(|value| [value, value + past]));
        list.extend(rule_edges(rules));
        list.extend(codes.into_iter().flat_map(|codes| codes.codes.iter()).map(|code| i128::from(code.value)));
        list.extend(codes.filter(|codes| codes.flags).map(|codes| i128::from(codes.mask())));
        // A count near the limit would make a large file.
        if !hints.is_count(name) {
            list.extend([high, low, 2, high / 3]);
        }
    }
    let mut fresh = Vec::new();
    for value in list {
        if fresh.len() >= MOST {
            break;
        }
        let fits = (low..=high).contains(&value) && keeps_rules(rules, codes, &LeafValue::Int(value));
        if fits && !fresh.contains(&value) {
            fresh.push(value);
        }
    }
    if fresh.is_empty() { vec![0] } else { fresh }
}

/// Returns the numbers at the edges of rules.
fn rule_edges(rules: &[Constraint]) -> Vec<i128> {
    let mut list = Vec::new();
    for rule in rules {
        match &rule.rule {
            Rule::OneOf(allowed) | Rule::Supported(allowed) => list.extend(allowed.iter().copied().map(i128::from)),
            Rule::Range(low, high) => list.extend([i128::from(*low), i128::from(*high)]),
            Rule::MultipleOf(factor) => list.extend([i128::from(*factor), 3 * i128::from(*factor)]),
            _ => {}
        }
    }
    list
}

/// Returns runs of `size` bytes that keep the rules of their field.
pub(super) fn byte_runs(field: &Field, size: usize) -> Vec<Vec<u8>> {
    let magic = field.constraints.iter().find_map(|constraint| match &constraint.rule {
        Rule::Magic(magic) if magic.len() == size => Some(magic.to_vec()),
        _ => None,
    });
    let rising = (0..size).map(|at| (at % 251) as u8 | 0x40).collect();
    let mut list: Vec<_> = magic.into_iter().collect();
    list.extend([vec![0; size], rising, vec![0xff; size]]);
    let edges = rule_edges(&field.constraints).into_iter().filter_map(|edge| u8::try_from(edge).ok());
    let codes = field.codes.as_ref().map(CodesLink::get);
    let known = codes.into_iter().flat_map(|codes| codes.codes.iter());
    let known = known.filter_map(|code| u8::try_from(code.value).ok());
    let mut seen = HashSet::new();
    let bytes = edges.chain(known).filter(|byte| seen.insert(*byte)).take(MOST);
    list.extend(bytes.map(|byte| vec![byte; size]));
    let mut sound: Vec<Vec<u8>> = Vec::new();
    for run in list {
        if keeps_rules(&field.constraints, codes, &LeafValue::Bytes(&run)) && !sound.contains(&run) {
            sound.push(run);
        }
    }
    if sound.is_empty() { vec![vec![0; size]] } else { sound }
}

/// Returns texts without NUL that keep the rules.
pub(super) fn allowed_texts(field: &Field) -> Vec<&'static [u8]> {
    let list: &[&[u8]] = match field.terminator_size() {
        2 => &[b"", b"a\0", b"\0a", b"\xd8\xd8"],
        _ => &[b"", b"a", b"bc", b"\xff"],
    };
    let sound = list.iter().copied().filter(|text| keeps_rules(&field.constraints, None, &LeafValue::Text(text)));
    let sound: Vec<_> = sound.collect();
    if sound.is_empty() { vec![b""] } else { sound }
}

/// Returns the bits of floating-point numbers that have 2, 4 or 8 bytes and keep the rules.
pub(super) fn float_bits(field: &Field, size: u8) -> Vec<i128> {
    let list = [0.0, 1.0, -2.5, f64::NAN, f64::INFINITY];
    let sound = list.into_iter().filter(|value| keeps_rules(&field.constraints, None, &LeafValue::F64(*value)));
    let bits = |value: f64| match size {
        2 => F16::new(value as f32).map_or(0, |half| i128::from(half.to_bits())),
        4 => i128::from((value as f32).to_bits()),
        _ => i128::from(value.to_bits()),
    };
    let sound: Vec<_> = sound.map(bits).collect();
    if sound.is_empty() { vec![0] } else { sound }
}

/// Returns numbers of elements to try when no field states the number.
pub(super) fn element_counts(depth: u32) -> &'static [u64] {
    if depth >= DEEP { &[0] } else { &[1, 0, 2, 5] }
}
