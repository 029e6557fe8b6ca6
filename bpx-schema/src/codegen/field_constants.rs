//! A constant for each field whose place is known when a declaration is compiled: `SectionHeader::POINTER`.

use super::declaration::Field;
use super::name_of;
use super::record::Offset;
use super::schema::{option, place};
use super::types::{Kind, Shape};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Error, Ident, Result};

/// Of a field of a record, at an offset.
pub(crate) fn of_record(index: usize, field: &Field, offset: &Offset) -> TokenStream {
    let mut size = Offset::default();
    size.add(field);
    constant(index, field, &offset.wide(), Some(size.wide()))
}

/// Of the fields of a structure up to the first one whose size the declaration does not show, and of all regions, which
/// have no place of their own; `first` fields and `before` bytes precede them.
pub(crate) fn of_structure(fields: &[Field], first: usize, before: usize) -> Result<TokenStream> {
    let mut offset = Some(Offset::of(before));
    let mut constants = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let index = index.saturating_add(first);
        if matches!(field.shape, Shape::Regions(_)) {
            constants.push(region(index, field));
        } else if let Some(mut at) = offset.take().filter(|_| !field.is_children()) {
            let fixed = is_fixed(field);
            let size = fixed.then(|| {
                let mut size = Offset::default();
                size.add(field);
                size.wide()
            });
            constants.push(constant(index, field, &at.wide(), size));
            if fixed {
                at.add(field);
                offset = Some(at);
            }
        } else if let Some(name) = &field.attrs.constant {
            let message = "the place of this field is not constant, because the size of a field before it varies";
            return Err(Error::new(name.span(), message));
        }
    }
    Ok(quote!(#(#constants)*))
}

/// Whether the declaration alone shows the size.
fn is_fixed(field: &Field) -> bool {
    let numbers = matches!(field.shape, Shape::One(Kind::Number { .. }) | Shape::Array(Kind::Number { .. }, _));
    numbers && field.attrs.condition.is_none()
}

fn constant(index: usize, field: &Field, offset: &TokenStream, size: Option<TokenStream>) -> TokenStream {
    let (vis, name, field_ref, size) = (&field.vis, name(field), place(index), option(size));
    let doc = format!(" Where `{}` lies.", name_of(&field.name));
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #name: rt::FieldRef = rt::FieldRef::new(#field_ref, #offset, #size);
    }
}

fn region(index: usize, field: &Field) -> TokenStream {
    let (vis, name, field_ref) = (&field.vis, name(field), place(index));
    let doc = format!(" The declaration of `{}`.", name_of(&field.name));
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #name: &'static rt::Field = #field_ref;
    }
}

/// The name in capitals, unless the declaration gives another one. `SIZE` is the size of a record.
fn name(field: &Field) -> Ident {
    match (&field.attrs.constant, name_of(&field.name).to_uppercase().as_str()) {
        (Some(name), _) => name.clone(),
        (None, "SIZE") => format_ident!("SIZE_FIELD"),
        (None, name) => format_ident!("{name}", span = field.name.span()),
    }
}
