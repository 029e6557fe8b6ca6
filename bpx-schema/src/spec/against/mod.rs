//! A document beside declarations, table by table.
//!
//! Which structure a table belongs to, [`matching`] says; how documents and declarations may divide the same bytes
//! differently, [`parts`] and [`fields`].

mod codes;
mod fields;
mod matching;
mod pairs;
mod parts;
mod sections;

use self::matching::Matcher;
use super::declare::Names;
use super::model::{Body, Document, Field, Table};
use super::name::same;
use crate::schema::Model;
use serde::Serialize;

/// A difference between a document and declarations. It is shown as its place and what differs:
/// `13.2.3 Target.GL33: 2 in the document, 3 declared`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// What differs, such as `field.resized`.
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
    /// What differs, in words.
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

/// A type of sections of a type of files, as it is declared.
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

/// All differences, by line.
#[must_use]
pub fn differences(document: &Document, model: &Model, uses: &[DeclaredUses]) -> Vec<Difference> {
    let matcher = Matcher::new(document, model);
    let mut found = fields::differences(&matcher);
    for table in &document.tables {
        match &table.body {
            Body::Enumeration { values } | Body::Flags { values } => {
                found.extend(codes::differences(table, values, &matcher));
            }
            Body::Sections { sections } => found.extend(sections::differences(table, sections, uses)),
            _ => {}
        }
    }
    found.sort_by_key(|difference| difference.line);
    found
}

/// A structure of a document, and the one that implements it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pair {
    /// The section of the table: its number, or its title; empty before the first heading.
    pub section: String,
    /// The table, as the document calls it.
    pub table: String,
    /// The name that [`declare`](super::declare()) gives it.
    pub generated: String,
    /// The declared structure, and the offset in it in bytes at which the table begins; none when no declaration
    /// implements the table.
    pub declared: Option<(String, u64)>,
}

/// All structures of a document, in its order, beside those that implement them.
#[must_use]
pub fn pairs(document: &Document, model: &Model) -> Vec<Pair> {
    let names = Names::of(document);
    let matcher = Matcher::new(document, model);
    let pair = |(index, (_, table, rows, _)): (usize, (_, &Table, &[Field], _))| {
        let whole = matcher.find(table, rows).map(|(structure, _)| (structure, 0));
        let found = whole.or_else(|| matcher.containing(rows));
        let declared = found.map(|(structure, offset)| (structure.name.to_string(), offset));
        let (section, table) = (table.section.clone(), table.name.clone());
        Pair { section, table, generated: names.name(index).unwrap_or_default().to_owned(), declared }
    };
    document.structures().enumerate().map(pair).collect()
}

/// A difference in a table.
fn difference(
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

/// Whether what a declaration implements is this table's section or title: `9.1`, `v0 9.1`, `34 Mesh`, `Field map`.
fn implements(spec: &str, table: &Table) -> bool {
    let title = spec.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ' ');
    !spec.is_empty() && (spec == table.section || number(spec) == table.section || same(title, table.title()))
}

/// The number of a section, without what says which text it is of.
fn number(spec: &str) -> &str {
    spec.rsplit([' ', ':']).next().unwrap_or_default()
}
