//! Blocks: the parts of a document before they are interpreted. The reader of each form produces them.

use super::model::{Diagram, Form};
use super::prose::Prose;

/// A piece of a document.
#[derive(Debug, Clone)]
pub(super) enum Block {
    Heading(Heading),
    Prose(Prose),
    Grid(Box<Grid>),
    Diagram(Box<Diagram>),
    /// A picture in the document, at this line.
    Picture(usize),
}

impl Block {
    pub(super) fn grid(grid: Grid) -> Self {
        Self::Grid(Box::new(grid))
    }

    pub(super) fn diagram(diagram: Diagram) -> Self {
        Self::Diagram(Box::new(diagram))
    }
}

#[derive(Debug, Clone)]
pub(super) struct Heading {
    pub line: usize,
    /// Empty when the document does not number its sections.
    pub number: Vec<u32>,
    /// 1 for the outermost.
    pub depth: usize,
    pub title: String,
}

/// A table, as cells.
#[derive(Debug, Clone, Default)]
pub(super) struct Grid {
    pub line: usize,
    pub form: Form,
    /// The described structure, as the table states it.
    pub name: Option<String>,
    /// The number of the described structure in files.
    pub code: Option<u64>,
    /// Titles of the columns; empty when only a macro knows them.
    pub header: Vec<String>,
    pub rows: Vec<Row>,
}

impl Grid {
    /// Returns the cells of all rows.
    pub(super) fn cells(&self) -> impl Iterator<Item = &[String]> {
        self.rows.iter().map(|row| row.cells.as_slice())
    }
}

#[derive(Debug, Clone)]
pub(super) struct Row {
    pub line: usize,
    pub cells: Vec<String>,
    /// The condition under which the row counts; empty for always.
    pub when: String,
}

/// Blocks, and how many lines they consist of.
pub(super) type Taken = (Vec<Block>, usize);
