use super::{PathTracker, is_small, is_within};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, ValueNode, Watch};
use serde_json::{Value, json};

/// Lists one page of the direct parts of a value, and counts all of them.
#[derive(Debug)]
pub struct ChildLister<'w> {
    wanted: &'w str,
    page: std::ops::Range<usize>,
    track: PathTracker,
    /// The number of values between the wanted value and the open value; `None` outside of the wanted value.
    depth: Option<usize>,
    count: usize,
    list: Vec<Value>,
    /// The open part, if the page shows it.
    open: Option<Value>,
    found: bool,
}

impl<'w> ChildLister<'w> {
    /// Creates a listener for the parts of the value at the path `wanted`: at most `count` parts, from the number
    /// `start` on.
    #[must_use]
    pub fn new(wanted: &'w str, start: usize, count: usize) -> Self {
        let depth = wanted.is_empty().then_some(0);
        // No part has a number at which a page is clipped.
        let page = start..start.saturating_add(count);
        Self {
            wanted,
            page,
            track: PathTracker::default(),
            depth,
            count: 0,
            list: Vec::new(),
            open: None,
            found: depth.is_some(),
        }
    }

    /// Returns the page of parts, and the number of all parts.
    #[must_use]
    pub fn finish(self) -> Value {
        json!({ "found": self.found, "count": self.count, "items": self.list })
    }

    fn is_on_page(&mut self) -> bool {
        self.count += 1;
        self.page.contains(&(self.count - 1))
    }
}

impl Watch for ChildLister<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        // Values without a step of their own (the root, what is packed in place) are not listed: their parts are.
        let listed = node.segment.is_some();
        if self.depth == Some(0) && listed && self.is_on_page() {
            self.open = Some(self.track.with_segment(node.segment.as_ref(), |track| track.node_json(node)));
        }
        self.track.open(node);
        match &mut self.depth {
            Some(depth) => *depth += usize::from(listed),
            None if listed && self.track.path() == self.wanted => (self.depth, self.found) = (Some(0), true),
            None => {}
        }
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.depth == Some(0) && self.is_on_page() {
            let value = self.track.with_segment(Some(&leaf.segment), |track| track.leaf_json(leaf));
            self.list.push(value);
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        if node.segment.is_some() {
            match self.depth {
                Some(0) if !self.wanted.is_empty() => self.depth = None,
                Some(1) => {
                    self.depth = Some(0);
                    if let Some(mut value) = self.open.take() {
                        if let Some(member) = value.get_mut("size") {
                            *member = size.into();
                        }
                        self.list.push(value);
                    }
                }
                // A part that ends has begun, at a depth of at least 1.
                Some(depth) => self.depth = Some(depth.saturating_sub(1)),
                None => {}
            }
        }
        self.track.close();
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        let wanted = self.wanted;
        let inside = self.track.with_segment(region.segment.as_ref(), |track| is_within(wanted, track.path()));
        inside && !wanted.is_empty() && is_small(region)
    }

    fn report(&mut self, _: Finding) {}
}
