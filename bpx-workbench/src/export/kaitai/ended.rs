//! Writes lists that certain bytes end. The elements have a type of their own, which tests whether the list ends before
//! the element.

use super::attribute::{element_lines, write_instance};
use super::expr::{Scope, bytes_literal};
use super::names::Owner;
use super::spec::{Spec, next_bytes, quote_yaml};
use bpx_schema::schema::{Field, Length};
use std::fmt::Write;

/// Returns the lines for the field of such a list.
pub(super) fn list_lines(scope: &Scope<'_, '_>, list: &Field) -> Vec<String> {
    // The list also ends at the end of the file, because an element that the language cannot express takes all bytes.
    let ty = format!("{}(_index)", scope.spec.ids.part_type_id(scope.owner, list));
    vec![
        format!("type: {}", quote_yaml(&ty)),
        "repeat: until".to_owned(),
        "repeat-until: _.is_end or _io.eof".to_owned(),
    ]
}

/// Writes the type of an element, which instead holds the bytes that end the list, if these bytes follow.
pub(super) fn element_type<'m>(spec: &Spec<'m>, text: &mut String, owner: Owner<'m>, list: &'m Field) {
    let Some(Length::Terminated(end)) = &list.len else { return };
    let scope = Scope::of_ended(spec, owner, list);
    let size = end.len();
    let _ =
        writeln!(text, "  {}:\n    params:\n      - id: index\n        type: s4", spec.ids.part_type_id(owner, list));
    let _ = writeln!(text, "    seq:\n      - id: end\n        size: {size}\n        if: is_end");
    let _ = writeln!(text, "      - id: element\n        if: not is_end");
    for line in element_lines(&scope, list) {
        let _ = writeln!(text, "        {line}");
    }
    let _ = writeln!(text, "    instances:");
    write_instance(text, "    ", "first", &next_bytes(size));
    write_instance(
        text,
        "    ",
        "is_end",
        &[format!("value: {}", quote_yaml(&format!("first == {}", bytes_literal(end))))],
    );
}
