//! A listener that keeps a hash of the events of one reading: two readings of the same events have the same one.

use bpx_schema::report::{Class, Error, Finding, Severity};
use bpx_schema::value::LeafValue;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

/// The events of a reading, without findings of rules that only generated code knows.
pub(super) struct Digest<'o> {
    opaque: &'o BTreeSet<String>,
    hasher: DefaultHasher,
    /// Whether the last event was a finding that is left out.
    pub(super) ends_opaque: bool,
    /// Whether a limit was exceeded.
    pub(super) is_limited: bool,
    /// Whether a finding is an error.
    pub(super) has_error: bool,
    /// Whether there are values, of a file whose signature and version are known.
    pub(super) is_past_header: bool,
    is_refused: bool,
}

impl<'o> Digest<'o> {
    pub(super) fn of(
        opaque: &'o BTreeSet<String>,
        read: impl FnOnce(&mut dyn Watch) -> bpx_schema::Result<()>,
    ) -> (u64, Self) {
        let mut digest = Self {
            opaque,
            hasher: DefaultHasher::new(),
            ends_opaque: false,
            is_limited: false,
            has_error: false,
            is_past_header: false,
            is_refused: false,
        };
        match read(&mut digest) {
            Ok(()) => {}
            Err(Error::Fault(finding)) => digest.report(*finding),
            Err(error) => digest.event(b'e', error.to_string()),
        }
        digest.is_past_header &= !digest.is_refused;
        (digest.hasher.finish(), digest)
    }

    fn event(&mut self, kind: u8, event: impl Hash) {
        self.ends_opaque = false;
        (kind, event).hash(&mut self.hasher);
    }
}

impl Watch for Digest<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        let names = (node.structure.map(|structure| &structure.name), node.field.map(|field| &field.name));
        let kind = (std::mem::discriminant(&node.kind), node.kind.stored_size(), node.kind.packed_size());
        self.event(b'o', (&node.segment, kind, names, node.at));
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.is_past_header = true;
        let texts = (leaf.label, leaf.doc, leaf.spec, leaf.codes.map(|codes| &codes.name));
        let place = (leaf.reserved, leaf.derived, leaf.at, leaf.bytes, leaf.bits);
        self.event(b'l', (&leaf.segment, texts, place));
        match leaf.value {
            LeafValue::Int(value) => value.hash(&mut self.hasher),
            LeafValue::Bytes(bytes) | LeafValue::Text(bytes) => bytes.hash(&mut self.hasher),
            value => value.to_string().hash(&mut self.hasher),
        }
    }

    fn close(&mut self, _: &ValueNode<'_>, size: u64) {
        self.event(b'c', size);
    }

    fn report(&mut self, found: Finding) {
        if self.opaque.contains(&*found.code) {
            self.ends_opaque = true;
            return;
        }
        self.is_limited |= found.class == Class::LimitExceeded;
        self.is_refused |= matches!(found.class, Class::BadMagic | Class::UnsupportedVersion);
        self.has_error |= found.severity == Severity::Error;
        self.event(b'f', (&*found.code, found.path, found.location, found.message, &*found.spec, &*found.lenient));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bpx_schema::report::Location;

    fn of(values: &[LeafValue<'_>]) -> u64 {
        let leaves = |watch: &mut dyn Watch| {
            values.iter().for_each(|value| watch.leaf(&Leaf::added_member("part", Location::default(), *value)));
            Ok(())
        };
        Digest::of(&BTreeSet::new(), leaves).0
    }

    #[test]
    fn each_difference_changes_it() {
        let one = of(&[LeafValue::Int(1)]);
        assert_eq!(one, of(&[LeafValue::Int(1)]));
        for other in [&[LeafValue::Int(2)][..], &[LeafValue::F32(1.0)], &[LeafValue::Int(1), LeafValue::Int(1)], &[]] {
            assert_ne!(one, of(other), "{other:?}");
        }
    }
}
