//! Reads the fields of structures, records, cases and structs of bits.

use super::attrs::Attrs;
use super::borrowed::{BorrowedType, borrowed_type};
use super::types::{FieldShape, NumberForm, StoredKind, present_type, shape_of_type, tag_size};
use crate::words::AttributePlace;
use bpx_model::{Encoding, TextForm};
use proc_macro2::Span;
use syn::{Attribute, Error, Fields, Ident, Result, Type, Visibility};

/// A field as it is written.
pub(crate) struct WrittenField {
    pub(crate) name: Ident,
    pub(crate) vis: Visibility,
    pub(crate) ty: Type,
    pub(crate) attrs: Attrs,
    pub(crate) shape: FieldShape,
    pub(crate) optional: bool,
    /// How the field borrows the bytes that a reader gets; `None` if it does not.
    pub(crate) borrowed: Option<BorrowedType>,
    /// Width of a bit field in bits.
    pub(crate) bits: Option<u16>,
    /// Attributes that neither the macros nor binrw read.
    pub(crate) kept: Vec<Attribute>,
}

/// Returns whether an attribute belongs to the macros or to binrw.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    ["br", "bw", "brw", "schema"].iter().any(|name| attribute.path().is_ident(name))
}

/// Reads the fields of a structure, of a record or of a case.
pub(crate) fn parse_fields(fields: &Fields, place: AttributePlace) -> Vec<Result<WrittenField>> {
    fields.iter().enumerate().map(|(index, one)| parse_field(one, index, place)).collect()
}

fn parse_field(field: &syn::Field, index: usize, place: AttributePlace) -> Result<WrittenField> {
    // The one unnamed field of a case is its value.
    let name = field.ident.clone().unwrap_or_else(|| {
        let name = if index == 0 { "value".to_owned() } else { format!("value{index}") };
        Ident::new(&name, Span::call_site())
    });
    if let Some(cfg) = field.attrs.iter().find(|attribute| attribute.path().is_ident("cfg")) {
        let message =
            "a field of a file has no condition of the build: declare two structures, each with its own `cfg`";
        return Err(Error::new_spanned(cfg, message));
    }
    let mut attrs = Attrs::read(&field.attrs, place)?;
    if let Some(count) = attrs.padding.as_ref().map(|padding| padding.count_expr(&name)).transpose()?.flatten() {
        if let Some(stated) = &attrs.count {
            return Err(stated.error("expected either the number of bytes in `padding(..)`, or `padding` with `count`"));
        }
        attrs.count = Some(count);
    }
    let (shape, optional) = shape_of_type(&field.ty)?;
    if tag_size(&field.ty)?.is_some() && attrs.text.is_none() {
        attrs.text = Some((Span::call_site(), TextForm { encoding: Encoding::Latin1, pad: None }));
    }
    let borrowed = borrowed_type(present_type(&field.ty))?;
    if borrowed.as_ref().is_some_and(|borrowed| borrowed.is_text) && attrs.utf8.is_none() {
        attrs.utf8 = Some(syn::spanned::Spanned::span(&field.ty));
    }
    let kept = field.attrs.iter().filter(|attribute| !is_ours(attribute)).cloned().collect();
    Ok(WrittenField {
        name,
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        attrs,
        shape,
        optional,
        borrowed,
        bits: None,
        kept,
    })
}

/// Reads the fields of a struct of bits, except fields without a name.
pub(crate) fn bit_fields(fields: &Fields) -> Vec<Result<WrittenField>> {
    fields.iter().filter_map(|field| Some(bit_field(field, field.ident.clone()?))).collect()
}

fn bit_field(field: &syn::Field, name: Ident) -> Result<WrittenField> {
    let attrs = Attrs::read(&field.attrs, AttributePlace::BitField)?;
    let width = bit_width(&field.ty).ok_or_else(|| {
        Error::new_spanned(
            &field.ty,
            "expected `B1` to `B127` as the type of a bit field; for an enumeration, declare `#[schema(codes = \
                Type)] field: B4`, which keeps unknown codes",
        )
    })?;
    let rust = match width {
        0..=8 => "u8",
        9..=16 => "u16",
        17..=32 => "u32",
        33..=64 => "u64",
        _ => "u128",
    };
    let rust = Ident::new(rust, name.span());
    let size = usize::from(width.div_ceil(8));
    Ok(WrittenField {
        name,
        vis: field.vis.clone(),
        ty: field.ty.clone(),
        attrs,
        shape: FieldShape::One(StoredKind::Number {
            rust: syn::parse_quote!(#rust),
            size,
            signed: false,
            float: false,
            form: NumberForm::Binary,
        }),
        optional: false,
        borrowed: None,
        bits: Some(width),
        kept: field.attrs.iter().filter(|attribute| attribute.path().is_ident("doc")).cloned().collect(),
    })
}

/// Returns the number of bits in the name of a type, such as 12 for `B12`.
fn bit_width(ty: &Type) -> Option<u16> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.segments.last()?.ident.to_string();
    name.strip_prefix('B')?.parse().ok().filter(|width| (1..=127).contains(width))
}
