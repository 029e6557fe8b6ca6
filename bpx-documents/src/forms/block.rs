//! Blocks: the parts of a document before they are interpreted. The reader of each form produces them.

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
    /// A picture in the document, at this line.
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
    /// Empty when the document does not number its sections.
    pub number: Vec<u32>,
    /// 1 for the outermost.
    pub depth: usize,
    pub title: String,
}

/// A table, as cells.
#[derive(Debug, Clone, Default)]
pub(crate) struct Grid {
    pub line: usize,
    pub form: Form,
    /// The described structure, as the table states it.
    pub name: Option<String>,
    /// The number of the described structure in files.
    pub code: Option<u64>,
    /// The unit of sizes and the byte order, as a person has corrected the document.
    pub unit: Option<Unit>,
    pub endian: Option<Endian>,
    /// Titles of the columns; empty when only a macro knows them.
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
    /// The condition under which the row counts; empty for always.
    pub when: String,
}

/// Blocks, and how many lines they consist of.
pub(crate) type TakenLines = (Vec<Block>, usize);
