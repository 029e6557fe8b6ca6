//! Changes of a structure of a schema, in its form as JSON: one mistake of a reader each.

use serde_json::{Value as Json, json};

/// A structure with a mistake.
pub(crate) struct Change {
    /// The mistake, and the field.
    pub(crate) what: String,
    /// The structure.
    pub(crate) structure: Json,
}

/// Returns every change of a structure.
pub(crate) fn of_structure(structure: &Json) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut add = |what: &str, name: &Json, at: &str, new: Json| {
        let mut structure = structure.clone();
        *structure.pointer_mut(at).unwrap() = new;
        changes.push(Change { what: format!("{what} {}", name.as_str().unwrap_or_default()), structure });
    };
    let cases = structure.pointer("/body/switch").and_then(Json::as_array).map_or(0, Vec::len);
    let lists = ["/body/fields", "/body/bits"].map(str::to_owned);
    for list in lists.into_iter().chain((0..cases).map(|case| format!("/body/switch/{case}/fields"))) {
        let Some(fields) = structure.pointer(&list).and_then(Json::as_array) else { continue };
        for (index, field) in fields.iter().enumerate() {
            of_field(field, &mut |what, new| add(what, &field["name"], &format!("{list}/{index}"), new));
            if index > 0 {
                add("swap-fields", &field["name"], &list, swapped(fields, index));
            }
        }
    }
    for (index, sum) in structure["sums"].as_array().into_iter().flatten().enumerate() {
        let (name, at) = (&sum["stored"][1], format!("/sums/{index}"));
        add("sum-first-part", name, &at, with(sum, "/over/1", sum["over"][0].clone()));
        add("sum-itself", name, &at, with(sum, "/skip", json!([])));
        add("no-sum", name, "/sums", without(&structure["sums"], index));
    }
    for (index, derived) in structure["derived"].as_array().into_iter().flatten().enumerate() {
        if derived.get("rule").is_some() {
            add("no-computed-rule", &derived["target"][1], &format!("/derived/{index}/rule"), Json::Null);
        }
    }
    changes
}

fn of_field(field: &Json, add: &mut dyn FnMut(&str, Json)) {
    // A rule that a reading excuses is not decided by cases, and the order of bytes without a meaning shows nowhere.
    let rules = || field["constraints"].as_array().into_iter().flatten().enumerate();
    for (index, rule) in rules().filter(|(_, rule)| rule["lenient"] == "" && rule.get("severity").is_none()) {
        if let [Some(low), Some(high)] = [0, 1].map(|edge| rule["rule"]["range"][edge].as_i64()) {
            let largest = field["ty"]["int"]["size"].as_u64().map_or(i64::MAX, |size| (1 << (8 * size.min(7))) - 1);
            // A number may have no upper or no lower bound but that of its type.
            let low_edges = [(low - 1, high), (low + 1, high)].into_iter().filter(|_| low > 0);
            let high_edges = [(low, high - 1), (low, high.saturating_add(1))].into_iter().filter(|_| high < largest);
            for (low, high) in low_edges.chain(high_edges) {
                add(
                    &format!("range-{low}-{high}"),
                    with(field, &format!("/constraints/{index}/rule/range"), json!([low, high])),
                );
            }
        }
        if rule["rule"] == "known" {
            let codes = &field["codes"]["codes"];
            for (index, code) in codes.as_array().into_iter().flatten().enumerate() {
                add(&format!("no-code-{}", code["value"]), with(field, "/codes/codes", without(codes, index)));
            }
        }
    }
    for kind in ["int", "float"].map(|kind| &field["ty"][kind]).into_iter().filter(|kind| kind["size"] != 1) {
        if kind["endian"] == "little" && rules().all(|(_, rule)| rule["rule"] != "zero") {
            let at = if field["ty"]["int"].is_object() { "/ty/int/endian" } else { "/ty/float/endian" };
            add("byte-order", with(field, at, json!("big")));
        }
    }
    for (index, relation) in field["relations"].as_array().into_iter().flatten().enumerate() {
        if !["lenient", "severity"].iter().any(|word| relation["claim"].get(word).is_some()) {
            add("no-relation", with(field, "/relations", without(&field["relations"], index)));
        }
        if let Some(first) = relation["kind"]["index"]["first"].as_i64() {
            let at = format!("/relations/{index}/kind/index/first");
            for first in [first - 1, first + 1] {
                add(&format!("count-from-{first}"), with(field, &at, json!(first)));
            }
        }
    }
    if field["region"].is_object() {
        of_region(field, add);
    }
}

fn of_region(field: &Json, add: &mut dyn FnMut(&str, Json)) {
    let region = &field["region"];
    if region["content_size"].is_object() {
        add("no-content-size", with(field, "/region/content_size", Json::Null));
    }
    let steps = || region["steps"].as_array().into_iter().flatten().enumerate();
    for (index, step) in steps() {
        add("no-transform", with(field, "/region/steps", without(&region["steps"], index)));
        for (_, other) in steps().filter(|(_, other)| other["transform"] != step["transform"]) {
            let at = format!("/region/steps/{index}/transform");
            add("other-transform", with(field, &at, other["transform"].clone()));
        }
    }
    let is_packed = steps().fold(json!({ "bool": false }), |any, (_, step)| binary("either", &any, &step["when"]));
    for (index, check) in region["checks"].as_array().into_iter().flatten().enumerate() {
        let at = format!("/region/checks/{index}");
        let is_plain = json!({ "unary": ["not", [is_packed]] });
        add("no-check", with(field, "/region/checks", without(&region["checks"], index)));
        add("no-check-of-plain", with(field, &format!("{at}/when"), binary("both", &check["when"], &is_packed)));
        add("no-check-of-packed", with(field, &format!("{at}/when"), binary("both", &check["when"], &is_plain)));
        for algorithm in 0..check["algorithms"].as_array().map_or(0, Vec::len) {
            let algorithms = without(&check["algorithms"], algorithm);
            if algorithms != json!([]) {
                add("one-algorithm", with(field, &format!("{at}/algorithms"), algorithms));
            }
        }
    }
}

fn binary(operator: &str, left: &Json, right: &Json) -> Json {
    json!({ "binary": [operator, [left, right]] })
}

fn with(value: &Json, at: &str, new: Json) -> Json {
    let mut value = value.clone();
    *value.pointer_mut(at).unwrap() = new;
    value
}

fn without(list: &Json, index: usize) -> Json {
    let list = list.as_array().into_iter().flatten().enumerate();
    list.filter(|(at, _)| *at != index).map(|(_, one)| one.clone()).collect()
}

/// Returns fields of which two neighbours have the names of each other.
fn swapped(fields: &[Json], index: usize) -> Json {
    let mut fields = fields.to_vec();
    let name = fields[index]["name"].take();
    fields[index]["name"] = std::mem::replace(&mut fields[index - 1]["name"], name);
    fields.into()
}
