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

/// A difference between a document and declarations. A difference is shown as its place and a message:
/// `13.2.3 Target.GL33: 2 in the document, 3 declared`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The kind of difference, such as `field.resized`.
    pub id: &'static str,
    /// The line of the document, counted through its files.
    pub line: usize,
    /// The section of the table: its number, or its title; empty before the first heading.
    pub section: String,
    /// The table, as the document calls it.
    pub table: String,
    /// The field, value or section that differs; empty for a whole table.
    pub field: String,
    /// The place in the declarations: structure, or structure and field, or set of values; empty when there is none.
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

/// The sections of a type of files, as they are declared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredUses {
    /// Section of the specification that lists them.
    pub spec: String,
    /// The types of sections.
    pub list: Vec<DeclaredUse>,
}

/// A declared type of sections of a type of files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclaredUse {
    /// Its name.
    pub name: String,
    /// The number that files know it by.
    pub ty: u64,
    /// Whether a file must have it.
    pub required: bool,
    /// Whether a file may have no more than one.
    pub single: bool,
}

/// Returns all differences, by line.
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
    /// The section of the table: its number, or its title; empty before the first heading.
    pub section: String,
    /// The table, as the document calls it.
    pub table: String,
    /// The name that [`declare`](super::declare()) gives it.
    pub generated: String,
    /// The declared structure, and the offset in it in bytes at which the table begins; `None` if no declaration
    /// implements the table.
    pub declared: Option<(String, u64)>,
}

/// Returns all structures of a document, in its order, with the declarations that implement them.
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

/// Makes a difference in a table.
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

/// The section that a declaration implements, as it states it: `9.1`, `v0 9.1`, `34 Mesh`, `Field map`.
pub(super) struct Spec<'a> {
    text: &'a str,
    /// The number, without the part that names the text.
    number: &'a str,
    /// The normal title.
    title: String,
}

/// The place of a table.
pub(super) struct Place<'d> {
    section: &'d str,
    /// The normal title of the table.
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

    /// Returns whether the reference names this section, or the title of this table.
    fn is_of(&self, place: &Place<'_>) -> bool {
        let titled = !self.title.is_empty() && self.title == place.title;
        !self.text.is_empty() && (self.text == place.section || self.number == place.section || titled)
    }

    /// Returns whether the reference names a section around this one.
    fn is_around(&self, section: &str) -> bool {
        let rest = section.strip_prefix(self.number);
        !self.text.is_empty() && rest.is_some_and(|rest| rest.starts_with('.'))
    }
}
