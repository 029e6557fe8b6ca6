use super::track::size;
use super::{Track, is_small, within};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Kind, Leaf, Node, Watch};
use serde_json::Value;
use std::ops::Range;

/// Lists the values in a range of a space. Of the values with parts, the list has only regions whose content the
/// traversal does not read.
#[derive(Debug)]
pub struct Locate<'w> {
    space: &'w str,
    range: Range<u64>,
    most: usize,
    track: Track,
    list: Vec<Value>,
    /// Path of the region whose content was not wanted.
    unread: Option<String>,
}

impl<'w> Locate<'w> {
    /// Creates a listener that lists at most `most` values.
    #[must_use]
    pub fn new(space: &'w str, range: Range<u64>, most: usize) -> Self {
        Self { space, range, most, track: Track::default(), list: Vec::new(), unread: None }
    }

    /// Returns the values in the order in which the reader read them.
    #[must_use]
    pub fn finish(self) -> Vec<Value> {
        self.list
    }

    fn overlaps(&self, offset: u64, size: u64) -> bool {
        offset < self.range.end && self.range.start < offset.saturating_add(size) && self.list.len() < self.most
    }
}

impl Watch for Locate<'_> {
    fn open(&mut self, node: &Node<'_>) {
        if self.track.space() == self.space {
            let offset = self.track.offset(node.at);
            let (stored, packed) = (node.kind.stored().unwrap_or(0), node.kind.packed().is_some());
            let own = self.track.at(node.segment.as_ref(), |track| track.path().to_owned());
            let unread = self.unread.take().is_some_and(|path| path == own);
            if (packed || unread) && self.overlaps(offset, stored) {
                let mut value = self.track.at(node.segment.as_ref(), |track| track.node(node));
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
        let size = size(leaf);
        if self.overlaps(self.track.offset(leaf.at), size) {
            let value = self.track.at(Some(&leaf.segment), |track| track.value(leaf));
            self.list.push(value);
        }
    }

    fn close(&mut self, _: &Node<'_>, _: u64) {
        self.track.close();
    }

    fn wants_content(&mut self, region: &Node<'_>) -> bool {
        let (space, here) = (self.space, self.track.space() == self.space);
        let path = self.track.at(region.segment.as_ref(), |track| track.path().to_owned());
        let wanted = match region.kind {
            Kind::Region { stored, packed: false } if here => {
                is_small(region) && self.overlaps(self.track.offset(region.at), stored)
            }
            // A region around the space is read; the content of any other has offsets of its own.
            _ => !space.is_empty() && within(space, &path) && is_small(region),
        };
        if !wanted {
            self.unread = Some(path);
        }
        wanted
    }

    fn report(&mut self, _: Finding) {}
}
