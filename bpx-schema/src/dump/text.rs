//! Writes lines of text, one or more for each value.

use super::outline::{Gaps, Outline, Sizes, own_bytes, own_size, span};
use super::place::Place;
use super::{DumpOptions, ReadFile};
use crate::budget::{BoundedWriter, Budget};
use crate::limits::Limits;
use crate::report::{Error, Finding, Result, quote};
use crate::schema::{Endian, Offset};
use crate::value::{Value, flag_names, hex_digits};
use crate::watch::{Kind, Leaf, Node, Watch};
use std::collections::HashSet;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};

/// Storage for lines until they are sorted: a temporary file, or memory.
pub trait Spool: Read + Write + Seek {}

impl<T: Read + Write + Seek> Spool for T {}

/// Writes a file as annotated bytes: offset, bytes, name, value. Gaps are named. Decompressed content follows its
/// region, with offsets from the beginning of the content.
///
/// `spool` is called only if values are read in another order than that of the file. Returns false if there is no value
/// at the path of the options.
///
/// # Errors
/// Returns the errors of reading the file, after the values before are written; errors of the output and of the spool;
/// `LimitExceeded` when the budget has no memory for the places of values.
pub fn dump(
    file: &[u8],
    options: &DumpOptions,
    budget: &Budget,
    read: ReadFile<'_>,
    out: &mut dyn Write,
    spool: &mut dyn FnMut() -> io::Result<Box<dyn Spool>>,
) -> Result<bool> {
    let mut outline = Outline::of(&options.path, budget);
    // The error that ends the reading is returned after all lines.
    if let Err(io @ Error::Io { .. }) = read(&mut outline) {
        return Err(io);
    }
    if let Some(exceeded) = outline.failed() {
        return Err(exceeded.at(crate::report::Location::default()));
    }
    let (whole, found) = (options.path.is_empty(), outline.found());
    let gaps = if whole { Some(outline.gaps()) } else { None };
    let mut out = BufWriter::with_capacity(64 << 10, BoundedWriter::new(out, budget));
    let ended = if outline.is_straight() {
        let mut lines =
            Lines::new(file, options, outline.sizes(), Straight { out: &mut out, end: 0, gaps: gaps.as_ref() });
        let ended = read(&mut lines);
        lines.finish(end_of(file, &ended))?;
        ended
    } else {
        let spooled = Spooled { out: BufWriter::new(spool()?), size: 0, runs: Vec::new() };
        let mut lines = Lines::new(file, options, outline.sizes(), spooled);
        let ended = read(&mut lines);
        if let Some(error) = lines.failed.take() {
            return Err(error.into());
        }
        lines.writer.out.sorted((file, end_of(file, &ended)), options, gaps.as_ref(), &mut out)?;
        ended
    };
    out.flush()?;
    ended.map(|()| found)
}

/// Returns the end of the trailing bytes. Bytes after a fault were not read, and are not listed.
fn end_of(file: &[u8], read: &Result<()>) -> u64 {
    if read.is_ok() { file.len() as u64 } else { 0 }
}

/// Like [`dump`], for a small file: returns the lines as a text, under default limits.
///
/// # Errors
/// Returns the errors of reading the file: the values before are lost.
pub fn dump_to_string(file: &[u8], options: &DumpOptions, read: ReadFile<'_>) -> Result<String> {
    let mut text = Vec::new();
    let mut spool = || Ok(Box::new(io::Cursor::new(Vec::new())) as Box<dyn Spool>);
    dump(file, options, &Budget::over(Limits::default(), file), read, &mut text, &mut spool)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// Receives the lines of a dump.
trait Order: Write {
    /// Begins a value of the file, with its number of bytes without parts.
    fn at(&mut self, offset: u64, size: u64, path: &str, file: &[u8], options: &DumpOptions) -> io::Result<()>;
}

/// Receives lines that are in the order of the file.
struct Straight<'g, W> {
    out: W,
    end: u64,
    gaps: Option<&'g Gaps>,
}

impl<W: Write> Write for Straight<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl<W: Write> Order for Straight<'_, W> {
    fn at(&mut self, offset: u64, size: u64, _: &str, file: &[u8], options: &DumpOptions) -> io::Result<()> {
        if let Some(gaps) = self.gaps {
            write_gaps(&mut self.out, gaps, (self.end, offset, false), file, options)?;
        }
        self.end = self.end.max(offset + size);
        Ok(())
    }
}

/// Receives lines that are sorted later. Lines of adjacent bytes are kept together.
struct Spooled {
    out: BufWriter<Box<dyn Spool>>,
    size: u64,
    runs: Vec<SpooledRun>,
}

struct SpooledRun {
    start: u64,
    end: u64,
    owner: Box<str>,
    /// Beginning and end of the lines in the spool.
    lines: (u64, u64),
}

impl Write for Spooled {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        self.size += written as u64;
        if let Some(run) = self.runs.last_mut() {
            run.lines.1 = self.size;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Order for Spooled {
    fn at(&mut self, offset: u64, size: u64, path: &str, _: &[u8], _: &DumpOptions) -> io::Result<()> {
        let end = offset + size;
        match self.runs.last_mut() {
            Some(run) if run.end == offset => run.end = end,
            _ => {
                let (owner, lines) = (path.into(), (self.size, self.size));
                self.runs.push(SpooledRun { start: offset, end, owner, lines });
            }
        }
        Ok(())
    }
}

impl Spooled {
    /// Writes the lines in the order of the file.
    fn sorted(
        mut self,
        (file, file_end): (&[u8], u64),
        options: &DumpOptions,
        gaps: Option<&Gaps>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut spool = self.out.into_inner().map_err(io::IntoInnerError::into_error)?;
        self.runs.sort_by_key(|run| run.start);
        let mut end = 0;
        for run in &self.runs {
            if let Some(gaps) = gaps {
                write_gaps(out, gaps, (end, run.start, false), file, options)?;
                if run.start < end.min(run.end) {
                    let width = hex_width(options);
                    writeln!(out, "{:>8}  {:width$}  {} shares bytes that are shown before", "", "", run.owner)?;
                }
            }
            end = end.max(run.end);
            let (from, to) = run.lines;
            spool.seek(SeekFrom::Start(from))?;
            io::copy(&mut Read::take(&mut spool, to - from), out)?;
        }
        match gaps {
            Some(gaps) => write_gaps(out, gaps, (end, file_end, true), file, options),
            None => Ok(()),
        }
    }
}

/// Returns up to `size` bytes of a file from an offset on.
fn up_to(offset: u64, size: u64, file: &[u8]) -> &[u8] {
    let rest = Offset::from(offset).up_to(file.len() as u64, file);
    let all = Offset::from(offset).slice(size, file);
    all.or(rest).unwrap_or(&[])
}

/// Writes the gaps between two offsets.
fn write_gaps(
    out: &mut impl Write,
    gaps: &Gaps,
    (from, to, last): (u64, u64, bool),
    file: &[u8],
    options: &DumpOptions,
) -> io::Result<()> {
    let mut written = Ok(());
    gaps.between(from, to, last, &mut |gap| {
        let bytes = up_to(gap.offset, gap.size, file);
        let row = Row { spaces: 0, offset: gap.offset, bytes, size: gap.size, indent: 0 };
        if written.is_ok() {
            written = row.write(out, options, |out| write!(out, "{}, {} bytes", gap.owner, gap.size));
        }
    });
    written
}

/// Writes the lines of values while they are read.
struct Lines<'a, O> {
    place: Place,
    sizes: &'a Sizes,
    /// Number of the next value with parts.
    number: usize,
    writer: LineWriter<'a, O>,
    failed: Option<io::Error>,
}

impl<'a, O> Lines<'a, O> {
    fn new(file: &'a [u8], options: &'a DumpOptions, sizes: &'a Sizes, out: O) -> Self {
        let depth = usize::from(options.path.contains(['.', '[']));
        let writer = LineWriter { file, options, depth, said: HashSet::new(), headings: Vec::new(), out };
        Self { place: Place::new(&options.path), sizes, number: 0, writer, failed: None }
    }
}

impl<W: Write> Lines<'_, Straight<'_, W>> {
    /// Writes the bytes after all values.
    fn finish(self, file_end: u64) -> io::Result<()> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let LineWriter { mut out, file, options, .. } = self.writer;
        out.gaps.map_or(Ok(()), |gaps| write_gaps(&mut out.out, gaps, (out.end, file_end, true), file, options))
    }
}

impl<O: Order> Watch for Lines<'_, O> {
    fn open(&mut self, node: &Node<'_>) {
        // The region itself lies outside of its content.
        let (spaces, offset) = (self.place.spaces(), self.place.offset(node.at));
        if !self.place.open(node) {
            return;
        }
        let sizes = self.sizes.next(&mut self.number, node.kind);
        if self.failed.is_none() {
            self.failed = self.writer.node(&self.place, node, (offset, spaces), sizes).err();
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let Self { place, writer, failed, .. } = self;
        let written = place.leaf(
            &leaf.segment,
            |place, name| {
                if failed.is_none() { writer.leaf(place, name, leaf) } else { Ok(()) }
            },
        );
        *failed = failed.take().or(written.and_then(io::Result::err));
    }

    fn close(&mut self, node: &Node<'_>, _: u64) {
        self.place.close();
        if node.kind.packed().is_some() {
            // The content was empty.
            self.writer.headings.clear();
        }
    }

    fn report(&mut self, _: Finding) {}
}

/// The note of a line, after the bytes and the name of a value.
#[derive(Clone, Copy)]
struct Note<'n> {
    doc: &'n str,
    spec: &'n str,
    /// Whether the section is shown even if the meaning is not.
    names_spec: bool,
}

/// Writes single lines.
struct LineWriter<'a, O> {
    file: &'a [u8],
    options: &'a DumpOptions,
    /// Depth of the shown value.
    depth: usize,
    /// Meanings that were shown: only the first of many elements is explained.
    said: HashSet<Box<str>>,
    /// Headings of decompressed contents without lines so far: path, size, and number of spaces around.
    headings: Vec<(String, u64, usize)>,
    out: O,
}

impl<O: Order> LineWriter<'_, O> {
    fn node(
        &mut self,
        place: &Place,
        node: &Node<'_>,
        (offset, spaces): (u64, usize),
        (size, count): (u64, u64),
    ) -> io::Result<()> {
        let (doc, spec) = meaning(node);
        let note = Note { doc, spec, names_spec: true };
        let (path, label) = (place.path_of(node), node.structure.map_or("", |own| &own.name));
        // A region in place has the name of its field.
        let packed = node.field.filter(|_| matches!(node.kind, Kind::Packed { .. }));
        let name = packed.map_or(place.name(), |field| &field.name);
        if spaces == 0 {
            self.out.at(offset, own_size(node.kind), &path, self.file, self.options)?;
        }
        let row = Row { spaces, offset, bytes: &[], size: 0, indent: self.indent(place.depth() - 1) };
        match node.kind {
            Kind::Structure if size == 0 => Ok(()),
            Kind::Array if count == 0 => Ok(()),
            Kind::Structure if label.is_empty() => self.line(&row, note, |out| write!(out, "{name}")),
            Kind::Structure => self.line(&row, note, |out| write!(out, "{name}: {label}, {size} bytes")),
            Kind::Array if count == 1 => self.line(&row, note, |out| write!(out, "{name}: 1 element")),
            Kind::Array => self.line(&row, note, |out| write!(out, "{name}: {count} elements")),
            Kind::Region { stored, packed: false } => {
                self.line(&row, note, |out| write!(out, "{name}: {stored} bytes"))
            }
            Kind::Region { stored, packed: true } | Kind::Packed { stored } => {
                // The stored bytes of content in content are not available.
                let bytes = if spaces == 0 { up_to(offset, stored, self.file) } else { &[] };
                let row = Row { bytes, size: stored, ..row };
                self.line(&row, note, |out| write!(out, "{name}: {stored} bytes, compressed"))?;
                self.headings.push((path.into_owned(), size, spaces));
                Ok(())
            }
        }
    }

    fn leaf(&mut self, place: &Place, name: &str, leaf: &Leaf<'_>) -> io::Result<()> {
        let (spaces, (skipped, size)) = (place.spaces(), span(leaf));
        let offset = place.offset(leaf.at) + skipped;
        if spaces == 0 {
            self.out.at(offset, size, place.path(), self.file, self.options)?;
        }
        let own = leaf.bits.and_then(|bits| leaf.bytes.get(own_bytes(bits)));
        let bytes = own.unwrap_or(leaf.bytes);
        let row = Row { spaces, offset, bytes, size, indent: self.indent(place.depth()) };
        let full = self.options.max_bytes == usize::MAX;
        self.line(&row, Note { doc: leaf.doc, spec: leaf.spec, names_spec: false }, |out| {
            out.write_all(name.as_bytes())?;
            out.write_all(b" =")?;
            if leaf.value != Value::Bytes(&[]) {
                out.write_all(b" ")?;
                write_value(out, leaf, full)?;
            }
            match leaf.bits {
                Some((first, width)) => {
                    let order = if leaf.bit_order == Endian::Big { ", most significant first" } else { "" };
                    write!(out, ", bits {first}..{}{order}", u32::from(first) + u32::from(width))
                }
                None => Ok(()),
            }
        })
    }

    fn line(&mut self, row: &Row<'_>, note: Note<'_>, say: impl FnOnce(&mut O) -> io::Result<()>) -> io::Result<()> {
        for (path, size, spaces) in std::mem::take(&mut self.headings) {
            let width = hex_width(self.options);
            write_bars(&mut self.out, spaces)?;
            writeln!(self.out, "{:>8}  {:width$}  content of {path}, {size} bytes:", "", "")?;
        }
        let doc = self.first(note.doc);
        row.write(&mut self.out, self.options, |out| {
            say(out)?;
            if !note.spec.is_empty() && (doc.is_some() || note.names_spec) {
                write!(out, " (section {})", note.spec)?;
            }
            doc.map_or(Ok(()), |doc| write!(out, ": {doc}"))
        })
    }

    /// Returns the first line of a meaning, unless it was shown before.
    fn first<'d>(&mut self, doc: &'d str) -> Option<&'d str> {
        let new = self.options.docs && !doc.is_empty() && !self.said.contains(doc);
        if new {
            self.said.insert(doc.into());
        }
        new.then(|| doc.lines().next().unwrap_or(doc))
    }

    /// Returns the spaces before the note of a value that is this many steps below the shown one.
    fn indent(&self, steps: usize) -> usize {
        2 * (self.depth + steps).max(1) - 2
    }
}

/// Returns the meaning of a value with parts, and its section of the specification: those of its field, or else of its
/// structure.
pub(super) fn meaning<'n>(node: &Node<'n>) -> (&'n str, &'n str) {
    let own = node.structure.map_or(("", ""), |own| (&*own.doc, &*own.spec));
    match node.field {
        Some(field) if field.spec.is_empty() => (&field.doc, own.1),
        Some(field) => (&field.doc, &field.spec),
        None => own,
    }
}

/// Returns a value in words, as a dump shows it: codes and flags by name; a long value is cut unless `full`.
#[must_use]
pub fn value_text(leaf: &Leaf<'_>, full: bool) -> String {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = write_value(&mut text, leaf, full);
    String::from_utf8_lossy(&text).into_owned()
}

/// Writes a value, with codes and flags by name.
pub(super) fn write_value(out: &mut impl Write, leaf: &Leaf<'_>, full: bool) -> io::Result<()> {
    match (leaf.codes, &leaf.value) {
        (Some(codes), Value::Int(value)) => {
            // No code is negative.
            let Ok(raw) = u64::try_from(*value) else { return write!(out, "{value}") };
            if codes.flags {
                let names = flag_names(codes, raw).join(" | ");
                return if names.is_empty() { write!(out, "{raw:#x}") } else { write!(out, "{raw:#x} ({names})") };
            }
            match codes.find(raw) {
                Some(code) => write!(out, "{raw} ({})", code.name),
                None => write!(out, "{raw}"),
            }
        }
        (_, Value::Bytes(bytes))
            if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_graphic) && bytes.len() <= 16 =>
        {
            write!(out, "{}", Value::Text(bytes))
        }
        (_, value) if full => write!(out, "{value}"),
        // Most numbers are short, and short numbers are faster to write.
        (_, Value::Int(value)) => match i64::try_from(*value) {
            Ok(value) => write!(out, "{value}"),
            Err(_) => write!(out, "{value}"),
        },
        (_, value) => out.write_all(quote(value).as_bytes()),
    }
}

/// Bytes of a value, and the columns of its lines.
struct Row<'r> {
    /// Number of decompressed contents around it.
    spaces: usize,
    offset: u64,
    bytes: &'r [u8],
    /// Size in bytes of the value; `bytes` may have only its beginning.
    size: u64,
    /// Number of spaces before the note.
    indent: usize,
}

impl Row<'_> {
    /// Writes the bytes, a few on a line, and the note beside the first of them.
    fn write<W: Write>(
        &self,
        out: &mut W,
        options: &DumpOptions,
        note: impl FnOnce(&mut W) -> io::Result<()>,
    ) -> io::Result<()> {
        let (shown, indent) = (self.bytes.get(..options.max_bytes).unwrap_or(self.bytes), self.indent);
        let mut rows = shown.chunks(options.line());
        // The bytes, and two spaces before them.
        let width = hex_width(options) + 2;
        let filled = write_row(out, self.spaces, self.offset, rows.next().unwrap_or(&[]))?;
        write_spaces(out, width - filled + 2 + indent)?;
        note(out)?;
        out.write_all(b"\n")?;
        let mut at = self.offset;
        for bytes in rows {
            at += options.line() as u64;
            write_row(out, self.spaces, at, bytes)?;
            out.write_all(b"\n")?;
        }
        let shown = shown.len() as u64;
        if (1..self.size).contains(&shown) {
            write_row(out, self.spaces, self.offset + shown, &[])?;
            write_spaces(out, width + 2 + indent)?;
            writeln!(out, "... {} more bytes", self.size - shown)?;
        }
        Ok(())
    }
}

fn hex_width(options: &DumpOptions) -> usize {
    3 * options.line() - 1
}

/// Writes this many spaces: faster than formatting, which writes them one by one.
fn write_spaces(out: &mut impl Write, mut count: usize) -> io::Result<()> {
    const SPACES: [u8; 64] = [b' '; 64];
    while count > 0 {
        let some = SPACES.get(..count).unwrap_or(&SPACES);
        out.write_all(some)?;
        count -= some.len();
    }
    Ok(())
}

/// Writes the bars that mark lines of decompressed content.
fn write_bars(out: &mut impl Write, spaces: usize) -> io::Result<()> {
    (0..spaces).try_for_each(|_| out.write_all(b"       | "))
}

/// Writes the offset and the bytes of a line. Returns how many characters the bytes take, with the spaces before them.
fn write_row(out: &mut impl Write, spaces: usize, offset: u64, bytes: &[u8]) -> io::Result<usize> {
    write_bars(out, spaces)?;
    match u32::try_from(offset) {
        Ok(offset) => {
            let [a, b, c, d] = offset.to_be_bytes().map(hex_digits);
            out.write_all([a, b, c, d].as_flattened())?;
        }
        Err(_) => write!(out, "{offset:08x}")?,
    }
    out.write_all(if bytes.is_empty() { b"" } else { b"  " })?;
    let Some((first, rest)) = bytes.split_first() else { return Ok(0) };
    out.write_all(&hex_digits(*first))?;
    for byte in rest {
        let [high, low] = hex_digits(*byte);
        out.write_all(&[b' ', high, low])?;
    }
    Ok(3 * bytes.len() + 1)
}
