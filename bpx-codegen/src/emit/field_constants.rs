//! Generates a constant for each field whose offset is known at compile time: `SectionHeader::POINTER`.

use super::literals::{field_at_index, option_literal};
use super::offset::OffsetCode;
use crate::check::{Field, have_places};
use crate::parse::name_of;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote};

/// Returns the constant of a field of a record, which begins at `offset`.
pub(super) fn of_record(field: &Field, offset: &OffsetCode) -> TokenStream {
    field_constant(field, &offset.wide_tokens(), Some(OffsetCode::default().after_field(field).wide_tokens()))
}

/// Returns the constant of a bit field, which begins at the bit `first` and has `width` bits.
pub(super) fn of_bits(field: &Field, first: u16, width: u16) -> TokenStream {
    let whole = first.is_multiple_of(8) && width.is_multiple_of(8);
    let bytes = |bits: u16| OffsetCode::from_known(usize::from(bits.div_euclid(8))).wide_tokens();
    field_constant(field, &bytes(first), whole.then(|| bytes(width)))
}

/// Returns the constants of the fields of a structure: offsets up to the first field whose size the declaration does
/// not determine, and declarations of fields with regions. Before the fields there are `first` other fields with
/// `before` bytes.
pub(super) fn of_structure(fields: &[Field], first: usize, before: usize) -> TokenStream {
    let mut offset = OffsetCode::from_known(before);
    let mut constants = Vec::new();
    for ((index, field), has_place) in fields.iter().enumerate().zip(have_places(fields)) {
        if field.attrs.region.is_some() {
            constants.push(region_constant(index + first, field));
        } else if has_place {
            let size = field.is_fixed().then(|| OffsetCode::default().after_field(field).wide_tokens());
            constants.push(field_constant(field, &offset.wide_tokens(), size));
            offset.add(field);
        }
    }
    quote!(#(#constants)*)
}

fn field_constant(field: &Field, offset: &TokenStream, size: Option<TokenStream>) -> TokenStream {
    let (vis, constant, name, size) = (&field.vis, constant_name(field), name_of(&field.name), option_literal(size));
    let doc = format!(" Where `{name}` lies.");
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #constant: rt::FieldRef = rt::FieldRef::new(#name, #offset, #size);
    }
}

fn region_constant(index: usize, field: &Field) -> TokenStream {
    let (vis, name, field_ref) = (&field.vis, constant_name(field), field_at_index(index));
    let doc = format!(" The declaration of `{}`.", name_of(&field.name));
    quote! {
        #[doc = #doc]
        #[allow(dead_code)]
        #vis const #name: &'static rt::Field = #field_ref;
    }
}

/// Returns the name of the constant: the stated name, or the name of the field in capitals. `SIZE` is reserved for the
/// size of a record.
fn constant_name(field: &Field) -> Ident {
    match (&field.attrs.constant, name_of(&field.name).to_uppercase().as_str()) {
        (Some(name), _) => name.clone(),
        (None, "SIZE") => format_ident!("SIZE_FIELD"),
        (None, name) => format_ident!("{name}", span = field.name.span()),
    }
}
