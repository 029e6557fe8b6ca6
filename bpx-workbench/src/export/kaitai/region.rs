//! Writes regions that the elements of an array describe. Each list of regions has a type of its own, whose instances
//! are the contents.

use super::attribute::{documentation_lines, type_call, write_instance};
use super::expr::Scope;
use super::names::Owner;
use super::shape::{is_expressible, is_read};
use super::spec::{Spec, quote_yaml};
use bpx_schema::schema::{Expr, Field, Region, Type};
use std::fmt::Write;

/// Returns the lines for the stored bytes of a field, with the lines for its content if a reader can read the content.
pub(super) fn stored_lines(scope: &Scope<'_, '_>, field: &Field, region: &Region) -> Vec<String> {
    let size = region.size.as_ref().and_then(|size| scope.value_expr(size));
    let mut lines =
        vec![size.map_or_else(|| "size-eos: true".to_owned(), |size| format!("size: {}", quote_yaml(&size)))];
    if !is_read(field) {
        let names: Vec<_> = region.steps.iter().map(|step| step.transform.name()).collect();
        let form = if names.is_empty() { "parts".to_owned() } else { names.join(" or ") };
        lines.push(format!(
            "doc: {}",
            quote_yaml(&format!("The stored bytes: the language has no word for {form} here."))
        ));
        return lines;
    }
    lines.extend(region.steps.first().map(|_| "process: zlib".to_owned()));
    if let Type::Named { link, args } = &field.ty {
        lines.push(format!("type: {}", quote_yaml(&type_call(scope, &scope.spec.ids.type_id(link.name()), args))));
    }
    lines
}

/// Returns all expressions of regions and of their contents.
pub(super) fn region_exprs<'f>(field: &'f Field, region: &'f Region) -> impl Iterator<Item = &'f Expr> {
    let args = match &field.ty {
        Type::Named { args, .. } => &**args,
        _ => &[],
    };
    let steps = region.steps.iter().map(|step| &step.when);
    region.at.iter().chain(&region.size).chain(steps).chain(args)
}

/// Writes the list of regions as an instance of the structure.
pub(super) fn write_region_instance(
    scope: &Scope<'_, '_>,
    field: &Field,
    region: &Region,
    indent: &str,
    text: &mut String,
) {
    let (spec, owner) = (scope.spec, scope.owner);
    let array = spec.id_of(owner, region.each.as_deref().unwrap_or(""));
    let mut lines = documentation_lines(&field.doc);
    lines.extend([
        format!("type: \"{}(_index)\"", spec.ids.part_type_id(owner, field)),
        "repeat: expr".to_owned(),
        format!("repeat-expr: {array}.size"),
    ]);
    write_instance(text, indent, &spec.id_of(owner, &field.name), &lines);
}

/// Writes the type of one region in a list.
pub(super) fn entry_type<'m>(
    spec: &Spec<'m>,
    text: &mut String,
    owner: Owner<'m>,
    field: &'m Field,
    region: &'m Region,
) {
    let array = region.each.as_deref().unwrap_or("");
    let scope = Scope::of_regions(spec, owner, field, array);
    let Type::Named { link, args } = &field.ty else { return };
    let number = |expr: Option<&Expr>| expr.and_then(|expr| scope.value_expr(expr));
    let _ = writeln!(text, "  {}:", spec.ids.part_type_id(owner, field));
    let _ = writeln!(text, "    params:\n      - id: index\n        type: s4\n    instances:");
    write_instance(text, "    ", "entry", &[format!("value: \"_parent.{}[index]\"", spec.id_of(owner, array))]);
    let place = [
        "io: _parent._io".to_owned(),
        format!("pos: {}", quote_yaml(&number(region.at.as_ref()).unwrap_or_else(|| "0".to_owned()))),
        number(region.size.as_ref())
            .map_or_else(|| "size-eos: true".to_owned(), |size| format!("size: {}", quote_yaml(&size))),
    ];
    let ty = format!("type: {}", quote_yaml(&type_call(&scope, &spec.ids.type_id(link.name()), args)));
    if region.steps.is_empty() {
        let lines: Vec<_> = place.iter().chain([&ty]).cloned().collect();
        write_instance(text, "    ", "content", &lines);
        return;
    }
    // The first step whose condition holds applies, so the conditions before it must not hold.
    let mut before: Vec<String> = Vec::new();
    let mut content = "content_plain".to_owned();
    for step in region.steps.iter() {
        let holds = scope.boolean_expr(&step.when).unwrap_or_else(|| "false".to_owned());
        let when = before.iter().cloned().chain([format!("({holds})")]).collect::<Vec<_>>().join(" and ");
        before.push(format!("(not ({holds}))"));
        let transform = step.transform.name();
        let name = format!("content_{}", transform.replace(|one: char| !one.is_ascii_alphanumeric(), "_"));
        let mut lines = place.to_vec();
        if is_expressible(&step.transform) {
            lines.extend(["process: zlib".to_owned(), ty.clone()]);
            content = format!("({when}) ? {name} : {content}");
        } else {
            lines.push(format!(
                "doc: {}",
                quote_yaml(&format!("Stored bytes: the language cannot express {transform}."))
            ));
        }
        lines.push(format!("if: {}", quote_yaml(&when)));
        write_instance(text, "    ", &name, &lines);
    }
    let mut lines = place.to_vec();
    lines.extend([ty, format!("if: {}", quote_yaml(&before.join(" and ")))]);
    write_instance(text, "    ", "content_plain", &lines);
    write_instance(text, "    ", "content", &[format!("value: {}", quote_yaml(&content))]);
}
