//! Compares the values that a writer was asked for with the values that a reader returns.

use super::computed::ComputedMembers;
use super::member::Member;
use bpx_schema::schema::{Codes, Model};
use bpx_schema::value::bytes_from_hex;
use serde_json::{Map, Value};

/// Returns what differs, without members that a writer computes.
pub(super) fn differences(model: &Model, computed: &ComputedMembers, (asked, read): (&Value, &Value)) -> Vec<String> {
    let mut comparison = Comparison { model, computed, found: Vec::new() };
    comparison.compare(&Member::root(model), "", (asked, read));
    comparison.found
}

struct Comparison<'m> {
    model: &'m Model,
    computed: &'m ComputedMembers,
    found: Vec<String>,
}

impl<'m> Comparison<'m> {
    fn compare(&mut self, member: &Member<'m>, path: &str, (asked, read): (&Value, &Value)) {
        match (asked, read) {
            _ if asked == read || is_same_leaf(member, asked, read) => {}
            (Value::Object(asked), Value::Object(read)) => self.compare_members(member, path, (asked, read)),
            (Value::Array(asked), Value::Array(read)) if asked.len() == read.len() => {
                for (index, both) in asked.iter().zip(read).enumerate() {
                    self.compare(member, &format!("{path}[{index}]"), both);
                }
            }
            _ => self.found.push(format!("{path}: asked for {}, read {}", shown(asked), shown(read))),
        }
    }

    fn compare_members(
        &mut self,
        owner: &Member<'m>,
        path: &str,
        (asked, read): (&Map<String, Value>, &Map<String, Value>),
    ) {
        let names = asked.keys().chain(read.keys().filter(|name| !asked.contains_key(*name)));
        for name in names.filter(|name| !is_of_places(name)) {
            if owner.structures.iter().any(|structure| self.computed.contains(structure, name)) {
                continue;
            }
            let member = owner.member(self.model, name);
            let absent = member.fill.map(|_| Value::from("")).or(member.otherwise.map(Value::from));
            let absent = absent.as_ref();
            match (asked.get(name).or(absent), read.get(name).or(absent)) {
                (Some(asked), Some(read)) => self.compare(&member, &format!("{path}.{name}"), (asked, read)),
                (asked, read) => {
                    let side = |value: Option<&Value>| value.map_or_else(|| "nothing".to_owned(), shown);
                    self.found.push(format!("{path}.{name}: asked for {}, read {}", side(asked), side(read)));
                }
            }
        }
    }
}

/// Returns whether a member states where bytes are, or how they are stored.
fn is_of_places(name: &str) -> bool {
    ["$gaps", "$forms", "$found", "$rest"].contains(&name)
}

/// Returns whether two values are one value in two forms.
fn is_same_leaf(member: &Member<'_>, asked: &Value, read: &Value) -> bool {
    if let Some(fill) = member.fill {
        return unfilled(asked, fill).is_some_and(|bytes| Some(bytes) == unfilled(read, fill));
    }
    let number = |value: &Value| number_of(&member.codes, value);
    if number(asked).is_some_and(|asked| Some(asked) == number(read)) {
        return true;
    }
    // A number of 32 bits has several forms with as many digits.
    #[allow(clippy::cast_possible_truncation)]
    let float = |value: &Value| value.as_f64().map(|value| (value as f32).to_bits());
    asked.is_f64() && float(asked) == float(read)
}

/// Returns the bytes of padding up to the last one that a writer does not add itself.
fn unfilled(value: &Value, fill: u8) -> Option<Vec<u8>> {
    let mut bytes = bytes_from_hex(value.as_str()?)?;
    bytes.truncate(bytes.iter().rposition(|byte| *byte != fill).map_or(0, |last| last + 1));
    Some(bytes)
}

/// Returns a whole number that is stated as a number, in digits or by a name.
fn number_of(codes: &[&Codes], value: &Value) -> Option<i128> {
    match value {
        Value::Number(number) => number.as_i64().map(i128::from).or(number.as_u64().map(i128::from)),
        Value::String(text) => {
            let code = codes.iter().find_map(|codes| codes.codes.find_by_name(text));
            code.map(|code| code.value.into()).or_else(|| text.parse().ok())
        }
        Value::Object(members) => number_of(codes, members.get("raw")?),
        Value::Array(flags) if codes.iter().any(|codes| codes.flags) => {
            flags.iter().try_fold(0, |bits, flag| Some(bits | number_of(codes, flag)?))
        }
        _ => None,
    }
}

fn shown(value: &Value) -> String {
    let text = value.to_string();
    let start: String = text.chars().take(60).collect();
    if text.len() <= 80 { text } else { format!("{start}.. ({} characters)", text.len()) }
}
