//! Pictures of structures.

use super::Form;
use serde::Serialize;

/// A picture of a structure: rows of boxes.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diagram {
    /// The line of the first row.
    #[serde(skip)]
    pub line: usize,
    /// The form in which the document has the picture.
    #[serde(skip)]
    pub form: Form,
    /// The width of a full row in bits; `None` if there is no ruler.
    pub width: Option<u64>,
    /// The rows.
    pub rows: Vec<DiagramRow>,
    /// Whether the text has lost so much of the picture that rows and widths have no meaning.
    pub damaged: bool,
    /// The line of a bracket beside the rows, and the size in bits that the bracket states.
    #[serde(skip)]
    pub bracket: Option<(usize, u64)>,
}

/// A row of boxes.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct DiagramRow {
    /// The line of the row.
    pub line: usize,
    /// The boxes, from the left.
    pub boxes: Vec<BitBox>,
}

/// A box of a diagram.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct BitBox {
    /// The name in the box.
    pub name: String,
    /// The number of adjacent boxes that the box represents: 3 for `Name [3]`.
    pub times: u64,
    /// The width of the box in bits; `None` if the picture does not show the width.
    pub bits: Option<u64>,
}
