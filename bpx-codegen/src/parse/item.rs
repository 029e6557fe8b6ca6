//! Reads items: structs, enums with data, and enums of codes.

use super::attrs::Attrs;
use super::field::{WrittenField, bit_fields, parse_fields};
use crate::words::AttributePlace;
use syn::{Attribute, Error, Expr, Fields, ItemEnum, ItemStruct, Lit, Result, Variant};

/// A struct.
pub(crate) struct WrittenStruct<'i> {
    pub(crate) item: &'i ItemStruct,
    pub(crate) attrs: Result<Attrs>,
    pub(crate) fields: Vec<Result<WrittenField>>,
}

/// An enum with data.
pub(crate) struct WrittenSwitch<'i> {
    pub(crate) item: &'i ItemEnum,
    pub(crate) attrs: Attrs,
    pub(crate) cases: Vec<Result<WrittenCase<'i>>>,
}

/// A case of an enum with data.
pub(crate) struct WrittenCase<'i> {
    pub(crate) variant: &'i Variant,
    pub(crate) attrs: Attrs,
    pub(crate) fields: Vec<Result<WrittenField>>,
}

/// An enum of codes.
pub(crate) struct WrittenCodes<'i> {
    pub(crate) item: &'i ItemEnum,
    pub(crate) attrs: Attrs,
    pub(crate) codes: Vec<Result<WrittenCode<'i>>>,
}

/// A code.
pub(crate) struct WrittenCode<'i> {
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
pub(crate) fn parse_record(item: &ItemStruct) -> WrittenStruct<'_> {
    let attrs = Attrs::read(&item.attrs, AttributePlace::Record);
    WrittenStruct { item, attrs, fields: parse_fields(&item.fields, AttributePlace::RecordField) }
}

/// Reads a structure or a node of a tree.
pub(crate) fn parse_structure(item: &ItemStruct) -> WrittenStruct<'_> {
    let attrs = Attrs::read(&item.attrs, AttributePlace::Structure);
    WrittenStruct { item, attrs, fields: parse_fields(&item.fields, AttributePlace::Field) }
}

/// Reads a struct of bits.
pub(crate) fn parse_bits(item: &ItemStruct) -> WrittenStruct<'_> {
    let attrs = Attrs::read(&item.attrs, AttributePlace::Bits);
    WrittenStruct { item, attrs, fields: bit_fields(&item.fields) }
}

/// Reads an enum with data.
pub(crate) fn parse_switch(item: &ItemEnum) -> Result<WrittenSwitch<'_>> {
    let attrs = Attrs::read(&item.attrs, AttributePlace::Switch)?;
    Ok(WrittenSwitch { item, attrs, cases: item.variants.iter().map(parse_case).collect() })
}

fn parse_case(variant: &Variant) -> Result<WrittenCase<'_>> {
    let attrs = Attrs::read(&variant.attrs, AttributePlace::Case)?;
    Ok(WrittenCase { variant, attrs, fields: parse_fields(&variant.fields, AttributePlace::CaseField) })
}

/// Reads an enum of codes.
pub(crate) fn parse_codes(item: &ItemEnum) -> Result<WrittenCodes<'_>> {
    let attrs = Attrs::read(&item.attrs, AttributePlace::Codes)?;
    Ok(WrittenCodes { item, attrs, codes: item.variants.iter().map(parse_code).collect() })
}

fn parse_code(variant: &Variant) -> Result<WrittenCode<'_>> {
    let attrs = Attrs::read(&variant.attrs, AttributePlace::Code)?;
    if !matches!(variant.fields, Fields::Unit) {
        return Err(Error::new_spanned(
            variant,
            "expected a code without data, found a code with data; for an enum with data, use `#[structure]`",
        ));
    }
    Ok(WrittenCode { variant, attrs, value: code_value(variant)? })
}

fn code_value(variant: &Variant) -> Result<u64> {
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
