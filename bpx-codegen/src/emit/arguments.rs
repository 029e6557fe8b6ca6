//! Generates code for the values of a structure's parameters, which `import(..)` declares.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};
use syn::ext::IdentExt;
use syn::{Ident, Type, Visibility};

/// Name and type of a parameter.
type ImportParam = (Ident, Type);

/// Returns the type of the values of all parameters.
pub(crate) fn args_type(import: &[ImportParam]) -> TokenStream {
    let count = Literal::usize_unsuffixed(import.len());
    quote!([i128; #count])
}

/// Returns code that binds the values to the names of the parameters; `None` without parameters.
pub(super) fn args_names(import: &[ImportParam]) -> Option<TokenStream> {
    let names: Vec<_> = import.iter().map(|(name, _)| name).collect();
    (!names.is_empty()).then(|| quote!(let [#(#names),*] = __args;))
}

/// Returns code that declares a type with a member for each parameter. The type is beside the structure and has the
/// same visibility. Returns `None` without parameters.
pub(crate) fn args_definition(vis: &Visibility, ident: &Ident, import: &[ImportParam]) -> Option<TokenStream> {
    let name = type_name(ident, import)?;
    let doc = format!("Values of the parameters of [`{}`].", ident.unraw());
    let members = import.iter().map(|(name, ty)| {
        let doc = format!("The parameter `{}`.", name.unraw());
        quote!(#[doc = #doc] #vis #name: #ty)
    });
    Some(quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(dead_code)]
        #vis struct #name { #(#members),* }
    })
}

/// Returns code that converts the type of [`args_definition`] to the values of the parameters.
pub(crate) fn args_conversion(ident: &Ident, import: &[ImportParam]) -> Option<TokenStream> {
    let (name, numbers) = (type_name(ident, import)?, args_type(import));
    let names: Vec<_> = import.iter().map(|(name, _)| name).collect();
    Some(quote! {
        impl ::core::convert::From<#name> for #numbers {
            fn from(#name { #(#names),* }: #name) -> Self {
                [#(rt::value(&#names)),*]
            }
        }
    })
}

fn type_name(ident: &Ident, import: &[ImportParam]) -> Option<Ident> {
    (!import.is_empty()).then(|| format_ident!("{}Args", ident.unraw(), span = ident.span()))
}
