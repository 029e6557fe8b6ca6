//! Finds a value of a model in an annotated text. Both name the parts of the same file, but some names differ.

use crate::source::{Built, FieldSpan};
use bpx_schema::value::hex;
use serde_json::Value as Json;

/// A step of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Step<'a> {
    Name(&'a str),
    Index(&'a str),
}

/// Returns the field of a value, and the offset of the value. Takes the field whose path is most like the value's path,
/// unless the field's value contradicts `wanted`; otherwise takes the part of the file around the value.
pub(super) fn locate_field<'a>(built: &'a Built, path: &str, wanted: Option<&Json>) -> Option<(&'a FieldSpan, usize)> {
    let mut steps = path_steps(path);
    let agree = |field: &FieldSpan| wanted.and_then(|wanted| agrees_with(built, field, wanted));
    if let Some(found) = built.field_at(path) {
        return Some((found, found.offset));
    }
    let sure = best_match(built, &steps, |field| agree(field) == Some(true));
    let only = || wanted.filter(|wanted| is_distinctive(wanted)).and_then(|_| only_match(built, agree));
    let likely = || best_match(built, &steps, |field| agree(field).is_none());
    if let Some(found) = sure.or_else(only).or_else(likely) {
        return Some((found, found.offset));
    }
    while let Some(step) = steps.pop() {
        if let Some(found) = best_match(built, &steps, |_| true) {
            // A list may be one field. An index that leads out of the field counts as the beginning of the field.
            let index: usize = match step {
                Step::Index(index) => index.parse().unwrap_or_default(),
                Step::Name(_) => 0,
            };
            let place = index.checked_mul(element_width(found)).filter(|place| *place < found.size);
            return Some((found, found.offset + place.unwrap_or(0)));
        }
    }
    None
}

/// Returns whether a value is unlikely to occur by chance.
fn is_distinctive(value: &Json) -> bool {
    match value {
        Json::Number(number) => number.as_f64().is_some_and(|number| number.abs() > 255.0),
        Json::String(text) => text.chars().count() > 2,
        Json::Array(list) => list.len() > 2,
        _ => false,
    }
}

fn path_steps(path: &str) -> Vec<Step<'_>> {
    let parts = path.split(['.', '[']).filter(|part| !part.is_empty());
    parts.map(|part| part.strip_suffix(']').map_or(Step::Name(part), Step::Index)).collect()
}

/// Returns the field or the block whose path is most like the steps, among the paths with the same last name and the
/// same indexes. Of equally good paths, takes the first.
fn best_match<'a>(built: &'a Built, wanted: &[Step<'_>], fits: impl Fn(&FieldSpan) -> bool) -> Option<&'a FieldSpan> {
    let (names, indexes) = split_steps(wanted);
    let mut best: Option<(usize, usize, &FieldSpan)> = None;
    for field in built.fields.iter().filter(|field| fits(field)) {
        let path = path_steps(&field.path);
        for end in (1..=path.len()).rev() {
            // The end is at most the length.
            let part = path.get(..end).unwrap_or_default();
            let (mine, my_indexes) = split_steps(part);
            if mine.last() != names.last() || my_indexes != indexes || ends_in_index(part) != ends_in_index(wanted) {
                continue;
            }
            let (common, spare) = (common_length(&mine, &names), path.len() - end + mine.len());
            if best.is_none_or(|(most, least, _)| common > most || common == most && spare < least) {
                best = Some((common, spare, field));
            }
        }
    }
    best.map(|(.., field)| field)
}

fn ends_in_index(steps: &[Step<'_>]) -> bool {
    matches!(steps.last(), Some(Step::Index(_)))
}

/// Returns the names and the indexes of a path.
fn split_steps<'a>(steps: &[Step<'a>]) -> (Vec<&'a str>, Vec<&'a str>) {
    let (mut names, mut indexes) = (Vec::new(), Vec::new());
    for step in steps {
        match step {
            Step::Name(name) => names.push(*name),
            Step::Index(index) => indexes.push(*index),
        }
    }
    (names, indexes)
}

/// Returns the length of the longest list of names that occur in both lists in the same order.
fn common_length(a: &[&str], b: &[&str]) -> usize {
    let mut before = vec![0; b.len() + 1];
    for name in a {
        let mut row = vec![0];
        for (other, pair) in b.iter().zip(before.windows(2)) {
            // Each row begins with 0, so that it has a last number.
            let left = row.last().copied().unwrap_or_default();
            row.push(match pair {
                [diagonal, _] if name == other => *diagonal + 1,
                [_, above] => left.max(*above),
                _ => left,
            });
        }
        before = row;
    }
    // Each row begins with 0, so that it has a last number.
    before.last().copied().unwrap_or_default()
}

/// Returns the field that has the value, if only one field has it.
fn only_match(built: &Built, agree: impl Fn(&FieldSpan) -> Option<bool>) -> Option<&FieldSpan> {
    let mut fields = built.fields.iter().filter(|field| agree(field) == Some(true));
    let found = fields.next()?;
    fields.next().is_none().then_some(found)
}

/// Compares the value of a field with a value of a model; `None` if they cannot be compared, such as a code and its
/// name.
fn agrees_with(built: &Built, field: &FieldSpan, wanted: &Json) -> Option<bool> {
    match wanted {
        Json::String(text) if field.type_name == "bytes" => Some(hex(built.bytes_of(&field.path)?) == *text),
        _ => shows_value(&field.value, wanted),
    }
}

/// Compares a value in the form of listings with a value of a model.
fn shows_value(shown: &str, wanted: &Json) -> Option<bool> {
    match wanted {
        Json::Number(number) => {
            let (shown, wanted) = (shown.parse::<f64>().ok()?, number.as_f64()?);
            Some(shown == wanted || shown as f32 == wanted as f32)
        }
        Json::Bool(wanted) => Some(shown.parse::<i128>().ok()? == i128::from(*wanted)),
        Json::String(text) if shown.starts_with('"') => Some(shown == format!("{text:?}")),
        Json::String(text) if text.parse::<i128>().is_ok() => Some(shown.parse::<i128>().ok()? == text.parse().ok()?),
        Json::Array(wanted) => {
            let shown: Vec<&str> = shown.strip_prefix('[')?.strip_suffix(']')?.split(", ").collect();
            let mut pairs = shown.iter().zip(wanted);
            Some(shown.len() == wanted.len() && pairs.all(|(shown, wanted)| shows_value(shown, wanted) == Some(true)))
        }
        Json::Object(form) => {
            let (name, inner) = form.iter().next()?;
            match (&**name, inner) {
                ("f32", number) => shows_value(shown, number),
                ("bits", Json::String(bits)) => Some(shown.strip_prefix("bits ")?.eq_ignore_ascii_case(bits)),
                ("any", Json::Array(list)) => {
                    list.iter().filter_map(|one| shows_value(shown, one)).reduce(|a, b| a || b)
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// Returns the size of an element of a list in bytes.
fn element_width(field: &FieldSpan) -> usize {
    let bits: String = field.type_name.chars().filter(char::is_ascii_digit).collect();
    bits.parse::<usize>().map_or(1, |bits| bits / 8)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::suite::{Op, Suite};

    /// Most values of the suite are found at their place in the text, and almost all are found somewhere.
    #[test]
    fn values_of_decode_cases_are_found() {
        let cases = Suite::load(std::path::Path::new(env!("CARGO_MANIFEST_DIR"))).unwrap().cases;
        let (mut all, mut same, mut none) = (0, 0, 0);
        for case in cases.iter().filter(|case| case.op == Op::Decode) {
            let Some(built) = &case.built else { continue };
            for (path, wanted) in case.expect.model.iter().filter(|(path, _)| !path.is_empty()) {
                all += 1;
                match locate_field(built, path, Some(wanted)) {
                    Some((field, _)) if agrees_with(built, field, wanted) == Some(true) => same += 1,
                    Some(_) => {}
                    None => none += 1,
                }
            }
        }
        assert!(same * 2 > all && none * 20 < all, "{same} found, {none} not, of {all}");
    }

    #[test]
    fn paths_that_are_alike() {
        let text = "head { kind: u8 = 3; size: u16 = 300 }
            table[0] { size: u16 = 2 }; table[1] { size: u16 = 5; kind: u8 = 1 }
            parts[0].list[1] { name: cstr = \"oak\"; place: f32 = [1, 2.5, -4] }
            parts[1].props[0].value: u8 = 1; parts[1].props[1].value: u8 = 2";
        let built = Source::parse(text).unwrap().build().unwrap();
        let found = |path: &str, wanted: Json| {
            locate_field(&built, path, Some(&wanted))
                .map(|(field, offset)| (&*field.path, offset.saturating_sub(field.offset)))
        };
        assert_eq!(found("head.kind", "Any".into()), Some(("head.kind", 0)));
        assert_eq!(found("file.entries[1].header.size", 5.into()), Some(("table[1].size", 0)));
        assert_eq!(found("parts[1].data[1].value", 2.into()), Some(("parts[1].props[1].value", 0)), "by its indexes");
        assert_eq!(found("trees[0].called", "oak".into()), Some(("parts[0].list[1].name", 0)), "by its value");
        assert_eq!(found("parts[0].list[1].place[2]", (-4).into()), Some(("parts[0].list[1].place", 8)), "an element");
        assert_eq!(found("parts[1].props[1].more", 9.into()), Some(("parts[1].props[1].value", 0)), "the part around");
        assert_eq!(found("other", 9.into()), None);
    }
}
