//! Joins the contents of new objects into one stream, and cuts it into sections.
#![allow(clippy::arithmetic_side_effects, reason = "numbers count objects and bytes that were read; places are runs")]

use super::input::From;
use super::sweep::Sweep;
use super::{Input, ObjectHeader, ObjectHeaderV1, ObjectReader, Package};
use crate::bpx::shared::zero_bytes;
use crate::bpx::span::Span;
use crate::bpx::stream_error::from_stream_error;
use crate::narrow::{as_u32, too_many_error};
use crate::source::WholeFile;
use bpx_schema::codec::to_bytes;
use bpx_schema::report::{Class, Error, Result};
use bpx_schema::schema::Endian;
use bpx_schema::source::fill_with;
use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};

/// Smallest and largest number of bytes of an object that are read at a time.
const PIECE: (usize, usize) = (8 << 10, 128 << 10);
/// Size in bytes up to which files are read as a whole, in parallel.
const SMALL: u64 = 256 << 10;
/// Number of bytes and number of files that are read in parallel.
const AHEAD: u64 = 8 << 20;
const FILES: usize = 1024;
/// Number of bytes of an object that are kept in memory until its size is known. If there are more, they go to a
/// temporary file.
const WAITING: usize = super::assemble::size_in_memory(1 << 20);

/// All contents in order. The feed records the section and the offset where every object begins.
pub(super) struct Feed<'a> {
    inputs: VecDeque<(u32, Input<'a>)>,
    current: Option<CurrentObject<'a>>,
    /// The sweep of the last object of a package, kept for the next object.
    sweep: Option<Box<Sweep<'a>>>,
    objects: Vec<ObjectHeader>,
    /// Objects of packages that were added before, by package and bytes, so that objects that shared their bytes share
    /// them again.
    shared: HashMap<(*const Package, Span), usize>,
    revision: u32,
    /// The range of the whole content of a section.
    whole: Span,
    section: u32,
    /// The part of the section that is not filled.
    room: Span,
}

/// An object that is being added.
struct CurrentObject<'a> {
    /// The header of revision 1, which precedes the bytes.
    lead: Cursor<Vec<u8>>,
    bytes: Bytes<'a>,
    /// The number of bytes, if it is known exactly.
    stated: Option<u64>,
    /// Number of bytes that were returned, without the header.
    size: u64,
    watch: Option<Box<dyn Fn(u64) + 'a>>,
}

enum Bytes<'a> {
    Any(Box<dyn BufRead + 'a>),
    Object(ObjectReader<'a>),
}

impl<'a> Feed<'a> {
    /// Creates a feed of inputs, each with the offset of its name; `first` is the number of the first section.
    pub(super) fn new(inputs: Vec<(u32, Input<'a>)>, revision: u32, limit: u32, first: u32) -> Self {
        Self {
            objects: Vec::with_capacity(inputs.len()),
            inputs: inputs.into(),
            current: None,
            sweep: None,
            shared: HashMap::new(),
            revision,
            whole: Span::of(limit.into()),
            section: first,
            room: Span::of(limit.into()),
        }
    }

    /// Returns the sections, offsets and sizes of the objects; the list is complete after the last byte was read.
    pub(super) fn into_objects(self) -> Vec<ObjectHeader> {
        self.objects
    }

    /// Begins the next section, and returns whether there are bytes for the section.
    pub(super) fn next_section(&mut self) -> Result<bool> {
        if self.room != self.whole {
            // Empty objects that follow need no other section.
            self.advance_object()?;
            self.section = self.next_number()?;
            self.room = self.whole;
        }
        self.advance_object()
    }

    /// Fills a buffer with the next bytes of the section. Reads fewer bytes only at the end of the section.
    pub(super) fn fill_buffer(&mut self, buf: &mut [u8]) -> Result<usize> {
        fill_with(buf, |rest| {
            let more = self.advance_object()?;
            let Some(current) = self.current.as_mut().filter(|_| more) else { return Ok(0) };
            let size = usize::try_from(self.room.size()).map_or(rest.len(), |room| room.min(rest.len()));
            let read = current.take_bytes(rest.split_at_mut(size).0)?;
            self.room = self.room.without_first(read as u64);
            Ok(read)
        })
    }

    /// Continues until there are bytes of an object that fit into this section. Returns whether there are such bytes.
    fn advance_object(&mut self) -> Result<bool> {
        loop {
            if let Some(current) = &mut self.current {
                let more = current.next_piece().map(|piece| !piece.is_empty());
                if more.map_err(|error| self.located_in_last(error))? {
                    return Ok(self.room.size() > 0);
                }
                self.end_object()?;
            }
            if self.is_closed() || !self.begin_object()? {
                return Ok(false);
            }
        }
    }

    /// Returns whether no object may begin at this position. In revision 1, no section splits a header, and no object
    /// follows an object that began in another section, because readers of revision 1 lose such an object.
    fn is_closed(&self) -> bool {
        let spanned = self.objects.last().is_some_and(|last| last.start < self.section);
        let is_cut = self.room.size() < ObjectHeaderV1::SIZE as u64;
        self.revision == 1 && self.room != self.whole && (is_cut || spanned)
    }

    /// Begins the next object, and returns whether there is an object.
    fn begin_object(&mut self) -> Result<bool> {
        self.read_ahead()?;
        let Some((name, input)) = self.inputs.pop_front() else { return Ok(false) };
        if let Some(same) = self.known_place(&input) {
            self.objects.push(ObjectHeader { name, ..same });
            return Ok(true);
        }
        let offset_of = |room: Span| as_u32(room.start(), "bytes");
        self.objects.push(ObjectHeader { size: 0, name, start: self.section, offset: offset_of(self.room)? });
        let mut current = self.open_input(input).map_err(|error| self.located_in_last(error))?;
        if self.revision == 1 {
            // Of revision 1, all sizes are known.
            let lead = ObjectHeaderV1 { size: current.stated.unwrap_or(0), path: name };
            current.lead = Cursor::new(to_bytes(&[lead], Endian::Little));
            self.place_last(self.section, offset_of(self.room.without_first(ObjectHeaderV1::SIZE as u64))?);
        } else if self.room.size() == 0
            && !current.next_piece().map_err(|error| self.located_in_last(error))?.is_empty()
        {
            // The object begins in the next section. An empty one needs none.
            self.place_last(self.next_number()?, 0);
        }
        self.current = Some(current);
        Ok(true)
    }

    /// Returns section, offset and size of an object whose bytes were added before. Revision 1 has a header before each
    /// object, so objects cannot share bytes.
    fn known_place(&mut self, input: &Input<'_>) -> Option<ObjectHeader> {
        let From::Object(object) = &input.from else { return None };
        if self.revision == 1 || object.size() == 0 {
            return None;
        }
        let key = (std::ptr::from_ref(object.package()), object.span().ok()?);
        match self.shared.entry(key) {
            Entry::Occupied(known) => self.objects.get(*known.get()).copied(),
            Entry::Vacant(free) => {
                free.insert(self.objects.len());
                None
            }
        }
    }

    fn end_object(&mut self) -> Result<()> {
        let Some(CurrentObject { bytes, stated, size, .. }) = self.current.take() else { return Ok(()) };
        if let Bytes::Object(reader) = bytes {
            self.sweep = Some(reader.into_sweep());
        }
        if let Some(stated) = stated.filter(|stated| *stated != size && self.revision == 1) {
            let message = format!("expected {stated} bytes, the announced size, found {size}");
            return Err(self.located_in_last(Error::unlocated_fault(Class::SizeMismatch, message)));
        }
        if let Some(last) = self.objects.last_mut() {
            last.size = size;
        }
        Ok(())
    }

    fn place_last(&mut self, start: u32, offset: u32) {
        if let Some(last) = self.objects.last_mut() {
            (last.start, last.offset) = (start, offset);
        }
    }

    fn next_number(&self) -> Result<u32> {
        self.section.checked_add(1).ok_or_else(|| too_many_error("sections"))
    }

    fn open_input(&mut self, input: Input<'a>) -> Result<CurrentObject<'a>> {
        let (bytes, stated) = match input.from {
            From::Bytes(bytes) => {
                let size = bytes.len() as u64;
                (Bytes::Any(Box::new(Cursor::new(bytes))), Some(size))
            }
            From::File { path, .. } => {
                let file = WholeFile::open(path)?;
                let size = Some(file.size());
                (Bytes::buffered(file, size), size)
            }
            // The header of revision 1 states the size before the bytes.
            From::Reader { mut reader, .. } if self.revision == 1 => {
                let mut waiting = tempfile::SpooledTempFile::new(WAITING);
                let size = Some(io::copy(&mut reader, &mut waiting).map_err(from_stream_error)?);
                waiting.rewind()?;
                (Bytes::buffered(waiting, size), size)
            }
            From::Reader { reader, size } => (Bytes::buffered(reader, size), None),
            From::Object(object) => (Bytes::Object(ObjectReader::new(object, self.sweep.take())?), Some(object.size())),
        };
        Ok(CurrentObject { lead: Cursor::default(), bytes, stated, size: 0, watch: input.watch })
    }

    /// Reads the next small files, in parallel.
    fn read_ahead(&mut self) -> Result<()> {
        let (mut sum, mut batch) = (0, Vec::new());
        for (_, input) in self.inputs.iter_mut().take(FILES) {
            match &mut input.from {
                From::File { path, size: Some(size) } if *size <= SMALL && sum <= AHEAD => {
                    sum += *size;
                    batch.push((std::mem::take(path), *size));
                }
                _ => break,
            }
        }
        for ((_, input), (path, read)) in self.inputs.iter_mut().zip(read_all(batch)?) {
            input.from = match read {
                Ok((bytes, None)) => From::Bytes(bytes.into()),
                Ok((bytes, Some(rest))) => {
                    From::Reader { reader: Box::new(Cursor::new(bytes).chain(rest)), size: None }
                }
                // Reported when its turn comes: it is opened again.
                Err(_) => From::File { path, size: None },
            };
        }
        Ok(())
    }

    /// Returns an error with the path of the last object.
    fn located_in_last(&self, error: Error) -> Error {
        let before = self.objects.split_last().map_or(0, |(_, before)| before.len());
        error.in_element(before as u64).in_field("objects")
    }
}

/// A file that was read, with all of its bytes, or with its first bytes and the open file.
type SmallFile = (PathBuf, io::Result<(Vec<u8>, Option<WholeFile>)>);

/// Reads files of announced sizes, in parallel.
fn read_all(batch: Vec<(PathBuf, u64)>) -> io::Result<Vec<SmallFile>> {
    let read = |(path, size): (PathBuf, u64)| {
        let read = read_small(&path, size);
        (path, read)
    };
    #[cfg(feature = "parallel")]
    if batch.len() > 1 && bpx_schema::threads::start_several()? {
        use rayon::prelude::*;
        return Ok(batch.into_par_iter().map(read).collect());
    }
    Ok(batch.into_iter().map(read).collect())
}

/// Reads a file of an announced size up to [`SMALL`].
fn read_small(path: &Path, size: u64) -> io::Result<(Vec<u8>, Option<WholeFile>)> {
    let mut file = WholeFile::open(path)?;
    let mut bytes = zero_bytes(size + 1)?;
    let read = file.read(&mut bytes)?;
    // One more byte was requested, so the end shows without another call.
    let ended = read < bytes.len() && read as u64 == file.size();
    bytes.truncate(read);
    Ok((bytes, (!ended).then_some(file)))
}

impl<'a> Bytes<'a> {
    fn buffered(reader: impl Read + 'a, size: Option<u64>) -> Self {
        let (least, most) = PIECE;
        let size = size.and_then(|size| usize::try_from(size).ok()).map_or(most, |size| size.clamp(least, most));
        Self::Any(Box::new(BufReader::with_capacity(size, reader)))
    }
}

impl CurrentObject<'_> {
    fn has_lead(&self) -> bool {
        self.lead.position() < self.lead.get_ref().len() as u64
    }

    /// Returns some of the next bytes, or no bytes at the end.
    fn next_piece(&mut self) -> Result<&[u8]> {
        if self.has_lead() {
            return Ok(self.lead.fill_buf()?);
        }
        match &mut self.bytes {
            Bytes::Object(reader) => reader.next_piece(),
            Bytes::Any(reader) => {
                let ended = loop {
                    match reader.fill_buf() {
                        Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                        piece => break piece.map_err(from_stream_error)?.is_empty(),
                    }
                };
                // The buffer is filled, so this reads nothing.
                if ended { Ok(&[]) } else { reader.fill_buf().map_err(from_stream_error) }
            }
        }
    }

    fn take_bytes(&mut self, buf: &mut [u8]) -> Result<usize> {
        let leads = self.has_lead();
        let read = self.next_piece()?.read(buf)?;
        match &mut self.bytes {
            _ if leads => {
                self.lead.consume(read);
                return Ok(read);
            }
            Bytes::Any(reader) => reader.consume(read),
            Bytes::Object(reader) => reader.consume(read),
        }
        self.size += read as u64;
        if let Some(watch) = &self.watch {
            watch(read as u64);
        }
        Ok(read)
    }
}
