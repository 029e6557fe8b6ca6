//! Writes values as a list in JSON, in the order of reading.

use super::outline::{Outline, ValueSizes, own_span};
use super::place::ListenerPlace;
use super::{DumpOptions, ReadFile};
use crate::budget::Budget;
use crate::json::{JsonLeaf, JsonSink};
use crate::report::{Error, Finding, Location, Result};
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};

/// Passes all values of a file to a sink, as a list of objects with `path`, `kind`, `offset`, `content_offset`, `size`,
/// `value`, `label`, `doc` and `spec`. Returns false if there is no value at the path of the options.
///
/// # Errors
/// Passes the values before a fault to the sink, then returns the error of reading the file. Returns `LimitExceeded`
/// when the budget has no memory for the sizes of values.
pub fn dump_json(options: &DumpOptions, budget: &Budget, read: ReadFile<'_>, sink: &mut dyn JsonSink) -> Result<bool> {
    let mut outline = Outline::of_path(&options.path, budget);
    if let Err(io @ Error::Io { .. }) = read(&mut outline) {
        return Err(io);
    }
    if let Some(exceeded) = outline.exceeded_limit() {
        return Err(exceeded.fault_at(Location::default()));
    }
    sink.open_array();
    let place = ListenerPlace::new(&options.path);
    let ended = read(&mut ListWriter { place, sizes: outline.sizes(), number: 0, sink: &mut *sink });
    sink.close();
    ended.map(|()| outline.has_found_value())
}

struct ListWriter<'a> {
    place: ListenerPlace,
    sizes: &'a ValueSizes,
    number: usize,
    sink: &'a mut dyn JsonSink,
}

/// One entry of the list.
struct ListEntry<'e> {
    path: &'e str,
    kind: &'e str,
    at: Location,
    size: u64,
    value: Option<&'e str>,
    texts: [&'e str; 3],
}

impl ListEntry<'_> {
    fn write(&self, sink: &mut dyn JsonSink) {
        let optional = |text: Option<&str>, sink: &mut dyn JsonSink| {
            sink.leaf(text.map_or(JsonLeaf::Null, JsonLeaf::Text));
        };
        sink.open_object();
        sink.member("path", JsonLeaf::Text(self.path));
        sink.member("kind", JsonLeaf::Text(self.kind));
        sink.key("offset");
        sink.write_int_text(self.at.file.into());
        sink.key("content_offset");
        match self.at.content {
            Some(offset) => sink.write_int_text(offset.into()),
            None => sink.leaf(JsonLeaf::Null),
        }
        sink.key("size");
        sink.write_int_text(self.size.into());
        sink.key("value");
        optional(self.value, sink);
        for (key, text) in ["label", "doc", "spec"].into_iter().zip(self.texts) {
            sink.member(key, JsonLeaf::Text(text));
        }
        sink.close();
    }
}

impl Watch for ListWriter<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if !self.place.open_node(node) {
            return;
        }
        let (size, _) = self.sizes.next(&mut self.number, node.kind);
        let kind = match node.kind {
            NodeKind::Structure => "structure",
            NodeKind::Array => "array",
            NodeKind::Region { .. } | NodeKind::Packed { .. } => "region",
        };
        let (doc, spec) = super::line::node_meaning(node);
        let texts = [node.structure.map_or("", |own| &own.name), doc, spec];
        let path = &*self.place.path_of(node);
        let entry = ListEntry { path, kind, at: node.at, size, value: None, texts };
        entry.write(self.sink);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let Self { place, sink, .. } = self;
        place.visit_leaf(&leaf.segment, |place, _| {
            let (skipped, size) = own_span(leaf);
            let at = leaf.at.advance(skipped, place.content_depth() > 0);
            let value = super::line::value_text(leaf, true);
            let texts = [leaf.label, leaf.doc, leaf.spec];
            ListEntry { path: place.path(), kind: "value", at, size, value: Some(&value), texts }.write(&mut **sink);
        });
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.place.close_node();
    }

    fn report(&mut self, _: Finding) {}
}
