use crate::report::{Coverage, Finding, Path, Relations};
use crate::schema::Field;
use crate::watch::{Leaf, ValueNode, Watch};

/// Two listeners to one traversal. Each listener receives what it would receive alone, and the content of regions that
/// the other listener wants.
pub struct WatchPair<'w>(
    /// The listener that also collects coverage and relations.
    pub &'w mut dyn Watch,
    /// The other listener.
    pub &'w mut dyn Watch,
);

impl Watch for WatchPair<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.0.open(node);
        self.1.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.0.leaf(leaf);
        self.1.leaf(leaf);
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.0.close(node, size);
        self.1.close(node, size);
    }

    fn content(&mut self, bytes: &[u8], read: bool) {
        self.0.content(bytes, read);
        self.1.content(bytes, read);
    }

    fn stored_bytes(&mut self, bytes: &[u8]) {
        self.0.stored_bytes(bytes);
        self.1.stored_bytes(bytes);
    }

    fn found_field(&mut self, field: &Field, offset: u64) {
        self.0.found_field(field, offset);
        self.1.found_field(field, offset);
    }

    fn left_bytes(&mut self, field: &Field, offset: u64, bytes: &[u8]) {
        self.0.left_bytes(field, offset, bytes);
        self.1.left_bytes(field, offset, bytes);
    }

    fn report(&mut self, finding: Finding) {
        self.0.report(finding.clone());
        self.1.report(finding);
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        // Both are asked, as each may note the question.
        let wanted = [self.0.wants_content(region), self.1.wants_content(region)];
        wanted.contains(&true)
    }

    fn wants_leaves(&self) -> bool {
        self.0.wants_leaves() || self.1.wants_leaves()
    }

    fn coverage(&mut self) -> Option<&mut Coverage> {
        self.0.coverage()
    }

    fn relations(&mut self) -> Option<(&mut Relations, &Path)> {
        self.0.relations()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{Class, Location, Segment};
    use crate::watch::{Journal, NodeKind};

    /// Wants content of one size, and leaves.
    struct Wants(u64);

    impl Watch for Wants {
        fn open(&mut self, _: &ValueNode<'_>) {}
        fn leaf(&mut self, _: &Leaf<'_>) {}
        fn close(&mut self, _: &ValueNode<'_>, _: u64) {}
        fn report(&mut self, _: Finding) {}
        fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
            region.kind == NodeKind::Region { stored: self.0, packed: false }
        }
        fn wants_leaves(&self) -> bool {
            self.0 > 1
        }
    }

    fn region(stored: u64) -> ValueNode<'static> {
        let segment = Some(Segment::Field("part".into()));
        ValueNode {
            segment,
            kind: NodeKind::Region { stored, packed: false },
            structure: None,
            field: None,
            at: Location::default(),
        }
    }

    #[test]
    fn both_hear_everything() {
        let (mut left, mut right) = (Journal::default(), Journal::default());
        let mut both = WatchPair(&mut left, &mut right);
        both.open(&region(4));
        both.report(Finding::new(Class::Missing, Location::default(), "a part is missing"));
        both.close(&region(4), 4);
        assert_eq!(left.events().len(), 3);
        assert_eq!(left, right);
    }

    #[test]
    fn what_one_wants_is_read() {
        let (mut left, mut right) = (Wants(1), Wants(2));
        let mut both = WatchPair(&mut left, &mut right);
        assert_eq!([1, 2, 3].map(|size| both.wants_content(&region(size))), [true, true, false]);
        assert!(both.wants_leaves());
        let (mut left, mut right) = (Wants(0), Wants(1));
        assert!(!WatchPair(&mut left, &mut right).wants_leaves());
    }
}
