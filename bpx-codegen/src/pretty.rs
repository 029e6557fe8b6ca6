//! Formats generated code as text.

use proc_macro2::TokenStream;
use syn::Result;

/// Returns generated code, formatted for readers of the code.
///
/// # Errors
/// Returns an error if the tokens are not items.
pub fn format_code(code: TokenStream) -> Result<String> {
    Ok(prettyplease::unparse(&syn::parse2(code)?))
}
