//! A `.ksy` file: the part of a schema that Kaitai Struct can express. The file lists the rest at its top.

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

use self::names::{Owner, Taken};
use self::spec::{Spec, next_bytes, quoted};
use super::names::snake;
use super::text::{about, one_line};
use bpx_schema::schema::{Codes, Endian, Model, Structure};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Returns the file of a schema.
pub(super) fn spec(model: &Model, format: &str) -> String {
    let mut spec = Spec::new(model, format);
    spec.partial = partial::structures(&spec);
    let mut text = unsaid::comment(&spec, format);
    let order = if model.get(&model.root).is_some_and(is_big) { "be" } else { "le" };
    let _ = writeln!(text, "meta:\n  id: {}\n  endian: le\n  bit-endian: {order}", spec.ids.file);
    if let Some(root) = model.get(&model.root) {
        spec.body(&mut text, root, "");
    }
    let mut types = String::new();
    for structure in model.structures.values() {
        if structure.name != model.root {
            let _ = writeln!(types, "  {}:", spec.ids.of_type(&structure.name));
            spec.body(&mut types, structure, "    ");
        }
        for case in structure.cases() {
            let _ = writeln!(types, "  {}:", spec.ids.of_case(structure, case));
            documentation(&mut types, "    ", &case.doc, "");
            spec.fields(&mut types, Owner::of_case(structure, case), "    ");
        }
        for owner in Owner::all(structure) {
            for (field, region) in shape::regions(unsaid::said(&spec, owner)) {
                region::entry_type(&spec, &mut types, owner, field, region);
            }
            for field in shape::ended(unsaid::said(&spec, owner)) {
                ended::element_type(&spec, &mut types, owner, field);
            }
        }
    }
    if model.structures.values().flat_map(Structure::all_fields).any(unsaid::is_noted) {
        let _ = writeln!(types, "  {}:\n    params:\n      - id: offset\n        type: s8", spec.ids.note);
    }
    types.push_str(&numbers::declarations(model));
    if !types.is_empty() {
        let _ = write!(text, "types:\n{types}");
    }
    if !spec.enums.is_empty() {
        text.push_str("enums:\n");
        spec.enums.iter().for_each(|(codes, name)| enumeration(&mut text, codes, name));
    }
    text
}

impl<'m> Spec<'m> {
    /// Writes a type without its name.
    fn body(&self, text: &mut String, structure: &'m Structure, indent: &str) {
        documentation(text, indent, &structure.doc, &structure.spec);
        let owner = Owner::of(structure);
        if structure.cases().is_empty() {
            self.fields(text, owner, indent);
            return;
        }
        self.cases(text, owner, indent);
    }

    /// Writes the cases of a structure: the first one whose condition holds, up to one whose condition cannot be
    /// expressed.
    fn cases(&self, text: &mut String, owner: Owner<'m>, indent: &str) {
        let structure = owner.structure;
        self.params(text, owner, indent);
        let args = structure.params.iter().map(|name| self.id(owner, name)).collect::<Vec<_>>().join(", ");
        let args = if args.is_empty() { args } else { format!("({args})") };
        let scope = expr::Scope::of(self, owner);
        let (mut seq, mut value, mut last) = (String::new(), String::new(), "-1".to_owned());
        let mut tags = BTreeSet::new();
        for (number, case) in structure.cases().iter().enumerate() {
            let _ = writeln!(seq, "{indent}  - id: {}", quoted(&self.ids.of_held(structure, case)));
            let ty = format!("{}{args}", self.ids.of_case(structure, case));
            let _ = writeln!(seq, "{indent}    type: {}\n{indent}    if: case_number == {number}", quoted(&ty));
            tags.extend(case.tag().map(<[u8]>::len));
            match scope.chosen(case) {
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
            attribute::instance(text, indent, &format!("first_{size}"), &next_bytes(size));
        }
        let _ = writeln!(text, "{indent}  case_number:\n{indent}    value: {}", quoted(&format!("{value}{last}")));
    }

    /// Writes parameters, fields in their order, and fields at other places.
    fn fields(&self, text: &mut String, owner: Owner<'m>, indent: &str) {
        // The file itself states its order at the top.
        if is_big(owner.structure) && !indent.is_empty() {
            let _ = writeln!(text, "{indent}meta:\n{indent}  bit-endian: be");
        }
        self.params(text, owner, indent);
        let scope = expr::Scope::of(self, owner);
        let (mut seq, mut instances) = (String::new(), String::new());
        let said = unsaid::said(self, owner);
        let mut is_open = false;
        for field in said {
            attribute::write(&scope, field, is_open, indent, &mut seq, &mut instances);
            is_open |= partial::takes_all(&self.partial, field);
        }
        if said.len() < owner.fields.len() {
            let _ = writeln!(seq, "{indent}  - id: \"unsaid\"\n{indent}    size-eos: true");
        }
        if owner.case.is_none() {
            attribute::bits(self, owner.structure, indent, &mut seq, &mut instances);
        }
        if !seq.is_empty() {
            let _ = write!(text, "{indent}seq:\n{seq}");
        }
        if !instances.is_empty() {
            let _ = write!(text, "{indent}instances:\n{instances}");
        }
    }

    fn params(&self, text: &mut String, owner: Owner<'_>, indent: &str) {
        if owner.structure.params.is_empty() {
            return;
        }
        let _ = writeln!(text, "{indent}params:");
        for name in owner.structure.params.iter() {
            let _ = writeln!(text, "{indent}  - id: {}\n{indent}    type: s8", quoted(&self.id(owner, name)));
        }
    }
}

/// Returns whether the bits of a structure begin with the most significant one.
fn is_big(structure: &Structure) -> bool {
    structure.bits().iter().any(|field| field.order == Endian::Big)
}

fn documentation(text: &mut String, indent: &str, doc: &str, spec: &str) {
    let doc = about(doc, spec);
    if !doc.is_empty() {
        let _ = writeln!(text, "{indent}doc: {}", quoted(&doc));
    }
}

fn enumeration(text: &mut String, codes: &Codes, name: &str) {
    let _ = writeln!(text, "  {name}:");
    let mut names = Taken::default();
    let mut values = BTreeSet::new();
    for code in codes.codes.iter().filter(|code| values.insert(code.value)) {
        let id = names.take(snake(&code.name).trim_start_matches('_').to_owned());
        let _ = writeln!(text, "    {}:\n      id: {}", code.value, quoted(&id));
        if !code.doc.is_empty() {
            let _ = writeln!(text, "      doc: {}", quoted(&one_line(&code.doc)));
        }
    }
}
