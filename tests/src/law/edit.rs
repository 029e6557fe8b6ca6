//! Edits of one value of a file as JSON.

use super::member::Member;
use bpx_schema::schema::{Field, Length, Model, Structure};
use serde_json::{Map, Value};
use std::fmt;

/// One edit: the place of the value, and what happens there.
pub(super) struct Edit {
    place: Vec<Step>,
    change: Change,
}

/// A step from a value to a part of it.
#[derive(Debug, Clone, PartialEq)]
enum Step {
    Member(String),
    Element(usize),
}

/// What happens to a value.
#[derive(Debug, Clone)]
enum Change {
    /// The value becomes another one.
    Set(Value),
    /// The element at an index of these lists of an object occurs twice, and these counts of them are larger by one.
    Duplicate(usize, Coupled),
    /// The element at an index of these lists is removed, and these counts of them are smaller by one.
    Remove(usize, Coupled),
    /// The first and the last element are exchanged.
    Exchange,
}

/// The names of lists of one object that have the same count, and of the numbers that state the count.
#[derive(Debug, Clone, Default)]
struct Coupled {
    lists: Vec<String>,
    counts: Vec<String>,
}

/// Returns all edits of a file, in the order of its values.
pub(super) fn edits_of(model: &Model, values: &Value) -> Vec<Edit> {
    let mut edits = Vec::new();
    collect(model, &Member::root(model), &mut Vec::new(), values, &mut edits);
    edits
}

fn collect(model: &Model, owner: &Member<'_>, place: &mut Vec<Step>, value: &Value, edits: &mut Vec<Edit>) {
    match value {
        Value::Object(members) => {
            for (name, value) in members.iter().filter(|(name, _)| !is_hint(name)) {
                let member = owner.member(model, name);
                if let Some(list) = value.as_array().filter(|list| !list.is_empty() && !member.is_flags()) {
                    let middle = list.len() / 2;
                    let coupled = coupled_with(&owner.structures, name, members);
                    for change in [Change::Duplicate(middle, coupled.clone()), Change::Remove(middle, coupled)] {
                        edits.push(Edit { place: place.clone(), change });
                    }
                }
                place.push(Step::Member(name.clone()));
                collect(model, &member, place, value, edits);
                place.pop();
            }
        }
        Value::Array(elements) => {
            if elements.first() != elements.last() {
                edits.push(Edit { place: place.clone(), change: Change::Exchange });
            }
            for (index, element) in elements.iter().enumerate() {
                place.push(Step::Element(index));
                collect(model, owner, place, element, edits);
                place.pop();
            }
        }
        leaf => {
            let set = other_values(leaf).into_iter().map(Change::Set);
            edits.extend(set.map(|change| Edit { place: place.clone(), change }));
        }
    }
}

/// Returns whether a member describes how the old file had its bytes.
fn is_hint(name: &str) -> bool {
    name.starts_with('$') && !["$data", "$stored"].contains(&name)
}

/// Returns the lists that must have as many elements as a list, and the numbers that state the number.
fn coupled_with(structures: &[&Structure], list: &str, members: &Map<String, Value>) -> Coupled {
    let of_list = |field: &&Field| *field.name == *list;
    let Some((structure, field)) = structures.iter().find_map(|one| Some((*one, one.all_fields().find(of_list)?)))
    else {
        return Coupled { lists: vec![list.to_owned()], counts: Vec::new() };
    };
    let describing = field.region.as_ref().and_then(|region| region.each.as_deref()).unwrap_or(list);
    let count_of = |field: &Field| match &field.len {
        Some(Length::Count(count)) => count.path().and_then(|path| path.first()).map(ToString::to_string),
        _ => None,
    };
    let count = structure.all_fields().find(|field| *field.name == *describing).and_then(count_of);
    let is_coupled = |field: &&Field| {
        let each = field.region.as_ref().and_then(|region| region.each.as_deref());
        let same_count = count.is_some() && count_of(field) == count;
        *field.name == *describing || each == Some(describing) || same_count
    };
    let has_list = |name: &String| members.get(name).is_some_and(Value::is_array);
    let lists = structure.all_fields().filter(is_coupled).map(|field| field.name.to_string()).filter(has_list);
    let counts = count.clone().filter(|name| members.get(name).is_some_and(Value::is_number));
    Coupled { lists: lists.collect(), counts: counts.into_iter().collect() }
}

/// Returns values that are close to a value without parts.
fn other_values(leaf: &Value) -> Vec<Value> {
    match leaf {
        Value::Bool(value) => vec![Value::Bool(!value)],
        Value::Number(number) => match (number.as_i64(), number.as_u64()) {
            (Some(value), _) => {
                [value.checked_add(1), value.checked_sub(1)].into_iter().flatten().map(Value::from).collect()
            }
            (None, Some(value)) => vec![(value - 1).into()],
            _ => number.as_f64().into_iter().flat_map(|value| [value + 1.0, value + 0.1]).map(Value::from).collect(),
        },
        Value::String(text) => other_texts(text).into_iter().map(Value::String).collect(),
        _ => Vec::new(),
    }
}

fn other_texts(text: &str) -> Vec<String> {
    let mut others = Vec::new();
    if let Ok(number) = text.parse::<i128>() {
        others.push((number + 1).to_string());
    }
    let is_hex = text.len().is_multiple_of(2) && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    let unit = if is_hex { 2 } else { 1 };
    others.push(format!("{text}{}", if is_hex { "61" } else { "a" }));
    let characters: Vec<char> = text.chars().collect();
    if let Some(rest) = characters.len().checked_sub(unit) {
        others.push(characters[..rest].iter().collect());
        let first = if characters[unit - 1] == '1' { '2' } else { '1' };
        let mut changed = characters;
        changed[unit - 1] = first;
        others.push(changed.into_iter().collect());
    }
    others
}

impl Edit {
    /// Returns the values after the edit.
    pub(super) fn apply_to(&self, values: &Value) -> Value {
        let mut edited = values.clone();
        let mut target = &mut edited;
        for step in &self.place {
            target = match step {
                Step::Member(name) => &mut target[name.as_str()],
                Step::Element(index) => &mut target[*index],
            };
        }
        match &self.change {
            Change::Set(value) => *target = value.clone(),
            Change::Exchange => {
                if let Some([first, .., last]) = target.as_array_mut().map(Vec::as_mut_slice) {
                    std::mem::swap(first, last);
                }
            }
            Change::Duplicate(at, coupled) => coupled.each_list(target, 1, |list| {
                if let Some(element) = list.get(*at).cloned() {
                    list.insert(*at, element);
                }
            }),
            Change::Remove(at, coupled) => coupled.each_list(target, -1, |list| {
                if *at < list.len() {
                    list.remove(*at);
                }
            }),
        }
        edited
    }
}

impl Coupled {
    fn each_list(&self, object: &mut Value, more: i64, change: impl Fn(&mut Vec<Value>)) {
        for name in &self.lists {
            object[name].as_array_mut().into_iter().for_each(&change);
        }
        for name in &self.counts {
            if let Some(count) = object[name].as_i64() {
                object[name] = Value::from(count + more);
            }
        }
    }
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in &self.place {
            match step {
                Step::Member(name) => write!(f, ".{name}")?,
                Step::Element(index) => write!(f, "[{index}]")?,
            }
        }
        match &self.change {
            Change::Set(value) => write!(f, " = {}", value.to_string().chars().take(80).collect::<String>()),
            Change::Exchange => f.write_str(" with ends exchanged"),
            Change::Duplicate(at, coupled) => write!(f, ".{} with element {at} twice", coupled.lists.join("/")),
            Change::Remove(at, coupled) => write!(f, ".{} without element {at}", coupled.lists.join("/")),
        }
    }
}
