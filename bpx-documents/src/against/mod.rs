//! Compares a document with declarations, table by table.
//!
//! [`matching`] finds the structure of a table; [`parts`] and [`fields`] handle documents and declarations that divide
//! the same bytes differently.

mod codes;
mod fields;
mod matching;
mod pairs;
mod parts;
mod sections;

use self::codes::DeclaredSets;
use self::matching::Matcher;
use super::declare::Names;
use super::model::{Body, Document, Field, Table};
use super::name::normal_name;
use bpx_model::Model;
use serde::Serialize;

/// A difference between a document and declarations. A difference is shown as section, table, field and message:
/// `13.2.3 Target.GL33: 2 in the document, 3 declared`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The kind of difference, such as `field.resized`.
    pub id: &'static str,
    /// The line in the document, counted through all files of the document.
    pub line: usize,
    /// The number or the title of the section that contains the table; empty before the first heading.
    pub section: String,
    /// The name of the table in the document.
    pub table: String,
    /// The field, value or section that differs; empty for a whole table.
    pub field: String,
    /// The declared structure, field (`Structure.field`), set of values or section; empty if there is no declaration.
    pub declared: String,
    /// The message: what the document and the declarations state.
    pub message: String,
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.section.is_empty() && self.section != self.table {
            write!(f, "{} ", self.section)?;
        }
        f.write_str(&self.table)?;
        if !self.field.is_empty() {
            write!(f, ".{}", self.field)?;
        }
        write!(f, ": {}", self.message)
    }
}

/// The declared types of sections for one type of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredUses {
    /// The section of the specification that lists the types of sections.
    pub spec: String,
    /// The types of sections.
    pub list: Vec<DeclaredUse>,
}

/// A declared type of sections of a type of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredUse {
    /// The name of the type of sections.
    pub name: String,
    /// The number of the type in files.
    pub ty: u64,
    /// Whether a file must have a section of the type.
    pub required: bool,
    /// Whether a file may have at most one section of the type.
    pub single: bool,
}

/// Returns all differences between a document and declarations, in the order of lines.
#[must_use]
pub fn differences(document: &Document, model: &Model, uses: &[DeclaredUses]) -> Vec<Difference> {
    let matcher = Matcher::new(document, model);
    let mut found = fields::field_differences(&matcher);
    let (sets, uses) = (DeclaredSets::of(&matcher), sections::DeclaredLists::of(uses));
    for table in &document.tables {
        match &table.body {
            Body::Enumeration { values } | Body::Flags { values } => found.extend(sets.set_differences(table, values)),
            Body::Sections { sections } => found.extend(uses.section_differences(table, sections)),
            _ => {}
        }
    }
    found.sort_by_key(|difference| difference.line);
    found
}

/// A structure of a document, and the declaration that implements it.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pair {
    /// The number or the title of the section that contains the table; empty before the first heading.
    pub section: String,
    /// The name of the table in the document.
    pub table: String,
    /// The name that [`declare`](super::declare()) gives the structure.
    pub generated: String,
    /// The declared structure, and the offset of the table in the structure, in bytes; `None` if no declaration
    /// implements the table.
    pub declared: Option<(String, u64)>,
}

/// Returns all structures of a document, in the order of the document, with the declarations that implement them.
#[must_use]
pub fn pairs(document: &Document, model: &Model) -> Vec<Pair> {
    let names = Names::of(document);
    let matcher = Matcher::new(document, model);
    let pair = |((_, table, rows, _), generated): ((_, &Table, &[Field], _), &str)| {
        let whole = matcher.find_structure(table, rows).map(|(declared, _)| (declared.structure, 0));
        let found = whole.or_else(|| matcher.containing_structure(rows));
        let declared = found.map(|(structure, offset)| (structure.name.to_string(), offset));
        let (section, table) = (table.section.clone(), table.name.clone());
        Pair { section, table, generated: generated.to_owned(), declared }
    };
    document.structures().zip(names.all_names()).map(pair).collect()
}

/// Creates a difference between a table and declarations.
fn table_difference(
    id: &'static str,
    line: usize,
    table: &Table,
    field: &str,
    declared: &str,
    message: String,
) -> Difference {
    let (section, table) = (table.section.clone(), table.name.clone());
    Difference { id, line, section, table, field: field.to_owned(), declared: declared.to_owned(), message }
}

/// The section that a declaration implements, in the form that the declaration uses: `9.1`, `v0 9.1`, `34 Mesh`,
/// `Field map`.
pub(super) struct Spec<'a> {
    text: &'a str,
    /// The number of the section, without the name of a specification before the number.
    number: &'a str,
    /// The normal form of the title.
    title: String,
}

/// The section and the title of a table.
pub(super) struct Place<'d> {
    section: &'d str,
    /// The normal form of the table's title.
    title: String,
}

impl<'d> Place<'d> {
    fn of(table: &'d Table) -> Self {
        Self { section: &table.section, title: normal_name(table.title()) }
    }
}

impl<'a> Spec<'a> {
    fn of(text: &'a str) -> Self {
        let title = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
        Self { text, number: text.rsplit([' ', ':']).next().unwrap_or(""), title: normal_name(title) }
    }

    /// Returns whether the reference names the section or the title of a table.
    fn is_of(&self, place: &Place<'_>) -> bool {
        let titled = !self.title.is_empty() && self.title == place.title;
        !self.text.is_empty() && (self.text == place.section || self.number == place.section || titled)
    }

    /// Returns whether the reference names a section that contains `section`.
    fn is_around(&self, section: &str) -> bool {
        let rest = section.strip_prefix(self.number);
        !self.text.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
    }
}
