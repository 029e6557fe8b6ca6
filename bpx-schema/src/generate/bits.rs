//! Structures of bits.

use super::Item;
use super::attributes::{Across, Rules, attribute, doc, text};
use super::codes::Sets;
use super::names::{ident, type_name};
use crate::name::kebab;
use crate::schema::{BitField, CodesLink, Structure};

pub(super) fn item(structure: &Structure, fields: &[BitField], sets: &Sets<'_>) -> Item {
    let name = type_name(&structure.name);
    let owner = kebab(&structure.name);
    let Across { br, mut todo, .. } = Across::of(&owner, &structure.rules, &structure.spec, &[]);
    if !br.is_empty() {
        todo.push("rules across bit fields cannot be declared".to_owned());
    }
    let (mut bit, mut members) = (0, String::new());
    for field in fields {
        if field.bit != bit {
            todo.push(format!("`{}` begins at bit {}, not at {bit}", field.name, field.bit));
        }
        bit = field.bit.saturating_add(field.bits);
        let spec = field.constraints.first().map_or("", |constraint| &constraint.spec);
        let codes = field.codes.as_ref().map(CodesLink::get);
        let rules = Rules::of(&owner, &kebab(&field.name), &field.constraints, codes, spec);
        todo.extend(rules.todo);
        let codes = codes.and_then(|codes| sets.word(codes));
        let mut words: Vec<_> = [text("name", &field.label), text("spec", spec), codes].into_iter().flatten().collect();
        words.extend(rules.schema);
        members.push_str(&doc(&field.doc, "    "));
        members.push_str(&attribute("schema", &words, "    "));
        members.push_str(&format!("    pub {}: B{},\n", ident(&field.name), field.bits));
    }
    let label = text("name", &structure.name).filter(|_| name != *structure.name);
    let words = [label, text("spec", &structure.spec)].into_iter().flatten().chain([format!("bits = {bit}")]);
    let words: Vec<_> = words.collect();
    let (lines, words) = (doc(&structure.doc, ""), attribute("schema", &words, ""));
    // Big-endian structures that hold them want to know.
    let head = "#[structure]\n#[bitfield]\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\n#[brw(little)]\n";
    let text = format!("{lines}{head}{words}pub struct {name} {{\n{members}}}\n");
    Item { name, text, todo }
}
