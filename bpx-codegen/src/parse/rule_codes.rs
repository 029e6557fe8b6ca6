//! Collects the codes of rules that attributes state; the word `code` belongs to rules, relations and checksums alike.

use proc_macro2::{TokenStream, TokenTree};
use syn::{Attribute, LitStr, Meta};

/// Returns the texts of `code = ".."` in an attribute.
pub(super) fn stated_codes(attribute: &Attribute) -> Vec<String> {
    let mut found = Vec::new();
    if let Meta::List(list) = &attribute.meta {
        add_codes(list.tokens.clone(), &mut found);
    }
    found
}

fn add_codes(tokens: TokenStream, found: &mut Vec<String>) {
    let tokens: Vec<_> = tokens.into_iter().collect();
    for window in tokens.windows(3) {
        if let [TokenTree::Ident(word), TokenTree::Punct(equals), TokenTree::Literal(code)] = window
            && word == "code"
            && equals.as_char() == '='
            && let Ok(code) = syn::parse_str::<LitStr>(&code.to_string())
        {
            found.push(code.value());
        }
    }
    for tree in tokens {
        if let TokenTree::Group(group) = tree {
            add_codes(group.stream(), found);
        }
    }
}
