//! The names of documents.

use bpx_documents::Document;
use std::path::Path;

/// Returns the title of a document, which is its first heading if that heading has no number, is the only heading of
/// its depth, and has the rest of the document below it.
pub(super) fn of(document: &Document) -> Option<&str> {
    let (first, rest) = document.sections.split_first()?;
    let only = !rest.is_empty() && rest.iter().all(|section| section.depth > first.depth);
    let title = first.title.trim();
    (only && first.number.is_empty() && title.chars().any(char::is_alphanumeric)).then_some(title)
}

/// Returns the name of a file without folder and ending; a document without files has no name.
pub(crate) fn title_of_file(name: &str) -> String {
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The largest length of the name of a module.
const LONGEST: usize = 60;

/// Returns a valid name for a module.
pub(crate) fn file_name(title: &str) -> String {
    let mut name = String::new();
    for one in title.chars() {
        if one.is_ascii_alphanumeric() {
            name.push(one.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    name.truncate(LONGEST);
    let name = name.trim_end_matches('_');
    match name.chars().next() {
        None => "document".to_owned(),
        Some(first) if first.is_ascii_digit() => format!("n{name}"),
        Some(_) => name.to_owned(),
    }
}
