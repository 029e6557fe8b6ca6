//! Converts texts of a document to texts of a schema.

use crate::chapters::Chapters;
use crate::model::{Document, Table};
use bpx_model::Text;

/// Returns the subject in the title of a table's chapter, which is the text after the last colon or dash.
pub(super) fn chapter_title<'d>(document: &'d Document, chapters: &Chapters, table: &Table) -> &'d str {
    let section = chapters.outermost_section(table.within).and_then(|at| document.sections.get(at));
    let title = section.map_or("", |section| &section.title);
    title.rsplit([':', '\u{2013}', '-']).next().unwrap_or("").trim()
}

/// Turns notes into documentation: a sentence with a capital letter and a full stop.
pub(super) fn as_sentence(notes: &str) -> Text {
    let text = notes.trim().trim_end_matches('.');
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    first.map_or_else(Text::default, |first| format!("{}{}.", first, letters.as_str()).into())
}
