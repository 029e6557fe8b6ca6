use super::sweep::Sweep;
use super::{Object, Package};
use crate::bpx::span::Span;
use crate::bpx::stream_error::{from_stream_error, into_stream_error};
use bpx_schema::report::{Error, Result};
use std::io::{self, BufRead, Read, Write};

/// Reads the bytes of an object from front to back, from all Data sections that contain the bytes.
///
/// The reader of [`Object::reader`] decodes only the requested bytes, so it compares the checksums of xz blocks, but
/// not those of sections. The reader of [`Package::for_each`] reads whole sections, and skips bytes that the caller
/// does not read. The errors of [`Read`] are `io::Error`s around a [`bpx_schema::Error`]; [`copy_to`](Self::copy_to)
/// returns the inner error.
pub struct ObjectReader<'p> {
    object: Object<'p>,
    sweep: Box<Sweep<'p>>,
    /// The bytes that were not read yet, in the sequence of Data sections.
    rest: Span,
    /// Whether another object has some of the bytes as well.
    shared: bool,
}

impl<'p> ObjectReader<'p> {
    /// Creates a reader, with the sweep of another reader if both read the same package.
    pub(super) fn new(object: Object<'p>, sweep: Option<Box<Sweep<'p>>>) -> Result<Self> {
        let package = object.package();
        let sweep = sweep.filter(|sweep| sweep.reads_container(package.container()));
        let sweep = sweep.unwrap_or_else(|| Box::new(package.plan_sweep([])));
        Ok(Self { object, sweep, rest: object.span()?, shared: false })
    }

    pub(super) fn into_sweep(self) -> Box<Sweep<'p>> {
        self.sweep
    }

    /// Returns the object.
    #[must_use]
    pub fn object(&self) -> Object<'p> {
        self.object
    }

    /// Returns the number of bytes that were not read yet.
    #[must_use]
    pub fn unread_bytes(&self) -> u64 {
        self.rest.size()
    }

    /// Writes the remaining bytes to a writer, and returns their number.
    ///
    /// # Errors
    /// Returns errors of the contents, which [`Section::read_at`](crate::bpx::container::Section::read_at) lists, and
    /// errors of the writer.
    pub fn copy_to(&mut self, out: &mut (impl Write + ?Sized)) -> Result<u64> {
        let all = self.unread_bytes();
        while self.unread_bytes() > 0 {
            let piece = self.next_piece()?;
            out.write_all(piece)?;
            let size = piece.len();
            self.consume(size);
        }
        Ok(all)
    }

    /// Returns some of the next bytes, or no bytes at the end.
    pub(super) fn next_piece(&mut self) -> Result<&[u8]> {
        if self.unread_bytes() == 0 { Ok(&[]) } else { self.sweep.bytes_of_run(self.rest, self.shared) }
    }
}

impl BufRead for ObjectReader<'_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.next_piece().map_err(into_stream_error)
    }

    fn consume(&mut self, amount: usize) {
        self.rest = self.rest.without_first(amount as u64);
    }
}

impl Read for ObjectReader<'_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buf)?;
        self.consume(read);
        Ok(read)
    }
}

impl std::fmt::Debug for ObjectReader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectReader")
            .field("object", &self.object)
            .field("left", &self.unread_bytes())
            .finish_non_exhaustive()
    }
}

impl Package {
    /// Visits every object in storage order. Each Data section is decoded at most once, on all cores with feature
    /// `parallel`, and its checksum is compared; unused sections are skipped. The bounds of all objects are checked
    /// before the first call of `each`. An error that `each` returns stops the iteration. If `each` returns an error of
    /// the contents as `io::Error`, the inner error is returned.
    ///
    /// # Errors
    /// Returns the errors of [`Object::reader`] and [`Section::content`](crate::bpx::container::Section::content); a
    /// wrong checksum of a section is reported after the visits of its objects.
    pub fn for_each<'p>(&'p self, each: impl FnMut(Object<'p>, &mut ObjectReader<'p>) -> Result<()>) -> Result<()> {
        self.for_each_of(0..self.len(), each)
    }

    /// Visits some objects, by their numbers, as [`for_each`](Self::for_each) does. Data sections that contain no bytes
    /// of these objects are not read; for a few small objects, [`Object::reader`] is faster.
    ///
    /// # Errors
    /// Returns the errors of [`for_each`](Self::for_each), and `BadReference` for a number that does not exist.
    pub fn for_each_of<'p>(
        &'p self,
        indexes: impl IntoIterator<Item = usize>,
        mut each: impl FnMut(Object<'p>, &mut ObjectReader<'p>) -> Result<()>,
    ) -> Result<()> {
        let mut objects = Vec::new();
        for index in indexes {
            let object = self.object_at(index)?;
            objects.push((object.span()?, index, object));
        }
        objects.sort_unstable_by_key(|(span, index, _)| (span.start(), *index));
        let mut sweep = Box::new(self.plan_sweep(objects.iter().map(|(span, ..)| *span)));
        let mut objects = objects.into_iter().peekable();
        while let Some((rest, _, object)) = objects.next() {
            let shared = objects.peek().is_some_and(|(next, ..)| next.start() < rest.end());
            let mut reader = ObjectReader { object, sweep, rest, shared };
            each(object, &mut reader).map_err(|error| match error {
                Error::Io { path, source } => match from_stream_error(source) {
                    Error::Io { source, .. } => Error::Io { path, source },
                    fault => fault,
                },
                fault => fault,
            })?;
            sweep = reader.sweep;
        }
        sweep.finish_section()
    }
}
