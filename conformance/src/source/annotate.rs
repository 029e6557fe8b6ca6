//! The annotated listing of a build.

use std::fmt::Write;

use super::built::{Built, FieldSpan};

/// The number of bytes in a line of the listing.
const ROW: usize = 8;

/// A line of the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line<'a> {
    /// The field whose bytes the line shows.
    pub field: &'a FieldSpan,
    /// Offset of the line's first byte from the beginning of the field's space.
    pub offset: usize,
    /// The text of the line, without the line end.
    pub text: String,
}

impl Built {
    /// Returns the lines of [`Built::lines`] as a text.
    #[must_use]
    pub fn annotate(&self) -> String {
        self.lines().iter().fold(String::new(), |listing, line| listing + &line.text + "\n")
    }

    /// Returns a line for each field: offset, bytes, path, type, value, and the formula of a derived value.
    ///
    /// Long fields have further lines; each level of unpacking puts a `>` before the lines of its fields.
    #[must_use]
    pub fn lines(&self) -> Vec<Line<'_>> {
        let mut listing = Vec::new();
        for field in &self.fields {
            let Some(bytes) = self.bytes_of(&field.path) else {
                continue;
            };
            let margin = "> ".repeat(self.field_depth(field));
            let mut rows = bytes.chunks(ROW);
            // A field of no bytes has one line too.
            let first = hex_text(rows.next().unwrap_or_default());
            let line = format!("{margin}{:08x}  {first:<23}  {}", field.offset, describe_field(field));
            listing.push(Line { field, offset: field.offset, text: line.trim_end().to_owned() });
            for (row, bytes) in (1usize..).zip(rows) {
                let offset = field.offset + row * ROW;
                listing.push(Line { field, offset, text: format!("{margin}{offset:08x}  {}", hex_text(bytes)) });
            }
        }
        listing
    }
}

fn describe_field(field: &FieldSpan) -> String {
    let mut text = format!("{}: {} = {}", field.path, field.type_name, field.value);
    if let Some(formula) = &field.formula {
        let word = if field.stale { "stale: " } else { "" };
        // Writing to a `String` cannot fail.
        let _ = write!(text, "  ({word}{formula})");
    }
    text
}

fn hex_text(bytes: &[u8]) -> String {
    let pairs: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}
