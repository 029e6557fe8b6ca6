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
pub(crate) fn of_record(field: &Field, offset: &Offset) -> TokenStream {
    constant(field, &offset.wide(), Some(Offset::default().with(field).wide()))
}

/// Of a bit field, which begins at a bit.
pub(crate) fn of_bits(field: &Field, first: u16, width: u16) -> TokenStream {
    let whole = first.is_multiple_of(8) && width.is_multiple_of(8);
    let bytes = |bits: u16| Offset::of(usize::from(bits.div_euclid(8))).wide();
    constant(field, &bytes(first), whole.then(|| bytes(width)))
}

/// Of the fields of a structure up to the first one whose size the declaration does not show, and of all that lie
/// elsewhere, which have no constant place; `first` fields and `before` bytes precede them.
pub(crate) fn of_structure(fields: &[Field], first: usize, before: usize) -> Result<TokenStream> {
    let mut offset = Some(Offset::of(before));
    let mut constants = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        if field.attrs.region.is_some() {
            constants.push(region(index.saturating_add(first), field));
            offset = offset.filter(|_| field.lies_elsewhere());
        } else if let Some(at) = offset.take().filter(|_| !field.is_children()) {
            let size = is_fixed(field).then(|| Offset::default().with(field).wide());
            constants.push(constant(field, &at.wide(), size));
            offset = is_fixed(field).then(|| at.with(field));
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

fn constant(field: &Field, offset: &TokenStream, size: Option<TokenStream>) -> TokenStream {
    let (vis, constant, name, size) = (&field.vis, name(field), name_of(&field.name), option(size));
    let doc = format!(" Where `{name}` lies.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #constant: rt::FieldRef = rt::FieldRef::new(#name, #offset, #size);
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
