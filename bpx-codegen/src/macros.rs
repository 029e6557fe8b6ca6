//! The functions of the macros, which read an item, check the item, and write code.

use crate::parse::is_bitfield;
use crate::{check, emit, parse};
use proc_macro2::TokenStream;
use syn::{Error, Item, Result};

/// Returns the code of `#[derive(Record)]` for an item.
///
/// # Errors
/// Returns an error if the declaration is wrong; the error points at the wrong part and states the remedy.
pub fn expand_record(item: TokenStream) -> Result<TokenStream> {
    match parse::parse_item(item)? {
        Item::Struct(item) => {
            let declaration = check::check_record(parse::parse_record(&item))?;
            Ok(emit::emit_record(&item, &declaration))
        }
        Item::Enum(item) => {
            let declaration = check::check_codes(parse::parse_codes(&item)?)?;
            Ok(emit::emit_codes(&item.ident, &declaration))
        }
        other => Err(Error::new_spanned(other, "expected a struct or an enum of codes for derive(Record)")),
    }
}

/// Returns the code of `#[structure]` for an item.
///
/// # Errors
/// Returns the same errors as [`expand_record`].
pub fn expand_structure(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !args.is_empty() {
        return Err(Error::new_spanned(
            args,
            "#[structure] takes no arguments: put the arguments into #[schema(..)] below #[structure]",
        ));
    }
    match parse::parse_item(item)? {
        Item::Struct(item) if is_bitfield(&item) => {
            let declaration = check::check_bits(parse::parse_bits(&item))?;
            Ok(emit::emit_bits(&item, &declaration))
        }
        Item::Struct(item) => {
            let declaration = check::check_structure(parse::parse_structure(&item))?;
            if declaration.is_node() {
                let node = check::check_node(&item.ident, &declaration)?;
                return Ok(emit::emit_node(&item, &declaration, &node));
            }
            Ok(emit::emit_structure(&item, &declaration))
        }
        Item::Enum(item) => {
            let declaration = check::check_switch(parse::parse_switch(&item)?)?;
            Ok(emit::emit_switch(&item, &declaration))
        }
        other => Err(Error::new_spanned(other, "expected a struct or an enum for #[structure]")),
    }
}
