//! Declare a binary structure once.
//!
//! * [`macro@Record`]: structures of fixed size, and enums of codes.
//! * [`macro@structure`]: everything else: counts, conditions, texts, nested structures, regions, trees, and
//!   structures of bits.
//!
//! Thin shells: the generator is `bpx_schema::codegen`, an ordinary library.
#![forbid(unsafe_code)]

use proc_macro::TokenStream;

/// Structures of fixed size, and enums of codes.
#[proc_macro_derive(Record, attributes(br, bw, brw, schema))]
pub fn derive_record(item: TokenStream) -> TokenStream {
    let expanded = bpx_schema::codegen::derive_record(item.into());
    expanded.unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Structures whose size depends on their content, enums with data, and structures of bits.
#[proc_macro_attribute]
pub fn structure(args: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match bpx_schema::codegen::structure(args.into(), item.clone()) {
        Ok(expanded) => expanded.into(),
        Err(error) => {
            let mut tokens = error.into_compile_error();
            tokens.extend(bpx_schema::codegen::plain(item));
            tokens.into()
        }
    }
}
