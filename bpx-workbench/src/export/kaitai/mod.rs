//! Writes a `.ksy` file with the part of a schema that Kaitai Struct can express. The top of the file lists the rest.

mod attribute;
mod ended;
mod expr;
mod names;
mod numbers;
mod partial;
mod region;
mod shape;
mod spec;
mod unsaid;

use self::names::{Owner, TakenIds};
use self::spec::{Spec, next_bytes, quote_yaml};
use super::names::snake_case;
use super::text::{doc_with_section, one_line};
use bpx_schema::schema::{Codes, Endian, Model, Structure};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Returns the text of the file for a schema.
pub(super) fn spec_text(model: &Model, format: &str) -> String {
    let mut spec = Spec::new(model, format);
    spec.partial = partial::partial_structures(&spec);
    let mut text = unsaid::header_comment(&spec, format);
    let order = if model.get(&model.root).is_some_and(is_big) { "be" } else { "le" };
    let _ = writeln!(text, "meta:\n  id: {}\n  endian: le\n  bit-endian: {order}", spec.ids.file);
    if let Some(root) = model.get(&model.root) {
        spec.write_body(&mut text, root, "");
    }
    let mut types = String::new();
    for structure in model.structures.values() {
        if structure.name != model.root {
            let _ = writeln!(types, "  {}:", spec.ids.type_id(&structure.name));
            spec.write_body(&mut types, structure, "    ");
        }
        for case in structure.cases() {
            let _ = writeln!(types, "  {}:", spec.ids.of_case(structure, case));
            write_documentation(&mut types, "    ", &case.doc, "");
            spec.write_fields(&mut types, Owner::of_case(structure, case), "    ");
        }
        for owner in Owner::owners_of(structure) {
            for (field, region) in shape::region_fields(unsaid::expressible_fields(&spec, owner)) {
                region::entry_type(&spec, &mut types, owner, field, region);
            }
            for field in shape::ended_lists(unsaid::expressible_fields(&spec, owner)) {
                ended::element_type(&spec, &mut types, owner, field);
            }
        }
    }
    if model.structures.values().flat_map(Structure::all_fields).any(unsaid::is_noted) {
        let _ = writeln!(types, "  {}:\n    params:\n      - id: offset\n        type: s8", spec.ids.note);
    }
    types.push_str(&numbers::number_types(model));
    if !types.is_empty() {
        let _ = write!(text, "types:\n{types}");
    }
    if !spec.enums.is_empty() {
        text.push_str("enums:\n");
        spec.enums.iter().for_each(|(codes, name)| write_enumeration(&mut text, codes, name));
    }
    text
}

impl<'m> Spec<'m> {
    /// Writes a type without its name.
    fn write_body(&self, text: &mut String, structure: &'m Structure, indent: &str) {
        write_documentation(text, indent, &structure.doc, &structure.spec);
        let owner = Owner::of(structure);
        if structure.cases().is_empty() {
            self.write_fields(text, owner, indent);
            return;
        }
        self.write_cases(text, owner, indent);
    }

    /// Writes the cases of a structure, so that a reader selects the first case whose condition holds. The list ends
    /// before the first case whose condition the language cannot express.
    fn write_cases(&self, text: &mut String, owner: Owner<'m>, indent: &str) {
        let structure = owner.structure;
        self.write_params(text, owner, indent);
        let args = structure.params.iter().map(|name| self.id_of(owner, name)).collect::<Vec<_>>().join(", ");
        let args = if args.is_empty() { args } else { format!("({args})") };
        let scope = expr::Scope::of(self, owner);
        let (mut seq, mut value, mut last) = (String::new(), String::new(), "-1".to_owned());
        let mut tags = BTreeSet::new();
        for (number, case) in structure.cases().iter().enumerate() {
            let _ = writeln!(seq, "{indent}  - id: {}", quote_yaml(&self.ids.held_case_id(structure, case)));
            let ty = format!("{}{args}", self.ids.of_case(structure, case));
            let _ = writeln!(seq, "{indent}    type: {}\n{indent}    if: case_number == {number}", quote_yaml(&ty));
            tags.extend(case.tag().map(<[u8]>::len));
            match scope.case_condition(case) {
                Some(condition) if condition == "true" => {
                    last = number.to_string();
                    break;
                }
                Some(condition) => value.push_str(&format!("({condition}) ? {number} : ")),
                None => {
                    let _ = writeln!(seq, "{indent}  - id: \"unsaid\"\n{indent}    size-eos: true");
                    let _ = writeln!(seq, "{indent}    if: case_number == -1");
                    break;
                }
            }
        }
        let _ = writeln!(text, "{indent}seq:\n{seq}{indent}instances:");
        for size in tags {
            attribute::write_instance(text, indent, &format!("first_{size}"), &next_bytes(size));
        }
        let _ = writeln!(text, "{indent}  case_number:\n{indent}    value: {}", quote_yaml(&format!("{value}{last}")));
    }

    /// Writes parameters, fields in their order, and fields with offsets of their own.
    fn write_fields(&self, text: &mut String, owner: Owner<'m>, indent: &str) {
        // The file itself states its order at the top.
        if is_big(owner.structure) && !indent.is_empty() {
            let _ = writeln!(text, "{indent}meta:\n{indent}  bit-endian: be");
        }
        self.write_params(text, owner, indent);
        let scope = expr::Scope::of(self, owner);
        let (mut seq, mut instances) = (String::new(), String::new());
        let said = unsaid::expressible_fields(self, owner);
        let mut is_open = false;
        for field in said {
            attribute::write_field(&scope, field, is_open, indent, &mut seq, &mut instances);
            is_open |= partial::takes_all(&self.partial, field);
        }
        if said.len() < owner.fields.len() {
            let _ = writeln!(seq, "{indent}  - id: \"unsaid\"\n{indent}    size-eos: true");
        }
        if owner.case.is_none() {
            attribute::write_bits(self, owner.structure, indent, &mut seq, &mut instances);
        }
        if !seq.is_empty() {
            let _ = write!(text, "{indent}seq:\n{seq}");
        }
        if !instances.is_empty() {
            let _ = write!(text, "{indent}instances:\n{instances}");
        }
    }

    fn write_params(&self, text: &mut String, owner: Owner<'_>, indent: &str) {
        if owner.structure.params.is_empty() {
            return;
        }
        let _ = writeln!(text, "{indent}params:");
        for name in owner.structure.params.iter() {
            let _ = writeln!(text, "{indent}  - id: {}\n{indent}    type: s8", quote_yaml(&self.id_of(owner, name)));
        }
    }
}

/// Returns whether the bit fields of a structure begin with the most significant bit.
fn is_big(structure: &Structure) -> bool {
    structure.bit_fields().iter().any(|field| field.order == Endian::Big)
}

fn write_documentation(text: &mut String, indent: &str, doc: &str, spec: &str) {
    let doc = doc_with_section(doc, spec);
    if !doc.is_empty() {
        let _ = writeln!(text, "{indent}doc: {}", quote_yaml(&doc));
    }
}

fn write_enumeration(text: &mut String, codes: &Codes, name: &str) {
    let _ = writeln!(text, "  {name}:");
    let mut names = TakenIds::default();
    let mut values = BTreeSet::new();
    for code in codes.codes.iter().filter(|code| values.insert(code.value)) {
        let id = names.take_id(snake_case(&code.name).trim_start_matches('_').to_owned());
        let _ = writeln!(text, "    {}:\n      id: {}", code.value, quote_yaml(&id));
        if !code.doc.is_empty() {
            let _ = writeln!(text, "      doc: {}", quote_yaml(&one_line(&code.doc)));
        }
    }
}
