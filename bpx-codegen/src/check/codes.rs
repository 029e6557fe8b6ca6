//! Checks enums of codes, which are named values of an integer field, or flags.

use crate::parse::{Attrs, Errors, WrittenCode, WrittenCodes as Written, name_of};
use syn::{Error, Ident, ItemEnum, Result};

/// A checked enum of codes.
pub(crate) struct Codes<'i> {
    pub(crate) attrs: Attrs,
    pub(crate) codes: Vec<WrittenCode<'i>>,
}

/// Checks an enum of codes.
pub(crate) fn check_codes(written: Written<'_>) -> Result<Codes<'_>> {
    let Written { item, attrs, codes } = written;
    let mut errors = Errors::default();
    if !has_repr(item) {
        errors.add(Error::new_spanned(
            &item.ident,
            "missing integer type: add `#[repr(u8)]` (u16, u32, u64) for codes; for an enum with data, use \
                `#[structure]`",
        ));
    }
    let mut checked: Vec<WrittenCode<'_>> = Vec::new();
    for code in codes {
        let Some(code) = errors.note_error(code) else { continue };
        let (value, variant) = (code.value, code.variant);
        if attrs.flags && value.count_ones() != 1 {
            errors.add(Error::new_spanned(variant, format!("expected a single bit for a flag, found {value:#x}")));
        }
        if let Some(other) = checked.iter().find(|other| other.value == value) {
            let other = name_of(&other.variant.ident);
            errors.add(Error::new_spanned(variant, format!("{value:#x} is already `{other}`")));
        }
        checked.push(code);
    }
    errors.finish()?;
    Ok(Codes { attrs, codes: checked })
}

fn has_repr(item: &ItemEnum) -> bool {
    item.attrs.iter().filter(|attribute| attribute.path().is_ident("repr")).any(|attribute| {
        let ty = attribute.parse_args::<Ident>();
        ty.is_ok_and(|ty| ["u8", "u16", "u32", "u64"].iter().any(|name| ty == name))
    })
}
