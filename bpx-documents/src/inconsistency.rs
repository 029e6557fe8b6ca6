use serde::Serialize;

/// A place where a document contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Inconsistency {
    /// The kind of contradiction, one of [`IDS`](crate::IDS).
    pub id: &'static str,
    /// The line.
    pub line: usize,
    /// Number of the section, or its title; empty before the first heading.
    pub section: String,
    /// The structure, field or section that it is about.
    pub subject: String,
    /// A description of the contradiction.
    pub message: String,
    /// The contradicting lines.
    pub against: Vec<usize>,
}
