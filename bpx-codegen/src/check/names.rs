//! Checks the names of fields and parameters.

use super::declaration::Declaration;
use super::field::Field;
use crate::parse::{Errors, name_of};
use syn::{Error, Ident};

/// Name of the signature of a structure, a constant field that is not kept in memory.
pub(crate) const MAGIC: &str = "magic";

/// Rejects parameters or fields that have the same name.
pub(super) fn check_names(declaration: &Declaration, errors: &mut Errors) {
    let mut seen: Vec<(String, &'static str)> = Vec::new();
    for (param, _) in &declaration.attrs.import {
        check_unique_name(param, "parameter", &mut seen, errors);
    }
    for field in declaration.fields.iter().map(|field| &field.name) {
        check_unique_name(field, "field", &mut seen, errors);
        if declaration.attrs.magic.is_some() && name_of(field) == MAGIC {
            let message = "the signature of the structure is called `magic` in the schema: give the field another name";
            errors.add(Error::new(field.span(), message));
        }
    }
}

fn check_unique_name(name: &Ident, what: &'static str, seen: &mut Vec<(String, &'static str)>, errors: &mut Errors) {
    let text = name_of(name);
    match seen.iter().find(|(other, _)| *other == text) {
        Some((_, "parameter")) if what == "field" => errors.add(Error::new(
            name.span(),
            format!(
                "the field `{text}` has the name of a parameter, so the name in an expression is ambiguous: rename \
                    the parameter"
            ),
        )),
        Some(_) => errors.add(Error::new(name.span(), format!("duplicate {what} `{text}`"))),
        None => {}
    }
    seen.push((text, what));
}

/// Returns the field of a name. Adds an error if no field has the name.
pub(super) fn find_field<'a>(name: &Ident, fields: &'a [Field], errors: &mut Errors) -> Option<&'a Field> {
    let found = fields.iter().find(|field| name_of(&field.name) == name_of(name));
    if found.is_none() {
        let known: Vec<_> = fields.iter().map(|field| format!("`{}`", name_of(&field.name))).collect();
        let mut message =
            format!("expected the name of a field, found `{}`; fields: {}", name_of(name), known.join(", "));
        if name_of(name) == MAGIC {
            message += ". A signature is a field only if it is kept: `#[schema(magic = b\"OggS\")] signature: [u8; 4]`";
        }
        errors.add(Error::new(name.span(), message));
    }
    found
}
