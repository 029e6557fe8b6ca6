use crate::report::{Finding, Path, Segment};
use crate::watch::{Leaf, ValueNode, Watch};

/// A listener that passes on only one value of a traversal, and the parts of the value.
#[derive(Debug)]
pub struct ValueSelector<W> {
    wanted: Path,
    path: Path,
    inside: usize,
    found: bool,
    /// The listener that receives the value.
    pub inner: W,
}

impl<W: Watch> ValueSelector<W> {
    /// Creates a listener that passes on the value at a path.
    #[must_use]
    pub fn new(wanted: Path, inner: W) -> Self {
        // The root is open from the beginning.
        let all = wanted.segments().is_empty();
        Self { wanted, path: Path::root(), inside: usize::from(all), found: all, inner }
    }

    /// Returns whether the value was found.
    #[must_use]
    pub fn has_found_value(&self) -> bool {
        self.found
    }

    fn is_wanted_path(&self, last: Option<&Segment>) -> bool {
        let path = self.path.segments().iter().chain(last);
        path.eq(self.wanted.segments())
    }
}

impl<W: Watch> Watch for ValueSelector<W> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let Some(segment) = &node.segment {
            self.path.push(segment.clone());
        }
        if self.inside > 0 {
            self.inside += 1;
            self.inner.open(node);
        } else if self.is_wanted_path(None) {
            self.inside = 1;
            self.found = true;
            self.inner.open(&ValueNode { segment: None, ..node.clone() });
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.inside > 0 {
            self.inner.leaf(leaf);
        } else if self.is_wanted_path(Some(&leaf.segment)) {
            self.found = true;
            self.inner.leaf(leaf);
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        if node.segment.is_some() {
            self.path.pop();
        }
        if self.inside > 0 && !(self.inside == 1 && self.wanted.segments().is_empty()) {
            self.inside -= 1;
            self.inner.close(node, size);
        }
    }

    fn report(&mut self, finding: Finding) {
        self.inner.report(finding);
    }
}
