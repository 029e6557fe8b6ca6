//! Finds the differences of two models.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are those of elements in memory")]

use super::align::align_elements;
use crate::FileFormat;
use bpx_schema::json::JsonRef;
use std::hash::{DefaultHasher, Hash};

/// A value that differs.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Difference<'d> {
    /// Path of the value. For an element of a list, the path has the index in the older model, or the index in the
    /// newer model when only the newer model has the element.
    pub path: String,
    /// The older value; `None` for an added value.
    pub old: Option<JsonRef<'d>>,
    /// The newer value; `None` for a removed value.
    pub new: Option<JsonRef<'d>>,
}

/// Whether a member of a value follows from other values. The arguments are the path of the value and the name of the
/// member.
pub type DerivedTest = fn(&str, &str) -> bool;

/// Returns whether a member has an offset, a size or a checksum, in the models of the formats of this crate.
#[cfg(any(test, feature = "blk", feature = "bpat", feature = "bpx", feature = "gpb"))]
pub(crate) fn is_layout_member(around: &str, member: &str) -> bool {
    const NAMES: [&str; 8] =
        ["pointer", "stored_size", "content_size", "checksum", "file_size", "section_count", "sha256", "offset"];
    let header = around == "header" || around.ends_with(".header");
    NAMES.contains(&member) || member == "size" && header
}

/// Returns the test for members that follow from other values in both models. `formats` has the format and the model of
/// each file.
pub fn derived_in_both(formats: [(&dyn FileFormat, JsonRef<'_>); 2]) -> impl Fn(&str, &str) -> bool {
    let tests = formats.map(|(format, model)| format.derived_members(model));
    move |around, member| tests.iter().all(|is_derived| is_derived(around, member))
}

/// A test like [`DerivedTest`] that has values of its own.
type DerivedCheck<'t> = dyn Fn(&str, &str) -> bool + 't;

/// Hashes what is compared of a value; `around` is the key of the value, or `[]` for an element of a list.
fn hash_compared(value: JsonRef<'_>, around: &str, is_derived: &DerivedCheck<'_>, hasher: &mut DefaultHasher) {
    if value.is_empty() {
        value.hash(hasher);
    } else if value.is_object() {
        for (key, member) in value.members().filter(|(key, _)| !is_derived(around, key)) {
            key.hash(hasher);
            hash_compared(member, key, is_derived, hasher);
        }
    } else {
        value.elements().for_each(|element| hash_compared(element, "[]", is_derived, hasher));
    }
    // Where the value ends, so that the parts of two neighbours are not mixed up.
    0xFF_u8.hash(hasher);
}

/// Returns the differences of two models, except those of members for which `is_derived` returns true; see
/// [`derived_in_both`].
///
/// Elements of lists that are equal in what is compared, or have the same name, are the same element, at any index, if
/// the order of such elements is the same.
#[must_use]
pub fn diff<'d>(old: JsonRef<'d>, new: JsonRef<'d>, is_derived: &dyn Fn(&str, &str) -> bool) -> Vec<Difference<'d>> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), Some(old), Some(new))];
    while let Some((path, old, new)) = open.pop() {
        if old == new {
            continue;
        }
        let mut parts = Vec::new();
        match (old, new) {
            (Some(a), Some(b)) if a.is_object() && b.is_object() => {
                let only_new = b.members().map(|(key, _)| key).filter(|key| a.get(key).is_none());
                for key in a.members().map(|(key, _)| key).chain(only_new).filter(|key| !is_derived(&path, key)) {
                    let path = if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
                    parts.push((path, a.get(key), b.get(key)));
                }
            }
            (Some(a), Some(b)) if a.is_array() && b.is_array() => parts = align_parts(&path, a, b, is_derived),
            _ => found.push(Difference { path, old, new }),
        }
        open.extend(parts.into_iter().rev());
    }
    found
}

/// The path of a part, and the part in the older and in the newer model, if the model has the part.
type AlignedPart<'d> = (String, Option<JsonRef<'d>>, Option<JsonRef<'d>>);

/// Returns the pairs of corresponding elements, and the elements of one list only, in the order of the older list.
fn align_parts<'d>(
    path: &str,
    old: JsonRef<'d>,
    new: JsonRef<'d>,
    is_derived: &DerivedCheck<'_>,
) -> Vec<AlignedPart<'d>> {
    let head = old.elements().zip(new.elements()).take_while(|(a, b)| a == b).count();
    let counts = [old, new].map(|list| list.elements().count() - head);
    let common = counts[0].min(counts[1]);
    // What may be the same at the end is compared from its beginning, as lists are read in one direction only.
    let ends = old.elements().skip(head + counts[0] - common).zip(new.elements().skip(head + counts[1] - common));
    let tail = ends.zip(1..).fold(common, |tail, ((a, b), place)| if a == b { tail } else { common - place });
    // Only what differs is listed.
    let between = |list: JsonRef<'d>, count: usize| list.elements().skip(head).take(count - tail).collect::<Vec<_>>();
    let (old, new) = (between(old, counts[0]), between(new, counts[1]));
    let place = |index: usize| indexed_path(path, head + index);
    let mut parts = Vec::new();
    let (mut i, mut j) = (0, 0);
    let pairs = align_elements(&old, &new, |element, hasher| hash_compared(element, "[]", is_derived, hasher));
    for (next_i, next_j) in pairs.into_iter().chain([(old.len(), new.len())]) {
        parts.extend((i..next_i).map(|i| (place(i), old.get(i).copied(), None)));
        parts.extend((j..next_j).map(|j| (place(j), None, new.get(j).copied())));
        if next_i < old.len() {
            parts.push((place(next_i), old.get(next_i).copied(), new.get(next_j).copied()));
        }
        (i, j) = (next_i + 1, next_j + 1);
    }
    parts
}

fn indexed_path(path: &str, index: usize) -> String {
    format!("{path}[{index}]")
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpx_schema::json::JsonDoc;
    use serde_json::{Value, json};

    fn differences(old: &Value, new: &Value, derived: bool) -> Vec<(String, String, String)> {
        let text = |value: Option<JsonRef<'_>>| value.map_or_else(|| "-".to_owned(), |value| value.to_string());
        let (old, new) = (JsonDoc::from(old), JsonDoc::from(new));
        let is_derived = |around: &str, member: &str| !derived && is_layout_member(around, member);
        diff(old.root(), new.root(), &is_derived)
            .into_iter()
            .map(|one| (one.path, text(one.old), text(one.new)))
            .collect()
    }

    fn difference(path: &str, old: &str, new: &str) -> (String, String, String) {
        (path.to_owned(), old.to_owned(), new.to_owned())
    }

    #[test]
    fn members_in_the_order_of_the_older_model() {
        let old = json!({ "a": 1, "b": { "c": [1, 2] }, "d": true });
        let new = json!({ "a": 2, "b": { "c": [1, 3] }, "e": null });
        let expected = [
            difference("a", "1", "2"),
            difference("b.c[1]", "2", "3"),
            difference("d", "true", "-"),
            difference("e", "-", "null"),
        ];
        assert_eq!(differences(&old, &new, false), expected);
        assert_eq!(differences(&old, &old, true), []);
    }

    #[test]
    fn an_element_more_is_one_difference() {
        let (old, new) = (json!(["x", "y", "z"]), json!(["x", "new", "y", "z"]));
        assert_eq!(differences(&old, &new, false), [difference("[1]", "-", "\"new\"")]);
        assert_eq!(differences(&new, &old, false), [difference("[1]", "\"new\"", "-")]);
        let two = json!(["x", "n", "y", "m", "z"]);
        assert_eq!(differences(&old, &two, false), [difference("[1]", "-", "\"n\""), difference("[3]", "-", "\"m\"")]);
    }

    #[test]
    fn elements_are_paired_by_their_names() {
        let block = |name: &str, value: u32| json!({ "name": name, "value": value, "rest": [name] });
        let old = json!([block("a", 1), block("b", 2), block("b", 3), block("c", 4)]);
        let new = json!([block("n", 0), block("a", 1), block("b", 2), block("b", 9), block("m", 0), block("c", 5)]);
        let shown = |value: &Value| value.to_string();
        let expected = [
            difference("[0]", "-", &shown(&block("n", 0))),
            difference("[2].value", "3", "9"),
            difference("[4]", "-", &shown(&block("m", 0))),
            difference("[3].value", "4", "5"),
        ];
        assert_eq!(differences(&old, &new, false), expected);
        // In the other direction, the added element is a removed one.
        let back = differences(&new, &old, false);
        assert_eq!(back.iter().filter(|(_, _, new)| new == "-").count(), 2, "{back:?}");
        assert_eq!(back.len(), 4);
        // A moved element is removed at one place, and added at another.
        let (old, new) = (
            json!([block("a", 1), block("b", 2), block("c", 3)]),
            json!([block("c", 3), block("a", 1), block("b", 2)]),
        );
        let moved = shown(&block("c", 3));
        assert_eq!(differences(&old, &new, false), [difference("[0]", "-", &moved), difference("[2]", &moved, "-")]);
    }

    #[test]
    fn elements_are_paired_by_what_is_compared() {
        let section = |pointer: u32, data: &str| json!({ "header": { "pointer": pointer }, "data": data });
        let list =
            |pointers: [u32; 3]| json!([section(pointers[0], ""), section(pointers[1], "x"), section(pointers[2], "")]);
        // The first element of the one list equals the last one of the other list, but for what follows from others.
        let (old, new) = (list([160, 0, 0]), list([168, 160, 160]));
        assert_eq!(differences(&old, &new, false), []);
        assert!(!differences(&old, &new, true).is_empty());
    }

    #[test]
    fn one_of_many_equal_elements() {
        let (old, new) = (json!(vec![1; 50_000]), json!(vec![1; 50_001]));
        assert_eq!(differences(&old, &new, false), [difference("[50000]", "-", "1")]);
        let old: Vec<u32> = (0..50_000).collect();
        let new: Vec<u32> = (0..50_000).rev().collect();
        // Of two orders without common elements, one element stays.
        assert_eq!(differences(&json!(old), &json!(new), false).len(), 99_998);
    }

    #[cfg(feature = "blk")]
    #[test]
    fn forms_of_a_tree_are_no_difference() {
        let blk = crate::find_format("blk").unwrap();
        let found = |old: &Value, new: &Value| {
            let (old, new) = (JsonDoc::from(old), JsonDoc::from(new));
            let derived = derived_in_both([(blk, old.root()), (blk, new.root())]);
            diff(old.root(), new.root(), &derived).into_iter().map(|one| one.path).collect::<Vec<_>>()
        };
        let root = json!({ "name": null, "params": [{ "name": "a", "id": 1, "type": "i", "value": 1 }], "blocks": [] });
        let mut other = root.clone();
        other["params"][0].as_object_mut().unwrap().remove("id");
        let fat = json!({ "format": "blk", "kind": "FAT_ZST", "names": ["a", "a"], "rest": "00", "root": root });
        let text = json!({ "format": "blk", "kind": "text", "root": other });
        assert_eq!(found(&fat, &text), [""; 0]);
        assert_eq!(differences(&fat, &text, true).len(), 4);
        // Of a map of names, they are what it holds.
        let map = |name: &str| json!({ "format": "blk", "kind": "name-map", "names": [name] });
        assert_eq!(found(&map("a"), &map("b")), ["names[0]"]);
    }

    #[test]
    fn sizes_in_headers_follow_from_contents() {
        let model = |size: u32| json!({ "sections": [{ "header": { "size": size, "kind": 1 } }], "size": 1 });
        assert_eq!(differences(&model(1), &model(2), false), []);
        assert_eq!(differences(&model(1), &model(2), true), [difference("sections[0].header.size", "1", "2")]);
        assert_eq!(differences(&json!({ "size": 1 }), &json!({ "size": 2 }), false), [difference("size", "1", "2")]);
    }

    #[test]
    fn derived_values_are_compared_on_request() {
        let old = json!({ "header": { "checksum": 1, "kind": 2 }, "sha256": "a" });
        let new = json!({ "header": { "checksum": 9, "kind": 2 }, "sha256": "b" });
        assert_eq!(differences(&old, &new, false), []);
        assert_eq!(differences(&old, &new, true).len(), 2);
    }
}
