//! Predicts the faults of bytes by a second implementation of the rules.

use super::slots::{Kind, Slot};
use super::{Fault, Plan};
use bpx_schema::report::{Class, Path, Segment};
use bpx_schema::schema::{Body, DigitForm, DigitKind, Length, Link, Offset, Rule, Structure, Type};
use bpx_schema::value::{RecordFields, decode_text, eval_int, hex};

impl Plan<'_> {
    /// Returns all faults of a whole record in the order of the fields; the faults across fields of a structure follow
    /// those of its fields.
    pub(super) fn predict_faults(&self, record: &[u8]) -> Vec<Fault> {
        let mut faults = Vec::new();
        self.faults_of_structure(record, self.structure, &Path::root(), 0, &mut faults);
        faults
    }

    fn faults_of_structure(
        &self,
        record: &[u8],
        structure: &Structure,
        path: &Path,
        base: usize,
        faults: &mut Vec<Fault>,
    ) {
        let own: Vec<_> = self.slots.iter().filter(|slot| parent_segments(&slot.path) == path.segments()).collect();
        match &structure.body {
            Body::Fields(fields) => {
                let mut offset = base;
                for field in fields.iter() {
                    let mut path = path.clone();
                    path.push(Segment::Field(field.name.clone()));
                    let count = match field.len {
                        Some(Length::Fixed(count)) => count,
                        _ => 1,
                    };
                    let nested = match &field.ty {
                        Type::Named { link, .. } => self.model.get(link.name()),
                        _ => None,
                    };
                    let size = nested.map_or_else(|| field.ty.fixed_size(), |nested| nested.size);
                    // The record is in memory, so its parts have sizes.
                    let Some(size) = size.map(|size| size as usize) else { continue };
                    if let Some(nested) = nested {
                        for index in 0..count {
                            let mut path = path.clone();
                            if field.len.is_some() {
                                path.push(Segment::Index(index));
                            }
                            self.faults_of_structure(record, nested, &path, offset + index as usize * size, faults);
                        }
                    } else {
                        faults_of_places(record, &own, &path, faults);
                    }
                    offset += size * count as usize;
                }
            }
            Body::Bits(fields) => {
                for field in fields.iter() {
                    let mut path = path.clone();
                    path.push(Segment::Field(field.name.clone()));
                    faults_of_places(record, &own, &path, faults);
                }
            }
            Body::Switch(_) => {}
        }
        self.check_assertions(record, structure, path, base, faults);
    }

    /// Adds the faults of the assertions of a structure.
    fn check_assertions(
        &self,
        record: &[u8],
        structure: &Structure,
        path: &Path,
        base: usize,
        faults: &mut Vec<Fault>,
    ) {
        let Some(bytes) = Offset::from(base as u64).slice(structure.size, record) else { return };
        let resolve = |link: &Link| self.model.get(link.name());
        let fields = RecordFields { structure, bytes, resolve: &resolve };
        for rule in structure.rules.iter() {
            let Rule::Assert(expr) = &rule.rule else {
                continue;
            };
            let class = match eval_int(expr, &fields) {
                Some(0) => rule.class_or(Class::Inconsistent),
                Some(_) => continue,
                None => Class::Overflow,
            };
            let mut path = path.clone();
            rule.on.iter().for_each(|member| path.push(Segment::Field(member.clone())));
            // A rule that blames no member blames the whole structure.
            let inner = structure.offset_of_path(&rule.on, &resolve).unwrap_or(0);
            faults.push(Fault {
                class,
                severity: rule.severity,
                code: rule.code.to_string(),
                path,
                offset: base as u64 + inner,
                lenient: rule.lenient.to_string(),
            });
        }
    }
}

fn parent_segments(path: &Path) -> &[Segment] {
    path.segments().split_last().map_or(&[], |(_, parent)| parent)
}

/// Adds the faults of the places of one field: at most one fault for each rule, however many elements break the rule.
fn faults_of_places(record: &[u8], slots: &[&Slot<'_>], path: &Path, faults: &mut Vec<Fault>) {
    let places: Vec<_> = slots.iter().filter(|slot| slot.path == *path).collect();
    let Some(first) = places.first() else {
        return;
    };
    for rule in first.rules {
        if places.iter().any(|slot| breaks_rule(slot, &rule.rule, &own_value(slot, record))) {
            faults.push(Fault {
                class: fault_class(first, &rule.rule),
                severity: rule.severity,
                code: rule.code.to_string(),
                path: path.clone(),
                offset: first.at as u64,
                lenient: rule.lenient.to_string(),
            });
        }
    }
}

/// Returns the value of a place, in the form that [`Slot::put_value`] takes.
fn own_value(slot: &Slot<'_>, record: &[u8]) -> Vec<u8> {
    match slot.kind {
        Kind::Bits(_) => slot.bytes_of(slot.number_in(record)),
        _ => slot.bytes_in(record).to_vec(),
    }
}

fn fault_class(slot: &Slot<'_>, rule: &Rule) -> Class {
    match rule {
        Rule::Zero => Class::ReservedNotZero,
        Rule::Magic(_) => Class::BadMagic,
        Rule::Supported(_) => Class::UnsupportedVersion,
        Rule::OneOf(_) | Rule::Range(..) | Rule::MultipleOf(_) => Class::OutOfRange,
        Rule::Known
            if slot.codes.is_some_and(|codes| codes.flags) && slot.kind != Kind::Bytes && slot.element.is_none() =>
        {
            Class::UnknownFlag
        }
        Rule::Known => Class::UnknownCode,
        Rule::Finite => Class::NotFinite,
        Rule::Digits | Rule::Utf8 | Rule::Text(_) => Class::BadText,
        Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed => Class::Inconsistent,
    }
}

/// Returns whether a value breaks a rule of a place.
pub(super) fn breaks_rule(slot: &Slot<'_>, rule: &Rule, value: &[u8]) -> bool {
    match slot.kind {
        Kind::Bytes => match rule {
            Rule::Magic(magic) => value != &**magic,
            Rule::Utf8 => std::str::from_utf8(value).is_err(),
            Rule::Text(form) => decode_text(*form, value.get(..slot.size).unwrap_or(value)).is_err(),
            _ => value.iter().any(|byte| number_breaks(slot, rule, i128::from(*byte))),
        },
        Kind::Float => float_breaks(slot, rule, value),
        Kind::Digits(form) => match number_of(form, value.get(..slot.size).unwrap_or(value)) {
            Some(number) => number_breaks(slot, rule, number.into()),
            None => *rule == Rule::Digits,
        },
        Kind::Int { .. } | Kind::Bits(_) => {
            let mut record = vec![0; slot.offset + slot.size];
            slot.put_value(&mut record, value);
            number_breaks(slot, rule, slot.number_in(&record))
        }
    }
}

/// Returns the value of digits, as the parsers of Rust read the digits.
fn number_of(form: DigitForm, bytes: &[u8]) -> Option<u64> {
    if form.digits == DigitKind::Bcd {
        return hex(bytes).parse().ok();
    }
    let digits = std::str::from_utf8(bytes).ok()?.trim_start_matches(' ').trim_end_matches(['\0', ' ']);
    match digits {
        "" => Some(0),
        signed if signed.starts_with('+') => None,
        digits => u64::from_str_radix(digits, form.digits.base()).ok(),
    }
}

fn float_breaks(slot: &Slot<'_>, rule: &Rule, value: &[u8]) -> bool {
    let mut bytes = value.get(..slot.size).unwrap_or(value).to_vec();
    if slot.big {
        bytes.reverse();
    }
    // Exponent bits, all set for what is not finite.
    let exponent = match *bytes {
        [.., high] if slot.size == 2 => high & 0x7c == 0x7c,
        [.., low, high] if slot.size == 4 => (high & 0x7f == 0x7f) && low & 0x80 != 0,
        [.., low, high] => (high & 0x7f == 0x7f) && low & 0xf0 == 0xf0,
        _ => false,
    };
    match rule {
        Rule::Zero => bytes.iter().any(|byte| *byte != 0),
        Rule::Finite => exponent,
        _ => false,
    }
}

fn number_breaks(slot: &Slot<'_>, rule: &Rule, number: i128) -> bool {
    match rule {
        Rule::Zero => number != 0,
        Rule::OneOf(allowed) | Rule::Supported(allowed) => !allowed.iter().any(|one| i128::from(*one) == number),
        Rule::Range(low, high) => number < i128::from(*low) || number > i128::from(*high),
        Rule::MultipleOf(factor) => number.checked_rem(i128::from(*factor)) != Some(0),
        Rule::Known => slot.codes.is_some_and(|codes| {
            let raw = u64::try_from(number).ok();
            let known = |raw: u64| match codes.flags {
                true => raw & !codes.codes.iter().fold(0, |mask, code| mask | code.value) == 0,
                false => codes.codes.iter().any(|code| code.value == raw),
            };
            !raw.is_some_and(known)
        }),
        // A signature consists of bytes; a single number cannot be one.
        Rule::Magic(_) => true,
        Rule::Finite
        | Rule::Digits
        | Rule::Utf8
        | Rule::Text(_)
        | Rule::Assert(_)
        | Rule::Each(..)
        | Rule::Custom(_)
        | Rule::Computed => false,
    }
}
