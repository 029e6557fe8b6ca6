//! Enumerations and flags.

use super::Item;
use super::attributes::{attribute, doc, text};
use super::names::{type_name, upper};
use crate::schema::{Body, Codes, Structure};

/// The sets of codes that structures use, each under a name that no other has.
pub(super) struct Sets<'m>(Vec<(String, &'m Codes)>);

impl<'m> Sets<'m> {
    /// Those of structures, and others.
    pub(super) fn of(structures: &[&'m Structure], others: impl Iterator<Item = &'m Codes>) -> Self {
        let taken: Vec<_> = structures.iter().map(|structure| type_name(&structure.name)).collect();
        let mut sets = Self(Vec::new());
        for codes in structures.iter().flat_map(|structure| of_structure(structure)).chain(others) {
            if sets.0.iter().any(|(_, known)| *known == codes) {
                continue;
            }
            let mut name = type_name(&codes.name);
            while taken.contains(&name) || sets.0.iter().any(|(known, _)| *known == name) {
                name.push_str("Code");
            }
            sets.0.push((name, codes));
        }
        sets
    }

    /// `codes = Type`
    pub(super) fn word(&self, codes: &Codes) -> Option<String> {
        self.0.iter().find(|(_, known)| *known == codes).map(|(name, _)| format!("codes = {name}"))
    }

    pub(super) fn items(&self) -> Vec<Item> {
        self.0.iter().map(|(name, codes)| item(name, codes)).collect()
    }
}

fn of_structure(structure: &Structure) -> Vec<&Codes> {
    match &structure.body {
        Body::Fields(fields) => fields.iter().filter_map(|field| Some(field.codes.as_ref()?.get())).collect(),
        Body::Bits(fields) => fields.iter().filter_map(|field| Some(field.codes.as_ref()?.get())).collect(),
        Body::Switch(cases) => {
            let fields = cases.iter().flat_map(|case| case.fields.iter());
            fields.filter_map(|field| Some(field.codes.as_ref()?.get())).collect()
        }
    }
}

fn item(name: &str, codes: &Codes) -> Item {
    let mut todo = Vec::new();
    let largest = codes.codes.iter().map(|code| code.value).max().unwrap_or_default();
    let repr = match largest {
        0..=0xff => "u8",
        0x100..=0xffff => "u16",
        0x1_0000..=0xffff_ffff => "u32",
        _ => "u64",
    };
    let mut seen: Vec<(String, u64)> = Vec::new();
    let mut variants = String::new();
    for code in codes.codes.iter() {
        let variant = upper(&code.name);
        if let Some((other, value)) = seen.iter().find(|(other, value)| *other == variant || *value == code.value) {
            todo.push(format!("`{}` = {:#x} collides with `{other}` = {value:#x}", code.name, code.value));
            continue;
        }
        let label = text("name", &code.name).filter(|_| variant != *code.name);
        let value = if codes.flags { format!("{:#x}", code.value) } else { code.value.to_string() };
        variants.push_str(&doc(&code.doc, "    "));
        variants.push_str(&attribute("schema", label.as_slice(), "    "));
        variants.push_str(&format!("    {variant} = {value},\n"));
        seen.push((variant, code.value));
    }
    let label = text("name", &codes.name).filter(|_| *name != *codes.name);
    let flags = codes.flags.then(|| "flags".to_owned());
    let words: Vec<_> = [label, text("spec", &codes.spec), flags].into_iter().flatten().collect();
    let (lines, words) = (doc(&codes.doc, ""), attribute("schema", &words, ""));
    let derives = "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]";
    let text = format!("{lines}{derives}\n#[repr({repr})]\n{words}pub enum {name} {{\n{variants}}}\n");
    Item { name: name.to_owned(), text, todo }
}
