//! Macros for declarations of binary structures.
//!
//! * [`macro@Record`] declares structures of fixed size, and enums of codes.
//! * [`macro@structure`] declares all other structures, with counts, conditions, texts, nested structures, regions,
//!   trees, and structures of bits.
//!
//! Attributes that binrw has are written as in binrw (`br`, `bw`, `brw`); all other attributes are in `schema`. An
//! attribute that is unknown, repeated or in the wrong place is a compile error, which lists the attributes that are
//! allowed there.
//!
//! The macros call the generator `bpx_codegen`, which is an ordinary library.
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

use proc_macro::TokenStream;

#[doc = include_str!("record.md")]
#[proc_macro_derive(Record, attributes(br, bw, brw, schema))]
pub fn derive_record(item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match bpx_codegen::expand_record(item.clone()) {
        Ok(expanded) => expanded.into(),
        Err(error) => {
            let mut tokens = error.into_compile_error();
            tokens.extend(bpx_codegen::stub_record(item));
            tokens.into()
        }
    }
}

#[doc = include_str!("structure.md")]
#[proc_macro_attribute]
pub fn structure(args: TokenStream, item: TokenStream) -> TokenStream {
    let item = proc_macro2::TokenStream::from(item);
    match bpx_codegen::expand_structure(args.into(), item.clone()) {
        Ok(expanded) => expanded.into(),
        Err(error) => {
            let mut tokens = error.into_compile_error();
            tokens.extend(bpx_codegen::stub_structure(item));
            tokens.into()
        }
    }
}

/// The examples of the README compile and succeed.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
