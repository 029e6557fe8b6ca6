//! Annotated bytes: what every byte of a file is.

use super::{Entry, Trace, What};
use crate::report::{Path, Segment};
use std::collections::{HashMap, HashSet};
use std::fmt::Write;

/// How much a dump shows.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct DumpOptions {
    /// Bytes that are shown of one value; the others are counted.
    pub max_bytes: usize,
    /// Bytes on a line.
    pub width: usize,
    /// Whether to say what fields mean.
    pub docs: bool,
}

impl Default for DumpOptions {
    fn default() -> Self {
        Self { max_bytes: 32, width: 8, docs: false }
    }
}

impl DumpOptions {
    /// With another bound on the bytes that are shown of one value.
    #[must_use]
    pub fn with_max_bytes(mut self, bytes: usize) -> Self {
        self.max_bytes = bytes;
        self
    }

    /// With what fields mean.
    #[must_use]
    pub fn with_docs(mut self, docs: bool) -> Self {
        self.docs = docs;
        self
    }
}

/// Meanings that were told already: of many elements, only the first is explained.
#[derive(Default)]
struct Told<'t>(HashSet<&'t str>);

impl<'t> Told<'t> {
    /// The first line of what an entry means, unless it was told before.
    fn first(&mut self, entry: &'t Entry) -> Option<&'t str> {
        let new = !entry.doc.is_empty() && self.0.insert(&entry.doc);
        new.then(|| entry.doc.lines().next().unwrap_or_default())
    }
}

/// The entries of every space that say something, with their places in the trace.
struct Spaces<'t>(HashMap<Option<usize>, Vec<(usize, &'t Entry)>>);

impl<'t> Spaces<'t> {
    fn of(trace: &'t Trace) -> Self {
        let mut spaces: HashMap<_, Vec<_>> = HashMap::new();
        for (place, entry) in trace.entries.iter().enumerate().filter(|(_, entry)| !is_empty(entry)) {
            spaces.entry(entry.space).or_default().push((place, entry));
        }
        Self(spaces)
    }
}

/// One line of a space, or the block of a region that lies in another space.
struct Line {
    offset: u64,
    order: usize,
    text: String,
}

/// The file as annotated bytes: offset, bytes, path, value; gaps are named, and decompressed content follows
/// the section that holds it, with offsets of its own.
#[must_use]
pub fn dump(trace: &Trace, file: &[u8], options: DumpOptions) -> String {
    let mut lines = space_lines(&Spaces::of(trace), None, options, &mut Told::default());
    // Of a single value, what lies around it is no gap.
    let extents = if file.is_empty() { Vec::new() } else { trace.extents(file.len() as u64) };
    for extent in extents {
        let start = usize::try_from(extent.offset).unwrap_or(usize::MAX);
        let end = usize::try_from(extent.offset.saturating_add(extent.size)).unwrap_or(usize::MAX);
        if extent.is_gap() {
            let bytes = file.get(start..end).unwrap_or_default();
            let note = format!("{}, {} bytes", extent.owner, extent.size);
            lines.push(Line {
                offset: extent.offset,
                order: usize::MAX,
                text: bytes_text(extent.offset, bytes, extent.size, 0, &note, options),
            });
        }
        for other in extent.shared_with {
            let text =
                format!("{:>8}  {:w$}  {} shares bytes with {other}\n", "", "", extent.owner, w = hex_width(options));
            lines.push(Line { offset: extent.offset, order: usize::MAX, text });
        }
    }
    lines.sort_by_key(|line| (line.offset, line.order));
    lines.into_iter().map(|line| line.text).collect()
}

fn hex_width(options: DumpOptions) -> usize {
    options.width.saturating_mul(3).saturating_sub(1)
}

/// The lines of a space: of the file, or of the content of a region.
fn space_lines<'t>(spaces: &Spaces<'t>, space: Option<usize>, options: DumpOptions, told: &mut Told<'t>) -> Vec<Line> {
    let mut lines = Vec::new();
    for (order, entry) in spaces.0.get(&space).into_iter().flatten().copied() {
        let offset = if space.is_some() { entry.at.content.unwrap_or_default() } else { entry.at.file };
        let doc = if options.docs { told.first(entry) } else { None };
        let mut text = entry_text(entry, offset, options, doc);
        if let What::Region { packed: true, .. } = entry.what {
            let content: Vec<_> = space_lines(spaces, Some(order), options, told);
            if !content.is_empty() {
                let _ = writeln!(
                    text,
                    "{:>8}  {:w$}  content of {}, {} bytes:",
                    "",
                    "",
                    entry.path,
                    entry.size,
                    w = hex_width(options)
                );
                text.extend(
                    content
                        .into_iter()
                        .map(|line| line.text)
                        .flat_map(|text| text.lines().map(|line| format!("       | {line}\n")).collect::<Vec<_>>()),
                );
            }
        }
        // A structure that begins where its first field does stands before it.
        lines.push(Line { offset, order, text });
    }
    lines
}

fn entry_text(entry: &Entry, offset: u64, options: DumpOptions, doc: Option<&str>) -> String {
    let name = last_name(&entry.path);
    let mut note = match &entry.what {
        What::Structure if entry.label.is_empty() => name,
        What::Structure => format!("{name}: {}, {} bytes", entry.label, entry.size),
        What::Array(1) => format!("{name}: 1 element"),
        What::Array(count) => format!("{name}: {count} elements"),
        What::Region { stored, packed: true, .. } => format!("{name}: {stored} bytes, compressed"),
        What::Region { stored, .. } => format!("{name}: {stored} bytes"),
        What::Leaf { value, bits: Some((first, width)), .. } => {
            format!("{name} = {value}, bits {first}..{}", first.saturating_add(*width))
        }
        What::Leaf { value, .. } => format!("{name} = {value}"),
    };
    if !entry.spec.is_empty() && (doc.is_some() || !matches!(entry.what, What::Leaf { .. })) {
        let _ = write!(note, " (section {})", entry.spec);
    }
    if let Some(doc) = doc {
        let _ = write!(note, ": {doc}");
    }
    let (head, size): (&[u8], u64) = match &entry.what {
        What::Leaf { head, .. } => (head, entry.size),
        What::Region { head, stored, packed: true } => (head, *stored),
        _ => (&[], 0),
    };
    bytes_text(offset, head, size, entry.depth.saturating_sub(1), &note, options)
}

/// The last name of a path, with the indexes behind it.
fn last_name(path: &Path) -> String {
    let steps = path.segments();
    let names = steps.iter().rposition(|step| matches!(step, Segment::Field(_))).unwrap_or_default();
    Path::new(steps.get(names..).unwrap_or_default().to_vec()).to_string()
}

/// Whether a line says nothing: no parts, no bytes.
fn is_empty(entry: &Entry) -> bool {
    match entry.what {
        What::Array(count) => count == 0,
        What::Structure => entry.size == 0,
        _ => false,
    }
}

/// Bytes, a few on a line, the note beside the first line.
fn bytes_text(offset: u64, bytes: &[u8], size: u64, depth: usize, note: &str, options: DumpOptions) -> String {
    let shown = bytes.get(..options.max_bytes).unwrap_or(bytes);
    let indent = depth.saturating_mul(2);
    let width = hex_width(options);
    let mut text = String::new();
    let mut rows = shown.chunks(options.width.max(1));
    let mut row = |offset: u64, bytes: &[u8], note: &str| {
        let hex = bytes.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" ");
        let line = format!("{offset:08x}  {hex:width$}  {:indent$}{note}", "");
        let _ = writeln!(text, "{}", line.trim_end());
    };
    row(offset, rows.next().unwrap_or_default(), note);
    let mut at = offset;
    for bytes in rows {
        at = at.saturating_add(options.width as u64);
        row(at, bytes, "");
    }
    let hidden = size.saturating_sub(shown.len() as u64);
    if hidden > 0 && !shown.is_empty() {
        row(offset.saturating_add(shown.len() as u64), &[], &format!("... {hidden} more bytes"));
    }
    text
}
