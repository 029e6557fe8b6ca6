mod follow;

use super::reach::{chosen_fields, resolve_static};
use super::{Arguments, Codec, Decoder, ElementStarts, Encoder, Space};
use crate::SharedBytes;
use crate::budget::{ExceededLimit, cost};
use crate::checksum::ChecksumType;
use crate::limits::Limits;
use crate::report::{Finding, Location, Path, RegionRule, Result, Segment};
use crate::schema::{ComputedValue, Expr, Field, Length, Offset, Structure, Text};
use crate::transform::TransformType;
use crate::value::{RecordFields, Scope, eval_int};
pub(crate) use follow::FollowOutcome;
use follow::FollowedRegion;
use std::marker::PhantomData;

/// The stored bytes of a region or field: their offset, size, form and checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct StoredRegion {
    /// Offset of the stored bytes from the beginning of the space.
    pub offset: u64,
    /// Size of the stored bytes.
    pub size: u64,
    /// The transform of the content; `None` for plain bytes.
    pub transform: Option<TransformType>,
    /// Size of the content in bytes, if the file states it.
    pub content_size: Option<u64>,
    /// Checksum of the content, if the file states it.
    pub check: Option<StoredCheck>,
}

/// A stated checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredCheck {
    /// The accepted algorithms: the specified algorithm, and an algorithm that an interpretation excuses.
    pub algorithms: (ChecksumType, Option<ChecksumType>),
    /// The stated value.
    pub value: u64,
}

impl StoredRegion {
    /// Returns whether the stored bytes are inside of a source of `size` bytes.
    #[must_use]
    pub fn is_inside(&self, size: u64) -> bool {
        (Offset::from(self.offset) + self.size).get().is_some_and(|end| end <= size)
    }

    /// Returns the space of the content, for regions of a file.
    #[must_use]
    pub fn content_space(&self) -> Space {
        if self.transform.is_some() { Space::Packed(self.offset) } else { Space::Plain(self.offset) }
    }
}

impl StoredCheck {
    /// Returns the algorithm under which the content has the stated checksum.
    #[must_use]
    pub fn matching_algorithm(&self, content: &[u8]) -> Option<ChecksumType> {
        let (first, second) = self.algorithms;
        [Some(first), second].into_iter().flatten().find(|one| one.checksum(content) == self.value)
    }
}

/// The regions of a structure, which are read on access.
pub struct Regions<T> {
    list: Vec<StoredRegion>,
    content: PhantomData<fn() -> T>,
}

impl<T> Default for Regions<T> {
    fn default() -> Self {
        Self { list: Vec::new(), content: PhantomData }
    }
}

impl<T> Clone for Regions<T> {
    fn clone(&self) -> Self {
        Self { list: self.list.clone(), content: PhantomData }
    }
}

impl<T> PartialEq for Regions<T> {
    fn eq(&self, other: &Self) -> bool {
        self.list == other.list
    }
}

impl<T> std::fmt::Debug for Regions<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(&self.list).finish()
    }
}

impl<T> Regions<T> {
    /// Adds a region.
    pub fn push(&mut self, stored: StoredRegion) {
        self.list.push(stored);
    }

    /// Returns the regions, in the order of the elements that describe them.
    #[must_use]
    pub fn list(&self) -> &[StoredRegion] {
        &self.list
    }
}

/// The array element that describes a region. Findings about the region name its members.
#[derive(Clone)]
#[non_exhaustive]
pub struct RegionOrigin<'a> {
    /// Name of the array field.
    pub array: Text,
    /// Number of the element.
    pub index: u64,
    /// Structure of the element.
    pub structure: Option<&'a Structure>,
    /// The location of the element.
    pub at: Location,
    /// Whether the element was decompressed, so that offsets in the file do not advance inside of the element.
    pub packed: bool,
    /// Bytes of the element.
    pub bytes: Vec<u8>,
}

/// Returns the location of an element in an array that begins at `start`; for structures without a fixed size, the
/// location of the array.
pub(crate) fn element_location(structure: &Structure, start: Location, index: u64, packed: bool) -> Location {
    // The elements before it were read, so the number of their bytes does not overflow.
    structure.size.map_or(start, |size| start.advance(size * index, packed))
}

/// The members of the element that describes a region. Expressions name the element `entry`.
struct EntryScope<'a>(RecordFields<'a>);

impl Scope for EntryScope<'_> {
    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        match path.split_first() {
            Some((name, members)) if name == "entry" => self.0.value(members),
            _ => None,
        }
    }
}

impl RegionOrigin<'static> {
    /// Returns the element `index` of an array that begins at `start`.
    #[must_use]
    pub fn of_element<T: Codec>(
        array: &'static str,
        index: u64,
        start: Location,
        packed: bool,
        elements: &[T],
    ) -> Self {
        let structure = T::schema();
        let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
        let mut bytes = Vec::new();
        let own = element.filter(|_| T::Args::COUNT == 0);
        let written =
            own.map(|own| own.encode(&mut Encoder::new(&mut bytes).without_regions(), T::Args::from_values([])));
        // If its bytes cannot be written, for lack of its parameters, the whole element is blamed.
        if !matches!(written, Some(Ok(()))) {
            bytes.clear();
        }
        Self {
            bytes,
            array: Text::Borrowed(array),
            index,
            structure: Some(structure),
            at: element_location(structure, start, index, packed),
            packed,
        }
    }
}

impl RegionOrigin<'_> {
    /// Returns path and location of the member that an expression names, or of the element if the expression names no
    /// member.
    ///
    /// The third value is the section of the specification that describes the member.
    pub(super) fn blamed_member(&self, expr: Option<&Expr>) -> (Path, Location, Text) {
        let mut path = Path::new(vec![Segment::Field(self.array.clone()), Segment::Index(self.index)]);
        let mut at = self.at;
        let name = expr.and_then(|expr| self.named_member(expr));
        let bit = name.and_then(|name| self.structure?.bit_fields().iter().find(|field| field.name == *name));
        if let Some(field) = bit {
            path.push(Segment::Field(field.name.clone()));
            at = at.advance(u64::from(field.bit / 8), self.packed);
        }
        let member = name.and_then(|name| self.structure?.field(name));
        if let Some(field) = member {
            path.push(Segment::Field(field.name.clone()));
            // A member without an offset is reported at its element.
            at = field.offset.map_or(at, |offset| at.advance(offset, self.packed));
        }
        (path, at, member.map_or(Text::Borrowed(""), |field| field.spec.clone()))
    }

    /// Returns the member that an expression reads. For `entry.pointer`, this is `pointer`; for `entry.span.offset`,
    /// this is `span`. In a condition, the function uses the branch that applies.
    fn named_member<'e>(&self, expr: &'e Expr) -> Option<&'e Text> {
        match expr {
            Expr::Path(path) => path.get(1),
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return None };
                let structure = self.structure?;
                let scope = EntryScope(RecordFields { structure, bytes: &self.bytes, resolve: &|_| None });
                self.named_member(if eval_int(condition, &scope)? != 0 { yes } else { no })
            }
            _ => None,
        }
    }
}

/// A function that returns the parameters of a region's content, from the element that describes the region.
pub type RegionArgs<'a, E, A> = &'a (dyn Fn(&Decoder<'_, '_>, &E) -> Result<A> + Sync);

impl Decoder<'_, '_> {
    /// Follows a region, if there is a listener, and reports its bytes, its content, its checksum and its parts.
    ///
    /// A fault inside of the content is reported, and reading continues after the region. Faults of the region itself
    /// are added to `blamed`, with paths that start at the structure that contains the field.
    ///
    /// # Errors
    /// Returns the errors of reading the source.
    #[cfg(feature = "interpret")]
    pub(crate) fn follow_region(
        &mut self,
        field: &Field,
        stored: &StoredRegion,
        origin: Option<&RegionOrigin<'_>>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<FollowOutcome> {
        self.follow_charged(&FollowedRegion { field, stored, origin, opaque: false }, blamed, content)
    }

    /// Charges for reading the descriptions of `count` regions. Each description costs a search through `searched`
    /// elements.
    ///
    /// # Errors
    /// `LimitExceeded`.
    pub fn charge_regions(&self, count: usize, searched: u64) -> Result<()> {
        let count = count as u64;
        self.charge_search((cost(count) * cost(searched)).0)?;
        self.charge_elements::<StoredRegion>(count)
    }

    /// Follows all regions of a field, if there is a listener. For a validator, the regions may be checked on several
    /// cores.
    ///
    /// `each` are the elements that describe the regions, `array` is the name of their field, `start` is its location,
    /// and `starts` are the beginnings of the elements.
    ///
    /// # Errors
    /// Returns the errors of the parameters, and errors of reading the source.
    pub fn follow_regions<T: Codec, E: Codec + Sync>(
        &mut self,
        field: &Field,
        list: &[StoredRegion],
        (array, start, starts, each): (&'static str, Location, &ElementStarts, &[E]),
        args: RegionArgs<'_, E, T::Args>,
    ) -> Result<()> {
        if self.watch().is_none() || self.skips_regions() {
            self.skip_parts();
            return Ok(());
        }
        self.relate_table(&Text::Borrowed(array), start);
        let one = |d: &mut Decoder<'_, '_>, index: u64, entry: &E, stored: &StoredRegion, blamed: &mut Vec<Finding>| {
            let args = args(d, entry)?;
            let origin = RegionOrigin::of_element(array, index, start, d.is_packed(), each);
            let origin = RegionOrigin { at: starts.location(d, index).unwrap_or(origin.at), ..origin };
            let chosen = chosen_fields(T::schema(), args.as_ref());
            let opaque = is_opaque(T::schema(), chosen);
            let follow = FollowedRegion { field, stored, origin: Some(&origin), opaque };
            let followed = d.follow_charged(&follow, blamed, &mut |d| T::traverse(d, args))?;
            d.relate_lost(T::schema(), chosen, &resolve_static);
            Ok(followed)
        };
        let mut blamed = Vec::new();
        self.regions_open(field);
        let followed = self.each_region(T::schema(), field, list, each, &mut blamed, &one);
        self.regions_close(field);
        for finding in blamed {
            self.report(finding);
        }
        followed
    }

    /// Returns the finding that the budget rejects the region `index` and the regions after it.
    pub(crate) fn refused_regions(
        &mut self,
        field: &Field,
        index: u64,
        stored: &StoredRegion,
        exceeded: ExceededLimit,
    ) -> Finding {
        // The regions after it are not read either.
        self.skip_parts();
        let path = Path::new(vec![Segment::Field(field.name.clone()), Segment::Index(index)]);
        let at = self.location_of(stored.offset);
        RegionRule::Limit.finding(field, at, exceeded.to_string()).with_path(path)
    }

    /// Follows each region. A validator gets the findings in the order of the regions. The regions are checked in
    /// parallel if they are large enough together, lead to no further regions, and stay far below the limits, which
    /// requires that their sizes are stated.
    #[cfg(feature = "parallel")]
    fn each_region<E: Sync>(
        &mut self,
        content: &'static Structure,
        field: &Field,
        list: &[StoredRegion],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        use rayon::prelude::*;
        /// Number of regions whose findings are held before they are reported.
        const BATCH: usize = 64;
        let place = self.decoder_place();
        let is_work = list.len() > 1 && self.region_work(list).is_some_and(crate::threads::pay_off);
        let side_by_side = is_work && !leads_on(content) && crate::threads::start_several()?;
        let Some(validator) = self.watch().and_then(|watch| watch.validator()).filter(|_| side_by_side) else {
            return self.each_region_in_turn(field, list, each, blamed, one);
        };
        let read = |fork: &crate::report::Validator, index: u64, entry: &E, stored: &StoredRegion| {
            let (mut validator, mut blamed) = (fork.fork(), Vec::new());
            let mut decoder = Decoder::at_place(&place, &mut validator);
            let result = one(&mut decoder, index, entry, stored, &mut blamed);
            (result, validator, blamed)
        };
        'batches: for ((list, each), first) in list.chunks(BATCH).zip(each.chunks(BATCH)).zip((0_u64..).step_by(BATCH))
        {
            let fork = validator.fork();
            let found: Vec<_> = (list, each)
                .into_par_iter()
                .enumerate()
                .map(|(index, (stored, entry))| read(&fork, first + index as u64, entry, stored))
                .collect();
            for ((index, found), (stored, entry)) in (first..).zip(found).zip(list.iter().zip(each)) {
                // There may be less memory than without other threads.
                let alone = matches!(found.0, Ok(FollowOutcome::OutOfMemory));
                let (result, found, wrong) = if alone { read(&fork, index, entry, stored) } else { found };
                validator.join(found);
                blamed.extend(wrong);
                if let FollowOutcome::Refused(exceeded) = result? {
                    blamed.push(self.refused_regions(field, index, stored, exceeded));
                    break 'batches;
                }
            }
        }
        Ok(())
    }

    #[cfg(not(feature = "parallel"))]
    fn each_region<E: Sync>(
        &mut self,
        _: &'static Structure,
        field: &Field,
        list: &[StoredRegion],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        self.each_region_in_turn(field, list, each, blamed, one)
    }

    /// Returns the sum of the stored and decompressed sizes of all regions; `None` if a size is not stated, or if the
    /// regions take more than half of the remaining limits.
    #[cfg(feature = "parallel")]
    fn region_work(&self, list: &[StoredRegion]) -> Option<u64> {
        let budget = self.budget();
        let sum = |size: fn(&StoredRegion) -> Option<u64>| {
            list.iter().try_fold(0_u64, |sum, stored| sum.checked_add(size(stored)?))
        };
        let stored = sum(|stored| Some(stored.size)).filter(|sum| *sum <= budget.shared_left() / 2)?;
        let content = sum(|stored| if stored.transform.is_some() { stored.content_size } else { Some(0) });
        stored.checked_add(content.filter(|sum| *sum <= budget.content_left() / 2)?)
    }

    fn each_region_in_turn<E>(
        &mut self,
        field: &Field,
        list: &[StoredRegion],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        for ((index, entry), stored) in (0_u64..).zip(each).zip(list) {
            if let FollowOutcome::Refused(exceeded) = one(self, index, entry, stored, blamed)? {
                blamed.push(self.refused_regions(field, index, stored, exceeded));
                break;
            }
        }
        Ok(())
    }
}

/// Returns how many regions, starting with the first, can be read as a whole within the limit for shared bytes; `None`
/// if all regions can be read. `size` is the size of the source in bytes.
#[must_use]
pub fn affordable_regions(list: &[StoredRegion], size: u64, limits: &Limits) -> Option<usize> {
    let mut shared = SharedBytes::for_source(size, limits);
    // Regions outside of the source are not read.
    list.iter().position(|stored| {
        !shared.take(if stored.is_inside(size) { stored.size.max(FollowedRegion::LEAST) } else { 0 })
    })
}

/// Returns whether values of a structure may lead to regions.
#[cfg(feature = "parallel")]
fn leads_on(structure: &'static Structure) -> bool {
    super::reach::any_field(structure, |field| field.region.as_ref().is_some_and(|region| region.each.is_some()))
}

/// A function that follows one region.
type EachRegion<'a, E> =
    dyn Fn(&mut Decoder<'_, '_>, u64, &E, &StoredRegion, &mut Vec<Finding>) -> Result<FollowOutcome> + Sync + 'a;

/// Returns whether a structure with these fields consists only of bytes up to the end, without rules.
fn is_opaque(structure: &Structure, fields: Option<&[Field]>) -> bool {
    let plain = |field: &Field| {
        field.ty.is_byte()
            && field.len == Some(Length::Rest)
            && field.when.is_none()
            && field.constraints.is_empty()
            && field.region.is_none()
            && field.pool.is_none()
            && field.relations.is_empty()
    };
    structure.rules.is_empty() && matches!(fields, Some([field]) if plain(field))
}
