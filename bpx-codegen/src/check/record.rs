//! Checks records, which are structures of fixed size.

use super::declaration::Declaration;
use super::field::refuse_digits;
use super::fields::fields;
use super::item::{refuse_generics, require_names};
use super::names::names;
use super::relation;
use super::scope::{Known, Scope};
use super::{assertions, bytes};
use crate::parse::{Attrs, Errors, Kind, Shape, Struct};
use syn::{Error, ItemStruct, Result};

/// Checks a record.
pub(crate) fn record(written: Struct<'_>) -> Result<Declaration> {
    let Struct { item, attrs, fields: members } = written;
    let mut errors = Errors::default();
    let attrs = errors.take(attrs).unwrap_or_else(Attrs::unread);
    errors.take(check_item(item));
    let fields = errors.all(fields(&attrs, members))?;
    let declaration = Declaration { name: attrs.called(&item.ident), attrs, fields };
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
    names(declaration, &mut errors);
    let mut scope = Scope::with_params(&[]);
    for field in &declaration.fields {
        let own = &field.attrs;
        let fixed = matches!(
            &field.shape,
            Shape::One(Kind::Number { .. } | Kind::Named(_)) | Shape::Array(Kind::Number { .. } | Kind::Named(_), _)
        );
        if !fixed || field.optional {
            errors.add(Error::new_spanned(
                &field.ty,
                "expected a type of fixed size in a record, found a type whose size varies: use `#[structure]`",
            ));
        }
        refuse_digits(field, &mut errors);
        if own.magic.is_some() && !(matches!(field.shape, Shape::Array(..)) && field.kind().is_some_and(Kind::is_byte))
        {
            errors.add(Error::new_spanned(&field.ty, "expected an array of bytes for a signature: `[u8; N]`"));
        }
        scope.add(&field.name, Known::of(field));
    }
    bytes::check(declaration, &mut errors);
    assertions::check(declaration, &scope, &mut errors);
    for field in &declaration.fields {
        relation::check(field, Some(&scope), &mut errors);
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
