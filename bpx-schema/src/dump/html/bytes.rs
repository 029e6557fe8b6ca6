//! Writes the bytes of the file in rows. The bytes of each value have a title that names the value.

use super::HtmlPage;
use crate::dump::escape::escape_markup;
use crate::dump::excerpt::{KEPT, ROW};
use crate::schema::memory_size;
use std::collections::HashSet;
use std::io::{self, Write};

/// The offset and size of a value in the file, and its title.
#[derive(Debug)]
pub(super) struct TitledSpan {
    pub(super) offset: u64,
    pub(super) size: u64,
    /// Path of the value, and the value as text.
    pub(super) title: String,
}

/// The bytes of a file, as rows.
pub(super) struct ByteRows<'a> {
    pub(super) file: &'a [u8],
    pub(super) page: &'a HtmlPage<'a>,
    pub(super) spans: Vec<TitledSpan>,
}

impl ByteRows<'_> {
    pub(super) fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        self.spans.sort_by_key(|span| span.offset);
        let (size, shown) = (self.file.len(), memory_size(self.page.max_bytes));
        let shown = self.file.get(..shown).unwrap_or(self.file);
        writeln!(out, "<h2 id=\"bytes\">Bytes</h2>")?;
        if shown.len() < size {
            writeln!(out, "<p class=\"known\">The page shows the first {} of {size} bytes.</p>", shown.len())?;
        }
        write!(out, "<pre>")?;
        let mut spans = SpanSearch { list: &self.spans, number: 0 };
        let marked = marked_offsets(self.page);
        for (offset, row) in (0_u64..).step_by(ROW).zip(shown.chunks(ROW)) {
            write!(out, "<span id=\"r{offset:x}\">{offset:08x}</span>  ")?;
            self.write_row(out, (offset, row), &mut spans, &marked)?;
            let letters: String =
                row.iter().map(|byte| if (b' '..=b'~').contains(byte) { char::from(*byte) } else { '.' }).collect();
            writeln!(out, "{}  {}", "   ".repeat(ROW - row.len()), escape_markup(&letters))?;
        }
        writeln!(out, "</pre>")
    }

    /// Writes the bytes of a row, in runs of bytes that have the same value and are alike in being marked.
    fn write_row(
        &self,
        out: &mut impl Write,
        (offset, row): (u64, &[u8]),
        spans: &mut SpanSearch<'_>,
        marked: &HashSet<u64>,
    ) -> io::Result<()> {
        let owners = (offset..).zip(row).map(|(at, byte)| (spans.span_number_at(at), marked.contains(&at), *byte));
        let owners: Vec<_> = owners.collect();
        for (index, run) in owners.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)).enumerate() {
            let Some((owner, is_marked, _)) = run.first() else { continue };
            if index > 0 {
                out.write_all(b" ")?;
            }
            let pairs = run.iter().map(|(.., byte)| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
            let pairs = if *is_marked { format!("<mark>{pairs}</mark>") } else { pairs };
            match owner.and_then(|number| Some((number, self.spans.get(number)?))) {
                Some((number, span)) => {
                    let class = if number % 2 == 0 { "even" } else { "odd" };
                    write!(out, "<span class=\"{class}\" title=\"{}\">{pairs}</span>", escape_markup(&span.title))?;
                }
                None => write!(out, "<span class=\"gap\">{pairs}</span>")?,
            }
        }
        Ok(())
    }
}

/// Returns the offsets of the bytes at fault; for a long value, only the offsets of the first bytes.
fn marked_offsets(page: &HtmlPage<'_>) -> HashSet<u64> {
    let excerpts = page.findings.iter().filter(|(_, excerpt)| excerpt.region.is_none());
    excerpts.flat_map(|(_, excerpt)| excerpt.marked.clone().take(KEPT)).collect()
}

/// Finds spans by the offsets of bytes, which must rise from call to call.
struct SpanSearch<'s> {
    list: &'s [TitledSpan],
    /// The number of the first span that may end after the last offset.
    number: usize,
}

impl SpanSearch<'_> {
    /// Returns the number of the first span that contains the byte at an offset.
    fn span_number_at(&mut self, offset: u64) -> Option<usize> {
        // An end after all offsets is the end of the same bytes.
        let ends = |span: &TitledSpan| span.offset.saturating_add(span.size);
        while self.list.get(self.number).is_some_and(|span| ends(span) <= offset) {
            self.number += 1;
        }
        self.list.get(self.number).filter(|span| span.offset <= offset).map(|_| self.number)
    }
}
