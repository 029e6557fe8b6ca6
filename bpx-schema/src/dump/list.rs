//! Writes values as a list in JSON, in the order of reading.

use super::outline::{Outline, Sizes, span};
use super::place::Place;
use super::{DumpOptions, ReadFile};
use crate::budget::Budget;
use crate::json::{JsonLeaf, JsonSink};
use crate::report::{Error, Finding, Location, Result};
use crate::watch::{Kind, Leaf, Node, Watch};

/// Passes all values of a file to a sink, as a list of objects with `path`, `kind`, `offset`, `content_offset`, `size`,
/// `value`, `label`, `doc` and `spec`. Returns false if there is no value at the path of the options.
///
/// # Errors
/// Passes the values before a fault to the sink, then returns the error of reading the file. Returns `LimitExceeded`
/// when the budget has no memory for the sizes of values.
pub fn dump_json(options: &DumpOptions, budget: &Budget, read: ReadFile<'_>, sink: &mut dyn JsonSink) -> Result<bool> {
    let mut outline = Outline::of(&options.path, budget);
    if let Err(io @ Error::Io { .. }) = read(&mut outline) {
        return Err(io);
    }
    if let Some(exceeded) = outline.failed() {
        return Err(exceeded.at(Location::default()));
    }
    sink.open_array();
    let place = Place::new(&options.path);
    let ended = read(&mut Entries { place, sizes: outline.sizes(), number: 0, sink: &mut *sink });
    sink.close();
    ended.map(|()| outline.found())
}

struct Entries<'a> {
    place: Place,
    sizes: &'a Sizes,
    number: usize,
    sink: &'a mut dyn JsonSink,
}

/// One entry of the list.
struct Entry<'e> {
    path: &'e str,
    kind: &'e str,
    at: Location,
    size: u64,
    value: Option<&'e str>,
    texts: [&'e str; 3],
}

impl Entry<'_> {
    fn write(&self, sink: &mut dyn JsonSink) {
        let optional = |text: Option<&str>, sink: &mut dyn JsonSink| {
            sink.leaf(text.map_or(JsonLeaf::Null, JsonLeaf::Text));
        };
        sink.open_object();
        sink.member("path", JsonLeaf::Text(self.path));
        sink.member("kind", JsonLeaf::Text(self.kind));
        sink.key("offset");
        sink.digits(self.at.file.into());
        sink.key("content_offset");
        match self.at.content {
            Some(offset) => sink.digits(offset.into()),
            None => sink.leaf(JsonLeaf::Null),
        }
        sink.key("size");
        sink.digits(self.size.into());
        sink.key("value");
        optional(self.value, sink);
        for (key, text) in ["label", "doc", "spec"].into_iter().zip(self.texts) {
            sink.member(key, JsonLeaf::Text(text));
        }
        sink.close();
    }
}

impl Watch for Entries<'_> {
    fn open(&mut self, node: &Node<'_>) {
        if !self.place.open(node) {
            return;
        }
        let (size, _) = self.sizes.next(&mut self.number, node.kind);
        let kind = match node.kind {
            Kind::Structure => "structure",
            Kind::Array => "array",
            Kind::Region { .. } | Kind::Packed { .. } => "region",
        };
        let (doc, spec) = super::line::meaning(node);
        let texts = [node.structure.map_or("", |own| &own.name), doc, spec];
        let path = &*self.place.path_of(node);
        let entry = Entry { path, kind, at: node.at, size, value: None, texts };
        entry.write(self.sink);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let Self { place, sink, .. } = self;
        place.leaf(&leaf.segment, |place, _| {
            let (skipped, size) = span(leaf);
            let at = leaf.at.advance(skipped, place.spaces() > 0);
            let value = super::line::value_text(leaf, true);
            let texts = [leaf.label, leaf.doc, leaf.spec];
            Entry { path: place.path(), kind: "value", at, size, value: Some(&value), texts }.write(&mut **sink);
        });
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.place.close();
    }

    fn report(&mut self, _: Finding) {}
}
