//! Code that all emitters use: the scope of generated items, and constants.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, quote};

/// Returns generated items in a separate scope, with short names for the runtime. Lints for hand-written code are off
/// in the scope.
///
/// `runtime` is the path of the runtime crate, if the declaration states one.
pub(crate) fn runtime_scope(runtime: Option<&syn::Path>, items: &TokenStream) -> TokenStream {
    let runtime = runtime.map_or_else(|| quote!(::bpx_schema), |path| quote!(#path));
    quote! {
        #[allow(unused_imports, unused_variables, unused_comparisons, unused_parens, clippy::all, clippy::pedantic, clippy::restriction)]
        const _: () = {
            use #runtime::rt::{self, Borrowed, Err, MemberAccess as _, None, Ok, Option, Some};
            #items
        };
    }
}

/// Returns code that refers to the field at an index of `FIELDS`.
pub(crate) fn field_at_index(index: usize) -> TokenStream {
    let index = Literal::usize_unsuffixed(index);
    quote!(&FIELDS[#index])
}

/// Returns code for `Some(..)` or `None`.
pub(crate) fn option_literal(value: Option<TokenStream>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}

/// Returns code for a constant list.
pub(crate) fn list_literal(items: impl IntoIterator<Item = TokenStream>) -> TokenStream {
    let items = items.into_iter();
    quote!(Borrowed(&[#(#items),*]))
}

/// Returns code for a constant text.
pub(crate) fn text_literal(text: &str) -> TokenStream {
    quote!(Borrowed(#text))
}

/// Returns code for a byte order.
pub(crate) fn endian_literal(big: bool) -> TokenStream {
    if big { quote!(rt::Endian::Big) } else { quote!(rt::Endian::Little) }
}

/// Returns code for a variant without values, of an enum of the runtime.
pub(super) fn variant_path(ty: &str, name: &str) -> TokenStream {
    let [ty, name] = [ty, name].map(|name| Ident::new(name, Span::call_site()));
    quote!(rt::#ty::#name)
}

/// Returns code for a variant with values, of an enum of the runtime.
pub(super) fn variant_literal(ty: &str, name: &str, values: &[&dyn ToTokens]) -> TokenStream {
    let [ty, name] = [ty, name].map(|name| Ident::new(name, Span::call_site()));
    quote!(rt::#ty::#name(#(#values),*))
}
