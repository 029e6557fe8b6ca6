//! From contents to a file: what is stored, where it lies, and what states it.

use super::content::{Bytes, Content, Form};
use super::old::OldFile;
use super::order::{Gap, Places, fresh, preserved};
use super::own::{Entry, Fact, Own, Structures};
use super::part::Part;
use super::placed::PlacedFile;
use crate::Algorithms;
use crate::budget::Budget;
use crate::checksum::ChecksumType;
use crate::codec::{Codec, Decoder, Encoder, FieldSpan};
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Result};
#[cfg(feature = "interpret")]
use crate::schema::Model;
use crate::schema::{Algorithm, Check, Expr, Field, Offset, Region, Setting, Structure, Text};
use crate::transform::{self, DynTransform};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Writes a file: the fields of a structure, and the contents of the regions that it describes.
///
/// Places, sizes and checksums are computed; what the declaration takes them from is set.
pub struct FileWriter<'a> {
    own: Own<'a>,
    contents: BTreeMap<(usize, u64), Content<'a>>,
    gaps: Vec<Gap<'a>>,
    old_head: Option<u64>,
    old: Option<OldFile<'a>>,
    old_sizes: Vec<(&'a str, u64)>,
    keeps_places: bool,
    zeros: bool,
    algorithms: Algorithms,
}

/// Bytes that lie together in a file, and the regions in them.
pub struct Run<'a> {
    /// The bytes.
    pub bytes: Bytes<'a>,
    /// Numbers of regions, and their offsets in the run, in bytes.
    pub regions: Vec<(u64, u64)>,
    /// Whether the file counts the run: bytes behind its end are not counted.
    pub counted: bool,
}

/// What becomes a part.
enum Job<'a> {
    /// A field of the structure itself.
    Single(Part<'a>),
    Region {
        field: &'a Field,
        region: &'a Region,
        entry: Entry<'a>,
        align: u64,
        content: Option<Content<'a>>,
    },
}

#[cfg(feature = "parallel")]
impl Job<'_> {
    fn may_be_transformed(&self) -> bool {
        match self {
            Self::Single(_) => false,
            Self::Region { region, content, .. } => {
                let plain = content.as_ref().is_some_and(|content| matches!(content.form, Form::Plain { .. }));
                plain && !region.steps.is_empty()
            }
        }
    }
}

impl<'a> FileWriter<'a> {
    /// Begins with the fields of a structure.
    ///
    /// # Errors
    /// As [`Codec::encode`].
    pub fn new<T: Codec>(value: &T, args: T::Args) -> Result<Self> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes).detached();
        value.encode(&mut encoder, args)?;
        let spans = encoder.into_spans();
        Ok(Self::of(T::schema(), Structures::Compiled, args.as_ref(), bytes, spans))
    }

    /// Begins with the fields of an old file, of which some may have changed: parts keep their order, and content that is not
    /// given, as well as bytes that no field holds, comes from the old file.
    ///
    /// Elements that describe regions may be moved, removed and added. The number of parameters is the same for both.
    ///
    /// # Errors
    /// As [`Codec::decode`] and [`Codec::encode`].
    pub fn edit<T: Codec>(value: &T, args: T::Args, file: &'a [u8]) -> Result<Self> {
        let budget = Budget::new(Limits::default(), file.len() as u64);
        let old = T::decode(&mut Decoder::new(file, &budget), args)?;
        let old = OldFile::new(&Self::new(&old, args)?.own, file);
        let mut writer = Self::new(value, args)?.keeping_places().with_old_head(old.head);
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
        spans: Vec<FieldSpan<'a>>,
    ) -> Self {
        Self::of(structure, Structures::Model(model), args, bytes, spans)
    }

    fn of(
        structure: &'a Structure,
        structures: Structures<'a>,
        args: &[i128],
        bytes: Vec<u8>,
        spans: Vec<FieldSpan<'a>>,
    ) -> Self {
        let own = Own { structure, structures, args: args.to_vec(), bytes, spans };
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
        }
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
        let exists = each.is_some_and(|each| self.own.count(each).is_some_and(|count| index < count));
        let Some(place) = place.filter(|_| exists) else {
            let message = format!("no region {index} of `{}`", field.name);
            return Err(Error::fault(Class::BadReference, Location::default(), message));
        };
        self.contents.insert((place, index), content);
        Ok(())
    }

    /// The parameters of the content of a region.
    #[cfg(feature = "interpret")]
    pub(crate) fn arguments(&self, field: &Field, args: &[Expr], index: u64) -> Result<Vec<i128>> {
        let each = field.region.as_ref().and_then(|region| region.each.as_deref());
        let entry = each.map(|array| Entry { array, index });
        let value = |expr: &Expr| {
            let value = self.own.eval(expr, entry, &[]);
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
        let head = head_size(&self.own);
        let old_head = self.old_head.unwrap_or(head);
        let places = if self.keeps_places {
            self.gaps.sort_by_key(|gap| gap.offset);
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
            let spans = self.head_fields().filter(|_| stays);
            let bytes = spans.filter_map(|(_, start, end)| Offset::from(start).up_to(end, own));
            let shared = bytes.collect::<Vec<_>>().concat();
            preserved(&mut parts, &self.gaps, (old_head, head), &shared).ok_or_else(too_long)?
        } else {
            let order = order_of(&parts);
            fresh(&mut parts, &order, head).ok_or_else(too_long)?
        };
        self.set_all(&parts, &places, (old_head, stated))?;
        self.check(&parts)?;
        PlacedFile::new(&self.own, parts, self.gaps, places, (self.zeros, &self.algorithms))
    }

    /// Gives runs of bytes their places, one behind the other; the regions of the only field that lies elsewhere lie in them,
    /// with the sizes that their elements state.
    ///
    /// # Errors
    /// As [`place`](Self::place); `BadReference` for a region that does not exist, `Inconsistent` for one that does not lie in
    /// its run, or in none.
    pub fn place_runs(mut self, field: &Field, runs: Vec<Run<'a>>) -> Result<PlacedFile<'a>> {
        let of_field = |one: &&'a Field| one.name == field.name;
        let field = self.own.structure.fields().iter().find(of_field);
        let region =
            field.and_then(|field| Some((field, field.region_elsewhere()?, field.region.as_ref()?.each.as_deref()?)));
        let (field, region, array) = region.ok_or_else(|| fault(Class::BadReference, "no such regions"))?;
        let head = head_size(&self.own);
        let (mut position, mut end, mut pieces, mut parts) = (Some(head), head, Vec::new(), Vec::new());
        for Run { bytes, regions, counted } in runs {
            let offset = position.ok_or_else(too_long)?;
            let size = bytes.size();
            position = offset.checked_add(size);
            if counted {
                end = position.ok_or_else(too_long)?;
            }
            for (index, inside) in regions {
                let entry = Entry { array, index };
                let outside = || fault(Class::Inconsistent, "the region does not lie in its bytes");
                let stored = self
                    .own
                    .stated(region, Some(entry))
                    .size
                    .filter(|stored| inside.checked_add(*stored).is_some_and(|end| end <= size));
                let stored = stored.ok_or_else(|| outside().in_element(index).in_field(&field.name))?;
                parts.push(Part {
                    field,
                    region,
                    entry: Some(entry),
                    bytes: None,
                    stored,
                    content_size: None,
                    checksum: None,
                    align: 1,
                    shares: false,
                    old: None,
                    offset: offset + inside,
                });
            }
            pieces.push((offset, bytes));
        }
        let places = Places { pieces: Vec::new(), end, size: position.ok_or_else(too_long)? };
        if self.own.count(array) != Some(parts.len() as u64) {
            return Err(fault(Class::Inconsistent, "not every region lies in some bytes").in_field(&field.name));
        }
        self.set_all(&parts, &places, (head, Vec::new()))?;
        self.check(&parts)?;
        PlacedFile::of_pieces(&self.own, pieces, places.size, (self.zeros, &self.algorithms))
    }

    /// The fields that lie in their place, in order.
    fn head_fields(&self) -> impl Iterator<Item = FieldSpan<'a>> {
        head_fields(&self.own)
    }

    /// The parts that lie elsewhere, in the order of the declaration.
    fn parts(&mut self) -> Result<Vec<Part<'a>>> {
        let mut contents = std::mem::take(&mut self.contents);
        let structure: &'a Structure = self.own.structure;
        let mut jobs = Vec::new();
        for (place, field) in structure.fields().iter().enumerate() {
            let Some(region) = field.region_elsewhere() else { continue };
            let align = self.align(region)?;
            let Some(each) = region.each.as_deref() else {
                jobs.extend(self.single(field, region, align).map(Job::Single));
                continue;
            };
            let count = self.own.count(each).ok_or_else(|| {
                let message = format!("nothing can be set yet in the elements of `{each}`, whose size varies");
                fault(Class::UnsupportedFeature, message).in_field(&field.name)
            })?;
            for index in 0..count {
                let content = contents.remove(&(place, index));
                jobs.push(Job::Region { field, region, entry: Entry { array: each, index }, align, content });
            }
        }
        self.stored(jobs)
    }

    /// Stores contents, on all cores where there are several to transform.
    fn stored(&self, jobs: Vec<Job<'a>>) -> Result<Vec<Part<'a>>> {
        #[cfg(feature = "parallel")]
        if jobs.iter().filter(|job| job.may_be_transformed()).nth(1).is_some() {
            use rayon::prelude::*;
            crate::threads::start()?;
            return jobs.into_par_iter().map(|job| self.part(job)).collect();
        }
        jobs.into_iter().map(|job| self.part(job)).collect()
    }

    fn part(&self, job: Job<'a>) -> Result<Part<'a>> {
        match job {
            Job::Single(part) => Ok(part),
            Job::Region { field, region, entry, align, content } => self
                .region((field, region), entry, align, content)
                .map_err(|error| error.in_element(entry.index).in_field(&field.name)),
        }
    }

    /// A field of the structure itself.
    fn single(&self, field: &'a Field, region: &'a Region, align: u64) -> Option<Part<'a>> {
        let (start, end) = self.own.span(&field.name)?;
        let stored = end - start;
        let old = match &self.old {
            Some(old) => old.single(field),
            None => {
                let known = self.old_sizes.iter().find(|(name, _)| field.name == *name);
                let size = known.map_or(stored, |(_, size)| *size);
                self.own.stated(region, None).offset.map(|offset| (offset, size))
            }
        };
        let old = old.filter(|_| self.keeps_places);
        let bytes = Some(Bytes::from(self.own.field_bytes(&field.name).to_vec()));
        let (content_size, checksum) = (None, None);
        Some(Part {
            field,
            region,
            entry: None,
            bytes,
            stored,
            content_size,
            checksum,
            align,
            shares: false,
            old,
            offset: 0,
        })
    }

    fn align(&self, region: &Region) -> Result<u64> {
        let Some(align) = &region.place.align else { return Ok(1) };
        let value = self.own.eval(align, None, &[]).and_then(|value| u64::try_from(value).ok());
        value.filter(|value| *value > 0).ok_or_else(|| fault(Class::Overflow, format!("`{align}` is no alignment")))
    }

    fn region(
        &self,
        (field, region): (&'a Field, &'a Region),
        entry: Entry<'a>,
        align: u64,
        content: Option<Content<'a>>,
    ) -> Result<Part<'a>> {
        let stated = self.own.stated(region, Some(entry));
        let extent = stated.offset.zip(stated.size).filter(|_| self.keeps_places);
        let old = match &self.old {
            Some(old) => extent.and_then(|extent| old.region(field, entry.index, extent)),
            None => extent,
        };
        let kept = || self.old.as_ref()?.stored(old?);
        let content = match content.or_else(|| Some(Content::stored(kept()?, None, None))) {
            Some(content) => content,
            None if stated.size == Some(0) => Content::new(Vec::new()),
            None => return Err(fault(Class::Missing, "expected the content of the region, found none")),
        };
        let (bytes, content_size, checksum) = match content.form {
            Form::Stored { content_size, checksum } => (content.bytes, content_size, checksum),
            Form::Plain { transform, check } => self.store(region, entry, content.bytes, (transform, check))?,
        };
        let (stored, shares, bytes) = (bytes.size(), region.place.share, Some(bytes));
        Ok(Part {
            field,
            region,
            entry: Some(entry),
            bytes,
            stored,
            content_size,
            checksum,
            align,
            shares,
            old,
            offset: 0,
        })
    }

    /// Stores content as the element says that describes the region: stored bytes, size and checksum of the content.
    fn store(
        &self,
        region: &Region,
        entry: Entry<'_>,
        content: Bytes<'a>,
        (transform, check): (Option<Arc<dyn DynTransform>>, Option<ChecksumType>),
    ) -> Result<(Bytes<'a>, Option<u64>, Option<u64>)> {
        let size = content.size();
        let step = self.first(region.steps.iter().map(|step| &step.when), entry)?;
        let stated = self.first(region.checks.iter().map(|check| &check.when), entry)?;
        // What is stored as it is need not be in memory.
        if step.is_none() && stated.is_none() {
            return Ok((content, Some(size), None));
        }
        let whole = content.in_memory()?;
        let stated = stated.and_then(|place| region.checks.get(place));
        let sum = stated.map(|stated| self.sum(stated, check, entry, &whole)).transpose()?;
        let Some(step) = step.and_then(|step| region.steps.get(step)) else {
            drop(whole);
            return Ok((content, Some(size), sum));
        };
        let ty = self.algorithms.transform(&step.transform).ok_or_else(|| unknown(&step.transform))?;
        let given = transform.filter(|given| given.name() == ty.name());
        let with = given.unwrap_or_else(|| self.algorithms.value_of(ty));
        let packed = transform::encode(&whole, &*with);
        let packed = packed.map_err(|error| fault(Class::UnsupportedFeature, error.to_string()))?;
        Ok((Bytes::from(packed), Some(size), sum))
    }

    /// The checksum of content: the wanted one, if it is accepted; the stated one, if the content has it; else the specified
    /// one.
    fn sum(&self, check: &Check, wanted: Option<ChecksumType>, entry: Entry<'_>, content: &[u8]) -> Result<u64> {
        let mut known = Vec::new();
        for algorithm in check.algorithms.iter() {
            known.push(self.algorithms.checksum(algorithm).ok_or_else(|| unknown(algorithm))?);
        }
        if let Some(wanted) = wanted.filter(|wanted| known.iter().any(|ty| ty.name() == wanted.name())) {
            return Ok(wanted.checksum(content));
        }
        let mut sums = known.iter().map(|ty| ty.checksum(content));
        let first = sums.next().unwrap_or_default();
        let stated = self.own.eval(&check.stored, Some(entry), &[]);
        Ok(sums.find(|sum| self.keeps_places && Some(i128::from(*sum)) == stated).unwrap_or(first))
    }

    /// The first condition that holds.
    fn first<'e>(&self, conditions: impl Iterator<Item = &'e Expr>, entry: Entry<'_>) -> Result<Option<usize>> {
        for (place, when) in conditions.enumerate() {
            let holds = self.own.eval(when, Some(entry), &[]);
            if holds.ok_or_else(|| fault(Class::Overflow, format!("the condition `{when}` has no value")))? != 0 {
                return Ok(Some(place));
            }
        }
        Ok(None)
    }

    /// What the settings of the file would set, if the old file ended where its last part did.
    fn stated_end(&self) -> Vec<Option<i128>> {
        let own = |path: &[Text]| self.own.eval(&Expr::Path(path.to_vec().into()), None, &[]);
        self.own.structure.settings.iter().map(|one| own(&one.target)).collect()
    }

    /// Sets what states the places, where it does not state them already.
    fn set_all(
        &mut self,
        parts: &[Part<'a>],
        places: &Places,
        (old_head, stated): (u64, Vec<Option<i128>>),
    ) -> Result<()> {
        let structure = self.own.structure;
        let right: Vec<bool> = parts.iter().map(|part| self.wrong(part, true).is_none()).collect();
        let stated = stated.into_iter().chain(std::iter::repeat(None));
        for (setting, stated) in structure.settings.iter().zip(stated) {
            if setting.field.is_empty() {
                let value = self.file_value(setting, stated, parts, places, old_head)?;
                self.set(&setting.target, None, value)?;
                continue;
            }
            let of_field = || parts.iter().zip(&right).filter(|(part, _)| part.field.name == setting.field);
            let begin = of_field().map(|(part, _)| part.offset).min();
            for (part, right) in of_field() {
                // What was read rightly may be wrong now, by a number that several regions state together.
                if *right && self.wrong(part, true).is_none() {
                    continue;
                }
                let facts = facts(part, begin, places);
                if fault!(KeepsOldSizes)
                    && setting.value.path().is_some_and(|path| path.ends_with(&["content_size".into()]))
                {
                    continue;
                }
                let value = self.own.eval(&setting.value, part.entry, &facts);
                // A fact that is not known leaves what states it as it is.
                let Some(value) = value else {
                    if mentions_unknown(&setting.value, part) {
                        continue;
                    }
                    return Err(in_part(fault(Class::Overflow, format!("`{}` has no value", setting.value)), part));
                };
                let set = self.set(&setting.target, part.entry, value);
                set.map_err(|error| in_part(error, part))?;
            }
        }
        Ok(())
    }

    /// The value of a number that states something of the file: what it stated, moved with the end of the last part.
    fn file_value(
        &self,
        setting: &Setting,
        stated: Option<i128>,
        parts: &[Part<'_>],
        places: &Places,
        old_head: u64,
    ) -> Result<i128> {
        let value = |end: u64, size: u64| {
            let facts: [Fact; 2] = [("file", "end", end.into()), ("file", "size", size.into())];
            let value = self.own.eval(&setting.value, None, &facts);
            value.ok_or_else(|| fault(Class::Overflow, format!("`{}` has no value", setting.value)))
        };
        if !self.keeps_places {
            return value(places.end, places.size);
        }
        let ends = parts.iter().filter_map(|part| part.old).map(|(offset, size)| offset.saturating_add(size));
        let gone = self.old.as_ref().map_or(0, |old| old.end);
        let old_end = ends.max().unwrap_or(0).max(old_head).max(gone);
        let gaps = self.gaps.iter().map(|gap| gap.offset.saturating_add(gap.bytes.len() as u64));
        let old_size = gaps.max().unwrap_or(0).max(old_end);
        let (old, new) = (value(old_end, old_size)?, value(places.end, places.size)?);
        let most = value(places.size, places.size)?;
        Ok(stated.map_or(new, |stated| (stated - old + new).min(most)))
    }

    fn set(&mut self, target: &[Text], entry: Option<Entry<'_>>, value: i128) -> Result<()> {
        self.own.set(target, entry, value).map_err(|(class, message)| fault(class, message))
    }

    /// What a reader would find wrong: the law that it finds everything where it was placed.
    fn wrong(&self, part: &Part<'_>, has_place: bool) -> Option<String> {
        let region = part.region;
        let facts = [
            (region.at.as_ref().filter(|_| has_place), Some(part.offset)),
            (region.size.as_ref().filter(|_| region.each.is_some()), Some(part.stored)),
            (region.content_size.as_ref().filter(|_| !fault!(KeepsOldSizes)), part.content_size),
        ];
        let check = part.entry.and_then(|entry| {
            let place = self.first(region.checks.iter().map(|check| &check.when), entry).ok()??;
            region.checks.get(place)
        });
        let sum = check.map(|check| (Some(&check.stored), part.checksum));
        for (expr, fact) in facts.into_iter().chain(sum) {
            let (Some(expr), Some(fact)) = (expr, fact) else { continue };
            if part.stored == 0 && region.each.is_none() {
                continue;
            }
            let read = self.own.eval(expr, part.entry, &[]);
            if read != Some(fact.into()) {
                let read = read.map_or_else(|| "nothing".to_owned(), |read| read.to_string());
                return Some(format!("`{expr}` reads {read}, and what is written has {fact}"));
            }
        }
        None
    }

    fn check(&self, parts: &[Part<'_>]) -> Result<()> {
        // What has no bytes is nowhere: its offset may be any, such as 0.
        for part in parts {
            if let Some(message) = self.wrong(part, part.stored > 0) {
                return Err(in_part(fault(Class::Inconsistent, message), part));
            }
        }
        Ok(())
    }
}

/// Size of what lies in its place.
pub(super) fn head_size(own: &Own<'_>) -> u64 {
    head_fields(own).map(|(_, start, end)| end - start).sum()
}

/// The fields of a structure that lie in their place, in order.
pub(super) fn head_fields<'a>(own: &Own<'a>) -> impl Iterator<Item = FieldSpan<'a>> + use<'a> {
    let elsewhere: Vec<&'a str> = own
        .structure
        .fields()
        .iter()
        .filter(|field| field.region_elsewhere().is_some())
        .map(|field| &*field.name)
        .collect();
    let mut spans: Vec<_> = own.spans.iter().filter(|(name, ..)| !elsewhere.contains(name)).copied().collect();
    spans.sort_by_key(|(_, start, _)| *start);
    spans.into_iter()
}

/// In which order parts are written: that of the declaration, but behind the field that they name.
fn order_of(parts: &[Part<'_>]) -> Vec<usize> {
    let mut fields: Vec<&Field> = Vec::new();
    for part in parts {
        if fields.last().is_none_or(|last| last.name != part.field.name) {
            fields.push(part.field);
        }
    }
    let mut sorted: Vec<&Field> = Vec::new();
    let mut open = fields;
    while !open.is_empty() {
        let ready = open.iter().position(|field| {
            let after = field.region.as_ref().and_then(|region| region.place.after.as_ref());
            after.is_none_or(|after| open.iter().all(|other| other.name != *after))
        });
        // Fields that wait for each other keep their order.
        sorted.push(open.remove(ready.unwrap_or(0)));
    }
    let of = |field: &Field| {
        let numbers: Vec<usize> = parts
            .iter()
            .enumerate()
            .filter(|(_, part)| part.field.name == field.name)
            .map(|(number, _)| number)
            .collect();
        let reverse = field.region.as_ref().is_some_and(|region| region.place.reverse);
        if reverse { numbers.into_iter().rev().collect() } else { numbers }
    };
    sorted.into_iter().flat_map(of).collect()
}

fn facts(part: &Part<'_>, begin: Option<u64>, places: &Places) -> Vec<Fact> {
    let known = [
        ("region", "offset", Some(part.offset)),
        ("region", "stored_size", Some(part.stored)),
        ("region", "content_size", part.content_size),
        ("region", "checksum", part.checksum),
        ("regions", "offset", begin),
        ("file", "end", Some(places.end)),
        ("file", "size", Some(places.size)),
    ];
    known.into_iter().filter_map(|(of, name, value)| Some((of, name, i128::from(value?)))).collect()
}

/// Whether an expression needs a fact that is not known of bytes which somebody else stored, or that does not exist.
fn mentions_unknown(expr: &Expr, part: &Part<'_>) -> bool {
    let unknown = |name: &str| match name {
        "content_size" => part.content_size.is_none(),
        "checksum" => part.checksum.is_none(),
        _ => false,
    };
    expr.parts().iter().any(|part| match part.path() {
        Some([of, name]) => of == "region" && unknown(name),
        _ => false,
    })
}

#[cold]
fn too_long() -> Error {
    fault(Class::Overflow, "the file would be longer than 2^64 - 1 bytes")
}

#[cold]
fn fault(class: Class, message: impl Into<String>) -> Error {
    Error::fault(class, Location::default(), message)
}

fn in_part(error: Error, part: &Part<'_>) -> Error {
    match part.entry {
        Some(entry) => error.in_element(entry.index).in_field(&part.field.name),
        None => error.in_field(&part.field.name),
    }
}

fn unknown(algorithm: &Algorithm) -> Error {
    fault(Class::UnsupportedFeature, format!("`{}` is not known here", algorithm.name()))
}
