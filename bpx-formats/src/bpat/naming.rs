//! Adds the names of clips and sockets to dumps and models, because a record has only the offset and size of its name.

use super::{Clip, Head, Part, names};
use bpx_schema::report::{Finding, Location, Segment, Validator};
use bpx_schema::value::LeafValue;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use bpx_schema::{Limits, SharedBytes};

/// The name of the member that shows a name.
pub(super) const NAME: &str = "name";

/// Passes everything on to another listener, and adds the name of each clip and socket after the offset and size of the
/// name, as a member without bytes.
pub(super) struct Naming<'w, 'f> {
    inner: &'w mut dyn Watch,
    strings: &'f [u8],
    /// The bytes of names that may still be added, which need a limit because names may share bytes.
    shared: SharedBytes,
    /// Offset of the next name in the string table, in bytes.
    offset: u32,
}

impl<'w, 'f> Naming<'w, 'f> {
    pub(super) fn new(inner: &'w mut dyn Watch, file: &'f [u8], limits: Limits) -> Self {
        let strings = Head::read(file).and_then(|head| head.extent(Part::Strings).bytes_in(file)).unwrap_or(&[]);
        Self { inner, strings, shared: SharedBytes::for_source(file.len() as u64, &limits), offset: 0 }
    }

    fn add_name(&mut self, length: u32, leaf: &Leaf<'_>) {
        let Some(name) = names::find_name(self.strings, (self.offset, length)) else { return };
        if !self.shared.take(name.len() as u64) {
            return;
        }
        // After the length, because dumps show it there.
        #[allow(clippy::arithmetic_side_effects, reason = "the length lies in the file")]
        let at = Location { file: leaf.at.file + leaf.bytes.len() as u64, ..leaf.at };
        self.inner.leaf(&Leaf::added_member(NAME, at, LeafValue::Text(name)));
    }
}

impl Watch for Naming<'_, '_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.inner.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.inner.leaf(leaf);
        let (Segment::Field(field), LeafValue::Int(number)) = (&leaf.segment, &leaf.value) else { return };
        // Only clips and sockets have these fields, one after the other; both have 32 bits.
        let number = u32::try_from(*number).unwrap_or(u32::MAX);
        match &**field {
            name if name == Clip::NAME_OFFSET.name() => self.offset = number,
            name if name == Clip::NAME_LENGTH.name() => self.add_name(number, leaf),
            _ => {}
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.inner.close(node, size);
    }

    fn report(&mut self, finding: Finding) {
        self.inner.report(finding);
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        self.inner.wants_content(region)
    }

    fn wants_leaves(&self) -> bool {
        self.inner.wants_leaves()
    }

    fn validator(&mut self) -> Option<&mut Validator> {
        self.inner.validator()
    }
}
