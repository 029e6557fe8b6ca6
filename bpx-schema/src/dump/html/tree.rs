//! Writes values as a tree of `details` elements, while a reader reads the values.

use super::HtmlPage;
use super::bytes::TitledSpan;
use crate::budget::Budget;
use crate::dump::escape::escape_markup;
use crate::dump::excerpt::ROW;
use crate::dump::line::{node_meaning, write_value};
use crate::dump::outline::{ValueSizes, own_bytes, own_span};
use crate::dump::place::ListenerPlace;
use crate::report::{Error, Finding, Location, Result};
use crate::value::hex;
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};
use std::io::{self, Write};

/// The number of characters of a long value that the tree shows. The rows below the tree show all bytes of the file.
const SHOWN: usize = 1024;

/// Writes values, and records their offsets in the file.
pub(super) struct HtmlTree<'a, W> {
    out: &'a mut W,
    page: &'a HtmlPage<'a>,
    sizes: &'a ValueSizes,
    budget: &'a Budget,
    place: ListenerPlace,
    /// Number of the next value with parts, in the list of sizes.
    number: usize,
    /// The number of values that were written.
    values: usize,
    /// For each open value with parts, whether the tree shows it.
    open: Vec<bool>,
    /// The number of values that were not written.
    omitted: u64,
    spans: Vec<TitledSpan>,
    failed: Option<Error>,
}

impl<'a, W: Write> HtmlTree<'a, W> {
    pub(super) fn new(out: &'a mut W, page: &'a HtmlPage<'a>, sizes: &'a ValueSizes, budget: &'a Budget) -> Self {
        Self {
            out,
            page,
            sizes,
            budget,
            place: ListenerPlace::new(""),
            number: 0,
            values: 0,
            open: Vec::new(),
            omitted: 0,
            spans: Vec::new(),
            failed: None,
        }
    }

    /// Closes the values that a fault left open. Returns the spans of the values in the file.
    pub(super) fn finish(mut self) -> Result<Vec<TitledSpan>> {
        while let Some(written) = self.open.pop() {
            if written {
                self.write_unless_failed(|out| writeln!(out, "</details>"));
            }
        }
        if self.omitted > 0 {
            let (omitted, shown) = (self.omitted, self.values);
            self.write_unless_failed(|out| {
                writeln!(
                    out,
                    "<p class=\"known\">The page shows the first {shown} values, and omits the {omitted} values \
                        after them.</p>"
                )
            });
        }
        self.failed.map_or(Ok(self.spans), Err)
    }

    /// Calls `write`, unless writing failed before.
    fn write_unless_failed(&mut self, write: impl FnOnce(&mut W) -> io::Result<()>) {
        if self.failed.is_none() {
            self.failed = write(self.out).err().map(Error::from);
        }
    }

    /// Counts a value; returns whether the page shows it.
    fn is_shown(&mut self) -> bool {
        let shown = self.values < self.page.max_values;
        if shown {
            self.values += 1;
        } else {
            self.omitted += 1;
        }
        shown
    }
}

/// Returns an offset as text. If the page shows the byte at the offset, the text links to the row of the byte.
fn offset_link(page: &HtmlPage<'_>, offset: u64, in_file: bool) -> String {
    let row = offset - offset % ROW as u64;
    if in_file && row < page.max_bytes {
        format!("<a href=\"#r{row:x}\"><code>{offset:08x}</code></a>")
    } else {
        format!("<code>{offset:08x}</code>")
    }
}

/// Returns the beginning of a long value, and an ellipsis.
fn shorten_value(value: &str) -> String {
    let mut letters = value.chars();
    let first: String = letters.by_ref().take(SHOWN).collect();
    if letters.next().is_some() { first + "…" } else { first }
}

impl<W: Write> Watch for HtmlTree<'_, W> {
    fn open(&mut self, node: &ValueNode<'_>) {
        let (in_file, offset) = (self.place.content_depth() == 0, self.place.offset_in_space(node.at));
        self.place.open_node(node);
        let (size, count) = self.sizes.next(&mut self.number, node.kind);
        let shown = self.is_shown();
        self.open.push(shown);
        if !shown {
            return;
        }
        let packed = node.field.filter(|_| matches!(node.kind, NodeKind::Packed { .. }));
        let name = packed.map_or(self.place.name(), |field| &field.name);
        let name = if name.is_empty() { "file" } else { name };
        let what = match node.kind {
            NodeKind::Structure => {
                let label = node.structure.map_or("", |own| &own.name);
                format!("{label}, {size} bytes")
            }
            NodeKind::Array if count == 1 => "1 element".to_owned(),
            NodeKind::Array => format!("{count} elements"),
            NodeKind::Region { stored, packed: false } => format!("{stored} bytes"),
            NodeKind::Region { stored, packed: true } | NodeKind::Packed { stored } => {
                format!("{stored} bytes, compressed; the content has {size} bytes")
            }
        };
        let (doc, spec) = node_meaning(node);
        let spec = if spec.is_empty() { String::new() } else { format!(" (section {})", escape_markup(spec)) };
        // The outer levels are unfolded.
        let open = if self.place.depth() <= 2 { " open" } else { "" };
        let line = format!(
            "<details{open}><summary title=\"{}\">{} <b>{}</b>: {}{spec}</summary>",
            escape_markup(doc),
            offset_link(self.page, offset, in_file),
            escape_markup(name),
            escape_markup(what.trim_start_matches(", ")),
        );
        self.write_unless_failed(|out| writeln!(out, "{line}"));
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if !self.is_shown() {
            return;
        }
        let page = self.page;
        let found = self.place.visit_leaf(&leaf.segment, |place, name| {
            let ((skipped, size), in_file) = (own_span(leaf), place.content_depth() == 0);
            let offset = place.offset_in_space(leaf.at) + skipped;
            let mut value = Vec::new();
            // Writing to memory cannot fail.
            let _ = write_value(&mut value, leaf, false);
            let value = shorten_value(&String::from_utf8_lossy(&value));
            let own = leaf.bits.and_then(|bits| leaf.bytes.get(own_bytes(bits))).unwrap_or(leaf.bytes);
            let (bytes, more) = match own.split_at_checked(SHOWN) {
                Some((first, rest)) if !rest.is_empty() => (hex(first), format!(" … {} more bytes", rest.len())),
                _ => (hex(own), String::new()),
            };
            let bits = leaf.bits.map_or_else(String::new, |(first, width)| {
                format!(", bits {first}..{}", u32::from(first) + u32::from(width))
            });
            let line = format!(
                "<div class=\"value\" title=\"{}\">{} <b>{}</b> = {}{bits} <code>{bytes}{more}</code></div>",
                escape_markup(leaf.doc),
                offset_link(page, offset, in_file),
                escape_markup(name),
                escape_markup(&value),
            );
            let is_kept = in_file && size > 0 && offset < page.max_bytes;
            let span = is_kept.then(|| TitledSpan { offset, size, title: format!("{} = {value}", place.path()) });
            (line, span)
        });
        let Some((line, span)) = found else { return };
        if let Some(span) = span {
            match self.budget.charge_memory((size_of::<TitledSpan>() + span.title.len()) as u64) {
                Ok(()) => self.spans.push(span),
                Err(exceeded) => {
                    self.failed = self.failed.take().or_else(|| Some(exceeded.fault_at(Location::default())));
                }
            }
        }
        self.write_unless_failed(|out| writeln!(out, "{line}"));
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.place.close_node();
        if self.open.pop() == Some(true) {
            self.write_unless_failed(|out| writeln!(out, "</details>"));
        }
    }

    fn report(&mut self, _: Finding) {}
}
