//! Defines blocks, which are the parts of a document before they are interpreted. The reader of each form produces
//! blocks.

use crate::model::{Diagram, Form, Skipped};
use crate::prose::Prose;
use crate::size::Unit;
use bpx_model::Endian;

/// A piece of a document.
#[derive(Debug, Clone)]
pub(crate) enum Block {
    Heading(Heading),
    Prose(Prose),
    Grid(Box<Grid>),
    Diagram(Box<Diagram>),
    /// A picture in the document, by its line.
    Picture(usize),
    Skipped(Skipped),
}

impl Block {
    pub(crate) fn grid(grid: Grid) -> Self {
        Self::Grid(Box::new(grid))
    }

    pub(crate) fn diagram(diagram: Diagram) -> Self {
        Self::Diagram(Box::new(diagram))
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Heading {
    pub line: usize,
    /// The number of the section; empty if the document does not number its sections.
    pub number: Vec<u32>,
    /// The depth of the heading; 1 for the outermost headings.
    pub depth: usize,
    pub title: String,
}

/// The cells of a table.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub line: usize,
    pub form: Form,
    /// The name of the structure, as the table states the name.
    pub name: Option<String>,
    /// The number of the structure in files.
    pub code: Option<u64>,
    /// The unit of sizes that a correction states.
    pub unit: Option<Unit>,
    pub endian: Option<Endian>,
    /// Whether a sentence before the table states that offsets are hexadecimal.
    pub hex_offsets: bool,
    /// Whether a sentence before the table states that codes are hexadecimal.
    pub hex_codes: bool,
    /// Whether the table stated the bits of its bytes from the highest one, before the rows were sorted.
    pub bits_fall: bool,
    /// The titles of the columns; empty if the table has no titles.
    pub header: Vec<String>,
    pub rows: Vec<Row>,
}

impl Grid {
    /// Returns the cells of all rows.
    pub(crate) fn cells(&self) -> impl Iterator<Item = &[String]> {
        self.rows.iter().map(|row| row.cells.as_slice())
    }
}

#[derive(Debug, Clone)]
pub(crate) struct Row {
    pub line: usize,
    pub cells: Vec<String>,
    /// The condition for the row; empty if the row always applies.
    pub when: String,
}

/// Blocks, and the number of lines that the blocks take.
pub(crate) type TakenLines = (Vec<Block>, usize);
