//! Determines the names of declared items in the schema.

use syn::ext::IdentExt;

/// Returns the name of an identifier in the schema, in paths and in messages, such as `type` for `r#type`.
pub(crate) fn name_of(ident: &syn::Ident) -> String {
    ident.unraw().to_string()
}
