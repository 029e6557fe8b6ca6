//! The places of the values of a file, as a codec reports them.

use bpx_schema::report::{Finding, Path};
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use std::collections::HashMap;

/// Offset and size in bytes of every value outside of decompressed content, by its path.
#[derive(Default)]
pub(crate) struct Places {
    pub(crate) found: HashMap<String, (u64, u64)>,
    path: Path,
    packed: usize,
}

impl Places {
    fn note(&mut self, path: &Path, offset: u64, size: u64) {
        if self.packed == 0 {
            self.found.insert(path.to_string(), (offset, size));
        }
    }
}

impl Watch for Places {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        self.packed += usize::from(node.kind.packed_size().is_some());
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        let mut path = self.path.clone();
        path.push(leaf.segment.clone());
        // Bits begin in the byte that holds the first of them, and have the bytes that no field before them has.
        let (skipped, size) = leaf.bits.map_or((0, leaf.bytes.len() as u64), |(first, width)| {
            (u64::from(first.div_ceil(8) - first / 8), u64::from((first + width).div_ceil(8) - first.div_ceil(8)))
        });
        self.note(&path, leaf.at.file + skipped, size);
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        self.packed -= usize::from(node.kind.packed_size().is_some());
        self.note(&self.path.clone(), node.at.file, size);
        if node.segment.is_some() {
            self.path.pop();
        }
    }

    fn report(&mut self, _: Finding) {}
}
