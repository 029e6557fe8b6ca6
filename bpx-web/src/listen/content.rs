use super::{LARGEST, PathTracker, is_small, is_within};
use bpx_schema::report::Finding;
use bpx_schema::watch::{Leaf, ValueNode, Watch};

/// Collects the decompressed content of one region.
#[derive(Debug)]
pub struct ContentCollector<'w> {
    space: &'w str,
    track: PathTracker,
    bytes: Vec<u8>,
    size: Option<u64>,
}

impl<'w> ContentCollector<'w> {
    /// Creates a listener for the content of the region at the path `space`.
    #[must_use]
    pub fn new(space: &'w str) -> Self {
        Self { space, track: PathTracker::default(), bytes: Vec::new(), size: None }
    }

    /// Returns the content, or `None` if there is no such region or it is too large.
    #[must_use]
    pub fn finish(mut self) -> Option<Vec<u8>> {
        let size = self.size.filter(|size| *size <= LARGEST)?;
        self.bytes.resize(usize::try_from(size).ok()?, 0);
        Some(self.bytes)
    }
}

impl Watch for ContentCollector<'_> {
    fn open(&mut self, node: &ValueNode<'_>) {
        self.track.open(node);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if self.track.space() != self.space {
            return;
        }
        // What is packed in place is not handed over as a whole, so that it is put together from its values.
        // Of bits, the bytes are those of their whole structure.
        let before = leaf.bits.map_or(0, |(first, _)| u64::from(first / 8));
        let Some(start) = self.track.offset_in_space(leaf.at).checked_sub(before) else { return };
        let Ok(start) = usize::try_from(start) else { return };
        // An end that is clipped is larger than `LARGEST`, as the true one is.
        let end = start.saturating_add(leaf.bytes.len());
        if end as u64 <= LARGEST {
            if self.bytes.len() < end {
                self.bytes.resize(end, 0);
            }
            let place = self.bytes.get_mut(start..end);
            place.into_iter().flatten().zip(leaf.bytes).for_each(|(to, from)| *to = *from);
        }
    }

    fn close(&mut self, node: &ValueNode<'_>, size: u64) {
        if node.kind.packed_size().is_some() && self.track.space() == self.space {
            self.size = Some(size);
        }
        self.track.close();
    }

    fn content(&mut self, bytes: &[u8], _: bool) {
        if self.track.path() == self.space && bytes.len() as u64 <= LARGEST {
            self.bytes = bytes.to_vec();
        }
    }

    fn wants_content(&mut self, region: &ValueNode<'_>) -> bool {
        let space = self.space;
        self.track.with_segment(region.segment.as_ref(), |track| is_within(space, track.path())) && is_small(region)
    }

    fn report(&mut self, _: Finding) {}
}
