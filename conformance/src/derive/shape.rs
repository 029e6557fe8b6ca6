//! Converts values of checked models to the form of cases: a code becomes all of its right spellings, and a float of 32
//! bits is marked.

use super::binding::Alias;
use bpx_schema::schema::{Body, Codes, CodesLink, Model, Structure, Type};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// A set of codes, and the structure whose field holds them.
struct FieldCodes<'a> {
    owner: &'a str,
    codes: &'a Codes,
}

/// The codes of a schema, by the names of the fields that hold them.
pub(super) struct ModelCodes<'a> {
    codes: BTreeMap<String, Vec<FieldCodes<'a>>>,
    /// The structures of members, by the name of the member.
    structures: BTreeMap<&'a str, Vec<String>>,
    aliases: Vec<&'a Alias>,
}

impl<'a> ModelCodes<'a> {
    pub(super) fn new(model: &'a Model, schema: &str, aliases: &'a [Alias]) -> Self {
        let aliases: Vec<&Alias> = aliases.iter().filter(|alias| alias.schema == schema).collect();
        let mut codes: BTreeMap<String, Vec<FieldCodes<'a>>> = BTreeMap::new();
        let mut structures: BTreeMap<&'a str, Vec<String>> = BTreeMap::new();
        for structure in model.structures.values() {
            for (name, link) in code_links(structure) {
                let set = link.get();
                let other =
                    aliases.iter().filter(|alias| set.name == *alias.codes).filter_map(|alias| alias.field.clone());
                for name in other.chain([name]) {
                    codes.entry(name).or_default().push(FieldCodes { owner: &structure.name, codes: set });
                }
            }
            for field in structure.fields() {
                if let Type::Named { link, .. } = &field.ty {
                    structures.entry(&field.name).or_default().push(link.name().to_owned());
                }
            }
        }
        Self { codes, structures, aliases }
    }

    /// Returns the model with all names and the number of each code, and with floats of 32 bits marked.
    pub(super) fn tag_model(&self, json: &Json) -> Json {
        self.tag_field("", "", json)
    }

    /// Returns the name of a code in models, which may differ from the declared name.
    pub(super) fn model_name(&self, name: &str) -> String {
        let shown = self.aliases.iter().filter(|alias| alias.field.is_some());
        shown.into_iter().find_map(|alias| alias.names.get(name).cloned()).unwrap_or_else(|| name.to_owned())
    }

    /// Does the same as [`Self::tag_model`] for the value of a field in the member `parent`.
    fn tag_field(&self, parent: &str, name: &str, json: &Json) -> Json {
        if let Some(any) = self.code_spellings(parent, name, json) {
            return any;
        }
        match json {
            Json::Object(members) => {
                // A value of 64 bits is stated as it is.
                let double = members.get("type").is_some_and(|kind| kind == "f64");
                let value = |inner: &str, value: &Json| {
                    if double && inner == "value" { value.clone() } else { self.tag_field(name, inner, value) }
                };
                members.iter().map(|(name, one)| (name.clone(), value(name, one))).collect()
            }
            Json::Array(items) => items.iter().map(|item| self.tag_field(parent, name, item)).collect(),
            Json::Number(_) => float32_json(json),
            Json::String(digits) if name == "hash" => {
                let hash = digits.strip_prefix("0x").and_then(|digits| u64::from_str_radix(digits, 16).ok());
                hash.map_or_else(|| json.clone(), |hash| json!({ "any": [json, hash.to_string()] }))
            }
            _ => json.clone(),
        }
    }

    /// Returns the spellings of a code; `None` for any other value. Several structures may have a field of this name.
    /// The member around the field decides which structure is meant, unless models have another form there.
    fn code_spellings(&self, parent: &str, name: &str, json: &Json) -> Option<Json> {
        let held = self.codes.get(name)?;
        let all: Vec<&'a Codes> = held.iter().map(|held| held.codes).collect();
        let structures = self.structures.get(parent).map_or(&[][..], Vec::as_slice);
        let own = held.iter().filter(|held| structures.iter().any(|structure| structure == held.owner));
        let own: Vec<&'a Codes> = own.map(|held| held.codes).collect();
        let of_own = (!own.is_empty()).then(|| self.spell_from_sets(&own, json)).flatten();
        of_own.or_else(|| self.spell_from_sets(&all, json))
    }

    /// Returns the spellings of a code of one of these sets.
    fn spell_from_sets(&self, sets: &[&'a Codes], json: &Json) -> Option<Json> {
        let raw = json.as_object().filter(|object| object.len() == 2).and_then(|object| object.get("raw"));
        if let Some(raw) = raw {
            let letter = sets.iter().any(|codes| are_letters(codes)).then(|| letter_of(raw.as_u64())).flatten();
            let spellings: Vec<Json> = [json, raw].into_iter().cloned().chain(letter).collect();
            return Some(json!({ "any": spellings }));
        }
        match json {
            Json::String(name) => self.code_of_name(sets, name).map(|(codes, value)| self.spell_code(codes, value)),
            Json::Array(items) if sets.iter().all(|codes| codes.flags) => {
                let value = |item: &Json| self.code_of_name(sets, item.as_str()?).map(|(_, value)| value);
                let known = items.iter().map(value).collect::<Option<Vec<_>>>()?;
                Some(json!({ "any": [json, known.into_iter().sum::<u64>()] }))
            }
            _ => None,
        }
    }

    /// Returns the code that a name means, in the first set that has it.
    fn code_of_name(&self, sets: &[&'a Codes], name: &str) -> Option<(&'a Codes, u64)> {
        sets.iter().find_map(|codes| {
            let aliases = || self.aliases.iter().filter(|alias| codes.name == *alias.codes);
            let is =
                |own: &str| own == name || aliases().any(|alias| alias.names.get(own).is_some_and(|one| one == name));
            let code = codes.codes.iter().find(|code| is(&code.name))?;
            Some((*codes, code.value))
        })
    }

    /// Returns the spellings of a code: its names, its letter, its number.
    pub(super) fn spell_code(&self, codes: &Codes, value: u64) -> Json {
        // Callers pass only values of the set.
        let name = codes.find(value).map(|code| code.name.to_string()).unwrap_or_default();
        let own = self.aliases.iter().filter(|alias| codes.name == *alias.codes);
        let others = own.filter_map(|alias| alias.names.get(&name)).map(|other| Json::from(&**other));
        let letter = are_letters(codes).then(|| letter_of(Some(value))).flatten();
        let names = std::iter::once(Json::from(&*name)).chain(others).chain(letter);
        json!({ "any": names.chain([Json::from(value)]).collect::<Vec<_>>() })
    }
}

/// Returns the fields of a structure that hold codes.
pub(super) fn code_links(structure: &Structure) -> Vec<(String, &CodesLink)> {
    match &structure.body {
        Body::Fields(fields) => {
            fields.iter().filter_map(|field| Some((field.name.to_string(), field.codes.as_ref()?))).collect()
        }
        Body::Bits(fields) => {
            fields.iter().filter_map(|field| Some((field.name.to_string(), field.codes.as_ref()?))).collect()
        }
        Body::Switch(cases) => {
            let fields = cases.iter().flat_map(|case| case.fields.iter());
            fields.filter_map(|field| Some((field.name.to_string(), field.codes.as_ref()?))).collect()
        }
    }
}

/// Returns whether all values of a set are capital letters, which models may state as texts.
fn are_letters(codes: &Codes) -> bool {
    codes.codes.iter().all(|code| u8::try_from(code.value).is_ok_and(|value| value.is_ascii_uppercase()))
}

fn letter_of(value: Option<u64>) -> Option<Json> {
    let value = u8::try_from(value?).ok().filter(u8::is_ascii_uppercase)?;
    Some(Json::from(char::from(value).to_string()))
}

/// Returns a number, and marks it as a float of 32 bits if rounding to 32 bits changes its value.
fn float32_json(json: &Json) -> Json {
    match json.as_f64() {
        Some(value) if !json.is_i64() && !json.is_u64() && f64::from(value as f32) != value => json!({ "f32": json }),
        _ => json.clone(),
    }
}
