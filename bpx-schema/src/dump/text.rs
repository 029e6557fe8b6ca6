//! Writes a dump as lines of text, at least one for each value that has bytes.

use super::line::LineWriter;
use super::order::{LineReceiver, Spool, SpooledLines, StraightLines};
use super::outline::{Outline, ValueSizes};
use super::place::ListenerPlace;
use super::row::write_gaps;
use super::{DumpOptions, ReadFile};
use crate::budget::{BoundedWriter, Budget};
use crate::limits::Limits;
use crate::report::{Error, Finding, Result};
use crate::watch::{Leaf, ValueNode, Watch};
use std::io::{self, BufWriter, Write};

/// Writes a file as annotated bytes: offset, bytes, name and value. The dump names gaps. The lines of decompressed
/// content follow the line of their region, with offsets from the beginning of the content.
///
/// Calls `spool` only if values are not read in the order of the file. Returns false if there is no value at the path
/// of the options.
///
/// # Errors
/// Writes the values before a fault, then returns the error of reading the file. Returns errors of the output and of
/// the spool, and `LimitExceeded` when the budget has no memory for the spans of values.
pub fn dump_text(
    file: &[u8],
    options: &DumpOptions,
    budget: &Budget,
    read: ReadFile<'_>,
    out: &mut dyn Write,
    spool: &mut dyn FnMut() -> io::Result<Box<dyn Spool>>,
) -> Result<bool> {
    let mut outline = Outline::of_path(&options.path, budget);
    // The error that ends the reading is returned after all lines.
    if let Err(io @ Error::Io { .. }) = read(&mut outline) {
        return Err(io);
    }
    if let Some(exceeded) = outline.exceeded_limit() {
        return Err(exceeded.fault_at(crate::report::Location::default()));
    }
    let (whole, found) = (options.path.is_empty(), outline.has_found_value());
    let gaps = if whole { Some(outline.take_gaps()) } else { None };
    let mut out = BufWriter::with_capacity(64 << 10, BoundedWriter::new(out, budget));
    let ended = if outline.is_straight() {
        let mut lines = DumpLines::new(
            file,
            options,
            outline.sizes(),
            StraightLines { out: &mut out, end: 0, gaps: gaps.as_ref() },
        );
        let ended = read(&mut lines);
        lines.finish(end_of(file, &ended))?;
        ended
    } else {
        let mut lines = DumpLines::new(file, options, outline.sizes(), SpooledLines::new(spool()?));
        let ended = read(&mut lines);
        if let Some(error) = lines.failed.take() {
            return Err(error.into());
        }
        lines.writer.out.write_sorted((file, end_of(file, &ended)), options, gaps.as_ref(), &mut out)?;
        ended
    };
    out.flush()?;
    ended.map(|()| found)
}

/// Returns the offset of the end of the trailing bytes. After a fault, returns 0: the reader did not read the bytes
/// after the fault, so the dump does not list these bytes.
fn end_of(file: &[u8], read: &Result<()>) -> u64 {
    if read.is_ok() { file.len() as u64 } else { 0 }
}

/// Returns the lines of [`dump_text`] as a text. Uses default limits, and is meant for a small file.
///
/// # Errors
/// Returns the errors of reading the file, without the lines of the values before the fault.
pub fn dump_to_string(file: &[u8], options: &DumpOptions, read: ReadFile<'_>) -> Result<String> {
    let mut text = Vec::new();
    let mut spool = || Ok(Box::new(io::Cursor::new(Vec::new())) as Box<dyn Spool>);
    dump_text(file, options, &Budget::for_bytes(Limits::default(), file), read, &mut text, &mut spool)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Writes the lines of values while they are read.
struct DumpLines<'a, O> {
    place: ListenerPlace,
    sizes: &'a ValueSizes,
    /// Number of the next value with parts, in the list of sizes.
    number: usize,
    writer: LineWriter<'a, O>,
    failed: Option<io::Error>,
}

impl<'a, O: LineReceiver> DumpLines<'a, O> {
    fn new(file: &'a [u8], options: &'a DumpOptions, sizes: &'a ValueSizes, out: O) -> Self {
        let depth = usize::from(options.path.contains(['.', '[']));
        let writer = LineWriter::new(file, options, depth, out);
        Self { place: ListenerPlace::new(&options.path), sizes, number: 0, writer, failed: None }
    }
}

impl<W: Write> DumpLines<'_, StraightLines<'_, W>> {
    /// Writes the gaps after all values.
    fn finish(self, file_end: u64) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let LineWriter { mut out, file, options, .. } = self.writer;
        out.gaps.map_or(Ok(()), |gaps| write_gaps(&mut out.out, gaps, (out.end, file_end, true), file, options))
    }
}

impl<O: LineReceiver> Watch for DumpLines<'_, O> {
    fn open(&mut self, node: &ValueNode<'_>) {
        // The region itself lies outside of its content.
        let (spaces, offset) = (self.place.content_depth(), self.place.offset_in_space(node.at));
        if !self.place.open_node(node) {
            return;
        }
        let sizes = self.sizes.next(&mut self.number, node.kind);
        if self.failed.is_none() {
            self.failed = self.writer.write_node(&self.place, node, (offset, spaces), sizes).err();
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let Self { place, writer, failed, .. } = self;
        let written = place.visit_leaf(&leaf.segment, |place, name| {
            if failed.is_none() { writer.write_leaf(place, name, leaf) } else { Ok(()) }
        });
        *failed = failed.take().or(written.and_then(io::Result::err));
    }

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        self.place.close_node();
        if node.kind.packed_size().is_some() {
            // The content was empty.
            self.writer.headings.clear();
        }
    }

    fn report(&mut self, _: Finding) {}
}
