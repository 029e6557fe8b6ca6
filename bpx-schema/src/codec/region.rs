use super::{Decoder, Space};
use crate::checksum::{Algorithm, checksum};
use crate::report::{Class, Error, Finding, Location, Path, Result, Segment};
use crate::schema::{Expr, Field, Region, Structure, Text};
use crate::transform::{StreamError, Transform};
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
}

impl Origin<'static> {
    /// The element of an array that was read from this place on.
    #[must_use]
    pub fn of<T: super::Codec>(array: &'static str, index: u64, start: Location, packed: bool, _: &[T]) -> Self {
        let structure = T::schema();
        let skipped = structure.size.unwrap_or_default().saturating_mul(index);
        Self {
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
    fn blame(&self, expr: Option<&Expr>) -> (Path, Location) {
        let mut path = Path::new(vec![Segment::Field(self.array.clone()), Segment::Index(self.index)]);
        let mut at = self.at;
        let member = expr.and_then(last_member).and_then(|name| self.structure?.field(name));
        if let Some(field) = member {
            path.push(Segment::Field(field.name.clone()));
            at = crate::value::advance(at, field.offset.unwrap_or_default(), self.packed);
        }
        (path, at)
    }
}

/// The member that an expression ends in: `entry.pointer`, also at the end of a condition.
fn last_member(expr: &Expr) -> Option<&Text> {
    match expr {
        Expr::Path(path) => path.last().filter(|_| path.len() > 1),
        Expr::If(operands) => operands.last().and_then(last_member),
        _ => None,
    }
}

impl<'a> Decoder<'a, '_> {
    /// Follows a region, when somebody listens: its bytes, its content, its checksum, its parts.
    ///
    /// A fault inside is reported, and reading goes on after it. What the describing element says wrong goes
    /// into `blamed`, to be reported where that element has its path.
    ///
    /// # Errors
    /// None at present; the signature leaves room for sources that fail.
    pub fn region(
        &mut self,
        field: &Field,
        stored: &Stored,
        origin: Option<&Origin<'_>>,
        blamed: &mut Vec<Finding>,
        content: &mut dyn FnMut(&mut Decoder<'_, '_>) -> Result<()>,
    ) -> Result<()> {
        if self.watch().is_none() {
            return Ok(());
        }
        let region = field.region.as_ref();
        let Some(bytes) = self.stored_bytes(stored) else {
            blamed.push(self.outside(field, region, stored, origin));
            return Ok(());
        };
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
        let unpacked = match stored.transform {
            None => Ok(None),
            Some(transform) => self.unpack(transform, stored, bytes).map(Some),
        };
        let unpacked = match unpacked {
            Ok(unpacked) => unpacked,
            Err(error) => {
                match self.stream_finding(&error, field, region, stored, origin) {
                    finding if finding.class == Class::SizeMismatch => blamed.push(finding),
                    finding => self.report(finding),
                }
                self.open(&node);
                self.close(&node, stored.size);
                return Ok(());
            }
        };
        let whole = unpacked.as_deref().unwrap_or(bytes);
        blamed.extend(self.check_content(whole, field, stored, origin));
        self.open(&node);
        let space = if packed { Space::Packed(at.file) } else { Space::Plain(at.file) };
        let mut inner = self.within(whole, space);
        if let Err(error) = content(&mut inner) {
            match error {
                Error::Fault(finding) => self.report(*finding),
                io @ Error::Io { .. } => return Err(io),
            }
        }
        self.close(&node, whole.len() as u64);
        Ok(())
    }

    /// The stored bytes, when they lie inside of the space.
    fn stored_bytes(&self, stored: &Stored) -> Option<&'a [u8]> {
        let start = usize::try_from(stored.offset).ok()?;
        self.bytes().get(start..start.checked_add(usize::try_from(stored.size).ok()?)?)
    }

    fn unpack(&self, transform: Transform, stored: &Stored, bytes: &[u8]) -> Result<Vec<u8>, StreamError> {
        let (limits, max) = (self.limits.into(), self.limits.max_alloc);
        match stored.content_size {
            Some(size) if size <= max => crate::transform::decode(transform, bytes, size, &limits),
            _ => crate::transform::decode_up_to(transform, bytes, max, &limits),
        }
    }

    /// The finding for bytes that lie outside of the space.
    fn outside(&self, field: &Field, region: Option<&Region>, stored: &Stored, origin: Option<&Origin<'_>>) -> Finding {
        let size = self.size();
        let (expr, message) = if stored.offset > size {
            (
                region.and_then(|r| r.at.as_ref()),
                format!("points to offset {}, past the end ({size} bytes)", stored.offset),
            )
        } else {
            let end = stored.offset.saturating_add(stored.size);
            (
                region.and_then(|r| r.size.as_ref()),
                format!("the stored bytes end at offset {end}, past the end ({size} bytes)"),
            )
        };
        self.blame(Class::OutOfBounds, message, "bounds", field, expr, origin)
    }

    /// The finding for a stream that does not unpack.
    fn stream_finding(
        &self,
        error: &StreamError,
        field: &Field,
        region: Option<&Region>,
        stored: &Stored,
        origin: Option<&Origin<'_>>,
    ) -> Finding {
        let content_size = region.and_then(|region| region.content_size.as_ref());
        match error {
            StreamError::TooLong { .. } | StreamError::TooShort { .. } => {
                self.blame(Class::SizeMismatch, error.to_string(), "content-size", field, content_size, origin)
            }
            _ => {
                let (class, at) = match error {
                    StreamError::Truncated { at, .. } | StreamError::Corrupt { at, .. } => (Class::BadStream, *at),
                    StreamError::Unsupported { at, .. } => (Class::UnsupportedFeature, *at),
                    _ => (Class::LimitExceeded, 0),
                };
                let location = self.location_of(stored.offset.saturating_add(at.min(stored.size)));
                let path = origin.map_or_else(Path::root, |origin| Path::new(vec![Segment::Index(origin.index)]));
                let finding = Finding::new(class, location, error.to_string()).code(format!("{}.stream", field.name));
                finding.at(path)
            }
        }
    }

    /// The finding for content of another size or with another checksum than stated.
    fn check_content(
        &self,
        content: &[u8],
        field: &Field,
        stored: &Stored,
        origin: Option<&Origin<'_>>,
    ) -> Option<Finding> {
        let region = field.region.as_ref()?;
        let stated = stored.content_size.filter(|size| *size != content.len() as u64);
        if let Some(stated) = stated {
            let message = format!("states a content of {stated} bytes, which has {}", content.len());
            return Some(self.blame(
                Class::SizeMismatch,
                message,
                "content-size",
                field,
                region.content_size.as_ref(),
                origin,
            ));
        }
        let check = stored.check?;
        if check.matching(content).is_some() {
            return None;
        }
        let (algorithm, _) = check.algorithms;
        let actual = checksum(algorithm, content);
        let message =
            format!("states the {} checksum {:#010x}, the content has {actual:#010x}", algorithm.name(), check.value);
        let expr = region.checks.first().map(|check| &check.stored);
        Some(self.blame(Class::ChecksumMismatch, message, "checksum", field, expr, origin))
    }

    fn blame(
        &self,
        class: Class,
        message: String,
        rule: &str,
        field: &Field,
        expr: Option<&Expr>,
        origin: Option<&Origin<'_>>,
    ) -> Finding {
        let (path, at) = match origin {
            Some(origin) => origin.blame(expr),
            None => (Path::new(vec![Segment::Field(field.name.clone())]), self.location()),
        };
        Finding::new(class, at, message).code(format!("{}.{rule}", field.name)).at(path)
    }
}
