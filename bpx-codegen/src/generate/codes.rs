//! Declares enumerations and flags.

use super::attributes::{attribute_lines, doc_lines, text_word};
use super::item::RustItem;
use super::names::{TypeNames, type_ident};
use bpx_model::{Codes, CodesLink, Structure};
use std::collections::HashMap;
use std::ptr;

/// The sets of codes of a module, each under a unique name.
pub(super) struct CodeSets<'m> {
    /// The name of each set, and the set, in the order of their declarations.
    list: Vec<(String, &'m Codes)>,
    /// Index of each set in `list`; equal sets have the same index.
    places: HashMap<&'m Codes, usize>,
    /// Index of each set in `list`, by the address of the set. Many fields may have the same large set, so the address
    /// saves comparisons.
    known: HashMap<*const Codes, usize>,
}

impl<'m> CodeSets<'m> {
    /// Collects the sets of codes of structures, and other sets.
    pub(super) fn of_structures(
        structures: &[&'m Structure],
        others: impl Iterator<Item = &'m Codes>,
        types: &mut TypeNames<'m>,
    ) -> Self {
        let mut sets = Self { list: Vec::new(), places: HashMap::new(), known: HashMap::new() };
        let of_structures = structures.iter().flat_map(|structure| structure.all_codes()).map(CodesLink::get);
        for codes in of_structures.chain(others) {
            if sets.known.contains_key(&ptr::from_ref(codes)) {
                continue;
            }
            let place = *sets.places.entry(codes).or_insert(sets.list.len());
            if place == sets.list.len() {
                sets.list.push((types.of_codes(&codes.name), codes));
            }
            sets.known.insert(codes, place);
        }
        sets
    }

    /// Returns `codes = Type`; `None` for a set without values, because such a set is not declared.
    pub(super) fn codes_word(&self, codes: &Codes) -> Option<String> {
        let place = self.known.get(&ptr::from_ref(codes))?;
        let (name, _) = self.list.get(*place).filter(|_| !codes.codes.is_empty())?;
        Some(format!("codes = {name}"))
    }

    /// Returns the declarations of the sets; `open` has more `TODO` lines, by names of sets.
    pub(super) fn codes_items(&self, open: &HashMap<&str, Vec<&str>>) -> Vec<RustItem> {
        let sets = self.list.iter().filter(|(_, codes)| !codes.codes.is_empty());
        sets.map(|(name, codes)| codes_item(name, codes, open.get(&*codes.name).map_or(&[], Vec::as_slice))).collect()
    }
}

fn codes_item(name: &str, codes: &Codes, open: &[&str]) -> RustItem {
    let mut todo: Vec<_> = open.iter().map(|what| (*what).to_owned()).collect();
    // A set without codes fits into the smallest type.
    let largest = codes.codes.iter().map(|code| code.value).max().unwrap_or(0);
    let repr = match largest {
        0..=0xff => "u8",
        0x100..=0xffff => "u16",
        0x1_0000..=0xffff_ffff => "u32",
        _ => "u64",
    };
    let mut seen: Vec<(String, u64)> = Vec::new();
    let (mut names, mut values): (HashMap<String, usize>, HashMap<u64, usize>) = (HashMap::new(), HashMap::new());
    let mut variants = String::new();
    for code in codes.codes.iter() {
        let variant = type_ident(&code.name);
        if codes.flags && code.value.count_ones() != 1 {
            todo.push(format!(
                "`{}` = {:#x} is not a flag, because the value is not a single bit",
                code.name, code.value
            ));
            continue;
        }
        let before = names.get(&variant).into_iter().chain(values.get(&code.value)).min();
        if let Some((other, value)) = before.and_then(|before| seen.get(*before)) {
            todo.push(format!("`{}` = {:#x} collides with `{other}` = {value:#x}", code.name, code.value));
            continue;
        }
        let label = text_word("name", &code.name).filter(|_| variant != *code.name);
        let value = if codes.flags { format!("{:#x}", code.value) } else { code.value.to_string() };
        variants.push_str(&doc_lines(&code.doc, "    "));
        variants.push_str(&attribute_lines("schema", label.as_slice(), "    "));
        variants.push_str(&format!("    {variant} = {value},\n"));
        names.insert(variant.clone(), seen.len());
        values.insert(code.value, seen.len());
        seen.push((variant, code.value));
    }
    let label = text_word("name", &codes.name).filter(|_| *name != *codes.name);
    let flags = codes.flags.then(|| "flags".to_owned());
    let words: Vec<_> = [label, text_word("spec", &codes.spec), flags].into_iter().flatten().collect();
    let (lines, words) = (doc_lines(&codes.doc, ""), attribute_lines("schema", &words, ""));
    let derives = "#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Record)]";
    let text = format!("{lines}{derives}\n#[repr({repr})]\n{words}pub enum {name} {{\n{variants}}}\n");
    RustItem { name: name.to_owned(), text, todo, needs: vec!["Record"] }
}
