use super::Space;
use super::region::{RegionOrigin, StoredCheck, StoredRegion};
use crate::account::HeldMemory;
use crate::budget::{Budget, ExceededLimit};
use crate::checksum::{ChecksumType, RunningChecksum};
use crate::report::{Class, Error, Finding, Path, RegionRule, Result, Segment, code_in_field};
use crate::schema::{Expr, Field, Offset, Region, memory_size};
use crate::source::{ReadAt, SourceReader};
use crate::transform::{self, StreamError, StreamLimits, TransformType};
use std::borrow::Cow;
use std::sync::Arc;

/// Number of bytes of a plain region that are read at a time.
const PIECE: usize = 256 << 10;

/// Reads the content of one region from a source. Errors name the fields that describe the region.
#[derive(Clone)]
pub struct Fetch<'a> {
    /// The source of the stored bytes; offsets count from its first byte.
    pub source: &'a dyn ReadAt,
    /// The space that the source contains.
    pub space: Space,
    /// The budget of the run.
    pub budget: Arc<Budget>,
    /// The field that contains the region.
    pub field: &'a Field,
    /// Offset, size and form of the stored bytes.
    pub stored: StoredRegion,
    /// The array element that describes the region.
    pub origin: Option<RegionOrigin<'a>>,
}

/// Bytes, with the memory that was charged for copying or decompressing them; the memory is given back when the value
/// is dropped.
#[derive(Debug, Default)]
pub struct HeldBytes<'a> {
    bytes: Cow<'a, [u8]>,
    _held: Option<HeldMemory>,
}

impl<'a> HeldBytes<'a> {
    /// Wraps bytes whose memory another owner counts.
    pub(super) fn from_borrowed(bytes: &'a [u8]) -> Self {
        Self { bytes: Cow::Borrowed(bytes), _held: None }
    }

    /// Returns the bytes; their memory is no longer counted.
    #[must_use]
    pub fn into_bytes(self) -> Cow<'a, [u8]> {
        self.bytes
    }
}

impl std::ops::Deref for HeldBytes<'_> {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes
    }
}

/// Size and checksums of content that arrives in pieces.
#[derive(Debug)]
pub struct Tally {
    size: u64,
    sums: [Option<RunningChecksum>; 2],
}

impl Tally {
    /// Creates a tally with no bytes, for the checksums that a region states.
    #[must_use]
    pub fn new(stored: &StoredRegion) -> Self {
        let algorithms = stored.check.map(|check| check.algorithms);
        let (first, second) = algorithms.map_or((None, None), |(first, second)| (Some(first), second));
        Self { size: 0, sums: [first.map(ChecksumType::start), second.map(ChecksumType::start)] }
    }

    /// Adds the next piece of the content.
    pub fn update(&mut self, piece: &[u8]) {
        self.size += piece.len() as u64;
        for sum in self.sums.iter_mut().flatten() {
            sum.update(piece);
        }
    }

    /// Returns the number of bytes so far.
    #[must_use]
    pub fn size(&self) -> u64 {
        self.size
    }
}

impl<'a> Fetch<'a> {
    /// Returns the stored bytes, which are borrowed from a source in memory and read from other sources.
    ///
    /// # Errors
    /// `OutOfBounds` when the stored bytes are not inside of the source, `LimitExceeded` when bytes that must be copied
    /// exceed the memory limit, and the source's own errors.
    pub fn stored_bytes(&self) -> Result<HeldBytes<'a>> {
        self.check_bounds()?;
        let StoredRegion { offset, size, .. } = self.stored;
        if let Some(all) = self.source.as_bytes() {
            let bytes = Offset::from(offset).slice(size, all).ok_or_else(|| Error::from(self.bounds_finding()))?;
            return Ok(HeldBytes::from_borrowed(bytes));
        }
        let held = self.budget.hold_memory(size).map_err(|exceeded| self.limit_fault(exceeded))?;
        let mut bytes = vec![0; usize::try_from(size).map_err(|_| self.limit_fault(self.budget.out_of_memory()))?];
        self.source.read_exact_at(offset, &mut bytes)?;
        Ok(HeldBytes { bytes: Cow::Owned(bytes), _held: Some(held) })
    }

    /// Returns the content, and checks only its size.
    ///
    /// # Errors
    /// Returns the errors of [`stored_bytes`](Self::stored_bytes); `BadStream`, `UnsupportedFeature`, `LimitExceeded` when the stored
    /// bytes cannot be decompressed, `SizeMismatch` when the content does not have the stated size.
    pub fn content(&self) -> Result<HeldBytes<'a>> {
        let bytes = self.stored_bytes()?;
        let content = match self.stored.transform {
            None => bytes,
            Some(transform) => self.unpack_stream(transform, &bytes, false)?.0,
        };
        self.check_size(content.len() as u64)?;
        Ok(content)
    }

    /// Returns the content of the stream at the beginning of the stored bytes, and the stored size of the stream.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content); `Inconsistent` for plain bytes, which do not show where they
    /// end.
    pub(super) fn first_stream(&self) -> Result<(HeldBytes<'a>, u64)> {
        let Some(transform) = self.stored.transform else {
            let message = "expected a stream that ends by itself, found bytes without a transform";
            let location = self.space.location(self.stored.offset);
            return Err(Finding::new(Class::Inconsistent, location, message).with_path(self.path()).into());
        };
        let bytes = self.stored_bytes()?;
        self.unpack_stream(transform, &bytes, true)
    }

    /// Returns the content like [`content`](Self::content), or the known content if there is one.
    pub(super) fn content_or(&self, known: Option<&'a [u8]>) -> Result<HeldBytes<'a>> {
        let Some(content) = known else { return self.content() };
        self.check_size(content.len() as u64)?;
        Ok(HeldBytes::from_borrowed(content))
    }

    /// Checks a content against the stated checksum. Returns the algorithm that matches, or `None` when no checksum is
    /// stated.
    ///
    /// # Errors
    /// `ChecksumMismatch`.
    pub fn check_content(&self, content: &[u8]) -> Result<Option<ChecksumType>> {
        let Some(check) = self.stored.check else {
            return Ok(None);
        };
        match check.matching_algorithm(content) {
            Some(algorithm) => Ok(Some(algorithm)),
            None => Err(self.mismatch_finding(check, check.algorithms.0.checksum(content)).into()),
        }
    }

    /// Checks size and checksum of a content that arrived in pieces, like [`check_content`](Self::check_content).
    ///
    /// # Errors
    /// `SizeMismatch`, `ChecksumMismatch`.
    pub fn check_tally(&self, tally: &Tally) -> Result<Option<ChecksumType>> {
        self.check_size(tally.size)?;
        let (Some(check), [Some(first), second]) = (self.stored.check, &tally.sums) else {
            return Ok(None);
        };
        let mut sums = [Some(first), second.as_ref()].into_iter().flatten();
        match sums.find(|sum| sum.value() == check.value) {
            Some(sum) => Ok(Some(sum.ty())),
            None => Err(self.mismatch_finding(check, first.value()).into()),
        }
    }

    /// Checks the region piece by piece, without its whole content in memory.
    ///
    /// # Errors
    /// Returns the errors of [`content`](Self::content) and [`check_content`](Self::check_content).
    pub fn verify(&self) -> Result<Option<ChecksumType>> {
        self.check_bounds()?;
        let mut tally = Tally::new(&self.stored);
        let reader = SourceReader::new(self.source, self.stored.offset, self.stored.size);
        match self.stored.transform {
            Some(transform) => {
                let sink = &mut |piece: &[u8]| {
                    tally.update(piece);
                    Ok(())
                };
                let left = self.budget.content_left();
                let limits = StreamLimits::from(&*self.budget);
                let transform = &*self.budget.algorithms().value_of(transform);
                let decoded = match self.stored.content_size {
                    Some(size) if size <= left => transform::decode_to(transform, reader, size, &limits, sink),
                    _ => transform::decode_up_to_in_pieces(transform, reader, left, &limits, sink),
                };
                decoded.map_err(|error| self.stream_fault(error))?;
                self.charge_content(tally.size)?;
            }
            None => match self.source.as_bytes() {
                Some(_) => tally.update(&self.stored_bytes()?),
                None => reader.each_piece(PIECE, |piece| tally.update(piece))?,
            },
        }
        self.check_tally(&tally)
    }

    /// Checks that the stored bytes lie inside of the source.
    ///
    /// # Errors
    /// `OutOfBounds`.
    pub fn check_bounds(&self) -> Result<()> {
        if self.stored.is_inside(self.source.size()) { Ok(()) } else { Err(self.bounds_finding().into()) }
    }

    /// Returns the error for a stream that cannot be decompressed.
    #[cold]
    #[must_use]
    pub fn stream_fault(&self, error: StreamError) -> Error {
        let stated = self.stored.content_size;
        let region = self.field.region.as_ref();
        let (class, at) = match error {
            StreamError::Io(source) => return source.into(),
            StreamError::TooLong { limit } if stated != Some(limit) => {
                // The smaller of the two limits was reached.
                let content = limit >= self.budget.content_left();
                let content = if content { self.budget.charge_content(u64::MAX) } else { Ok(()) };
                return self.limit_fault(content.err().unwrap_or_else(|| self.budget.out_of_memory()));
            }
            StreamError::MemoryLimit { .. } | StreamError::OutOfMemory => {
                // There may be less memory than without other parts of the run.
                let _noted = self.budget.out_of_memory();
                (Class::LimitExceeded, 0)
            }
            StreamError::TooLong { .. } | StreamError::TooShort { .. } => {
                let expr = region.and_then(|region| region.content_size.as_ref());
                return self.region_finding(RegionRule::ContentSize, error.to_string(), expr).into();
            }
            StreamError::Truncated { at, .. } | StreamError::Corrupt { at, .. } => (Class::BadStream, at),
            StreamError::Unsupported { at, .. } => (Class::UnsupportedFeature, at),
            _ => (Class::LimitExceeded, 0),
        };
        // A decoder reads up to the end of the stored bytes.
        let packed = matches!(self.space, Space::Packed(_));
        let location = self.space.location(self.stored.offset).advance(at.min(self.stored.size), packed);
        let mut finding = RegionRule::Stream.finding(self.field, location, error.to_string());
        finding.class = class;
        finding.with_path(self.path()).into()
    }

    /// Returns the finding for a content whose checksum matches only under an excused algorithm.
    #[must_use]
    pub fn excused_finding(&self, matched: Option<ChecksumType>) -> Option<Finding> {
        let matched =
            matched.filter(|matched| self.stored.check.is_some_and(|check| check.algorithms.0 != *matched))?;
        let message = format!("the checksum is {}, which readers accept", matched.name());
        let expr = self.field.region.as_ref().and_then(|region| region.checks.first()).map(|check| &check.stored);
        let finding = self.region_finding(RegionRule::ContentChecksum, message, expr);
        Some(finding.with_code(code_in_field(self.field, matched.name())).with_severity(crate::report::Severity::Note))
    }

    /// Returns the path of the region, which has the name of its field, and the number of the region if an array
    /// element describes it.
    fn path(&self) -> Path {
        let index = self.origin.as_ref().map(|origin| Segment::Index(origin.index));
        Path::new([Some(Segment::Field(self.field.name.clone())), index].into_iter().flatten().collect())
    }

    /// Returns the content of stored bytes, and the number of these bytes. With `first`, decompresses only the first
    /// stream, which other bytes may follow.
    fn unpack_stream(&self, transform: TransformType, bytes: &[u8], first: bool) -> Result<(HeldBytes<'a>, u64)> {
        let transform = &*self.budget.algorithms().value_of(transform);
        let limits = StreamLimits::from(&*self.budget);
        let (content, memory) = (self.budget.content_left(), self.budget.memory_left());
        let stated = self.stored.content_size.filter(|size| *size <= content.min(memory));
        // If the size is not stated or impossible, half of the memory is left for the decoder.
        let max = stated.unwrap_or(content.min(memory / 2));
        let mut held = self.budget.hold_memory(max).map_err(|exceeded| self.limit_fault(exceeded))?;
        let all = bytes.len() as u64;
        let content = match stated {
            _ if first => transform::decode_first(transform, bytes, (stated, max), &limits),
            Some(size) => transform::decode(transform, bytes, size, &limits).map(|content| (content, all)),
            None => transform::decode_up_to(transform, bytes, max, &limits).map(|content| (content, all)),
        };
        let (content, size) = content.map_err(|error| self.stream_fault(error))?;
        held.shrink_to(content.len() as u64);
        self.charge_content(content.len() as u64)?;
        // Joined parts are values, so a writer has them.
        let is_joined = self.field.region.as_ref().is_some_and(|region| region.joined.is_some());
        if let Some(forms) = self.budget.forms().filter(|_| !is_joined) {
            let (stored, _) = bytes.split_at_checked(memory_size(size)).unwrap_or((bytes, &[]));
            forms.add_form(transform, stored, &content, &self.budget);
        }
        Ok((HeldBytes { bytes: Cow::Owned(content), _held: Some(held) }, size))
    }

    fn charge_content(&self, size: u64) -> Result<()> {
        self.budget.charge_content(size).map_err(|exceeded| self.limit_fault(exceeded))
    }

    fn check_size(&self, actual: u64) -> Result<()> {
        let Some(stated) = self.stored.content_size.filter(|stated| *stated != actual) else {
            return Ok(());
        };
        // The message is that of a decoder that knows the stated size.
        let message = match self.stored.transform {
            Some(_) if actual < stated => StreamError::TooShort { expected: stated, actual }.to_string(),
            _ => format!("expected a content of {stated} bytes, found {actual}"),
        };
        let expr = self.field.region.as_ref().and_then(|region| region.content_size.as_ref());
        Err(self.region_finding(RegionRule::ContentSize, message, expr).into())
    }

    /// Returns the finding that a checksum differs from the stated checksum.
    fn mismatch_finding(&self, check: StoredCheck, actual: u64) -> Finding {
        let ty = check.algorithms.0;
        let (name, stated, actual) = (ty.name(), ty.format_value(check.value), ty.format_value(actual));
        let message = format!("expected the {name} checksum {actual} of the content, found {stated}");
        let expr = self.field.region.as_ref().and_then(|region| region.checks.first()).map(|check| &check.stored);
        self.region_finding(RegionRule::ContentChecksum, message, expr)
    }

    /// Returns the error that the budget rejects a content.
    #[cold]
    pub(super) fn limit_fault(&self, exceeded: ExceededLimit) -> Error {
        let location = self.space.location(self.stored.offset);
        RegionRule::Limit.finding(self.field, location, exceeded.to_string()).with_path(self.path()).into()
    }

    /// Returns the finding that stored bytes are outside of the source.
    fn bounds_finding(&self) -> Finding {
        let size = self.source.size();
        let StoredRegion { offset, size: stored, .. } = self.stored;
        let region: Option<&Region> = self.field.region.as_ref();
        let (expr, message) = if offset > size {
            let message = format!("the stored bytes begin at offset {offset}, past the end ({size} bytes)");
            (region.and_then(|region| region.at.as_ref()), message)
        } else {
            let end = u128::from(offset) + u128::from(stored);
            let message = format!("the stored bytes end at offset {end}, past the end ({size} bytes)");
            (region.and_then(|region| region.size.as_ref()), message)
        };
        self.region_finding(RegionRule::Bounds, message, expr)
    }

    fn region_finding(&self, rule: RegionRule, message: String, expr: Option<&Expr>) -> Finding {
        let (path, at, spec) = match &self.origin {
            Some(origin) => origin.blamed_member(expr),
            None => (self.path(), self.space.location(self.stored.offset), self.field.spec.clone()),
        };
        rule.finding(self.field, at, message).with_spec(spec).with_path(path)
    }
}

impl std::fmt::Debug for Fetch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fetch").field("path", &self.path().to_string()).field("stored", &self.stored).finish()
    }
}

#[cfg(all(test, feature = "zlib"))]
mod tests {
    use super::*;
    use crate::limits::Limits;
    use crate::schema::{Text, Type};
    use crate::transform::Zlib;

    /// 16 MiB of zeros: 16,311 bytes of zlib, a ratio of about 1,000.
    #[test]
    fn contents_beyond_the_limits_are_refused() {
        let zeros = vec![0; 16 << 20];
        let bytes = transform::encode(&zeros, &Zlib::new()).unwrap();
        let field = Field::new(Text::Borrowed("sections"), Type::CString);
        let size = bytes.len() as u64;
        let stored = StoredRegion {
            size,
            transform: Some(TransformType::of::<Zlib>()),
            content_size: Some(16 << 20),
            ..StoredRegion::default()
        };
        let message = |limits: Limits, stated: Option<u64>, whole: bool| {
            let budget = Arc::new(Budget::new(limits, size));
            let stored = StoredRegion { content_size: stated, ..stored };
            let fetch = Fetch {
                source: &bytes,
                space: Space::File(0),
                budget: Arc::clone(&budget),
                field: &field,
                stored,
                origin: None,
            };
            let read =
                if whole { fetch.content().map(|content| content.len() as u64) } else { fetch.verify().map(|_| 0) };
            assert_eq!(budget.memory_left(), limits.max_memory.for_size(size), "all memory comes back");
            read.map_err(|error| error.into_finding().unwrap()).map_err(|finding| (finding.class, finding.message))
        };
        let all = 16 << 20;
        let limits = Limits::default();
        let exceeded = |exceeded: ExceededLimit| Err((Class::LimitExceeded, exceeded.to_string()));
        for stated in [Some(all), None] {
            assert_eq!(message(limits, stated, true), Ok(all));
            assert_eq!(message(limits, stated, false), Ok(0));
            let little = limits.with_max_memory(1 << 20);
            assert_eq!(message(little, stated, true), exceeded(ExceededLimit::Memory { limit: 1 << 20 }));
            assert_eq!(message(little, stated, false), Ok(0), "pieces need no memory");
            let few = limits.with_max_content(1 << 20);
            for whole in [true, false] {
                assert_eq!(message(few, stated, whole), exceeded(ExceededLimit::Content { limit: 1 << 20 }));
            }
        }
        // An impossible size is found without memory for it.
        assert_eq!(message(limits, Some(1 << 60), true).unwrap_err().0, Class::SizeMismatch);
    }
}
