//! Makes a file from contents: stores and places the contents, and sets the numbers that describe them.

use super::content::{Content, FileBytes};
use super::faults::too_long;
use super::inside::{GapFilling, arrange_content, gaps_between};
use super::old::OldFile;
use super::order::{FilePlaces, Gap, place_in_old_order, place_in_order};
use super::own::{OUTERMOST, OwnFields, RegionEntry, StructureSource};
use super::part::FilePart;
use super::placed::{HeadSealing, PlacedFile};
use super::searched::searched_parts;
use super::shared::parts_that_differ;
use super::stating::StatedTotals;
use super::turns::order_of;
use crate::Algorithms;
use crate::budget::Budget;
use crate::codec::{ApartHolder, Codec, Decode, Decoder, Encoder, FieldSpan, NestedStructures, SumReading};
use crate::forms::StoredForms;
use crate::laid_contents::LaidContents;
use crate::limits::Limits;
use crate::report::{Class, Error, Result};
#[cfg(feature = "interpret")]
use crate::schema::{Expr, Model};
use crate::schema::{Field, Structure};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Writes a file: the fields of a structure, and the contents of the structure's regions.
///
/// The writer computes offsets, sizes and checksums, and sets the numbers from which a reader reads them.
pub struct FileWriter<'a> {
    pub(super) own: OwnFields<'a>,
    pub(super) contents: BTreeMap<(usize, u64), Content<'a>>,
    pub(super) gaps: Vec<Gap<'a>>,
    pub(super) old_head: Option<u64>,
    pub(super) old: Option<OldFile<'a>>,
    pub(super) old_sizes: Vec<(&'a str, u64)>,
    pub(super) keeps_places: bool,
    pub(super) zeros: bool,
    /// The treatments of the checksums in the old file.
    old_readings: Option<Vec<Option<SumReading>>>,
    /// The bytes between parts that keep their offsets, in a content that is a space of its own.
    pub(super) filling: Option<GapFilling>,
    pub(super) algorithms: Algorithms,
    /// The stored forms that unchanged contents keep.
    pub(super) forms: Option<StoredForms>,
}

/// Adjacent bytes of a file, and the regions in them.
pub struct RegionRun<'a> {
    /// The bytes.
    pub bytes: FileBytes<'a>,
    /// The number of each region, and its offset in the run in bytes.
    pub regions: Vec<(u64, u64)>,
    /// Whether the run counts for the stated end of the file. Bytes after that end do not count.
    pub counted: bool,
}

impl<'a> FileWriter<'a> {
    /// Creates a writer with the fields of a structure.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::encode`].
    pub fn new<T: Codec>(value: &T, args: T::Args) -> Result<Self> {
        Self::new_with_forms(value, args, None)
    }

    fn new_with_forms<T: Codec>(value: &T, args: T::Args, forms: Option<&StoredForms>) -> Result<Self> {
        let mut bytes = Vec::new();
        if let Some(numbers) = forms.and_then(StoredForms::numbers) {
            numbers.rewind();
        }
        let mut encoder = Encoder::new(&mut bytes).for_layout(arrange_content).with_forms(forms.cloned());
        value.encode(&mut encoder, args)?;
        let written = encoder.into_apart().append_to(&mut bytes);
        let writer = Self::from_fields(T::schema(), StructureSource::Compiled, args.as_ref(), bytes, written);
        Ok(writer.with_forms(forms.cloned()))
    }

    /// Creates a writer with the fields of an old file, some of which may have changed. Parts keep their order. The
    /// writer takes content that the caller does not set, and bytes that no field holds, from the old file. Content
    /// that is also in the old file keeps its stored form, even at another offset.
    ///
    /// The caller may move, remove and add elements that describe regions. Both files have the same parameters.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::decode`] and [`Codec::encode`]. Returns `TrailingBytes` when the fields of the
    /// old file have more bytes than their values, such as a part that is shorter than its stated size, because the
    /// writer would lose these bytes.
    pub fn edit<T: Decode<'a>>(value: &T, args: T::Args, file: &'a [u8]) -> Result<Self> {
        let forms = StoredForms::for_edit();
        let budget = Budget::new(Limits::default(), file.len() as u64).with_forms(forms.clone());
        let mut d = Decoder::new(file, &budget);
        let old = T::decode(&mut d, args)?;
        let own = Self::new_with_forms(&old, args, Some(&forms))?.own;
        forms.laid_contents().into_iter().for_each(LaidContents::complete);
        own.expect_all_of(file, d.position())?;
        let old = OldFile::new(&own, file);
        let mut writer = Self::new_with_forms(value, args, Some(&forms))?.keeping_places().with_old_head(old.head);
        writer.old_readings = Some(own.stated_readings(&writer.algorithms));
        writer.gaps = old.gaps();
        writer.old = Some(old);
        Ok(writer)
    }

    /// Creates a writer with the bytes of fields, and the span of each field in the bytes.
    #[cfg(feature = "interpret")]
    pub(crate) fn of_model(
        model: &'a Model,
        structure: &'a Structure,
        args: &[i128],
        bytes: Vec<u8>,
        written: (Vec<FieldSpan<'a>>, NestedStructures<'a>),
    ) -> Self {
        Self::from_fields(structure, StructureSource::Model(model), args, bytes, written)
    }

    pub(super) fn from_fields(
        structure: &'a Structure,
        structures: StructureSource<'a>,
        args: &[i128],
        bytes: Vec<u8>,
        (spans, nested): (Vec<FieldSpan<'a>>, NestedStructures<'a>),
    ) -> Self {
        let outermost =
            ApartHolder { structure, fields: structure.fields(), args: args.to_vec(), spans, found: Vec::new() };
        let holders = std::iter::once(outermost).chain(nested.holders).collect();
        let own = OwnFields::new(structure, structures, bytes, (holders, nested.sealed));
        let (contents, gaps, algorithms) = (BTreeMap::new(), Vec::new(), Algorithms::only_declared());
        Self {
            own,
            contents,
            gaps,
            old_head: None,
            old: None,
            old_sizes: Vec::new(),
            keeps_places: false,
            zeros: false,
            old_readings: None,
            filling: None,
            algorithms,
            forms: None,
        }
    }

    /// Sets the stored forms that unchanged contents keep.
    pub(crate) fn with_forms(mut self, forms: Option<StoredForms>) -> Self {
        self.forms = forms;
        self
    }

    /// Keeps the order of the old file, which the offsets in the fields state, and keeps the bytes of gaps. Unchanged
    /// parts are written byte for byte.
    #[must_use]
    pub fn keeping_places(mut self) -> Self {
        self.keeps_places = true;
        self
    }

    /// Sets the size in bytes of the old file's head, if the size has changed.
    #[must_use]
    pub fn with_old_head(mut self, size: u64) -> Self {
        self.old_head = Some(size);
        self
    }

    /// Sets the sizes in bytes that fields of the outermost structure had in the old file.
    #[cfg(feature = "interpret")]
    pub(crate) fn with_old_sizes(mut self, sizes: Vec<(&'a str, u64)>) -> Self {
        self.old_sizes = sizes;
        self
    }

    /// Sets the offsets at which searches found fields of the outermost structure in the old file.
    #[cfg(feature = "interpret")]
    pub(crate) fn with_found(mut self, found: Vec<(&'a str, u64)>) -> Self {
        if let Some(outermost) = self.own.holders.get_mut(OUTERMOST) {
            outermost.found = found;
        }
        self
    }

    /// Counts the bytes that a checksum excludes as zeros, if the declaration accepts such a checksum.
    #[must_use]
    pub fn counting_zeros(mut self) -> Self {
        self.zeros = true;
        self
    }

    /// Uses the given algorithms instead of those of the declaration.
    #[must_use]
    pub fn with_algorithms(mut self, algorithms: Algorithms) -> Self {
        self.algorithms = algorithms;
        self
    }

    /// Sets the content of a region, by the number of the element that describes the region.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such region.
    pub fn put(&mut self, field: &Field, index: u64, content: Content<'a>) -> Result<()> {
        let place = self.own.structure.fields().iter().position(|one| one.name == field.name);
        let each = place.and_then(|place| self.own.structure.fields().get(place)?.region.as_ref()?.each.as_deref());
        let exists = each.is_some_and(|each| self.own.region_count(OUTERMOST, each).is_some_and(|count| index < count));
        let Some(place) = place.filter(|_| exists) else {
            let message = format!("`{}` has no region {index}", field.name);
            return Err(Error::unlocated_fault(Class::BadReference, message));
        };
        self.contents.insert((place, index), content);
        Ok(())
    }

    /// Returns the arguments for the content of a region.
    #[cfg(feature = "interpret")]
    pub(crate) fn region_arguments(&self, field: &Field, args: &[Expr], index: u64) -> Result<Vec<i128>> {
        let each = field.region.as_ref().and_then(|region| region.each.as_deref());
        let entry = each.map(|array| RegionEntry { array, index });
        let value = |expr: &Expr| {
            let value = self.own.eval(OUTERMOST, expr, entry, &[]);
            value.ok_or_else(|| {
                Error::unlocated_fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"))
            })
        };
        args.iter().map(value).collect()
    }

    /// Adds bytes of the old file that no field holds. The writer uses these bytes only if parts keep their offsets.
    pub fn keep_gap(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.gaps.push(Gap { offset, bytes: bytes.into(), is_new: false });
    }

    /// Stores the contents, and places all parts.
    ///
    /// # Errors
    /// Returns `Missing` when a region with a size has no content; `Overflow` when an offset or a size does not fit
    /// into its number; `Inconsistent` when a reader would read another offset or size than the written one;
    /// `UnsupportedFeature` when regions of nested structures would not keep their offsets; and the errors of
    /// transforms and sources.
    pub fn place(mut self) -> Result<PlacedFile<'a>> {
        let (stated, readings) = (self.stated_totals(), self.kept_readings());
        let mut parts = self.store_parts()?;
        let head = self.own.head_size();
        let old_head = self.old_head.unwrap_or(head);
        if let Some(filling) = &self.filling {
            self.gaps = gaps_between(&parts, head, filling)?;
        }
        let old = (old_head, &stated);
        let mut places = self.place_parts(&mut parts, old)?;
        for separates_all in [false, true] {
            let mut apart = parts_that_differ(&self.own, &parts, &places);
            if apart.is_empty() {
                break;
            }
            // The numbers change once more, so that other parts may differ then.
            if separates_all {
                apart = (0..parts.len()).collect();
            }
            for number in apart {
                parts.get_mut(number).into_iter().for_each(|part| part.is_apart = true);
            }
            places = self.place_parts(&mut parts, old)?;
        }
        let searched = searched_parts(&parts);
        let sealing = HeadSealing { readings, zeros: self.zeros, algorithms: &self.algorithms };
        let placed = PlacedFile::new(&self.own, parts, self.gaps, places, &sealing)?;
        placed.expect_found(&searched)?;
        Ok(placed)
    }

    /// Assigns an offset to each part, and sets the numbers that follow from the offsets.
    fn place_parts(
        &mut self,
        parts: &mut [FilePart<'a>],
        (old_head, stated): (u64, &StatedTotals),
    ) -> Result<FilePlaces> {
        let head = self.own.head_size();
        let places = if self.keeps_places {
            self.gaps.sort_by_key(|gap| gap.offset);
            // A part without bytes that points into the head had no place, so it is new.
            for part in parts.iter_mut().filter(|part| part.stored > 0) {
                part.old = part.old.filter(|(offset, size)| *size > 0 || *offset >= old_head);
            }
            // An unaligned file is not aligned.
            for part in parts.iter_mut().filter(|part| part.old.is_some_and(|(old, _)| old % part.align.max(1) != 0)) {
                part.align = 1;
            }
            // Parts may share bytes with an unchanged head.
            let stays = old_head == head && self.own.structure.sums.is_empty();
            let shared = if stays { self.own.head_with_spans().0 } else { Vec::new() };
            place_in_old_order(parts, &self.gaps, (old_head, head), &shared).ok_or_else(too_long)?
        } else {
            let order = order_of(parts);
            place_in_order(parts, &order, head).ok_or_else(too_long)?
        };
        self.expect_regions_kept(&places)?;
        self.set_numbers(parts, &places, (old_head, stated))?;
        Ok(places)
    }

    /// Places runs of bytes one after the other. The runs contain the regions of `field`, which must be the only field
    /// with an offset of its own. Each region has the size that its element states.
    ///
    /// # Errors
    /// Returns the errors of [`place`](Self::place); `BadReference` for a region that does not exist; `Inconsistent`
    /// for a region that extends beyond its run, or is in no run.
    pub fn place_runs(mut self, field: &Field, runs: Vec<RegionRun<'a>>) -> Result<PlacedFile<'a>> {
        let of_field = |one: &&'a Field| one.name == field.name;
        let field = self.own.structure.fields().iter().find(of_field);
        let region =
            field.and_then(|field| Some((field, field.region_elsewhere()?, field.region.as_ref()?.each.as_deref()?)));
        let (field, region, array) = region.ok_or_else(|| {
            Error::unlocated_fault(
                Class::BadReference,
                "expected a field whose regions an array describes, found another field or none",
            )
        })?;
        let head = self.own.head_size();
        let (mut position, mut end, mut pieces, mut parts) = (head, head, Vec::new(), Vec::new());
        for RegionRun { bytes, regions, counted } in runs {
            let (offset, size) = (position, bytes.size());
            position = offset.checked_add(size).ok_or_else(too_long)?;
            if counted {
                end = position;
            }
            for (index, inside) in regions {
                let entry = RegionEntry { array, index };
                let outside =
                    || Error::unlocated_fault(Class::Inconsistent, "the region extends beyond its run of bytes");
                let stored = self
                    .own
                    .stated_extent(OUTERMOST, region, Some(entry))
                    .size
                    .filter(|stored| inside.checked_add(*stored).is_some_and(|end| end <= size));
                let stored = stored.ok_or_else(|| outside().in_element(index).in_field(&field.name))?;
                parts.push(FilePart {
                    offset: offset + inside,
                    ..FilePart::new(OUTERMOST, field, region, Some(entry), stored)
                });
            }
            pieces.push((offset, bytes));
        }
        let places = FilePlaces { pieces: Vec::new(), end, size: position };
        if self.own.region_count(OUTERMOST, array) != Some(parts.len() as u64) {
            return Err(Error::unlocated_fault(
                Class::Inconsistent,
                "expected each region in a run of bytes, found another number of regions in the runs",
            )
            .in_field(&field.name));
        }
        let readings = self.kept_readings();
        self.set_numbers(&parts, &places, (head, &StatedTotals::new()))?;
        let sealing = HeadSealing { readings, zeros: self.zeros, algorithms: &self.algorithms };
        PlacedFile::of_pieces(&self.own, pieces, places.size, &sealing)
    }

    /// Returns the treatment that each checksum of the head keeps. A number that is set may make a value correct by
    /// chance, so the treatments are those before numbers are set.
    fn kept_readings(&mut self) -> Vec<Option<SumReading>> {
        self.old_readings.take().unwrap_or_else(|| self.own.stated_readings(&self.algorithms))
    }
}
