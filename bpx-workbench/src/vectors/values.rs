//! Chooses the values of a place to test.

use super::predict::breaks_rule;
use super::slots::{Kind, Slot};
use bpx_schema::codec::F16;
use bpx_schema::schema::Rule;
use std::collections::HashSet;

/// Returns the first candidate value that keeps every rule of the place, or zeros if no candidate keeps every rule.
pub(super) fn valid_minimum(slot: &Slot<'_>) -> Vec<u8> {
    let zero = vec![0; slot.size.max(16)];
    let mut tries = vec![zero.clone()];
    tries.extend(candidate_values(slot).into_iter().map(|(_, value)| value));
    let sound = tries.into_iter().find(|value| slot.rules.iter().all(|rule| !breaks_rule(slot, &rule.rule, value)));
    sound.unwrap_or(zero)
}

/// Returns descriptions and values; only the first and the last number of an array have values.
pub(super) fn interesting_values(slot: &Slot<'_>) -> Vec<(String, Vec<u8>)> {
    match slot.element {
        Some((index, count)) if index != 0 && index + 1 != count => Vec::new(),
        _ => candidate_values(slot),
    }
}

fn candidate_values(slot: &Slot<'_>) -> Vec<(String, Vec<u8>)> {
    match slot.kind {
        Kind::Float => float_values(slot),
        Kind::Bytes => byte_runs(slot),
        Kind::Digits(_) => digit_texts(slot),
        Kind::Int { .. } | Kind::Bits(_) => {
            edge_numbers(slot).into_iter().map(|(what, number)| (what, slot.bytes_of(number))).collect()
        }
    }
}

/// Returns the numbers at the edges of the type and of every rule, and the numbers beyond the edges of rules.
fn edge_numbers(slot: &Slot<'_>) -> Vec<(String, i128)> {
    let (min, max) = slot.number_limits();
    let mut list = Vec::new();
    for rule in slot.rules {
        match &rule.rule {
            Rule::OneOf(allowed) | Rule::Supported(allowed) => {
                list.extend(allowed.iter().map(|one| ("a listed value", i128::from(*one))));
                list.extend(allowed.iter().flat_map(|one| neighbour_numbers(i128::from(*one))));
            }
            Rule::Range(low, high) => {
                let (low, high) = (i128::from(*low), i128::from(*high));
                list.extend([("the least of the range", low), ("the greatest of the range", high)]);
                list.extend([("below the range", low - 1), ("above the range", high + 1)]);
            }
            Rule::MultipleOf(factor) => {
                let factor = i128::from(*factor).max(1);
                let last = max / factor * factor;
                list.extend([("one factor", factor), ("the greatest multiple", last)]);
                list.extend(neighbour_numbers(factor));
            }
            _ => {}
        }
    }
    list.extend(low_bits(slot));
    if let Some(codes) = slot.codes {
        list.extend(codes.codes.iter().map(|code| ("a known code", i128::from(code.value))));
        if codes.flags {
            list.push(("all known flags", i128::from(codes.mask())));
            let unknown = (0..64_u32).filter_map(|bit| 1_u64.checked_shl(bit)).find(|flag| codes.mask() & flag == 0);
            list.extend(unknown.map(|flag| ("an unknown flag", i128::from(flag))));
        } else {
            // Of as many numbers as there are codes, plus one, at least one is unknown.
            let unknown = (0..=codes.codes.len() as u64).find(|raw| codes.find(*raw).is_none());
            list.extend(unknown.map(|raw| ("an unknown code", i128::from(raw))));
        }
    }
    list.extend([("zero", 0), ("one", 1), ("the least number", min), ("the greatest number", max)]);
    let mut seen = HashSet::new();
    let fresh = list.into_iter().filter(|(_, number)| (min..=max).contains(number) && seen.insert(*number));
    fresh.map(|(what, number)| (format!("{what}, {number}"), number)).collect()
}

/// Returns numbers whose low bits are those of a valid number; a reader that drops the high bits would accept these
/// numbers.
fn low_bits(slot: &Slot<'_>) -> Vec<(&'static str, i128)> {
    let right = slot.rules.iter().find_map(|rule| match &rule.rule {
        Rule::OneOf(allowed) | Rule::Supported(allowed) => allowed.first().copied().map(i128::from),
        Rule::Range(low, _) => Some(i128::from(*low)),
        Rule::Known => slot.codes.and_then(|codes| codes.codes.iter().next()).map(|code| i128::from(code.value)),
        _ => None,
    });
    let bits = [("right in its low 8 bits", 8), ("right in its low 16 bits", 16), ("right in its low 32 bits", 32)];
    right.into_iter().flat_map(|right| bits.map(|(what, bits)| (what, right + (1 << bits)))).collect()
}

/// Returns numbers with the padding that a writer uses, and bytes that have another padding or are not a number.
fn digit_texts(slot: &Slot<'_>) -> Vec<(String, Vec<u8>)> {
    let numbers = edge_numbers(slot).into_iter().map(|(what, number)| (what, slot.bytes_of(number)));
    let with = |byte: u8, end: u8| (0..slot.size).map(|at| if at + 1 == slot.size { end } else { byte }).collect();
    let others = [
        ("spaces", with(b' ', b' ')),
        ("a digit after spaces", with(b' ', b'1')),
        ("a digit after a NUL", with(0, b'1')),
        ("a letter after zeros", with(b'0', b'g')),
        ("no digits", with(0xFF, 0xFF)),
    ];
    numbers.chain(others.into_iter().map(|(what, bytes)| (what.to_owned(), bytes))).collect()
}

fn neighbour_numbers(number: i128) -> [(&'static str, i128); 2] {
    [("one less", number - 1), ("one more", number + 1)]
}

fn float_values(slot: &Slot<'_>) -> Vec<(String, Vec<u8>)> {
    let bits: &[(&str, f64, u64)] = &[
        ("zero", 0.0, 0),
        ("minus zero", -0.0, 0),
        ("one", 1.0, 0),
        ("infinity", f64::INFINITY, 0),
        ("minus infinity", f64::NEG_INFINITY, 0),
        ("not a number", f64::NAN, 0),
        ("a signalling one", f64::NAN, 1),
    ];
    let plain = bits.iter().map(|(what, value, payload)| {
        let pattern = match (slot.size, payload) {
            (2, 0) => F16::new(*value as f32).map_or(0, |half| u64::from(half.to_bits())),
            (2, _) => 0x7c01,
            (4, 0) => u64::from((*value as f32).to_bits()),
            (4, _) => 0x7f80_0001,
            (_, 0) => value.to_bits(),
            _ => 0x7ff0_0000_0000_0001,
        };
        ((*what).to_owned(), pattern)
    });
    let (largest, smallest) = match slot.size {
        2 => (0x7bff, 1),
        4 => (u64::from(f32::MAX.to_bits()), 1),
        _ => (f64::MAX.to_bits(), 1),
    };
    let edges = [("the greatest".to_owned(), largest), ("the smallest above zero".to_owned(), smallest)];
    plain.chain(edges).map(|(what, pattern)| (what, slot.bytes_of(i128::from(pattern)))).collect()
}

/// Returns runs of bytes: a run that keeps the rules, runs with one changed byte, and a run of bytes 0xff.
fn byte_runs(slot: &Slot<'_>) -> Vec<(String, Vec<u8>)> {
    let magic = slot.rules.iter().find_map(|rule| match &rule.rule {
        Rule::Magic(magic) => Some(magic.to_vec()),
        _ => None,
    });
    let sound = magic.unwrap_or_else(|| vec![least_byte(slot); slot.size]);
    let mut list = vec![("as the rules require".to_owned(), sound.clone())];
    let every = sound.len() <= 8;
    for at in (0..sound.len()).filter(|at| every || *at == 0 || *at + 1 == sound.len()) {
        for new in [0x01, 0x7f, 0xff] {
            let mut bytes = sound.clone();
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= new;
            }
            list.push((format!("byte {at} changed by {new:#04x}"), bytes));
        }
    }
    list.push(("all bits set".to_owned(), vec![0xff; slot.size]));
    list
}

/// Returns the least byte of which a run keeps every rule, or 0 if no byte does.
fn least_byte(slot: &Slot<'_>) -> u8 {
    let sound = |byte: &u8| slot.rules.iter().all(|rule| !breaks_rule(slot, &rule.rule, &vec![*byte; slot.size]));
    (0..=u8::MAX).find(sound).unwrap_or(0)
}
