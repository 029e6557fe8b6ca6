use super::{Codec, Decoder, Encoder, Fetch, Space, Starts};
use crate::checksum::{Algorithm, checksum};
use crate::limits::Limits;
use crate::report::{Class, Finding, Location, Path, Result, Segment};
use crate::schema::{Body, Expr, Field, Length, Structure, Text};
use crate::source::ReadAt;
use crate::transform::Transform;
use crate::value::{Fields, Scope, eval};
use crate::watch::{Kind, Node};
use std::marker::PhantomData;

/// Bytes that lie elsewhere in the space: where, how they are stored, how they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Stored {
    /// Offset of the stored bytes from the beginning of the space.
    pub offset: u64,
    /// Size of the stored bytes.
    pub size: u64,
    /// How the content is stored; none for as it is.
    pub transform: Option<Transform>,
    /// Size of the content in bytes, when stated.
    pub content_size: Option<u64>,
    /// Checksum of the content, when stated.
    pub check: Option<StoredCheck>,
}

/// A stated checksum.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StoredCheck {
    /// The algorithms of which one must match: the first, or an excused second.
    pub algorithms: (Algorithm, Option<Algorithm>),
    /// The stated value.
    pub value: u64,
}

impl Stored {
    /// Where the bytes of the content lie, for regions of a file.
    #[must_use]
    pub fn space(&self) -> Space {
        if self.transform.is_some() { Space::Packed(self.offset) } else { Space::Plain(self.offset) }
    }
}

impl StoredCheck {
    /// The algorithm under which the content has the stated checksum.
    #[must_use]
    pub fn matching(&self, content: &[u8]) -> Option<Algorithm> {
        let (first, second) = self.algorithms;
        [Some(first), second].into_iter().flatten().find(|one| u64::from(checksum(*one, content)) == self.value)
    }
}

/// The regions of a structure, not read until asked for.
pub struct Regions<T> {
    list: Vec<Stored>,
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
    pub fn push(&mut self, stored: Stored) {
        self.list.push(stored);
    }

    /// The regions, in the order of what describes them.
    #[must_use]
    pub fn list(&self) -> &[Stored] {
        &self.list
    }
}

/// What describes a region: an element of an array, whose members are to blame when the region is not sound.
#[derive(Clone)]
pub struct Origin<'a> {
    /// Name of the array field.
    pub array: Text,
    /// Number of the element.
    pub index: u64,
    /// Structure of the element.
    pub structure: Option<&'a Structure>,
    /// Where the element begins.
    pub at: Location,
    /// Whether it comes out of a decompressor, so that offsets in the file do not advance.
    pub packed: bool,
    /// Bytes of the element.
    pub bytes: Vec<u8>,
}

/// The members of the element that describes a region, which expressions call `entry`.
struct Entry<'a>(Fields<'a>);

impl Scope for Entry<'_> {
    fn get(&self, path: &[Text]) -> Option<i128> {
        match path.split_first() {
            Some((name, members)) if name == "entry" => self.0.get(members),
            _ => None,
        }
    }
}

impl Origin<'static> {
    /// The element of an array of records that was read from this place on.
    #[must_use]
    pub fn of<T: Codec>(array: &'static str, index: u64, start: Location, packed: bool, elements: &[T]) -> Self {
        let structure = T::schema();
        let skipped = structure.size.unwrap_or_default().saturating_mul(index);
        let element = usize::try_from(index).ok().and_then(|index| elements.get(index));
        let mut bytes = Vec::new();
        let written = element.map(|element| element.encode(&mut Encoder::new(&mut bytes).without_regions(), &[]));
        // Without its bytes, the element is to blame as a whole.
        if !matches!(written, Some(Ok(()))) {
            bytes.clear();
        }
        Self {
            bytes,
            array: Text::Borrowed(array),
            index,
            structure: Some(structure),
            at: crate::value::advance(start, skipped, packed),
            packed,
        }
    }
}

impl Origin<'_> {
    /// Path and place of the member that an expression names, or of the element.
    ///
    /// Third comes the section of the specification that describes the member.
    pub(super) fn blame(&self, expr: Option<&Expr>) -> (Path, Location, Text) {
        let mut path = Path::new(vec![Segment::Field(self.array.clone()), Segment::Index(self.index)]);
        let mut at = self.at;
        let member = expr.and_then(|expr| self.member(expr)).and_then(|name| self.structure?.field(name));
        if let Some(field) = member {
            path.push(Segment::Field(field.name.clone()));
            at = crate::value::advance(at, field.offset.unwrap_or_default(), self.packed);
        }
        (path, at, member.map(|field| field.spec.clone()).unwrap_or_default())
    }

    /// The member that an expression takes its value from: `entry.pointer`, also as a branch.
    fn member<'e>(&self, expr: &'e Expr) -> Option<&'e Text> {
        match expr {
            Expr::Path(path) => path.last().filter(|_| path.len() > 1),
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return None };
                let structure = self.structure?;
                let scope = Entry(Fields { structure, bytes: &self.bytes, resolve: &|_| None });
                self.member(if eval(condition, &scope)? != 0 { yes } else { no })
            }
            _ => None,
        }
    }
}

/// How deeply regions may lie in each other: a region could hold itself.
const MAX_REGIONS: u32 = 32;

/// The listener's view of one region: all but the decoder.
struct Follow<'a> {
    field: &'a Field,
    stored: &'a Stored,
    origin: Option<&'a Origin<'a>>,
    /// Whether the content is nothing but bytes.
    opaque: bool,
}

/// Parameters of the content of a region, from the element that describes it.
pub type RegionArgs<'a, E, const N: usize> = &'a (dyn Fn(&Decoder<'_, '_>, &E) -> Result<[i128; N]> + Sync);

impl Decoder<'_, '_> {
    /// Follows a region, when somebody listens: its bytes, its content, its checksum, its parts.
    ///
    /// A fault inside is reported, and reading goes on after it. What is wrong with the region itself goes
    /// into `blamed`, with paths from the structure that holds the field.
    ///
    /// # Errors
    /// Those of reading the source.
    pub fn region(
        &mut self,
        field: &Field,
        stored: &Stored,
        origin: Option<&Origin<'_>>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        self.follow(&Follow { field, stored, origin, opaque: false }, blamed, content)
    }

    /// Follows all regions of a field, when somebody listens; those of a validator on all cores.
    ///
    /// `each` are the elements that describe them, `array` the name of their field, `start` its place, and `starts`
    /// theirs.
    ///
    /// # Errors
    /// Those of the parameters, and those of reading the source.
    pub fn regions<T: Codec, E: Codec + Sync, const N: usize>(
        &mut self,
        field: &Field,
        list: &[Stored],
        (array, start, starts, each): (&'static str, Location, &Starts, &[E]),
        args: RegionArgs<'_, E, N>,
    ) -> Result<()> {
        if self.watch().is_none() || self.skips_regions() {
            return Ok(());
        }
        let one = |d: &mut Decoder<'_, '_>, index: u64, entry: &E, stored: &Stored, blamed: &mut Vec<Finding>| {
            let args = args(d, entry)?;
            let origin = Origin::of(array, index, start, d.is_packed(), each);
            let origin = Origin { at: starts.location(d, index).unwrap_or(origin.at), ..origin };
            let opaque = is_opaque(T::schema(), &args);
            let follow = Follow { field, stored, origin: Some(&origin), opaque };
            d.follow(&follow, blamed, &mut |d| T::decode(d, &args).map(drop))
        };
        let mut blamed = Vec::new();
        self.regions_open(field);
        let (list, refused) = self.affordable(field, list);
        let followed = self.each_region(list, each, &mut blamed, &one);
        self.regions_close(field);
        blamed.extend(refused);
        for finding in blamed {
            self.report(finding);
        }
        followed
    }

    /// The regions that are followed, and why no more: each reads its bytes again, and a small file can have many
    /// that share large ones.
    pub(crate) fn affordable<'s>(&self, field: &Field, list: &'s [Stored]) -> (&'s [Stored], Option<Finding>) {
        let size = self.source().map_or_else(|| self.size(), ReadAt::size);
        let Some(count) = affordable(list, size, &self.limits) else {
            return (list, None);
        };
        let message = format!("regions share the {size} bytes more than {} times", self.limits.max_sharing);
        let path = Path::new(vec![Segment::Field(field.name.clone()), Segment::Index(count as u64)]);
        let at = self.location_of(list.get(count).map_or(0, |stored| stored.offset));
        let finding = Finding::new(Class::LimitExceeded, at, message).code(format!("{}.limit", field.name)).at(path);
        (list.get(..count).unwrap_or_default(), Some(finding))
    }

    #[cfg(not(feature = "parallel"))]
    fn each_region<E: Sync>(
        &mut self,
        list: &[Stored],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        self.each_region_in_turn(list, each, blamed, one)
    }

    /// A validator hears of the regions in their order, but they are looked at side by side.
    #[cfg(feature = "parallel")]
    fn each_region<E: Sync>(
        &mut self,
        list: &[Stored],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        use rayon::prelude::*;
        /// Regions whose findings are held before they are told.
        const BATCH: usize = 1024;
        let place = self.place();
        let Some(validator) = self.watch().and_then(|watch| watch.validator()).filter(|_| list.len() > 1) else {
            return self.each_region_in_turn(list, each, blamed, one);
        };
        let mut first = 0_u64;
        for (list, each) in list.chunks(BATCH).zip(each.chunks(BATCH)) {
            let fork = validator.fork();
            let found: Vec<_> = (list, each)
                .into_par_iter()
                .enumerate()
                .map(|(index, (stored, entry))| {
                    let (mut validator, mut blamed) = (fork.clone(), Vec::new());
                    let index = first.saturating_add(index as u64);
                    let result = one(&mut Decoder::at_place(place, &mut validator), index, entry, stored, &mut blamed);
                    (result, validator, blamed)
                })
                .collect();
            for (result, found, wrong) in found {
                validator.join(found);
                blamed.extend(wrong);
                result?;
            }
            first = first.saturating_add(BATCH as u64);
        }
        Ok(())
    }

    fn each_region_in_turn<E>(
        &mut self,
        list: &[Stored],
        each: &[E],
        blamed: &mut Vec<Finding>,
        one: &EachRegion<'_, E>,
    ) -> Result<()> {
        for ((index, entry), stored) in (0_u64..).zip(each).zip(list) {
            one(self, index, entry, stored, blamed)?;
        }
        Ok(())
    }

    fn follow(
        &mut self,
        region: &Follow<'_>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        let Some(leaves) = self.watch().map(|watch| watch.wants_leaves()) else {
            return Ok(());
        };
        let Follow { field, stored, origin, opaque } = *region;
        let unsized_region = Stored { content_size: None, ..*stored };
        let stored = if fault!(IgnoresContentSize) { &unsized_region } else { stored };
        let bytes = self.bytes();
        let source: &dyn ReadAt = self.source().unwrap_or(&bytes);
        let fetch =
            Fetch { source, space: self.space(), limits: self.limits, field, stored: *stored, origin: origin.cloned() };
        self.covers(stored.offset, stored.offset.saturating_add(stored.size));
        if self.depth >= MAX_REGIONS {
            let message = format!("regions lie in each other deeper than {MAX_REGIONS}");
            let path = Path::new(vec![Segment::Field(field.name.clone())]);
            blamed.push(Finding::new(Class::TooDeep, self.location_of(stored.offset), message).at(path));
            return Ok(());
        }
        // A region that does not lie in the file has no place in a traversal.
        if let Err(error) = fetch.inside() {
            return error.into_finding().map(|finding| blamed.push(finding));
        }
        if opaque && !leaves {
            match fetch.verify() {
                Ok(matched) => blamed.extend(fetch.excused(matched)),
                Err(error) => blamed.push(error.into_finding()?),
            }
            return Ok(());
        }
        let at = self.location_of(stored.offset);
        let packed = stored.transform.is_some();
        let segment = origin.map_or_else(|| Segment::Field(field.name.clone()), |origin| Segment::Index(origin.index));
        let node = Node {
            segment: Some(segment),
            kind: Kind::Region { stored: stored.size, packed },
            structure: None,
            field: Some(field),
            at,
        };
        let whole = match fetch.content() {
            Ok(whole) => whole,
            Err(error) => {
                blamed.push(error.into_finding()?);
                self.open(&node);
                self.close(&node, stored.size);
                return Ok(());
            }
        };
        let stored_bytes = if fault!(SumsStoredBytes) { fetch.bytes().ok() } else { None };
        match fetch.check(stored_bytes.as_ref().unwrap_or(&whole)) {
            Ok(matched) => blamed.extend(fetch.excused(matched)),
            Err(error) => blamed.push(error.into_finding()?),
        }
        self.open(&node);
        let space = if packed { Space::Packed(at.file) } else { Space::Plain(at.file) };
        if let Err(error) = self.within(&whole, space).whole(|d| content(d)) {
            let finding = error.into_finding()?;
            self.report(finding);
        }
        self.close(&node, whole.len() as u64);
        Ok(())
    }
}

/// How many regions of a source can be read under the limits, when not all can: those that lie in it share its bytes
/// at most as often as [`Limits::max_sharing`] says.
#[must_use]
pub fn affordable(list: &[Stored], size: u64, limits: &Limits) -> Option<usize> {
    let mut left = limits.max_stored(size);
    list.iter().position(|stored| {
        // What does not lie in the source is not read.
        let outside = stored.offset.checked_add(stored.size).is_none_or(|end| end > size);
        let after = left.checked_sub(if outside { 0 } else { stored.size });
        left = after.unwrap_or(left);
        after.is_none()
    })
}

/// Follows one region.
type EachRegion<'a, E> = dyn Fn(&mut Decoder<'_, '_>, u64, &E, &Stored, &mut Vec<Finding>) -> Result<()> + Sync + 'a;

/// The parameters of a structure, by name.
struct Params<'a>(&'a [Text], &'a [i128]);

impl Scope for Params<'_> {
    fn get(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else {
            return None;
        };
        self.0.iter().zip(self.1).find(|(param, _)| *param == name).map(|(_, value)| *value)
    }
}

/// Whether a structure is, with these parameters, nothing but bytes to the end without a rule.
fn is_opaque(structure: &Structure, args: &[i128]) -> bool {
    let params = Params(&structure.params, args);
    let fields = match &structure.body {
        Body::Fields(fields) => fields,
        Body::Switch(cases) => {
            let holds = |when: &Expr| eval(when, &params).is_some_and(|value| value != 0);
            match cases.iter().find(|case| case.when.as_ref().is_none_or(holds)) {
                Some(case) => &case.fields,
                None => return false,
            }
        }
        Body::Bits(_) => return false,
    };
    let plain = |field: &Field| {
        field.ty.is_byte()
            && field.len == Some(Length::Rest)
            && field.when.is_none()
            && field.constraints.is_empty()
            && field.region.is_none()
    };
    structure.rules.is_empty() && matches!(&**fields, [field] if plain(field))
}
