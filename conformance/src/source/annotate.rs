//! The annotated listing of a build.

use std::fmt::Write;

use super::built::{Built, FieldSpan};

/// Bytes in one line of the listing.
const ROW: usize = 8;

impl Built {
    /// Returns a line for each field: offset, bytes, path, type, value, and the formula behind it.
    ///
    /// Long fields go on in lines of their own; fields of unpacked content are set off by `>`.
    #[must_use]
    pub fn annotate(&self) -> String {
        let mut listing = String::new();
        for field in &self.fields {
            let Some(bytes) = self.slice(&field.path) else {
                continue;
            };
            let margin = "> ".repeat(self.depth(field));
            let mut rows = bytes.chunks(ROW);
            let first = hex(rows.next().unwrap_or_default());
            let line = format!("{margin}{:08x}  {first:<23}  {}", field.offset, describe(field));
            // A `String` takes whatever is written to it.
            let _ = writeln!(listing, "{}", line.trim_end());
            for (row, bytes) in (1usize..).zip(rows) {
                let offset = field.offset.saturating_add(row.saturating_mul(ROW));
                let _ = writeln!(listing, "{margin}{offset:08x}  {}", hex(bytes));
            }
        }
        listing
    }

    // How many times the file must be unpacked to see this field.
    fn depth(&self, field: &FieldSpan) -> usize {
        let mut depth = 0;
        let mut space = field.space.as_deref();
        while let Some(path) = space {
            depth += 1;
            let stored = self.fields.iter().find(|field| {
                let rest = field.path.strip_prefix(path);
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
                    && field.space.as_deref() != Some(path)
            });
            space = stored.and_then(|stored| stored.space.as_deref());
        }
        depth
    }
}

fn describe(field: &FieldSpan) -> String {
    let mut text = format!("{}: {} = {}", field.path, field.type_name, field.value);
    if let Some(formula) = &field.formula {
        let word = if field.stale { "stale: " } else { "" };
        let _ = write!(text, "  ({word}{formula})");
    }
    text
}

fn hex(bytes: &[u8]) -> String {
    let pairs: Vec<_> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    pairs.join(" ")
}
