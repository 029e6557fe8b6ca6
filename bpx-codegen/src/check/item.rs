//! What all items have in common.

use syn::{Error, Fields, Generics, ItemStruct, Result};

/// Refuses type parameters: `what` describes one layout, declared by one `word` for each type.
pub(super) fn refuse_generics(generics: &Generics, what: &str, word: &str) -> Result<()> {
    if generics.params.is_empty() {
        return Ok(());
    }
    let message = format!("{what} describes one layout: declare one {word} for each type");
    Err(Error::new_spanned(generics, message))
}

/// Refuses fields without names.
pub(super) fn require_names(item: &ItemStruct, what: &str) -> Result<()> {
    match item.fields {
        Fields::Named(_) => Ok(()),
        _ => Err(Error::new_spanned(&item.ident, format!("{what} need names: the schema, paths and JSON use them"))),
    }
}
