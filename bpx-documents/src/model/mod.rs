//! Defines the content of a document.

mod diagram;
mod field;

pub use self::diagram::{BitBox, Diagram, DiagramRow};
pub use self::field::{Field, Number, SectionUse, TypeSize, Value};

use crate::inconsistency::Inconsistency;
use crate::prose::Prose;
use crate::size::Size;
use serde::Serialize;
use std::collections::BTreeSet;

/// A document: its sections, tables, stated sizes, and contradictions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Document {
    /// The files of the document.
    pub sources: Vec<Source>,
    /// The headings, in the order of the document.
    pub sections: Vec<Section>,
    /// The tables and diagrams, in the order of the document.
    pub tables: Vec<Table>,
    /// Sizes that headings, sentences, pictures and brackets state.
    pub stated: Vec<Stated>,
    /// The contradictions and gaps of the document, in the order of lines.
    pub inconsistencies: Vec<Inconsistency>,
    /// The parts that readers found but did not understand as tables.
    pub skipped: Vec<Skipped>,
    /// The paragraphs, each with the index of its section.
    #[serde(skip)]
    pub(super) prose: Vec<(Option<usize>, Prose)>,
    /// The lines of the pictures in the document.
    #[serde(skip)]
    pub(super) pictures: Vec<usize>,
}

/// A file of a document. Lines are counted through all files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// The name of the file, as the caller states it.
    pub name: String,
    /// The number of the file's first line in the document.
    pub line: usize,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// The number of the section, such as `9.1`; empty if the document does not number its sections.
    pub number: String,
    /// The title of the section.
    pub title: String,
    /// Line of the heading, from 1.
    pub line: usize,
    /// The depth of the section; 1 for the outermost sections.
    pub depth: usize,
}

impl Section {
    /// Returns the number, or the title if the section has no number.
    #[must_use]
    pub fn label(&self) -> &str {
        if self.number.is_empty() { &self.title } else { &self.number }
    }
}

/// The form in which a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Form {
    /// Cells between tabs, as in texts that are extracted from PDF.
    #[default]
    Tabs,
    /// Cells between `|`.
    Pipes,
    /// One line for each member, with name and type; or an enumeration in braces.
    Members,
    /// Boxes drawn with `+`, `-` and `|`.
    Boxes,
    /// LaTeX: `tabular`, a macro of rows, `bytefield`.
    Latex,
    /// HTML: `table`.
    Html,
    /// MediaWiki: `{| .. |}`.
    Wiki,
    /// AsciiDoc: `|===`.
    Asciidoc,
    /// reStructuredText: grids, simple tables, `list-table`, `csv-table`.
    Restructured,
    /// Org: cells between `|`, lines of dashes with `+`.
    Org,
    /// Cells between commas.
    Csv,
    /// Source code: structures and enumerations of C, Rust and similar languages, and lists `type name`.
    Listing,
    /// Cells between two or more spaces, in columns.
    Columns,
    /// Bits in boxes under a ruler, as RFCs draw them.
    Bits,
}

/// A table or a diagram.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Table {
    /// The line of the table's first row, from 1.
    pub line: usize,
    /// The number of the section that contains the table, or the title if the section has no number; empty before the
    /// first heading.
    pub section: String,
    /// The name of the structure, set of values or list of sections that the table describes.
    pub name: String,
    /// The structure of a diagram, or of the field whose values the table lists; empty if the document states none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub structure: String,
    /// The field whose values the table lists; empty if the document states none.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// The form in which the document has the table.
    pub form: Form,
    /// The content of the table.
    #[serde(flatten)]
    pub body: Body,
    /// Sentences about the parts that the reader left open.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// The index of the section that contains the table.
    #[serde(skip)]
    pub(super) within: Option<usize>,
    /// For a table of values, the indexes of the table and the field that have the values.
    #[serde(skip)]
    pub(super) of: Option<(usize, usize)>,
}

impl Table {
    /// Returns the name of the table, without the number that distinguishes tables with the same name in one section.
    #[must_use]
    pub fn title(&self) -> &str {
        unnumbered_name(&self.name)
    }
}

/// Returns the name of a table without its number.
pub(super) fn unnumbered_name(name: &str) -> &str {
    name.split(" #").next().unwrap_or("")
}

/// The content of a table.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Body {
    /// Fields of a structure.
    Structure {
        /// The fields in their order.
        fields: Vec<Field>,
        /// The sum of the sizes of all fields.
        size: Size,
    },
    /// Named types and their sizes.
    Types {
        /// The types in their order.
        types: Vec<TypeSize>,
    },
    /// Names of the values of a field.
    Enumeration {
        /// The values in their order.
        values: Vec<Value>,
    },
    /// Names of the bits of a field.
    Flags {
        /// The flags in their order.
        values: Vec<Value>,
    },
    /// The types of sections that a file may have.
    Sections {
        /// The types of sections in their order.
        sections: Vec<SectionUse>,
    },
    /// A picture of a structure.
    Diagram(Diagram),
    /// A table that describes no bytes.
    Other {
        /// Titles of the columns.
        header: Vec<String>,
        /// The cells of all rows.
        rows: Vec<Vec<String>>,
    },
}

impl Body {
    /// Returns the name of the kind, as in JSON.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Structure { .. } => "structure",
            Self::Types { .. } => "types",
            Self::Enumeration { .. } => "enumeration",
            Self::Flags { .. } => "flags",
            Self::Sections { .. } => "sections",
            Self::Diagram(_) => "diagram",
            Self::Other { .. } => "other",
        }
    }
}

/// A part of a document that a reader found, but did not read completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Skipped {
    /// The line of the part.
    pub line: usize,
    /// The structure to which the part belongs; empty if the reader knows none.
    pub name: String,
    /// A description of the part, and the reason why the part was not read.
    pub reason: String,
    /// Whether the part may describe bytes, so that a person must declare them; otherwise the part is only ignored.
    pub open: bool,
}

impl Skipped {
    /// Returns a part without a known structure, which may describe bytes.
    pub(crate) fn open_part(line: usize, reason: String) -> Self {
        Self { line, name: String::new(), reason, open: true }
    }
}

/// A size that is stated outside of tables.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Stated {
    /// The line of the statement.
    pub line: usize,
    /// The structure or field that has the size.
    pub name: String,
    /// The size in bits.
    pub bits: u64,
    /// The index of the table that has the size; `None` if only the name identifies the table.
    #[serde(skip)]
    pub(super) of: Option<usize>,
}

impl Document {
    /// Returns the name of the file that contains a line of the document, and the number of the line in the file.
    #[must_use]
    pub fn place(&self, line: usize) -> (&str, usize) {
        Source::place_of_line(&self.sources, line)
    }
}

impl Source {
    /// Returns the name of the file that contains a line, counted through all files, and the number of the line in the
    /// file.
    pub(super) fn place_of_line(sources: &[Self], line: usize) -> (&str, usize) {
        let after = sources.partition_point(|source| source.line <= line);
        let source = after.checked_sub(1).and_then(|at| sources.get(at));
        source.map_or(("", line), |source| (source.name.as_str(), line - source.line + 1))
    }
}

impl Document {
    /// Returns the indexes of the sections with a number or title, and of their subsections.
    pub(super) fn sections_in(&self, section: &str) -> BTreeSet<usize> {
        let mut inside = BTreeSet::new();
        let mut depth = None;
        for (index, one) in self.sections.iter().enumerate() {
            if one.number == section || one.title == section {
                depth = Some(depth.map_or(one.depth, |outer: usize| outer.min(one.depth)));
            } else if depth.is_some_and(|outer| one.depth <= outer) {
                depth = None;
            }
            inside.extend(depth.map(|_| index));
        }
        inside
    }

    /// Returns each structure as the index of the table, the table, the fields and the size.
    pub(super) fn structures(&self) -> impl Iterator<Item = (usize, &Table, &[Field], Size)> {
        self.tables.iter().enumerate().filter_map(|(index, table)| match &table.body {
            Body::Structure { fields, size } => Some((index, table, fields.as_slice(), *size)),
            _ => None,
        })
    }
}
