//! Writes a file as one HTML page: the findings, the values as a tree, and the bytes. The page needs no script and no
//! other file.

mod bytes;
mod findings;
mod tree;

use self::bytes::ByteRows;
use self::tree::HtmlTree;
use super::ReadFile;
use super::escape::escape_markup;
use super::excerpt::Excerpt;
use super::outline::Outline;
use crate::budget::{BoundedWriter, Budget};
use crate::report::{Error, Finding, Location, Result};
use std::io::{BufWriter, Write};

/// Style of pages with details and bytes, for light and dark mode.
pub const PAGE_STYLE: &str = include_str!("page.css");

/// The parts of a page other than the values of the file.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct HtmlPage<'p> {
    /// The name of the file.
    pub name: &'p str,
    /// The verdict on the file; empty if the page shows no verdict.
    pub verdict: &'p str,
    /// The findings, with their bytes.
    pub findings: &'p [(&'p Finding, &'p Excerpt)],
    /// The number of bytes that the page shows, from the beginning of the file on.
    pub max_bytes: u64,
    /// The number of values that the page shows.
    pub max_values: usize,
}

impl<'p> HtmlPage<'p> {
    /// Creates a page that shows the first MiB of a file and its first 100 000 values.
    #[must_use]
    pub fn new(name: &'p str) -> Self {
        Self { name, max_bytes: 1 << 20, max_values: 100_000, ..Self::default() }
    }

    /// Adds a verdict and findings.
    #[must_use]
    pub fn with_findings(mut self, verdict: &'p str, findings: &'p [(&'p Finding, &'p Excerpt)]) -> Self {
        (self.verdict, self.findings) = (verdict, findings);
        self
    }

    /// Sets other numbers of bytes and values that the page shows.
    #[must_use]
    pub fn with_bounds(mut self, bytes: u64, values: usize) -> Self {
        (self.max_bytes, self.max_values) = (bytes, values);
        self
    }
}

/// Writes a file as an HTML page. If a fault ends the reading, the page omits the values after the fault.
///
/// # Errors
/// Returns errors of reading and of the output; `LimitExceeded` when the budget has no memory for the offsets of
/// values.
pub fn dump_html(
    file: &[u8],
    page: &HtmlPage<'_>,
    budget: &Budget,
    read: ReadFile<'_>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut out = BufWriter::with_capacity(64 << 10, BoundedWriter::new(out, budget));
    let mut outline = Outline::new(budget);
    if let Err(io @ Error::Io { .. }) = read(&mut outline) {
        return Err(io);
    }
    if let Some(exceeded) = outline.exceeded_limit() {
        return Err(exceeded.fault_at(Location::default()));
    }
    let name = escape_markup(page.name);
    write!(
        out,
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{name}</title>\n<style>\n{PAGE_STYLE}{}</style>\n\
         </head>\n<body>\n<h1>{name}</h1>\n<p>{} bytes",
        include_str!("dump.css"),
        file.len(),
    )?;
    if !page.verdict.is_empty() {
        write!(out, ", {}", escape_markup(page.verdict))?;
    }
    out.write_all(b"</p>\n")?;
    findings::write_findings(&mut out, page)?;
    out.write_all(b"<h2 id=\"values\">Values</h2>\n")?;
    let mut tree = HtmlTree::new(&mut out, page, outline.sizes(), budget);
    match read(&mut tree) {
        Ok(()) | Err(Error::Fault(_)) => {}
        Err(error) => return Err(error),
    }
    let spans = tree.finish()?;
    ByteRows { file, page, spans }.write(&mut out)?;
    out.write_all(b"</body>\n</html>\n")?;
    Ok(out.flush()?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::value::LeafValue;
    use crate::watch::{Leaf, Watch};

    #[test]
    fn of_a_large_file_the_beginning_is_shown() {
        let file: Vec<u8> = (0..64).collect();
        let read = |watch: &mut dyn Watch| {
            for (offset, byte) in (0..).zip(file.chunks(1)) {
                let at = Location { file: offset, content: None };
                watch.leaf(&Leaf { bytes: byte, ..Leaf::added_member("byte", at, LeafValue::Int(offset.into())) });
            }
            Ok(())
        };
        let write = |page: &HtmlPage<'_>| {
            let mut out = Vec::new();
            dump_html(&file, page, &Budget::for_bytes(Limits::default(), &file), &read, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        let whole = write(&HtmlPage::new("<a>"));
        assert!(whole.contains("<h1>&lt;a&gt;</h1>") && !whole.contains("The page shows"), "{whole}");
        assert!(whole.contains("id=\"r30\"") && whole.contains("title=\"byte = 63\""), "{whole}");
        let cut = write(&HtmlPage::new("a").with_bounds(32, 20));
        assert!(cut.contains("The page shows the first 32 of 64 bytes."), "{cut}");
        assert!(cut.contains("The page shows the first 20 values, and omits the 44 values after them."), "{cut}");
        assert!(cut.contains("id=\"r10\"") && !cut.contains("id=\"r20\"") && !cut.contains("byte = 20\""), "{cut}");
    }
}
