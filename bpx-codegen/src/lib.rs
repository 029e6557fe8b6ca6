//! The generator core: from one declaration to codecs, views, validators and the schema.
//!
//! Four phases, in one direction: `attrs` reads binrw's attributes and ours, `declaration` turns the item
//! into a checked declaration, `expr` keeps expressions as trees, and the emitters (`record`, `structure`,
//! `switch`, `tree`, `codes`, `bits`, `schema`) write Rust. An ordinary library: the proc-macros, the command
//! and the tests call the same functions.
#![forbid(unsafe_code)]

mod check;
mod emit;
#[cfg(feature = "generate")]
pub mod generate;
mod parse;
mod stub;
#[cfg(feature = "pretty")]
mod twin;

pub use self::stub::{stub_record, stub_structure};
#[cfg(feature = "pretty")]
pub use self::twin::{twin, twins};

use self::emit::{bits, codes, record, switch};
use proc_macro2::TokenStream;
use syn::{Item, Result};

/// What `#[derive(Record)]` adds to an item.
///
/// # Errors
/// When the declaration is wrong; the error points at the part and says what to do.
pub fn derive_record(item: TokenStream) -> Result<TokenStream> {
    match syn::parse2::<Item>(item)? {
        Item::Struct(item) => record::expand(&item),
        Item::Enum(item) => codes::expand(&item),
        other => Err(syn::Error::new_spanned(other, "derive(Record) is for structs and for enums of codes")),
    }
}

/// What `#[structure]` makes of an item.
///
/// # Errors
/// As [`derive_record`].
pub fn structure(args: TokenStream, item: TokenStream) -> Result<TokenStream> {
    if !args.is_empty() {
        return Err(syn::Error::new_spanned(
            args,
            "#[structure] takes no arguments; put them into #[schema(..)] below it",
        ));
    }
    match syn::parse2::<Item>(item)? {
        Item::Struct(item) if bits::is_bitfield(&item) => bits::expand(&item),
        Item::Struct(item) => emit::structure::expand(&item),
        Item::Enum(item) => switch::expand(&item),
        other => Err(syn::Error::new_spanned(other, "#[structure] is for structs and enums")),
    }
}

/// Generated code, formatted for people.
///
/// # Errors
/// When the tokens are no items.
#[cfg(feature = "pretty")]
pub fn pretty(code: TokenStream) -> Result<String> {
    Ok(prettyplease::unparse(&syn::parse2(code)?))
}
