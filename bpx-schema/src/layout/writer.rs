//! From contents to a file: what is stored, where it lies, and what states it.

use super::content::{Bytes, Content};
use super::faults::{fault, too_long};
use super::old::OldFile;
use super::order::{Gap, Places, fresh, order_of, preserved};
use super::own::{Entry, OUTERMOST, Own, Structures};
use super::part::Part;
use super::placed::PlacedFile;
use super::searched::{remember_searched, searched};
use crate::Algorithms;
use crate::budget::Budget;
use crate::codec::{Codec, Decode, Decoder, Encoder, FieldSpan, Holder};
use crate::forms::StoredForms;
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Result};
#[cfg(feature = "interpret")]
use crate::schema::{Expr, Model};
use crate::schema::{Field, Offset, Structure};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// Writes a file: the fields of a structure, and the contents of the regions that it describes.
///
/// Places, sizes and checksums are computed; what the declaration takes them from is set.
pub struct FileWriter<'a> {
    pub(super) own: Own<'a>,
    pub(super) contents: BTreeMap<(usize, u64), Content<'a>>,
    pub(super) gaps: Vec<Gap<'a>>,
    pub(super) old_head: Option<u64>,
    pub(super) old: Option<OldFile<'a>>,
    pub(super) old_sizes: Vec<(&'a str, u64)>,
    pub(super) keeps_places: bool,
    pub(super) zeros: bool,
    pub(super) algorithms: Algorithms,
    /// Stored forms that are kept where their content is unchanged.
    pub(super) forms: Option<StoredForms>,
}

/// Bytes that lie together in a file, and the regions in them.
pub struct Run<'a> {
    /// The bytes.
    pub bytes: Bytes<'a>,
    /// Numbers of regions, and their offsets in the run, in bytes.
    pub regions: Vec<(u64, u64)>,
    /// Whether the file counts the run: bytes after its end are not counted.
    pub counted: bool,
}

impl<'a> FileWriter<'a> {
    /// Begins with the fields of a structure.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::encode`].
    pub fn new<T: Codec>(value: &T, args: T::Args) -> Result<Self> {
        Self::keeping(value, args, None)
    }

    fn keeping<T: Codec>(value: &T, args: T::Args, forms: Option<&StoredForms>) -> Result<Self> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes).detached().with_forms(forms.cloned());
        value.encode(&mut encoder, args)?;
        let (spans, holders) = encoder.into_apart().settle(&mut bytes);
        let writer = Self::of(T::schema(), Structures::Compiled, args.as_ref(), bytes, (spans, holders));
        Ok(writer.with_forms(forms.cloned()))
    }

    /// Begins with the fields of an old file, of which some may have changed: parts keep their order, and content that
    /// is not given, as well as bytes that no field holds, comes from the old file. A content that the old file has too
    /// keeps its stored form, wherever it lies.
    ///
    /// Elements that describe regions may be moved, removed and added. The number of parameters is the same for both.
    ///
    /// # Errors
    /// Returns the errors of [`Codec::decode`] and [`Codec::encode`].
    pub fn edit<T: Decode<'a>>(value: &T, args: T::Args, file: &'a [u8]) -> Result<Self> {
        let forms = StoredForms::default();
        let budget = Budget::new(Limits::default(), file.len() as u64).with_forms(forms.clone());
        let old = T::decode(&mut Decoder::new(file, &budget), args)?;
        let old = OldFile::new(&Self::keeping(&old, args, Some(&forms))?.own, file);
        let mut writer = Self::keeping(value, args, Some(&forms))?.keeping_places().with_old_head(old.head);
        writer.gaps = old.gaps();
        writer.old = Some(old);
        Ok(writer)
    }

    /// Begins with the bytes of fields, and where each lies in them.
    #[cfg(feature = "interpret")]
    pub(crate) fn of_model(
        model: &'a Model,
        structure: &'a Structure,
        args: &[i128],
        bytes: Vec<u8>,
        written: (Vec<FieldSpan<'a>>, Vec<Holder<'a>>),
    ) -> Self {
        Self::of(structure, Structures::Model(model), args, bytes, written)
    }

    fn of(
        structure: &'a Structure,
        structures: Structures<'a>,
        args: &[i128],
        bytes: Vec<u8>,
        (spans, nested): (Vec<FieldSpan<'a>>, Vec<Holder<'a>>),
    ) -> Self {
        let outermost = Holder { structure, fields: structure.fields(), args: args.to_vec(), spans };
        let holders = std::iter::once(outermost).chain(nested).collect();
        let own = Own::new(structure, structures, bytes, holders);
        let (contents, gaps, algorithms) = (BTreeMap::new(), Vec::new(), Algorithms::declared());
        Self {
            own,
            contents,
            gaps,
            old_head: None,
            old: None,
            old_sizes: Vec::new(),
            keeps_places: false,
            zeros: false,
            algorithms,
            forms: None,
        }
    }

    /// With the stored forms that are kept where their content is unchanged.
    pub(crate) fn with_forms(mut self, forms: Option<StoredForms>) -> Self {
        self.forms = forms;
        self
    }

    /// Keeps the order of the old file, whose places the fields state, and the bytes of gaps; what is unchanged comes out
    /// byte for byte.
    #[must_use]
    pub fn keeping_places(mut self) -> Self {
        self.keeps_places = true;
        self
    }

    /// Sets where the bytes of the old file began that lie elsewhere than in the head, when their number has changed.
    #[must_use]
    pub fn with_old_head(mut self, size: u64) -> Self {
        self.old_head = Some(size);
        self
    }

    /// Sets how many bytes fields of the structure itself had in the old file.
    #[cfg(feature = "interpret")]
    pub(crate) fn with_old_sizes(mut self, sizes: Vec<(&'a str, u64)>) -> Self {
        self.old_sizes = sizes;
        self
    }

    /// Counts the bytes that a checksum leaves out as zeros, where the declaration accepts that.
    #[must_use]
    pub fn counting_zeros(mut self) -> Self {
        self.zeros = true;
        self
    }

    /// With these algorithms instead of those of the declaration.
    #[must_use]
    pub fn with_algorithms(mut self, algorithms: Algorithms) -> Self {
        self.algorithms = algorithms;
        self
    }

    /// Puts content into a region: that of an element of the array that describes the regions of this field.
    ///
    /// # Errors
    /// `BadReference` when there is no such region.
    pub fn put(&mut self, field: &Field, index: u64, content: Content<'a>) -> Result<()> {
        let place = self.own.structure.fields().iter().position(|one| one.name == field.name);
        let each = place.and_then(|place| self.own.structure.fields().get(place)?.region.as_ref()?.each.as_deref());
        let exists = each.is_some_and(|each| self.own.count(OUTERMOST, each).is_some_and(|count| index < count));
        let Some(place) = place.filter(|_| exists) else {
            let message = format!("no region {index} of `{}`", field.name);
            return Err(Error::fault(Class::BadReference, Location::default(), message));
        };
        self.contents.insert((place, index), content);
        Ok(())
    }

    /// Returns the parameters of the content of a region.
    #[cfg(feature = "interpret")]
    pub(crate) fn arguments(&self, field: &Field, args: &[Expr], index: u64) -> Result<Vec<i128>> {
        let each = field.region.as_ref().and_then(|region| region.each.as_deref());
        let entry = each.map(|array| Entry { array, index });
        let value = |expr: &Expr| {
            let value = self.own.eval(OUTERMOST, expr, entry, &[]);
            value.ok_or_else(|| fault(Class::Overflow, format!("`{expr}` has no value")))
        };
        args.iter().map(value).collect()
    }

    /// Keeps bytes of the old file that no field holds; they count only when places are kept.
    pub fn keep_gap(&mut self, offset: u64, bytes: impl Into<Cow<'a, [u8]>>) {
        self.gaps.push(Gap { offset, bytes: bytes.into() });
    }

    /// Stores the contents, and gives everything its place.
    ///
    /// # Errors
    /// `Missing` when a region that has bytes was given none; `Overflow` when an offset or a size does not fit into the
    /// number that states it; `Inconsistent` when the declaration would read another place or size than the written one;
    /// those of transforms and sources.
    pub fn place(mut self) -> Result<PlacedFile<'a>> {
        let stated = self.stated_end();
        let mut parts = self.parts()?;
        let head = self.own.head_size();
        let old_head = self.old_head.unwrap_or(head);
        let places = if self.keeps_places {
            self.gaps.sort_by_key(|gap| gap.offset);
            if self.old.is_none() {
                remember_searched(&mut parts, &self.gaps, old_head);
            }
            // What had no bytes, and points into the head, was nowhere: it is new.
            for part in parts.iter_mut().filter(|part| part.stored > 0) {
                part.old = part.old.filter(|(offset, size)| *size > 0 || *offset >= old_head);
            }
            // A file that is not aligned stays so.
            for part in parts.iter_mut().filter(|part| part.old.is_some_and(|(old, _)| old % part.align.max(1) != 0)) {
                part.align = 1;
            }
            // Parts may share bytes with a head that stays as it is.
            let own = &self.own.bytes;
            let stays = old_head == head && self.own.structure.sums.is_empty();
            let spans = self.own.head_fields().filter(|_| stays);
            let bytes = spans.filter_map(|(_, start, end, _)| Offset::from(start).up_to(end, own));
            let shared = bytes.collect::<Vec<_>>().concat();
            preserved(&mut parts, &self.gaps, (old_head, head), &shared).ok_or_else(too_long)?
        } else {
            let order = order_of(&parts);
            fresh(&mut parts, &order, head).ok_or_else(too_long)?
        };
        let before = self.own.fixed();
        self.set_all(&parts, &places, (old_head, stated))?;
        self.check(&parts)?;
        self.own.expect_fixed(before)?;
        let searched = searched(&parts);
        let placed = PlacedFile::new(&self.own, parts, self.gaps, places, (self.zeros, &self.algorithms))?;
        placed.expect_found(&searched)?;
        Ok(placed)
    }

    /// Gives runs of bytes their places, one after the other; the regions of the only field that lies elsewhere lie in
    /// them, with the sizes that their elements state.
    ///
    /// # Errors
    /// Returns the errors of [`place`](Self::place); `BadReference` for a region that does not exist, `Inconsistent`
    /// for one that does not lie in its run, or in none.
    pub fn place_runs(mut self, field: &Field, runs: Vec<Run<'a>>) -> Result<PlacedFile<'a>> {
        let of_field = |one: &&'a Field| one.name == field.name;
        let field = self.own.structure.fields().iter().find(of_field);
        let region =
            field.and_then(|field| Some((field, field.region_elsewhere()?, field.region.as_ref()?.each.as_deref()?)));
        let (field, region, array) = region.ok_or_else(|| fault(Class::BadReference, "no such regions"))?;
        let head = self.own.head_size();
        let (mut position, mut end, mut pieces, mut parts) = (head, head, Vec::new(), Vec::new());
        for Run { bytes, regions, counted } in runs {
            let (offset, size) = (position, bytes.size());
            position = offset.checked_add(size).ok_or_else(too_long)?;
            if counted {
                end = position;
            }
            for (index, inside) in regions {
                let entry = Entry { array, index };
                let outside = || fault(Class::Inconsistent, "the region does not lie in its bytes");
                let stored = self
                    .own
                    .stated(OUTERMOST, region, Some(entry))
                    .size
                    .filter(|stored| inside.checked_add(*stored).is_some_and(|end| end <= size));
                let stored = stored.ok_or_else(|| outside().in_element(index).in_field(&field.name))?;
                parts
                    .push(Part { offset: offset + inside, ..Part::new(OUTERMOST, field, region, Some(entry), stored) });
            }
            pieces.push((offset, bytes));
        }
        let places = Places { pieces: Vec::new(), end, size: position };
        if self.own.count(OUTERMOST, array) != Some(parts.len() as u64) {
            return Err(fault(Class::Inconsistent, "not every region lies in some bytes").in_field(&field.name));
        }
        self.set_all(&parts, &places, (head, Vec::new()))?;
        self.check(&parts)?;
        PlacedFile::of_pieces(&self.own, pieces, places.size, (self.zeros, &self.algorithms))
    }
}
