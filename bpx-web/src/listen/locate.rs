use super::track::leaf_size;
use super::{PathTracker, is_small, is_within};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, NodeKind, ValueNode, Watch};
use serde_json::Value;
use std::ops::Range;

/// Lists the values in a range of a space. Of the values with parts, the list has only regions whose content the
/// traversal does not read.
#[derive(Debug)]
pub struct RangeLister<'w> {
    space: &'w str,
    range: Range<u64>,
    most: usize,
    track: PathTracker,
    list: Vec<Value>,
    /// Path of the region whose content was not wanted.
    unread: Option<String>,
}

impl<'w> RangeLister<'w> {
    /// Creates a listener that lists at most `most` values.
    #[must_use]
    pub fn new(space: &'w str, range: Range<u64>, most: usize) -> Self {
        Self { space, range, most, track: PathTracker::default(), list: Vec::new(), unread: None }
    }

    /// Returns the values in the order in which the reader read them.
    #[must_use]
    pub fn finish(self) -> Vec<Value> {
        self.list
    }

    fn can_list(&self, offset: u64, size: u64) -> bool {
        // An end that is clipped lies after all offsets, as the true one does.
        offset < self.range.end && self.range.start < offset.saturating_add(size) && self.list.len() < self.most
    }
}

impl Watch for RangeLister<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if self.track.space() == self.space {
            let offset = self.track.offset_in_space(node.at);
            // Only a value with stored bytes is listed here.
            let (stored, packed) = (node.kind.stored_size().unwrap_or(0), node.kind.packed_size().is_some());
            let own = self.track.with_segment(node.segment.as_ref(), |track| track.path().to_owned());
            let unread = self.unread.take().is_some_and(|path| path == own);
            if (packed || unread) && self.can_list(offset, stored) {
                let mut value = self.track.with_segment(node.segment.as_ref(), |track| track.node_json(node));
                if let Some(member) = value.get_mut("size") {
                    *member = stored.into();
                }
                self.list.push(value);
            }
        }
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.track.space() != self.space {
            return;
        }
        let size = leaf_size(leaf);
        if self.can_list(self.track.offset_in_space(leaf.at), size) {
            let value = self.track.with_segment(Some(&leaf.segment), |track| track.leaf_json(leaf));
            self.list.push(value);
        }
    }

    fn close(&mut self, _: &ValueNode<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        let (space, here) = (self.space, self.track.space() == self.space);
        let path = self.track.with_segment(region.segment.as_ref(), |track| track.path().to_owned());
        let wanted = match region.kind {
            NodeKind::Region { stored, packed: false } if here => {
                is_small(region) && self.can_list(self.track.offset_in_space(region.at), stored)
            }
            // A region around the space is read; the content of any other has offsets of its own.
            _ => !space.is_empty() && is_within(space, &path) && is_small(region),
        };
        if !wanted {
            self.unread = Some(path);
        }
        wanted
    }

    fn report(&mut self, _: Finding) {}
}
