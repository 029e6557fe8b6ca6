//! Generates assertions about checksums over fields, which the compiler checks.

use crate::check::Declaration;
use crate::parse::name_of;
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

/// Returns code that does not compile if the member that stores a sum cannot hold every sum.
pub(super) fn sum_assertions(declaration: &Declaration) -> TokenStream {
    let each = declaration.attrs.sums.iter().filter_map(|sum| {
        let (own, members) = sum.stored.split_first()?;
        let last = members.last().unwrap_or(own);
        if members.is_empty() && sum.algorithm.bits.is_some() {
            return None;
        }
        let field = declaration.fields.iter().find(|field| name_of(&field.name) == name_of(own))?;
        let (ty, checksum) = (&field.ty, sum.algorithm.type_path());
        let at = Span::call_site().located_at(last.span());
        let value =
            if members.is_empty() { quote_spanned!(at=> __one) } else { quote_spanned!(at=> &__one #(.#members)*) };
        Some(quote_spanned!(at=>
            const _: fn(&#ty) = |__one| rt::states_sum::<{ rt::sum_size::<#checksum>() }>(#value);
        ))
    });
    each.collect()
}
