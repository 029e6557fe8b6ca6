//! Converts the contents of regions to stored bytes.

use super::content::{Content, ContentForm, FileBytes};

use super::own::{OUTERMOST, RegionEntry};
use super::part::FilePart;
use super::writer::FileWriter;
use crate::checksum::ChecksumType;
use crate::report::{Class, Error, Result};
use crate::schema::{Expr, Field, Region, RegionChecksum, Structure};
use crate::transform::{self, decodes_to};

/// A part that is to be stored.
enum StoreJob<'a> {
    /// A field with an offset of its own, which is already stored.
    Single(FilePart<'a>),
    Region {
        field: &'a Field,
        region: &'a Region,
        entry: RegionEntry<'a>,
        align: u64,
        content: Option<Content<'a>>,
    },
}

#[cfg(feature = "parallel")]
impl StoreJob<'_> {
    /// Returns the size of the content in bytes, if a transform may convert the content.
    fn size_to_transform(&self) -> Option<u64> {
        match self {
            Self::Region { region, content: Some(content), .. } if !region.steps.is_empty() => {
                matches!(content.form, ContentForm::Plain { .. }).then(|| content.bytes.size())
            }
            _ => None,
        }
    }
}

/// Returns whether several contents may need a transform, and are together large enough for several threads.
#[cfg(feature = "parallel")]
fn are_work(jobs: &[StoreJob<'_>]) -> bool {
    let sizes = || jobs.iter().filter_map(StoreJob::size_to_transform);
    // A sum above the largest number is worth threads too.
    sizes().nth(1).is_some() && crate::threads::pay_off_to_compress(sizes().fold(0, u64::saturating_add))
}

impl<'a> FileWriter<'a> {
    /// Returns the parts that have offsets of their own, in the order of the declaration.
    pub(super) fn store_parts(&mut self) -> Result<Vec<FilePart<'a>>> {
        let mut contents = std::mem::take(&mut self.contents);
        let structure: &'a Structure = self.own.structure;
        let mut jobs = Vec::new();
        // Fields elsewhere of nested structures come before those of the structure itself.
        for holder in 1..self.own.holders.len() {
            let fields = self.own.holders.get(holder).map_or(&[][..], |holder| holder.fields);
            for field in fields {
                let Some(region) = field.region_elsewhere().filter(|region| region.each.is_none()) else { continue };
                let align = self.region_alignment(holder, field, region)?;
                jobs.extend(self.make_field_part(holder, field, region, align)?.map(StoreJob::Single));
            }
        }
        for (place, field) in structure.fields().iter().enumerate() {
            let Some(region) = field.region_elsewhere() else { continue };
            let align = self.region_alignment(OUTERMOST, field, region)?;
            let Some(each) = region.each.as_deref() else {
                jobs.extend(self.make_field_part(OUTERMOST, field, region, align)?.map(StoreJob::Single));
                continue;
            };
            let count = self.own.region_count(OUTERMOST, each).ok_or_else(|| {
                let message = format!(
                    "expected elements of a fixed size in `{each}`, because a writer sets numbers in the elements, \
                        found a size that varies"
                );
                Error::unlocated_fault(Class::UnsupportedFeature, message).in_field(&field.name)
            })?;
            for index in 0..count {
                let content = contents.remove(&(place, index));
                jobs.push(StoreJob::Region {
                    field,
                    region,
                    entry: RegionEntry { array: each, index },
                    align,
                    content,
                });
            }
        }
        self.run_jobs(jobs)
    }

    /// Stores contents. Uses all cores if several contents have a transform and are together large enough.
    fn run_jobs(&self, jobs: Vec<StoreJob<'a>>) -> Result<Vec<FilePart<'a>>> {
        #[cfg(feature = "parallel")]
        if are_work(&jobs) && crate::threads::start_several()? {
            use rayon::prelude::*;
            return jobs.into_par_iter().map(|job| self.run_job(job)).collect();
        }
        jobs.into_iter().map(|job| self.run_job(job)).collect()
    }

    fn run_job(&self, job: StoreJob<'a>) -> Result<FilePart<'a>> {
        match job {
            StoreJob::Single(part) => Ok(part),
            StoreJob::Region { field, region, entry, align, content } => self
                .make_region_part((field, region), entry, align, content)
                .map_err(|error| error.in_element(entry.index).in_field(&field.name)),
        }
    }

    /// Returns the part of a field with an offset of its own; `None` if the field is absent.
    fn make_field_part(
        &self,
        holder: usize,
        field: &'a Field,
        region: &'a Region,
        align: u64,
    ) -> Result<Option<FilePart<'a>>> {
        let is_there = field.when.as_ref().is_none_or(|when| self.own.eval(holder, when, None, &[]) != Some(0));
        // An absent field is not stored.
        if region.is_stored() && !is_there {
            return Ok(None);
        }
        let Some((start, end)) = self.own.field_span(holder, &field.name) else { return Ok(None) };
        let content = self.own.field_bytes(holder, &field.name).to_vec();
        let old = match &self.old {
            Some(old) => old.field_extent(&self.own, holder, field, region),
            None => {
                let mut known = self.old_sizes.iter().filter(|_| holder == OUTERMOST);
                let known = known.find(|(name, _)| field.name == *name).map(|(_, size)| *size);
                let stated = self.own.stated_extent(holder, region, None);
                let size = known.or(stated.size).unwrap_or(end - start);
                let found = || self.own.holders.get(holder)?.found_offset(&field.name);
                stated.offset.or_else(found).map(|offset| (offset, size))
            }
        };
        let (old, shares) = (old.filter(|_| self.keeps_places), region.place.share);
        if !region.is_stored() {
            let bytes = Some(FileBytes::from(content));
            return Ok(Some(FilePart {
                bytes,
                align,
                old,
                shares,
                ..FilePart::new(holder, field, region, None, end - start)
            }));
        }
        let kept = self.old.as_ref().zip(old).and_then(|(known, extent)| known.stored_bytes(extent));
        let stored = self.store_content(holder, region, None, FileBytes::from(content), (None, kept));
        let (bytes, content_size, checksum) =
            stored.map_err(|error| self.in_holder(error.in_field(&field.name), holder))?;
        let part = FilePart::new(holder, field, region, None, bytes.size());
        Ok(Some(FilePart { bytes: Some(bytes), content_size, checksum, align, old, shares, ..part }))
    }

    fn region_alignment(&self, holder: usize, field: &Field, region: &Region) -> Result<u64> {
        let Some(align) = &region.place.align else { return Ok(1) };
        let value = self.own.eval(holder, align, None, &[]).and_then(|value| u64::try_from(value).ok());
        value.filter(|value| *value > 0).ok_or_else(|| {
            let found = value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
            let message = format!("expected `{align}` to be an alignment of at least 1 byte, found {found}");
            self.in_holder(Error::unlocated_fault(Class::Overflow, message).in_field(&field.name), holder)
        })
    }

    fn make_region_part(
        &self,
        (field, region): (&'a Field, &'a Region),
        entry: RegionEntry<'a>,
        align: u64,
        content: Option<Content<'a>>,
    ) -> Result<FilePart<'a>> {
        let stated = self.own.stated_extent(OUTERMOST, region, Some(entry));
        let extent = stated.offset.zip(stated.size).filter(|_| self.keeps_places);
        let old = match &self.old {
            Some(old) => extent.and_then(|extent| old.region_extent(field, entry.index, extent)),
            None => extent,
        };
        let kept = self.old.as_ref().zip(old).and_then(|(known, extent)| known.stored_bytes(extent));
        let content = match content.or_else(|| kept.map(Content::from_stored)) {
            Some(content) => content,
            None if stated.size == Some(0) => Content::new(Vec::new()),
            None => {
                return Err(Error::unlocated_fault(Class::Missing, "expected the content of the region, found none"));
            }
        };
        let (bytes, content_size, checksum) = match content.form {
            ContentForm::Stored => (content.bytes, None, None),
            ContentForm::Plain { check } => {
                self.store_content(OUTERMOST, region, Some(entry), content.bytes, (check, kept))?
            }
        };
        let (stored, shares, bytes) = (bytes.size(), region.place.share, Some(bytes));
        let part = FilePart::new(OUTERMOST, field, region, Some(entry), stored);
        Ok(FilePart { bytes, content_size, checksum, align, shares, old, ..part })
    }

    /// Stores content in the form that the describing element states. Returns the stored bytes, and the size and the
    /// checksum of the content. Keeps the stored bytes of the old file if they have the same content.
    fn store_content(
        &self,
        holder: usize,
        region: &Region,
        entry: Option<RegionEntry<'_>>,
        content: FileBytes<'a>,
        (check, kept): (Option<ChecksumType>, Option<&'a [u8]>),
    ) -> Result<(FileBytes<'a>, Option<u64>, Option<u64>)> {
        let size = content.size();
        let step = self.first_true_condition(holder, region.steps.iter().map(|step| &step.when), entry)?;
        let stated = self.first_true_condition(holder, region.checks.iter().map(|check| &check.when), entry)?;
        // Plain content need not be in memory.
        if step.is_none() && stated.is_none() {
            return Ok((content, Some(size), None));
        }
        let whole = content.in_memory()?;
        let stated = stated.and_then(|place| region.checks.get(place));
        let sum = stated.map(|stated| self.content_checksum(holder, stated, check, entry, &whole)).transpose()?;
        let Some(step) = step.and_then(|step| region.steps.get(step)) else {
            drop(whole);
            return Ok((content, Some(size), sum));
        };
        let ty = self.algorithms.expect_transform(&step.transform).map_err(Error::unsupported)?;
        let transform = &*self.algorithms.value_of(ty);
        if let Some(kept) = kept.filter(|kept| decodes_to(transform, kept, &whole)) {
            return Ok((FileBytes::from(kept), Some(size), sum));
        }
        let stated = self.own.stated_extent(holder, region, entry).size.map(i128::from);
        let packed = match self.forms.as_ref().and_then(|forms| forms.find_form(transform, &whole, stated)) {
            Some(known) => known.to_vec(),
            None => transform::encode(&whole, transform)
                .map_err(|error| Error::unlocated_fault(Class::UnsupportedFeature, error.to_string()))?,
        };
        Ok((FileBytes::from(packed), Some(size), sum))
    }

    /// Returns the checksum of content. The algorithm is the requested one if the check accepts it; otherwise the first
    /// one whose checksum the old file states; otherwise the specified one.
    fn content_checksum(
        &self,
        holder: usize,
        check: &RegionChecksum,
        wanted: Option<ChecksumType>,
        entry: Option<RegionEntry<'_>>,
        content: &[u8],
    ) -> Result<u64> {
        let mut known = Vec::new();
        for algorithm in check.algorithms.iter() {
            known.push(self.algorithms.expect_checksum(algorithm).map_err(Error::unsupported)?);
        }
        if let Some(wanted) = wanted.filter(|wanted| known.iter().any(|ty| ty.name() == wanted.name())) {
            return Ok(wanted.checksum(content));
        }
        let mut sums = known.iter().map(|ty| ty.checksum(content));
        // A schema from a file may list none.
        let first = sums.next().ok_or_else(|| {
            Error::unlocated_fault(
                Class::UnsupportedFeature,
                "expected at least one algorithm in the check of the region, found none",
            )
        })?;
        let stated = self.own.eval(holder, &check.stored, entry, &[]);
        Ok(sums.find(|sum| self.keeps_places && Some(i128::from(*sum)) == stated).unwrap_or(first))
    }

    /// Returns the number of the first condition that holds.
    pub(super) fn first_true_condition<'e>(
        &self,
        holder: usize,
        conditions: impl Iterator<Item = &'e Expr>,
        entry: Option<RegionEntry<'_>>,
    ) -> Result<Option<usize>> {
        for (place, when) in conditions.enumerate() {
            let holds = self.own.eval(holder, when, entry, &[]);
            if holds.ok_or_else(|| {
                Error::unlocated_fault(
                    Class::Overflow,
                    format!("the condition `{when}` has no value, because its computation fails"),
                )
            })? != 0
            {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }
}
