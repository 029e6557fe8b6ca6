//! Reads items: structs, enums with data, and enums of codes.

use super::attrs::Attrs;
use super::field::{Field, bit_fields, fields};
use crate::words::Place;
use syn::{Attribute, Error, Expr, Fields, ItemEnum, ItemStruct, Lit, Result, Variant};

/// A struct.
pub(crate) struct Struct<'i> {
    pub(crate) item: &'i ItemStruct,
    pub(crate) attrs: Result<Attrs>,
    pub(crate) fields: Vec<Result<Field>>,
}

/// An enum with data.
pub(crate) struct Switch<'i> {
    pub(crate) item: &'i ItemEnum,
    pub(crate) attrs: Attrs,
    pub(crate) cases: Vec<Result<Case<'i>>>,
}

/// A case of an enum with data.
pub(crate) struct Case<'i> {
    pub(crate) variant: &'i Variant,
    pub(crate) attrs: Attrs,
    pub(crate) fields: Vec<Result<Field>>,
}

/// An enum of codes.
pub(crate) struct Codes<'i> {
    pub(crate) item: &'i ItemEnum,
    pub(crate) attrs: Attrs,
    pub(crate) codes: Vec<Result<Code<'i>>>,
}

/// A code.
pub(crate) struct Code<'i> {
    pub(crate) variant: &'i Variant,
    pub(crate) attrs: Attrs,
    pub(crate) value: u64,
}

/// Returns whether an attribute makes a struct a struct of bits.
pub(crate) fn is_bitfield_attribute(attribute: &Attribute) -> bool {
    attribute.path().segments.last().is_some_and(|last| last.ident == "bitfield")
}

/// Returns whether the struct is a struct of bits.
pub(crate) fn is_bitfield(item: &ItemStruct) -> bool {
    item.attrs.iter().any(is_bitfield_attribute)
}

/// Reads a record.
pub(crate) fn record(item: &ItemStruct) -> Struct<'_> {
    let attrs = Attrs::read(&item.attrs, Place::Record);
    Struct { item, attrs, fields: fields(&item.fields, Place::RecordField) }
}

/// Reads a structure or a node of a tree.
pub(crate) fn structure(item: &ItemStruct) -> Struct<'_> {
    let attrs = Attrs::read(&item.attrs, Place::Structure);
    Struct { item, attrs, fields: fields(&item.fields, Place::Field) }
}

/// Reads a struct of bits.
pub(crate) fn bits(item: &ItemStruct) -> Struct<'_> {
    let attrs = Attrs::read(&item.attrs, Place::Bits);
    Struct { item, attrs, fields: bit_fields(&item.fields) }
}

/// Reads an enum with data.
pub(crate) fn switch(item: &ItemEnum) -> Result<Switch<'_>> {
    let attrs = Attrs::read(&item.attrs, Place::Switch)?;
    Ok(Switch { item, attrs, cases: item.variants.iter().map(case).collect() })
}

fn case(variant: &Variant) -> Result<Case<'_>> {
    let attrs = Attrs::read(&variant.attrs, Place::Case)?;
    Ok(Case { variant, attrs, fields: fields(&variant.fields, Place::CaseField) })
}

/// Reads an enum of codes.
pub(crate) fn codes(item: &ItemEnum) -> Result<Codes<'_>> {
    let attrs = Attrs::read(&item.attrs, Place::Codes)?;
    Ok(Codes { item, attrs, codes: item.variants.iter().map(code).collect() })
}

fn code(variant: &Variant) -> Result<Code<'_>> {
    let attrs = Attrs::read(&variant.attrs, Place::Code)?;
    if !matches!(variant.fields, Fields::Unit) {
        return Err(Error::new_spanned(
            variant,
            "expected a code without data, found a code with data; for an enum with data, use `#[structure]`",
        ));
    }
    Ok(Code { variant, attrs, value: value(variant)? })
}

fn value(variant: &Variant) -> Result<u64> {
    match &variant.discriminant {
        Some((_, Expr::Lit(literal))) => match &literal.lit {
            Lit::Int(value) => value.base10_parse(),
            Lit::Byte(value) => Ok(u64::from(value.value())),
            other => Err(Error::new_spanned(other, "expected a whole number as a code")),
        },
        Some((_, other)) => Err(Error::new_spanned(
            other,
            "expected the value as a number, as in the specification, found an expression",
        )),
        None => Err(Error::new_spanned(variant, "missing number of the code; write it as in `Linux = 0`")),
    }
}
