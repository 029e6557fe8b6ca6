//! Rejects regions of nested structures that a layout would lose: their contents are not part of a value, and no caller
//! gives the contents to a layout.

use super::order::{FilePlaces, PieceSource};
use super::own::{OUTERMOST, RegionEntry};
use super::part::end_of;
use super::writer::FileWriter;
use crate::report::{Class, Error, Result};
use crate::schema::{Field, Region};

impl FileWriter<'_> {
    /// Rejects regions of nested structures, unless their bytes in the old file keep their offsets.
    ///
    /// # Errors
    /// Returns `UnsupportedFeature` for the first region that would be lost.
    pub(super) fn expect_regions_kept(&self, places: &FilePlaces) -> Result<()> {
        let kept = self.unmoved_gaps(places);
        for number in OUTERMOST + 1..self.own.holders.len() {
            let fields = self.own.holders.get(number).map_or(&[][..], |holder| holder.fields);
            for field in fields {
                let Some(region) = field.region_elsewhere() else { continue };
                let Some(array) = region.each.as_deref() else { continue };
                self.expect_each_kept((number, array), (field, region), &kept)?;
            }
        }
        Ok(())
    }

    /// Returns the beginnings and ends of the old bytes that belong to no part and keep their offsets.
    fn unmoved_gaps(&self, places: &FilePlaces) -> Vec<(u64, u64)> {
        let extent = |(number, offset): (usize, u64)| {
            let gap = self.gaps.get(number).filter(|gap| !gap.is_new && gap.offset == offset)?;
            Some((offset, end_of((offset, gap.bytes.len() as u64))))
        };
        let gaps = places.pieces.iter().filter_map(|piece| match piece.what {
            PieceSource::Gap(number) => Some((number, piece.offset)),
            PieceSource::Part(_) | PieceSource::Shared(..) => None,
        });
        gaps.filter_map(extent).collect()
    }

    fn expect_each_kept(
        &self,
        (holder, array): (usize, &str),
        (field, region): (&Field, &Region),
        kept: &[(u64, u64)],
    ) -> Result<()> {
        let is_empty = self.own.field_span(holder, array).is_none_or(|(start, end)| start == end);
        // Without the places of the elements, no region is known.
        let count = self.own.element_count(holder, array).unwrap_or(u64::from(!is_empty));
        for index in 0..count {
            let stated = self.own.stated_extent(holder, region, Some(RegionEntry { array, index }));
            let extent = stated.offset.zip(stated.size);
            let stays = extent.is_some_and(|(offset, size)| {
                size == 0 || kept.iter().any(|(start, end)| *start <= offset && end_of((offset, size)) <= *end)
            });
            if !stays {
                let message = format!(
                    "a writer cannot write regions of a nested structure: give the elements of `{array}` a field \
                        with an offset of its own"
                );
                let error = Error::unlocated_fault(Class::UnsupportedFeature, message);
                return Err(self.in_holder(error.in_element(index).in_field(&field.name), holder));
            }
        }
        Ok(())
    }
}
