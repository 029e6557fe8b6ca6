//! The content of a document, as data.

use super::inconsistency::Inconsistency;
use super::prose::Prose;
use super::size::Size;
use bpx_model::Endian;
use serde::Serialize;
use std::collections::BTreeSet;

/// A document: its sections, tables, stated sizes, and contradictions.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Document {
    /// The files that it was read from.
    pub sources: Vec<Source>,
    /// The headings, in order.
    pub sections: Vec<Section>,
    /// The tables and diagrams, in order.
    pub tables: Vec<Table>,
    /// Sizes that headings, sentences, pictures and brackets state.
    pub stated: Vec<Stated>,
    /// Contradictions and gaps of the document, by line.
    pub inconsistencies: Vec<Inconsistency>,
    /// The parts that readers found but did not understand as tables.
    pub skipped: Vec<Skipped>,
    /// The paragraphs, each with the index of its section.
    #[serde(skip)]
    pub(super) prose: Vec<(Option<usize>, Prose)>,
    /// Lines of pictures in the document.
    #[serde(skip)]
    pub(super) pictures: Vec<usize>,
}

/// A file of a document. Lines are counted through all files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Source {
    /// The name that the reader was given.
    pub name: String,
    /// Number of its first line in the document.
    pub line: usize,
}

/// A section.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Section {
    /// Its number, such as `9.1`; empty when the document does not number.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Line of the heading, from 1.
    pub line: usize,
    /// 1 for the outermost.
    pub depth: usize,
}

impl Section {
    /// Returns the number, or the title if there is none.
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
    /// Cells between tabs, as texts extracted from PDF have them.
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
    /// Org: cells between `|`, rules with `+`.
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
    /// Line of its first row, from 1.
    pub line: usize,
    /// Number of its section, or the title when there is none; empty before the first heading.
    pub section: String,
    /// The name of the structure, set of values or list of sections that it describes.
    pub name: String,
    /// The structure that it belongs to, of diagrams and values; empty when none is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub structure: String,
    /// The field whose values it lists; empty when none is known.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub field: String,
    /// The form in which it is written.
    pub form: Form,
    /// Its content.
    #[serde(flatten)]
    pub body: Body,
    /// The parts that reading left open, as sentences.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Index of the section.
    #[serde(skip)]
    pub(super) within: Option<usize>,
    /// Of values: indexes of the table and of the field that has them.
    #[serde(skip)]
    pub(super) of: Option<(usize, usize)>,
}

impl Table {
    /// Returns the name without its number among tables of one section that have the same name.
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
        /// In order.
        fields: Vec<Field>,
        /// All of them together.
        size: Size,
    },
    /// Named types and their sizes.
    Types {
        /// In order.
        types: Vec<TypeSize>,
    },
    /// Names of the values of a field.
    Enumeration {
        /// In order.
        values: Vec<Value>,
    },
    /// Names of the bits of a field.
    Flags {
        /// In order.
        values: Vec<Value>,
    },
    /// The sections that a file has.
    Sections {
        /// In order.
        sections: Vec<SectionUse>,
    },
    /// A picture of a structure.
    Diagram(Diagram),
    /// A table that describes no bytes.
    Other {
        /// Titles of the columns.
        header: Vec<String>,
        /// The cells.
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

/// A field of a structure.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Field {
    /// Line of the row.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its type, as the document writes it; may be empty.
    #[serde(rename = "type")]
    pub ty: String,
    /// Its size; `None` if neither a column nor the type states it.
    pub size: Option<Size>,
    /// Its offset in bytes, if a column states it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// The cell of its size, if that is not a single number: `variable`, `4 * count`; else empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub stated: String,
    /// Whether the title of its size states that the cell counts bytes.
    #[serde(skip)]
    pub in_bytes: bool,
    /// Whether its table lists the bits of a number from the highest down to 0.
    #[serde(skip)]
    pub falls: bool,
    /// The byte order that its type states: little for `u32le`.
    #[serde(skip)]
    pub endian: Option<Endian>,
    /// Bits of an element, if the name of its type states how many: 16 for `u16[4]`.
    #[serde(skip)]
    pub element: Option<u64>,
    /// The kind of numbers of its type; `None` if the words of the type are not known.
    #[serde(skip)]
    pub number: Option<Number>,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
    /// Its rules; `None` if there is no column of rules.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// The condition under which it is present; empty for always.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub when: String,
}

/// The kind of a type, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Number {
    /// A whole number that is not negative.
    Unsigned,
    /// A whole number that may be negative.
    Signed,
    /// A floating-point number.
    Float,
    /// A number with this many bits after the point.
    Fixed(u8),
    /// A fixed-point number with a sign; the bits after the point.
    SignedFixed(u8),
    /// Bytes that are letters, or have no meaning as a number.
    Bytes,
}

/// A named type and its size.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct TypeSize {
    /// Line of the row.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its size; `None` if it is unknown.
    pub size: Option<Size>,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// A named value.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Value {
    /// Line of the row.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// The number; `None` if the cell has none.
    pub value: Option<u64>,
    /// The cell, as the document writes it.
    pub text: String,
    /// Further notes.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub notes: String,
}

/// A type of sections of a file.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct SectionUse {
    /// Line of the row.
    pub line: usize,
    /// Its name.
    pub name: String,
    /// Its number in files; `None` if the cell has none.
    #[serde(rename = "type")]
    pub ty: Option<u64>,
    /// Whether a file must have it; `None` if the table does not state it.
    pub required: Option<bool>,
    /// Whether a file may have no more than one; `None` if the table does not state it.
    pub single: Option<bool>,
}

/// A picture of a structure: rows of boxes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diagram {
    /// Line of the first row.
    #[serde(skip)]
    pub line: usize,
    /// The form in which it is drawn.
    #[serde(skip)]
    pub form: Form,
    /// Width of a full row in bits; `None` if there is no ruler.
    pub width: Option<u64>,
    /// The rows.
    pub rows: Vec<DiagramRow>,
    /// Whether the text kept so little of the picture that rows and widths mean nothing.
    pub damaged: bool,
    /// Size that a bracket beside the rows states, with its line.
    #[serde(skip)]
    pub bracket: Option<(usize, u64)>,
}

/// A row of boxes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DiagramRow {
    /// Its line.
    pub line: usize,
    /// The boxes, from the left.
    pub boxes: Vec<BitBox>,
}

/// A box of a diagram.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BitBox {
    /// The name in it.
    pub name: String,
    /// The number of boxes that it represents: 3 in `Name [3]`.
    pub times: u64,
    /// Its width in bits; `None` if the picture does not show it.
    pub bits: Option<u64>,
}

/// A part of a document that a reader found but did not read, or not completely.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Skipped {
    /// Its line.
    pub line: usize,
    /// The structure that it belongs to; empty when none is known.
    pub name: String,
    /// A description, and the reason why it was not read.
    pub reason: String,
    /// Whether it may describe bytes, so that something is left to declare; otherwise it is only ignored.
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
    /// Its line.
    pub line: usize,
    /// The structure or field that has this size.
    pub name: String,
    /// The size in bits.
    pub bits: u64,
    /// Index of the table whose size it is; `None` if only the name identifies it.
    #[serde(skip)]
    pub(super) of: Option<usize>,
}

impl Document {
    /// Returns the name of the file that holds a line of the document, and the number of the line in that file.
    #[must_use]
    pub fn place(&self, line: usize) -> (&str, usize) {
        Source::place_of_line(&self.sources, line)
    }
}

impl Source {
    /// Returns the name of the file that holds a line of all files, and the number of the line in that file.
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

    /// Returns the structures: index of the table, the table, its fields, its size.
    pub(super) fn structures(&self) -> impl Iterator<Item = (usize, &Table, &[Field], Size)> {
        self.tables.iter().enumerate().filter_map(|(index, table)| match &table.body {
            Body::Structure { fields, size } => Some((index, table, fields.as_slice(), *size)),
            _ => None,
        })
    }
}
