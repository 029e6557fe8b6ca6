use serde::Serialize;

/// A contradiction in a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Inconsistency {
    /// The kind of contradiction, one of [`IDS`](crate::IDS).
    pub id: &'static str,
    /// The line of the contradiction.
    pub line: usize,
    /// The number or the title of the section; empty before the first heading.
    pub section: String,
    /// The name of the structure, field or section that the contradiction is about.
    pub subject: String,
    /// A description of the contradiction.
    pub message: String,
    /// The lines that contradict the line.
    pub against: Vec<usize>,
}
