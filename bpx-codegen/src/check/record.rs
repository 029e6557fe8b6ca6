//! Checks records, which are structures of fixed size.

use super::declaration::Declaration;
use super::field::refuse_digits;
use super::fields::checked_fields;
use super::item::{refuse_generics, require_names};
use super::names::check_names;
use super::relation;
use super::scope::{ExprScope, NameKind};
use super::{assertions, bytes};
use crate::parse::{Attrs, Errors, FieldShape, StoredKind, WrittenStruct};
use syn::{Error, ItemStruct, Result};

/// Checks a record.
pub(crate) fn check_record(written: WrittenStruct<'_>) -> Result<Declaration> {
    let WrittenStruct { item, attrs, fields: members } = written;
    let mut errors = Errors::default();
    let attrs = errors.note_error(attrs).unwrap_or_else(Attrs::unread_placeholder);
    errors.note_error(check_item(item));
    let fields = errors.finish_with(checked_fields(&attrs, members))?;
    let declaration = Declaration { name: attrs.schema_name(&item.ident), attrs, fields };
    check_fields(&declaration)?;
    check_size(&declaration)?;
    Ok(declaration)
}

fn check_item(item: &ItemStruct) -> Result<()> {
    refuse_generics(&item.generics, "a record", "struct")?;
    require_names(item, "fields")?;
    if item.fields.is_empty() {
        return Err(Error::new_spanned(
            &item.ident,
            "expected a record with at least one field, because an array of empty records has no end",
        ));
    }
    Ok(())
}

fn check_fields(declaration: &Declaration) -> Result<()> {
    let mut errors = Errors::default();
    check_names(declaration, &mut errors);
    let mut scope = ExprScope::with_params(&[]);
    for field in &declaration.fields {
        let own = &field.attrs;
        let fixed = matches!(
            &field.shape,
            FieldShape::One(StoredKind::Number { .. } | StoredKind::Named(_))
                | FieldShape::Array(StoredKind::Number { .. } | StoredKind::Named(_), _)
        );
        if !fixed || field.optional {
            errors.add(Error::new_spanned(
                &field.ty,
                "expected a type of fixed size in a record, found a type whose size varies: use `#[structure]`",
            ));
        }
        refuse_digits(field, &mut errors);
        if own.magic.is_some()
            && !(matches!(field.shape, FieldShape::Array(..)) && field.kind().is_some_and(StoredKind::is_byte))
        {
            errors.add(Error::new_spanned(&field.ty, "expected an array of bytes for a signature: `[u8; N]`"));
        }
        scope.add(&field.name, NameKind::of_field(field));
    }
    bytes::check_byte_counts(declaration, &mut errors);
    assertions::check_assertions(declaration, &scope, &mut errors);
    for field in &declaration.fields {
        relation::check_relations(field, Some(&scope), &mut errors);
    }
    errors.finish()
}

/// Rejects a size that differs from the declared size, if the declaration alone determines the size of the fields;
/// otherwise the compiler compares the two.
fn check_size(declaration: &Declaration) -> Result<()> {
    let known = declaration.fields.iter().try_fold(0_usize, |size, field| size.checked_add(field.known_size()?));
    let (Some(declared), Some(size)) = (&declaration.attrs.size, known) else { return Ok(()) };
    if declared.base10_parse::<usize>()? != size {
        return Err(Error::new_spanned(declared, format!("expected fields of {declared} bytes, found {size} bytes")));
    }
    Ok(())
}
