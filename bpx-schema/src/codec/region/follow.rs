//! Follows one region, which means that the decoder fetches its content and reads the content as a part of the file.

use super::{RegionOrigin, StoredRegion};
use crate::budget::{Budget, ExceededLimit};
use crate::codec::{Decoder, Fetch, stack};
use crate::report::{Finding, Path, Result, Segment};
use crate::schema::{Field, Offset};
use crate::source::ReadAt;
use crate::watch::{NodeKind, ValueNode};
use std::sync::Arc;

/// The description of one region while it is followed.
pub(super) struct FollowedRegion<'a> {
    pub(super) field: &'a Field,
    pub(super) stored: &'a StoredRegion,
    pub(super) origin: Option<&'a RegionOrigin<'a>>,
    /// Whether the content consists only of bytes, without a structure.
    pub(super) opaque: bool,
}

impl FollowedRegion<'_> {
    /// The least number of bytes that are charged for each region, so that the number of empty regions is limited too.
    pub(super) const LEAST: u64 = 8;
}

impl Decoder<'_, '_> {
    /// Follows a region. Takes memory for the findings that the region adds to `blamed`, because these findings are
    /// kept until all regions are read.
    pub(super) fn follow_charged(
        &mut self,
        region: &FollowedRegion<'_>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<FollowOutcome> {
        /// Memory in bytes of a finding in a growing list, including its path and message.
        const FINDING: u64 = 2 * size_of::<Finding>() as u64 + 256;
        let before = blamed.len();
        let followed = self.follow_free(region, blamed, content)?;
        let more = (blamed.len() - before) as u64;
        let charged = if more > 0 { self.budget().charge_memory(more * FINDING) } else { Ok(()) };
        Ok(charged.map_or_else(FollowOutcome::Refused, |()| followed))
    }

    fn follow_free(
        &mut self,
        region: &FollowedRegion<'_>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<FollowOutcome> {
        let Some(leaves) = self.watch().map(|watch| watch.wants_leaves()) else {
            return Ok(FollowOutcome::Whole);
        };
        let FollowedRegion { field, stored, origin, opaque } = *region;
        let bytes = self.bytes();
        let source: &dyn ReadAt = self.source().unwrap_or(&bytes);
        let part = Arc::new(self.budget().new_part(0));
        let fetch = Fetch {
            source,
            space: self.space(),
            budget: Arc::clone(&part),
            field,
            stored: *stored,
            origin: origin.cloned(),
        };
        // A region that exceeds the space has a finding; the bytes after its beginning are not reported again.
        let end = (Offset::from(stored.offset) + stored.size).get().filter(|end| *end < self.size());
        self.covers_padded(field, stored.offset, end.unwrap_or(self.size()));
        // A region outside of the file is not part of a traversal.
        if let Err(error) = fetch.check_bounds() {
            blamed.push(error.into_finding()?);
            return Ok(FollowOutcome::Whole);
        }
        let packed = stored.transform.is_some();
        let at = self.location_of(stored.offset);
        let segment = origin.map_or_else(|| Segment::Field(field.name.clone()), |origin| Segment::Index(origin.index));
        let node = ValueNode {
            segment: Some(segment),
            kind: NodeKind::Region { stored: stored.size, packed },
            structure: None,
            field: Some(field),
            at,
        };
        if !self.watch().is_none_or(|watch| watch.wants_content(&node)) {
            self.open_node(&node);
            self.close_node(&node, stored.content_size.filter(|_| packed).unwrap_or(stored.size));
            return Ok(FollowOutcome::Whole);
        }
        // Decompressed, copied or checksummed content is read as a whole; a plain structure may read less than the region.
        let reads_all = opaque || packed || stored.check.is_some() || source.as_bytes().is_none();
        let before = if reads_all { stored.size } else { 0 };
        if let Err(exceeded) = part.charge_shared(before.max(FollowedRegion::LEAST)) {
            return Ok(FollowOutcome::Refused(exceeded));
        }
        let ended =
            |part: &Budget| if part.is_short_of_memory() { FollowOutcome::OutOfMemory } else { FollowOutcome::Whole };
        if opaque && !leaves {
            match fetch.verify() {
                Ok(matched) => blamed.extend(fetch.excused_finding(matched)),
                Err(error) => blamed.push(error.into_finding()?),
            }
            return Ok(ended(&part));
        }
        if let Err(error) = self.descend() {
            let path = Path::new(vec![Segment::Field(field.name.clone())]);
            blamed.push(error.into_finding()?.with_path(path));
            return Ok(FollowOutcome::Whole);
        }
        let read = self.read_content((&fetch, &node), (&part, reads_all), blamed, content);
        self.ascend();
        read.map(|()| ended(&part))
    }

    /// Reads the content of a region as a part of the file.
    fn read_content(
        &mut self,
        (fetch, node): (&Fetch<'_>, &ValueNode<'_>),
        (part, reads_all): (&Arc<Budget>, bool),
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        let whole = match fetch.content() {
            Ok(whole) => whole,
            Err(error) => {
                blamed.push(error.into_finding()?);
                self.open_node(node);
                // Bytes in memory are there without another read.
                let stored = fetch.source.as_bytes().and_then(|_| fetch.stored_bytes().ok());
                if let Some((watch, stored)) = self.watch().zip(stored) {
                    watch.stored_bytes(&stored);
                }
                self.close_node(node, fetch.stored.size);
                return Ok(());
            }
        };
        part.grant_steps(whole.len() as u64);
        match fetch.check_content(&whole) {
            Ok(matched) => blamed.extend(fetch.excused_finding(matched)),
            Err(error) => blamed.push(error.into_finding()?),
        }
        self.open_node(node);
        let space = self.space_of_content(node.at, fetch.stored.transform.is_some());
        let mut inside = self.inner_decoder(&whole, space, part);
        let read = stack::with_room(|| inside.read_whole(|d| content(d)));
        if !reads_all {
            part.use_shared(inside.position());
        }
        let is_read = read.is_ok();
        if let Err(error) = read {
            let finding = error.into_finding()?;
            self.report(finding);
        }
        if let Some(watch) = self.watch() {
            watch.content(&whole, is_read);
        }
        self.close_node(node, whole.len() as u64);
        Ok(())
    }
}

/// The outcome of following a region, after its findings were reported.
#[derive(Debug, Clone, Copy)]
pub(crate) enum FollowOutcome {
    /// The region was read completely.
    Whole,
    /// The limits of the run are exceeded, so the region was not read.
    Refused(ExceededLimit),
    /// There was not enough memory for the region, possibly because other regions were read at the same time.
    OutOfMemory,
}
