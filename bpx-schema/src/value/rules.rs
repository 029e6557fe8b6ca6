use super::{LeafValue, Scope, SignatureBytes, compute_value, decode_text, eval_condition};
use crate::report::{Class, Finding, Location, Path, Segment, quote_value};
use crate::schema::{Codes, ComputedValue, Constraint, MessagePiece, Rule};

/// Returns a finding for each rule that a value at a location breaks. For an array, the message names the first element
/// that breaks the rule.
pub fn rule_violations<'a>(
    constraints: &'a [Constraint],
    codes: Option<&'a Codes>,
    value: &'a LeafValue<'a>,
    scope: &'a dyn Scope,
    at: Location,
) -> impl Iterator<Item = Finding> + 'a {
    constraints.iter().filter_map(move |constraint| {
        if let Rule::Assert(expr) = &constraint.rule {
            return broken_assertion(constraint, at, eval_condition(expr, scope), &|index| {
                stated_value(constraint, index, scope)
            });
        }
        let (class, message) = check_rule(&constraint.rule, codes, value)?;
        let mut elements = value.elements().filter(|_| constraint.rule.is_of_elements());
        let first = elements.find_map(|(index, skipped, element)| {
            let (_, message) = check_rule(&constraint.rule, codes, &element)?;
            Some(format!("element {index}, at {}: {message}", offset_text(at, skipped)))
        });
        let message = first.or_else(|| bad_byte(&constraint.rule, value, at, &message)).unwrap_or(message);
        Some(Finding::of_constraint(constraint, constraint.class_or(class), at, message))
    })
}

/// Returns the finding of a broken assertion, at the location of the member that the rule blames. `values` returns the
/// values in the message.
pub(crate) fn broken_assertion(
    rule: &Constraint,
    at: Location,
    holds: Option<bool>,
    values: &dyn Fn(usize) -> Option<String>,
) -> Option<Finding> {
    let expr = rule.rule.condition()?;
    let (class, message) = match holds {
        Some(true) => return None,
        Some(false) if rule.text.is_empty() => {
            (Class::Inconsistent, format!("expected `{}` to be true, found false", quote_value(expr)))
        }
        Some(false) => (Class::Inconsistent, rule_message(&rule.text, values)),
        None => (Class::Overflow, format!("`{}` has no value, because its computation fails", quote_value(expr))),
    };
    let class = if holds.is_some() { rule.class_or(class) } else { class };
    let path = Path::new(rule.reported_path().iter().cloned().map(Segment::Field).collect());
    Some(Finding::of_constraint(rule, class, at, message).with_path(path))
}

/// Returns the message of a rule, with its values.
fn rule_message(pieces: &[MessagePiece], values: &dyn Fn(usize) -> Option<String>) -> String {
    let (mut text, mut index) = (String::new(), 0);
    for piece in pieces {
        let value = match piece {
            MessagePiece::Words(words) => {
                text.push_str(words);
                continue;
            }
            MessagePiece::Value(_) => values(index),
            MessagePiece::Hex(_) => values(index).map(in_hexadecimal),
        };
        text.push_str(value.as_deref().unwrap_or("no value"));
        index += 1;
    }
    text
}

/// Converts a whole number from decimal to hexadecimal digits. Returns any other value unchanged.
fn in_hexadecimal(stated: String) -> String {
    match stated.parse::<i128>() {
        Ok(number) if number < 0 => format!("-{:#x}", number.unsigned_abs()),
        Ok(number) => format!("{number:#x}"),
        Err(_) => stated,
    }
}

/// Returns the text of a value in the message of a rule.
pub(crate) fn stated_value(rule: &Constraint, index: usize, scope: &dyn Scope) -> Option<String> {
    let computed = compute_value(rule.message_values().nth(index)?, scope)?;
    Some(shown_value(&computed))
}

/// Returns a value as text for messages.
pub(crate) fn shown_value(value: &ComputedValue<'_>) -> String {
    match value {
        ComputedValue::Int(value) => value.to_string(),
        ComputedValue::Bool(value) => value.to_string(),
        ComputedValue::Float(value) => value.to_string(),
        ComputedValue::Text(bytes) | ComputedValue::Bytes(bytes) => quote_value(LeafValue::Text(bytes)),
    }
}

/// Adds to a message the location of the first byte that is not part of a character.
fn bad_byte(rule: &Rule, value: &LeafValue<'_>, at: Location, message: &str) -> Option<String> {
    let (Rule::Text(form), LeafValue::Encoded(_, bytes)) = (rule, value) else { return None };
    let bad = decode_text(*form, bytes).err()?;
    Some(format!("{message}: byte {bad}, at {}, is not part of a character", offset_text(at, bad as u64)))
}

/// Returns the text for the location of a value's byte, which is `skipped` bytes after the location `at`.
fn offset_text(at: Location, skipped: u64) -> String {
    let Location { file, content } = at.advance(skipped, false);
    content.map_or_else(|| format!("offset {file:#x}"), |content| format!("offset {content:#x} in the content"))
}

/// Returns the class and the message of a broken rule, or `None` if the rule holds.
fn check_rule(rule: &Rule, codes: Option<&Codes>, value: &LeafValue<'_>) -> Option<(Class, String)> {
    let number = match value {
        LeafValue::Digits(form, bytes) => form.read_number(bytes).map(|value| LeafValue::Int(value.into())),
        _ => None,
    };
    // Other rules are about the number; bytes without a number have a finding already.
    let value = match (value, &number) {
        _ if *rule == Rule::Digits => value,
        (LeafValue::Digits(..), None) => return None,
        (_, Some(number)) => number,
        _ => value,
    };
    if satisfies_rule(rule, codes, value) { None } else { rule_fault(rule, codes, value) }
}

/// Returns whether a value satisfies a rule. Returns true for a rule that does not concern a single value.
fn satisfies_rule(rule: &Rule, codes: Option<&Codes>, value: &LeafValue<'_>) -> bool {
    let all = |holds: &dyn Fn(LeafValue<'_>) -> bool| match value {
        LeafValue::Numbers(numbers) => numbers.iter().all(holds),
        LeafValue::Bytes(bytes) => bytes.iter().all(|byte| holds(LeafValue::Int(i128::from(*byte)))),
        single => holds(*single),
    };
    let ints = |holds: &dyn Fn(i128) -> bool| all(&|value| value.as_int().is_none_or(holds));
    match rule {
        Rule::Zero => all(&|value| match value {
            LeafValue::Int(value) => value == 0,
            LeafValue::F32(value) => value.to_bits() == 0,
            LeafValue::F64(value) => value.to_bits() == 0,
            _ => true,
        }),
        Rule::Magic(magic) => text_of(value) == Some(&**magic),
        Rule::OneOf(allowed) | Rule::Supported(allowed) => {
            ints(&|value| i64::try_from(value).is_ok_and(|value| allowed.find(value).is_some()))
        }
        Rule::Range(low, high) => ints(&|value| (i128::from(*low)..=i128::from(*high)).contains(&value)),
        Rule::MultipleOf(factor) => ints(&|value| value.checked_rem(i128::from(*factor)) == Some(0)),
        Rule::Known => {
            codes.is_none_or(|codes| ints(&|value| u64::try_from(value).is_ok_and(|value| codes.is_known(value))))
        }
        Rule::Finite => all(&|value| match value {
            LeafValue::F32(value) => value.is_finite(),
            LeafValue::F64(value) => value.is_finite(),
            _ => true,
        }),
        Rule::Digits => match value {
            LeafValue::Digits(form, bytes) => form.read_number(bytes).is_some(),
            _ => true,
        },
        Rule::Utf8 => match value {
            LeafValue::Text(bytes) | LeafValue::Bytes(bytes) => std::str::from_utf8(bytes).is_ok(),
            _ => true,
        },
        Rule::Text(form) => text_of(value).is_none_or(|bytes| decode_text(*form, bytes).is_ok()),
        // Only compiled code can call the function, and only the whole structure has the values of computations and
        // assertions.
        Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed => true,
    }
}

/// Returns the class and the message of a broken rule; `None` for a rule that does not concern a single value.
#[cold]
fn rule_fault(rule: &Rule, codes: Option<&Codes>, value: &LeafValue<'_>) -> Option<(Class, String)> {
    let wanted = |class, expected: String| (class, format!("expected {expected}, found {}", quote_value(value)));
    Some(match (rule, codes, value) {
        (Rule::Zero, ..) => wanted(Class::ReservedNotZero, "0".to_owned()),
        (Rule::Magic(magic), ..) => {
            let found = text_of(value).map_or_else(|| quote_value(value), |found| quote_value(SignatureBytes(found)));
            let expected = quote_value(SignatureBytes(magic));
            (Class::BadMagic, format!("expected the signature {expected}, found {found}"))
        }
        (Rule::OneOf(allowed), ..) => wanted(Class::OutOfRange, format!("one of {}", listed_numbers(allowed))),
        (Rule::Supported(versions), ..) => {
            wanted(Class::UnsupportedVersion, format!("one of the supported values {}", listed_numbers(versions)))
        }
        (Rule::Range(low, high), ..) => wanted(Class::OutOfRange, format!("{low} to {high}")),
        (Rule::MultipleOf(factor), ..) => wanted(Class::OutOfRange, format!("a multiple of {factor}")),
        (Rule::Known, Some(codes), LeafValue::Int(value)) if codes.flags => {
            let unknown = value & !i128::from(codes.mask());
            (
                Class::UnknownFlag,
                format!("expected known flags, found the unknown flags {unknown:#x} of {}", codes.name),
            )
        }
        (Rule::Known, codes, _) => {
            let name = codes.map_or("value", |codes| &codes.name);
            wanted(Class::UnknownCode, format!("a known {name}"))
        }
        (Rule::Finite, ..) => wanted(Class::NotFinite, "a finite number".to_owned()),
        (Rule::Digits, _, LeafValue::Digits(form, _)) => wanted(Class::BadText, form.description().to_owned()),
        (Rule::Text(form), ..) => wanted(Class::BadText, format!("a text in {}", form.encoding.name())),
        (Rule::Utf8, ..) => wanted(Class::BadText, "UTF-8".to_owned()),
        (Rule::Digits | Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) | Rule::Computed, ..) => return None,
    })
}

/// Returns the bytes of a text or of an array of bytes.
fn text_of<'v>(value: &LeafValue<'v>) -> Option<&'v [u8]> {
    match value {
        LeafValue::Bytes(bytes) | LeafValue::Text(bytes) | LeafValue::Encoded(_, bytes) => Some(bytes),
        _ => None,
    }
}

/// Returns the allowed numbers as text, but at most 20 of them.
fn listed_numbers(numbers: &[i64]) -> String {
    /// Maximum number of listed numbers.
    const LISTED: usize = 20;
    match numbers.split_at_checked(LISTED) {
        Some((some, more)) if !more.is_empty() => format!("{some:?} and {} more", more.len()),
        _ => format!("{numbers:?}"),
    }
}
