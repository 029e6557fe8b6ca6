//! Declares structures of bits.

use super::attributes::{FieldRules, RulesAcross, attribute_lines, doc_lines, text_word};
use super::context::ModuleContext;
use super::item::RustItem;
use super::names::rust_ident;
use super::values::FieldValues;
use bpx_model::name::{UnusedNames, to_kebab_case};
use bpx_model::{BitField, CodesLink, Endian, Structure};

/// Maximum number of bits of a field.
const WIDEST: u32 = 128;
/// Functions that all structures of bits have.
const FUNCTIONS: &[&str] = &["new", "from_bytes", "into_bytes", "to_bytes"];

/// The fields that are written so far, as text.
struct BitMembers {
    names: UnusedNames,
    text: String,
    /// Number of bits of the fields.
    bit: u32,
    todo: Vec<String>,
}

impl BitMembers {
    fn add(&mut self, name: &str, bits: u32) {
        self.text.push_str(&format!("    pub {name}: B{bits},\n"));
        self.bit += bits;
    }

    /// Adds fields for bits that belong to no field, up to the bit `end`.
    fn fill_gap(&mut self, end: u32) {
        while self.bit < end {
            let bits = (end - self.bit).min(WIDEST);
            let name = self.names.name_with("gap", &accessor_names);
            let last = self.bit + bits - 1;
            self.todo.push(format!("bits {} to {last} belong to no field: `{name}` holds them", self.bit));
            self.add(&name, bits);
        }
    }
}

/// Returns the names of the functions that a bit field with the name has.
fn accessor_names(name: &str) -> Vec<String> {
    let name = name.trim_start_matches("r#");
    let endings = ["", "_code", "_set", "_or_err"].map(|end| format!("{name}{end}"));
    let of_setters = ["set_", "with_"].map(|begin| [format!("{begin}{name}"), format!("{begin}{name}_checked")]);
    endings.into_iter().chain(of_setters.into_iter().flatten()).collect()
}

pub(super) fn bits_item(context: &ModuleContext<'_>, structure: &Structure, fields: &[BitField]) -> RustItem {
    let name = context.types.of_structure(&structure.name);
    let owner = to_kebab_case(&structure.name);
    let RulesAcross { br, schema: asserts, todo } =
        RulesAcross::of_structure(&owner, &structure.rules, &structure.spec);
    let mut members = BitMembers { names: UnusedNames::default(), text: String::new(), bit: 0, todo };
    for function in FUNCTIONS {
        members.names.take_name(function);
    }
    for field in fields {
        let (first, width) = (u32::from(field.bit), u32::from(field.bits));
        if first < members.bit || !(1..=WIDEST).contains(&width) {
            let reached = members.bit;
            members.todo.push(format!(
                "`{}` cannot be declared, because it takes {width} bits from bit {first} on, but earlier fields take \
                    {reached} bits",
                field.name
            ));
            continue;
        }
        members.fill_gap(first);
        let spec = field.constraints.first().map_or("", |constraint| &constraint.spec);
        let values = FieldValues::of_bits(field.bits);
        let codes = field.codes.as_ref().map(CodesLink::get).and_then(|codes| context.sets.codes_word(codes));
        let own = to_kebab_case(&field.name);
        let rules = FieldRules::of_field(&owner, &own, &field.constraints, &values, codes.as_deref(), spec);
        members.todo.extend(rules.todo);
        let wanted = rust_ident(&field.name);
        let name = members.names.name_with(&wanted, &accessor_names);
        let is_kept = name.trim_start_matches("r#") == &*field.name;
        let label = if field.label.is_empty() && !is_kept { &field.name } else { &field.label };
        let mut words: Vec<_> =
            [text_word("name", label), text_word("spec", spec), codes].into_iter().flatten().collect();
        words.extend(rules.schema);
        members.text.push_str(&doc_lines(&field.doc, "    "));
        members.text.push_str(&attribute_lines("schema", &words, "    "));
        members.add(&name, width);
    }
    let whole = structure.size.and_then(|size| u16::try_from(size.checked_mul(8)?).ok());
    let end = whole.map_or_else(|| members.bit.next_multiple_of(8), u32::from).max(8);
    members.fill_gap(end);
    let BitMembers { text: members, bit, todo, .. } = members;
    let label = text_word("name", &structure.name).filter(|_| *name != *structure.name);
    let words: Vec<_> = label
        .into_iter()
        .chain(text_word("spec", &structure.spec))
        .chain([format!("bits = {bit}")])
        .chain(asserts)
        .collect();
    let (lines, words) =
        (doc_lines(&structure.doc, ""), attribute_lines("br", &br, "") + &attribute_lines("schema", &words, ""));
    // Big-endian structures that contain them need the order.
    let order = if fields.iter().any(|field| field.order == Endian::Big) { "big" } else { "little" };
    let head = format!("#[structure]\n#[bitfield]\n#[derive(Debug, Clone, Copy, PartialEq, Eq)]\n#[brw({order})]\n");
    let text = format!("{lines}{head}{words}pub struct {name} {{\n{members}}}\n");
    RustItem { name, text, todo, needs: vec!["structure"] }
}
