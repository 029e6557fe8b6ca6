//! Limits the memory of a document, which grows with the number of parts, although each part may be small.

use super::forms::block::Block;
use super::forms::line::Line;
use super::model::{Body, Source};
use std::fmt::{Display, Formatter, Result as Written};

/// The error for a document whose parts need more memory than the limit.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct TooLarge {
    /// The file in which the document becomes too large.
    pub file: String,
    /// The line in that file.
    pub line: usize,
    /// The limit in bytes.
    pub limit: u64,
}

impl Display for TooLarge {
    fn fmt(&self, f: &mut Formatter<'_>) -> Written {
        let limit = self.limit;
        write!(f, "expected a document whose parts take at most {limit} bytes of memory, found more")
    }
}

impl std::error::Error for TooLarge {}

/// The approximate memory in bytes that a part takes on a 64-bit machine, together with everything that the readers
/// create from the part.
mod size {
    /// A line that the readers keep.
    pub(super) const LINE: u64 = 96;
    /// A bar that may begin a cell, because a parser of Markdown creates two nodes for each cell.
    pub(super) const BAR: u64 = 160;
    /// A mark that may begin a cell, a tag or an argument.
    pub(super) const MARK: u64 = 64;
    /// A semicolon, which may end a statement of several words.
    pub(super) const STATEMENT: u64 = 384;
    pub(super) const HEADING: u64 = 384;
    pub(super) const ROW: u64 = 256;
    pub(super) const CELL: u64 = 64;
    /// A field of a table, and the field in the schema.
    pub(super) const FIELD: u64 = 1280;
}

/// The remaining memory for a document.
#[derive(Clone)]
pub(crate) struct Allowance {
    limit: u64,
    left: u64,
    /// The line at which the document becomes too large, counted over all files.
    exceeded: Option<usize>,
}

impl Allowance {
    /// Returns the allowance for a document that may take `limit` bytes.
    pub(crate) fn new(limit: u64) -> Self {
        Self { limit, left: limit, exceeded: None }
    }

    /// Returns an error if the document was too large; `sources` are the files of the document.
    pub(crate) fn check(&self, sources: &[Source]) -> Result<(), TooLarge> {
        let Some(line) = self.exceeded else { return Ok(()) };
        let (file, line) = Source::place_of_line(sources, line);
        Err(TooLarge { file: file.to_owned(), line, limit: self.limit })
    }

    /// Charges lines of a file, and the marks in them; returns whether there is enough memory.
    pub(crate) fn charge_lines(&mut self, lines: &[Line<'_>]) -> bool {
        let is_mark: fn(&u8) -> bool = |c| matches!(c, b'+' | b'&' | b'\\' | b'<' | b'{' | b'^');
        let count = |line: &Line<'_>, is: fn(&u8) -> bool| line.text.bytes().filter(is).count() as u64;
        lines.iter().all(|line| {
            self.charge(line.number, size::LINE, 1)
                && self.charge(line.number, size::BAR, count(line, |c| *c == b'|'))
                && self.charge(line.number, size::MARK, count(line, is_mark))
                && self.charge(line.number, size::STATEMENT, count(line, |c| *c == b';'))
        })
    }

    /// Charges a block; returns whether there is enough memory.
    pub(crate) fn charge_block(&mut self, block: &Block) -> bool {
        if self.exceeded.is_some() {
            return false;
        }
        match block {
            Block::Heading(heading) => self.charge(heading.line, size::HEADING, 1),
            Block::Grid(grid) => grid.rows.iter().all(|row| {
                let texts: usize = row.cells.iter().map(String::len).sum();
                self.charge(row.line, size::ROW, 1)
                    && self.charge(row.line, size::CELL, row.cells.len() as u64)
                    && self.charge(row.line, 1, texts as u64)
            }),
            Block::Diagram(diagram) => {
                diagram.rows.iter().all(|row| self.charge(row.line, size::ROW, 1 + row.boxes.len() as u64))
            }
            Block::Skipped(skipped) => self.charge(skipped.line, size::ROW, 1),
            // Their lines are charged.
            Block::Prose(_) | Block::Picture(_) => true,
        }
    }

    /// Charges the interpretation of a table; returns whether there is enough memory.
    pub(crate) fn charge_body(&mut self, body: &Body) -> bool {
        let Body::Structure { fields, .. } = body else { return true };
        fields.iter().all(|field| self.charge(field.line, size::FIELD, 1))
    }

    /// Charges cells that are added to the row at a line; returns whether there is enough memory.
    pub(crate) fn charge_cells(&mut self, line: usize, count: usize) -> bool {
        self.charge(line, size::CELL, count as u64)
    }

    fn charge(&mut self, line: usize, size: u64, count: u64) -> bool {
        let left = size.checked_mul(count).and_then(|cost| self.left.checked_sub(cost));
        match left {
            Some(left) => self.left = left,
            None => self.exceeded = self.exceeded.or(Some(line)),
        }
        left.is_some()
    }
}
