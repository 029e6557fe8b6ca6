use super::{Scope, Value, holds};
use crate::report::{Class, Finding, Location, quote};
use crate::schema::{Codes, Constraint, Rule};

/// The rules that a value breaks, each as a finding at the given place; of an array, the message names the first element
/// that breaks the rule.
pub fn violations<'a>(
    constraints: &'a [Constraint],
    codes: Option<&'a Codes>,
    value: &'a Value<'a>,
    scope: &'a dyn Scope,
    at: Location,
) -> impl Iterator<Item = Finding> + 'a {
    constraints.iter().filter_map(move |constraint| {
        let (class, message) = broken(&constraint.rule, codes, value, scope)?;
        let mut elements = value.elements().filter(|_| constraint.rule.is_of_elements());
        let first = elements.find_map(|(index, skipped, element)| {
            let (_, message) = broken(&constraint.rule, codes, &element, scope)?;
            Some(format!("element {index}, at {}: {message}", offset(at, skipped)))
        });
        let message = first.unwrap_or(message);
        Some(Finding::breaking(constraint, class, at, message))
    })
}

/// Where a byte of a value lies, in words.
fn offset(at: Location, skipped: u64) -> String {
    let Location { file, content } = at.advance(skipped, false);
    content.map_or_else(|| format!("offset {file:#x}"), |content| format!("offset {content:#x} in the content"))
}

/// Class and message, when the rule does not hold.
fn broken(rule: &Rule, codes: Option<&Codes>, value: &Value<'_>, scope: &dyn Scope) -> Option<(Class, String)> {
    let all = |holds: &dyn Fn(Value<'_>) -> bool| match value {
        Value::Numbers(numbers) => numbers.iter().all(holds),
        Value::Bytes(bytes) => bytes.iter().all(|byte| holds(Value::Int(i128::from(*byte)))),
        single => holds(*single),
    };
    let ints = |holds: &dyn Fn(i128) -> bool| all(&|value| value.as_int().is_none_or(holds));
    match rule {
        Rule::Zero => {
            let zero = fault!(IgnoresReserved)
                || all(&|value| match value {
                    Value::Int(value) => value == 0,
                    Value::F32(value) => value.to_bits() == 0,
                    Value::F64(value) => value.to_bits() == 0,
                    _ => true,
                });
            (!zero).then(|| (Class::ReservedNotZero, format!("reserved, must be zero, is {}", quote(value))))
        }
        Rule::Magic(magic) => {
            let same = matches!(value, Value::Bytes(bytes) if *bytes == &**magic);
            (!same).then(|| {
                let expected = Value::Text(magic);
                let actual = match value {
                    Value::Bytes(bytes) => Value::Text(bytes),
                    other => *other,
                };
                (Class::BadMagic, format!("expected the signature {}, found {}", quote(expected), quote(actual)))
            })
        }
        Rule::OneOf(allowed) => {
            let inside = ints(&|value| i64::try_from(value).is_ok_and(|value| allowed.find(value).is_some()));
            (!inside).then(|| (Class::OutOfRange, format!("{} is not one of {}", quote(value), listed(allowed))))
        }
        Rule::Supported(versions) => {
            let later = |value| versions.iter().all(|one| i128::from(*one) < value);
            let inside = ints(&|value| {
                let known = || i64::try_from(value).is_ok_and(|value| versions.find(value).is_some());
                fault!(AcceptsVersions) && later(value) || known()
            });
            (!inside).then(|| {
                let message = format!("{} is not supported, only {}", quote(value), listed(versions));
                (Class::UnsupportedVersion, message)
            })
        }
        Rule::Range(low, high) => {
            let low_edge = i128::from(*low) - i128::from(fault!(RangeOneLess));
            let high_edge = i128::from(*high) + i128::from(fault!(RangeOneMore));
            let inside = ints(&|value| (low_edge..=high_edge).contains(&value));
            (!inside).then(|| (Class::OutOfRange, format!("{} is not between {low} and {high}", quote(value))))
        }
        Rule::MultipleOf(factor) => {
            let multiple = ints(&|value| value.checked_rem(i128::from(*factor)) == Some(0));
            (!multiple).then(|| (Class::OutOfRange, format!("{} is not a multiple of {factor}", quote(value))))
        }
        Rule::Known => {
            let codes = codes?;
            if fault!(IgnoresFlags) && codes.flags {
                return None;
            }
            if fault!(IgnoresCodes) && !codes.flags {
                return None;
            }
            let known = ints(&|value| u64::try_from(value).is_ok_and(|value| codes.knows(value)));
            (!known).then(|| match (codes.flags, value) {
                (true, Value::Int(value)) => {
                    let unknown = value & !i128::from(codes.mask());
                    (Class::UnknownFlag, format!("unknown flags {unknown:#x} of {}", codes.name))
                }
                _ => (Class::UnknownCode, format!("{} is no known {}", quote(value), codes.name)),
            })
        }
        Rule::Finite => {
            let finite = all(&|value| match value {
                Value::F32(value) => value.is_finite(),
                Value::F64(value) => value.is_finite(),
                _ => true,
            });
            (!finite).then(|| (Class::NotFinite, format!("{} is not finite", quote(value))))
        }
        Rule::Utf8 => {
            let text = match value {
                Value::Text(bytes) | Value::Bytes(bytes) => {
                    std::str::from_utf8(bytes).is_ok() || fault!(AnyBytesAreText)
                }
                _ => true,
            };
            (!text).then(|| (Class::BadText, format!("{} is not UTF-8", quote(value))))
        }
        Rule::Assert(expr) => match holds(expr, scope) {
            Some(false) => Some((Class::Inconsistent, format!("`{}` does not hold", quote(expr)))),
            Some(true) => None,
            None => Some((Class::Overflow, format!("`{}` has no value", quote(expr)))),
        },
        // Only compiled code can ask the function, and only the whole structure knows what a value is computed from.
        Rule::Custom(_) | Rule::Computed => None,
    }
}

/// Allowed numbers, as many as fit a line.
fn listed(numbers: &[i64]) -> String {
    /// Numbers that are listed.
    const LISTED: usize = 20;
    match numbers.split_at_checked(LISTED) {
        Some((some, more)) if !more.is_empty() => format!("{some:?} and {} more", more.len()),
        _ => format!("{numbers:?}"),
    }
}
