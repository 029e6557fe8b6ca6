//! Handles values that were computed from numbers before a layout sets the numbers: parameters, and checksums of nested
//! structures.

use super::own::OwnFields;
use super::spans::OffsetRanges;
use crate::algorithms::Algorithms;
use crate::codec::{ApartHolder, seal_sums};
use crate::report::{Class, Error};
use crate::schema::{Link, Offset};

impl OwnFields<'_> {
    /// Returns the bytes if parameters or checksums of nested structures were computed from them.
    pub(super) fn fixed_bytes(&self) -> Option<Vec<u8>> {
        let nested = || self.holders.iter().skip(1);
        let is_fixed = !self.sealed.is_empty() || nested().any(ApartHolder::needs_params);
        is_fixed.then(|| self.bytes.clone())
    }

    /// Computes the checksums of nested structures again, if numbers in the structures were set.
    ///
    /// # Errors
    /// Returns the errors of [`seal_sums`].
    pub(super) fn seal_again(&mut self, before: Option<&[u8]>, algorithms: &Algorithms) -> Result<(), Error> {
        let (Some(before), structures) = (before, self.structures) else { return Ok(()) };
        let resolve = |link: &Link| structures.resolve(link);
        for sealed in &self.sealed {
            let Some((start, end)) = sealed.summed_range() else { continue };
            let range = |bytes| Offset::from(start).up_to(end, bytes);
            if range(before) == range(&self.bytes) {
                continue;
            }
            let written = usize::try_from(sealed.written_end()).ok().and_then(|end| self.bytes.get_mut(..end));
            let Some(bytes) = written else { continue };
            let set = seal_sums(bytes, sealed.structure, &sealed.spans, &resolve, algorithms);
            set.map_err(|(class, message)| Error::unlocated_fault(class, message))?;
        }
        Ok(())
    }

    /// Rejects numbers that were set after parameters had been computed from them.
    ///
    /// # Errors
    /// `UnsupportedFeature`.
    pub(super) fn expect_fixed(&self, before: Option<&[u8]>) -> Result<(), Error> {
        let Some(before) = before.filter(|before| *before != self.bytes) else { return Ok(()) };
        let nested = || self.holders.iter().skip(1);
        let Some(asking) = nested().find(|one| one.needs_params()) else { return Ok(()) };
        let own_spans = |holder: &ApartHolder<'_>| holder.own_spans().map(|(_, start, end, _)| (start, end)).collect();
        let mut begins: Vec<u64> = nested().filter_map(|one| Some(one.spans.first()?.1)).collect();
        begins.sort_unstable();
        // Checks parameters of structures only if they are given from outside.
        let is_inmost = |one: &&ApartHolder<'_>| OffsetRanges::from_ranges(own_spans(one)).count_inside(&begins) <= 1;
        let harmless = nested().filter(|one| one.needs_params()).filter(is_inmost);
        let harmless = OffsetRanges::from_ranges(harmless.flat_map(own_spans).collect());
        let both = (0_u64..).zip(before.iter().zip(&self.bytes));
        if harmless.hold_all(both.filter(|(_, (old, new))| old != new).map(|(at, _)| at)) {
            return Ok(());
        }
        let message = format!(
            "a writer cannot set numbers outside of `{}`, because offsets in it depend on parameters that were \
                computed before",
            asking.structure.name
        );
        Err(Error::unlocated_fault(Class::UnsupportedFeature, message))
    }
}
