//! Corrects the locations of findings about clips, whose size depends on the version.

use super::{Clip, Layout};
use crate::elements::element_offset;
use bpx_schema::field_name;
use bpx_schema::report::{Finding, Segment, Validator};
use bpx_schema::watch::{Leaf, ValueNode, Watch};

/// Passes findings on, and gives a finding about a clip the location of its entry. A schema states no size for entries
/// of several versions, so rules over tables that were read separately report the beginning of the table.
pub(super) struct Strides<'w> {
    inner: &'w mut dyn Watch,
    size: u64,
}

impl<'w> Strides<'w> {
    pub(super) fn new(inner: &'w mut dyn Watch, version: u32) -> Self {
        Self { inner, size: Clip::size_in(version) as u64 }
    }
}

impl Watch for Strides<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.inner.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        self.inner.leaf(leaf);
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.inner.close(node, size);
    }

    fn report(&mut self, mut finding: Finding) {
        if let [Segment::Field(table), Segment::Index(index), ..] = finding.path.segments()
            && table == field_name!(Layout, clips)
        {
            finding.location.file = element_offset(finding.location.file, *index, self.size);
        }
        self.inner.report(finding);
    }

    fn wants_leaves(&self) -> bool {
        self.inner.wants_leaves()
    }

    fn validator(&mut self) -> Option<&mut Validator> {
        self.inner.validator()
    }
}
