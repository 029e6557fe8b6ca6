//! Regions that the elements of an array describe: a type for each list of them, whose instances are the contents.

use super::attribute::{call, instance as write_instance};
use super::expr::Scope;
use super::{Spec, id, quoted};
use crate::schema::{Field, Region, Structure, Type};
use crate::transform::Transform;
use std::fmt::Write;

/// The fields of a structure that are lists of regions.
pub(super) fn lists(structure: &Structure) -> impl Iterator<Item = (&Field, &Region)> {
    structure.fields().iter().filter_map(|field| {
        let region = field.region.as_ref().filter(|region| region.each.is_some())?;
        Some((field, region))
    })
}

/// The list, as an instance of the structure.
pub(super) fn instance(scope: &Scope<'_, '_>, field: &Field, region: &Region, indent: &str, text: &mut String) {
    let array = id(region.each.as_deref().unwrap_or_default());
    let ty = scope.spec.region_type(scope.structure, field);
    let lines = [
        format!("doc: {}", quoted(&super::one_line(&field.doc))),
        format!("type: \"{ty}(_index)\""),
        "repeat: expr".to_owned(),
        format!("repeat-expr: {array}.size"),
    ];
    write_instance(text, indent, &id(&field.name), &lines);
}

/// The type of one region.
pub(super) fn entry_type<'m>(
    spec: &Spec<'m>,
    text: &mut String,
    structure: &'m Structure,
    field: &'m Field,
    region: &'m Region,
) {
    let array = region.each.as_deref().unwrap_or_default();
    let scope = Scope::of_regions(spec, structure, array);
    let Type::Named { link, args } = &field.ty else { return };
    let number = |expr: Option<&crate::schema::Expr>| expr.and_then(|expr| scope.number(expr));
    let _ = writeln!(text, "  {}:", spec.region_type(structure, field));
    let _ = writeln!(text, "    params:\n      - id: index\n        type: s4\n    instances:");
    write_instance(text, "    ", "entry", &[format!("value: \"_parent.{}[index]\"", id(array))]);
    let place = [
        "io: _parent._io".to_owned(),
        format!("pos: {}", quoted(&number(region.at.as_ref()).unwrap_or_else(|| "0".to_owned()))),
        number(region.size.as_ref())
            .map_or_else(|| "size-eos: true".to_owned(), |size| format!("size: {}", quoted(&size))),
    ];
    let ty = format!("type: {}", quoted(&call(&scope, spec.type_name(link.name()), args)));
    if region.steps.is_empty() {
        let lines: Vec<_> = place.iter().chain([&ty]).cloned().collect();
        write_instance(text, "    ", "content", &lines);
        return;
    }
    // The first step whose condition holds, so none of those before it.
    let mut before: Vec<String> = Vec::new();
    let mut content = "content_plain".to_owned();
    for step in region.steps.iter() {
        let holds = scope.boolean(&step.when).unwrap_or_else(|| "false".to_owned());
        let when = before.iter().cloned().chain([format!("({holds})")]).collect::<Vec<_>>().join(" and ");
        before.push(format!("(not ({holds}))"));
        let name = format!("content_{}", step.transform.name());
        let mut lines = place.to_vec();
        match step.transform {
            Transform::Zlib => {
                lines.extend(["process: zlib".to_owned(), ty.clone()]);
                content = format!("({when}) ? {name} : {content}");
            }
            Transform::Xz => lines.push("doc: \"As stored: the language has no word for xz.\"".to_owned()),
        }
        lines.push(format!("if: {}", quoted(&when)));
        write_instance(text, "    ", &name, &lines);
    }
    let mut lines = place.to_vec();
    lines.extend([ty, format!("if: {}", quoted(&before.join(" and ")))]);
    write_instance(text, "    ", "content_plain", &lines);
    write_instance(text, "    ", "content", &[format!("value: {}", quoted(&content))]);
}
