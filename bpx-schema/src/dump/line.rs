//! Writes the lines of a value: its bytes, its name, its value in words, and its meaning.

use super::DumpOptions;
use super::order::LineReceiver;
use super::outline::{own_bytes, own_size, own_span};
use super::place::ListenerPlace;
use super::row::{ValueRow, hex_width, up_to, write_bars};
use crate::report::QuotedValue;
use crate::schema::Endian;
use crate::value::{LeafValue, flag_names};
use crate::watch::{Leaf, NodeKind, ValueNode};
use std::collections::HashSet;
use std::io::{self, Write};

/// The note on a line, which follows the bytes and the name of a value.
#[derive(Clone, Copy)]
struct LineNote<'n> {
    doc: &'n str,
    spec: &'n str,
    /// Whether the line shows the section even without the meaning.
    names_spec: bool,
}

/// Writes single lines.
pub(super) struct LineWriter<'a, O> {
    pub(super) file: &'a [u8],
    pub(super) options: &'a DumpOptions,
    /// The depth of the value that the dump shows.
    depth: usize,
    /// The meanings that the dump has shown. Of many elements with the same meaning, only the first shows it.
    said: HashSet<Box<str>>,
    /// The last meaning. Most values follow an element of the same list, and a comparison is faster than a search in
    /// `said`.
    last: String,
    /// Headings of decompressed contents that have no lines so far: path, size in bytes, and number of contents around.
    pub(super) headings: Vec<(String, u64, usize)>,
    pub(super) out: O,
}

impl<'a, O: LineReceiver> LineWriter<'a, O> {
    pub(super) fn new(file: &'a [u8], options: &'a DumpOptions, depth: usize, out: O) -> Self {
        Self { file, options, depth, said: HashSet::new(), last: String::new(), headings: Vec::new(), out }
    }

    pub(super) fn write_node(
        &mut self,
        place: &ListenerPlace,
        node: &ValueNode<'_>,
        (offset, spaces): (u64, usize),
        (size, count): (u64, u64),
    ) -> io::Result<()> {
        let (doc, spec) = node_meaning(node);
        let note = LineNote { doc, spec, names_spec: true };
        let (path, label) = (place.path_of(node), node.structure.map_or("", |own| &own.name));
        // A region in place has the name of its field.
        let packed = node.field.filter(|_| matches!(node.kind, NodeKind::Packed { .. }));
        let name = packed.map_or(place.name(), |field| &field.name);
        if spaces == 0 {
            self.out.begin_value(offset, own_size(node.kind), &path, self.file, self.options)?;
        }
        let row = ValueRow { spaces, offset, bytes: &[], size: 0, indent: self.note_indent(place.depth() - 1) };
        match node.kind {
            NodeKind::Structure if size == 0 => Ok(()),
            NodeKind::Array if count == 0 => Ok(()),
            NodeKind::Structure if label.is_empty() => self.write_line(&row, note, |out| write!(out, "{name}")),
            NodeKind::Structure => self.write_line(&row, note, |out| write!(out, "{name}: {label}, {size} bytes")),
            NodeKind::Array if count == 1 => self.write_line(&row, note, |out| write!(out, "{name}: 1 element")),
            NodeKind::Array => self.write_line(&row, note, |out| write!(out, "{name}: {count} elements")),
            NodeKind::Region { stored, packed: false } => {
                self.write_line(&row, note, |out| write!(out, "{name}: {stored} bytes"))
            }
            NodeKind::Region { stored, packed: true } | NodeKind::Packed { stored } => {
                // The stored bytes of content in content are not available.
                let bytes = if spaces == 0 { up_to(offset, stored, self.file) } else { &[] };
                let row = ValueRow { bytes, size: stored, ..row };
                self.write_line(&row, note, |out| write!(out, "{name}: {stored} bytes, compressed"))?;
                self.headings.push((path.into_owned(), size, spaces));
                Ok(())
            }
        }
    }

    pub(super) fn write_leaf(&mut self, place: &ListenerPlace, name: &str, leaf: &Leaf<'_>) -> io::Result<()> {
        let (spaces, (skipped, size)) = (place.content_depth(), own_span(leaf));
        let offset = place.offset_in_space(leaf.at) + skipped;
        if spaces == 0 {
            self.out.begin_value(offset, size, place.path(), self.file, self.options)?;
        }
        let own = leaf.bits.and_then(|bits| leaf.bytes.get(own_bytes(bits)));
        let bytes = own.unwrap_or(leaf.bytes);
        let row = ValueRow { spaces, offset, bytes, size, indent: self.note_indent(place.depth()) };
        let full = self.options.max_bytes == usize::MAX;
        self.write_line(&row, LineNote { doc: leaf.doc, spec: leaf.spec, names_spec: false }, |out| {
            out.write_all(name.as_bytes())?;
            out.write_all(b" =")?;
            if leaf.value != LeafValue::Bytes(&[]) {
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

    fn write_line(
        &mut self,
        row: &ValueRow<'_>,
        note: LineNote<'_>,
        say: impl FnOnce(&mut O) -> io::Result<()>,
    ) -> io::Result<()> {
        for (path, size, spaces) in std::mem::take(&mut self.headings) {
            let width = hex_width(self.options);
            write_bars(&mut self.out, spaces)?;
            writeln!(self.out, "{:>8}  {:width$}  content of {path}, {size} bytes:", "", "")?;
        }
        let doc = self.unsaid_meaning(note.doc);
        row.write(&mut self.out, self.options, |out| {
            say(out)?;
            if !note.spec.is_empty() && (doc.is_some() || note.names_spec) {
                write!(out, " (section {})", note.spec)?;
            }
            doc.map_or(Ok(()), |doc| write!(out, ": {doc}"))
        })
    }

    /// Returns the first line of a meaning, unless the dump has shown the meaning.
    fn unsaid_meaning<'d>(&mut self, doc: &'d str) -> Option<&'d str> {
        if !self.options.docs || doc.is_empty() || doc == self.last {
            return None;
        }
        self.last.clear();
        self.last.push_str(doc);
        let new = !self.said.contains(doc);
        if new {
            self.said.insert(doc.into());
        }
        new.then(|| doc.lines().next().unwrap_or(doc))
    }

    /// Returns the number of spaces before the note of a value that is `steps` levels below the shown value.
    fn note_indent(&self, steps: usize) -> usize {
        2 * (self.depth + steps).max(1) - 2
    }
}

/// Returns the meaning of a value with parts, and its section of the specification. The meaning is that of the field,
/// or of the structure if there is no field. The section is that of the structure if the field has none.
pub(super) fn node_meaning<'n>(node: &ValueNode<'n>) -> (&'n str, &'n str) {
    let own = node.structure.map_or(("", ""), |own| (&*own.doc, &*own.spec));
    match node.field {
        Some(field) if field.spec.is_empty() => (&field.doc, own.1),
        Some(field) => (&field.doc, &field.spec),
        None => own,
    }
}

/// Returns a value in words, as a dump shows it. Codes and flags have their names. A long value is cut unless `full` is
/// set.
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
        (Some(codes), LeafValue::Int(value)) => {
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
        (_, LeafValue::Bytes(bytes))
            if !bytes.is_empty() && bytes.iter().all(u8::is_ascii_graphic) && bytes.len() <= 16 =>
        {
            write!(out, "{}", LeafValue::Text(bytes))
        }
        (_, value) if full => write!(out, "{value}"),
        // Most numbers are short, and short numbers are faster to write.
        (_, LeafValue::Int(value)) => match i64::try_from(*value) {
            Ok(value) => write!(out, "{value}"),
            Err(_) => write!(out, "{value}"),
        },
        (_, value) => write!(out, "{}", QuotedValue(value)),
    }
}
