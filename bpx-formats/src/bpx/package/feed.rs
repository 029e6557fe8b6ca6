//! Contents of new objects as one stream, cut into sections.

use super::cursor::Cursor;
use super::input::From;
use super::reader::ObjectReader;
use super::{Input, ObjectHeader, ObjectHeaderV1, Package};
use crate::bpx::stream_error::from_stream_error;
use crate::source::WholeFile;
use bpx_schema::codec::Fixed;
use bpx_schema::report::{Class, Error, Location, Result};
use bpx_schema::schema::Endian;
use bpx_schema::source::{fill, fill_with};
use std::borrow::Cow;
use std::collections::VecDeque;
use std::collections::hash_map::{Entry, HashMap};
use std::io::{self, Read, Seek};
use std::path::PathBuf;

/// Bytes of an object that are read ahead.
const PIECE: usize = 128 << 10;
/// Size up to which files are read as a whole, side by side.
const SMALL: u64 = 256 << 10;
/// Bytes and number of files that are read in parallel.
const AHEAD: u64 = 8 << 20;
const FILES: usize = 1024;
/// Bytes that are kept in memory until their number is known; more go to a temporary file.
const WAITING: usize = 1 << 20;

/// All contents in order. It records in which section and at which offset every object begins.
pub(super) struct Feed<'a> {
    inputs: VecDeque<(u32, Input<'a>)>,
    /// Small files that were read ahead.
    ready: VecDeque<(u32, Result<Opened<WholeFile>>)>,
    current: Option<Current<'a>>,
    cursor: Option<Cursor<'a>>,
    objects: Vec<ObjectHeader>,
    /// Objects of packages that were added before, by package, position and size: objects that shared their bytes
    /// share them again.
    shared: HashMap<(*const Package, u64, u64), usize>,
    revision: u32,
    /// Bytes of content of a section.
    limit: u64,
    section: u32,
    offset: u64,
}

/// An open input: bytes that were read ahead, and the rest.
struct Opened<R> {
    ahead: Vec<u8>,
    rest: Option<R>,
    /// The number of bytes, if it is known exactly.
    size: Option<u64>,
    /// Bytes to read at a time: no more than the expected number, because clearing them costs more than reading a
    /// small file.
    piece: usize,
}

enum Rest<'a> {
    Reader(Box<dyn Read + 'a>),
    Object(Box<ObjectReader<'a>>),
}

struct Current<'a> {
    opened: Opened<Rest<'a>>,
    /// Bytes of `ahead` that were taken.
    taken: usize,
    number: usize,
    /// Bytes that were returned.
    size: u64,
}

impl<'a> Feed<'a> {
    /// Creates a feed of inputs, each with the offset of its name; `first` is the number of the first section.
    pub(super) fn new(inputs: Vec<(u32, Input<'a>)>, revision: u32, limit: u32, first: u32) -> Self {
        Self {
            objects: Vec::with_capacity(inputs.len()),
            inputs: inputs.into(),
            ready: VecDeque::new(),
            current: None,
            cursor: Some(Cursor::default()),
            shared: HashMap::new(),
            revision,
            limit: u64::from(limit),
            section: first,
            offset: 0,
        }
    }

    /// Returns places and sizes of the objects; complete when no bytes are left.
    pub(super) fn into_objects(self) -> Vec<ObjectHeader> {
        self.objects
    }

    /// Begins the next section; returns whether there are bytes for it.
    pub(super) fn next_section(&mut self) -> Result<bool> {
        if self.offset > 0 {
            // Empty objects that follow need no other section.
            self.advance()?;
            self.section = self.section.checked_add(1).ok_or_else(|| too_much("sections"))?;
            self.offset = 0;
        }
        self.advance()
    }

    /// Fills a buffer with the next bytes of the section; fewer only at its end.
    pub(super) fn fill(&mut self, buf: &mut [u8]) -> Result<usize> {
        let mut filled = 0;
        while let Some(rest) = buf.get_mut(filled..).filter(|rest| !rest.is_empty()) {
            if !self.advance()? {
                break;
            }
            let room = usize::try_from(self.limit.saturating_sub(self.offset)).unwrap_or(usize::MAX);
            let size = rest.len().min(room);
            let Some(current) = &mut self.current else { break };
            let read = current.take(rest.get_mut(..size).unwrap_or_default());
            self.offset = self.offset.saturating_add(read as u64);
            filled = filled.saturating_add(read);
            if read == 0 {
                break;
            }
        }
        Ok(filled)
    }

    /// Continues until there are bytes of an object that fit into this section; returns whether there are any.
    fn advance(&mut self) -> Result<bool> {
        loop {
            let number = self.objects.len().saturating_sub(1) as u64;
            if let Some(current) = &mut self.current {
                if current.refill().map_err(|error| in_object(error, number))? {
                    return Ok(self.offset < self.limit);
                }
                self.end_object()?;
            }
            if self.is_closed() || !self.begin_object()? {
                return Ok(false);
            }
        }
    }

    /// Returns whether no object may begin here. Revision 1 neither splits headers nor has an object after one that
    /// came from another section, because its readers lose such an object.
    fn is_closed(&self) -> bool {
        let left = self.limit.saturating_sub(self.offset);
        let spanned = self.objects.last().is_some_and(|last| last.start < self.section);
        self.revision == 1 && self.offset > 0 && (left < ObjectHeaderV1::SIZE as u64 || spanned)
    }

    fn begin_object(&mut self) -> Result<bool> {
        self.read_ahead()?;
        let number = self.objects.len() as u64;
        let (name, opened) = match self.ready.pop_front() {
            Some((name, opened)) => (name, opened.map(Opened::boxed)),
            None => match self.inputs.pop_front() {
                Some((name, input)) => {
                    if let Some(same) = self.known(&input) {
                        self.objects.push(ObjectHeader { name, ..same });
                        return Ok(true);
                    }
                    (name, self.open(input))
                }
                None => return Ok(false),
            },
        };
        let mut opened = opened.map_err(|error| in_object(error, number))?;
        if self.revision == 1 && opened.size.is_none() {
            opened = opened.measured().map_err(|error| in_object(error, number))?;
        }
        let mut current = Current { opened, taken: 0, number: self.objects.len(), size: 0 };
        let mut header = ObjectHeader { size: 0, name, start: self.section, offset: self.here()? };
        if self.revision == 1 {
            current.lead(name, &mut header);
        } else if self.offset >= self.limit && current.refill().map_err(|error| in_object(error, number))? {
            // The object begins in the next section. An empty one needs none.
            header.start = self.section.checked_add(1).ok_or_else(|| too_much("sections"))?;
            header.offset = 0;
        }
        self.objects.push(header);
        self.current = Some(current);
        Ok(true)
    }

    /// Returns the place of an object whose bytes were added before. Revision 1 has a header before each object, so
    /// objects cannot share bytes.
    fn known(&mut self, input: &Input<'_>) -> Option<ObjectHeader> {
        let From::Object(object) = &input.0 else { return None };
        if self.revision == 1 || object.size() == 0 {
            return None;
        }
        let key = (std::ptr::from_ref(object.package()), object.position().ok()?, object.size());
        match self.shared.entry(key) {
            Entry::Occupied(known) => self.objects.get(*known.get()).copied(),
            Entry::Vacant(free) => {
                free.insert(self.objects.len());
                None
            }
        }
    }

    fn end_object(&mut self) -> Result<()> {
        let Some(current) = self.current.take() else { return Ok(()) };
        if let Some(Rest::Object(reader)) = current.opened.rest {
            self.cursor = Some(reader.into_cursor());
        }
        let lead = if self.revision == 1 { ObjectHeaderV1::SIZE as u64 } else { 0 };
        let size = current.size.saturating_sub(lead);
        if current.opened.size.is_some_and(|stated| stated != size) && self.revision == 1 {
            let message =
                format!("has {size} bytes, expected {}, the announced size", current.opened.size.unwrap_or_default());
            let error = Error::fault(Class::SizeMismatch, Location::default(), message);
            return Err(in_object(error, current.number as u64));
        }
        if let Some(header) = self.objects.get_mut(current.number) {
            header.size = size;
        }
        Ok(())
    }

    fn here(&self) -> Result<u32> {
        u32::try_from(self.offset).map_err(|_| too_much("bytes"))
    }

    fn open(&mut self, input: Input<'a>) -> Result<Opened<Rest<'a>>> {
        let (rest, size) = match input.0 {
            From::Bytes(Cow::Owned(ahead)) => {
                let size = Some(ahead.len() as u64);
                return Ok(Opened { ahead, rest: None, size, piece: PIECE });
            }
            From::Bytes(Cow::Borrowed(bytes)) => (Rest::Reader(Box::new(bytes)), Some(bytes.len() as u64)),
            From::File { path, .. } => {
                let file = WholeFile::open(path)?;
                let size = file.size();
                (Rest::Reader(Box::new(file)), Some(size))
            }
            From::Reader { reader, size } => {
                let piece = piece(size);
                return Ok(Opened { ahead: Vec::new(), rest: Some(Rest::Reader(reader)), size: None, piece });
            }
            From::Object(object) => {
                let reader = ObjectReader::with(object, self.cursor.take().unwrap_or_default())?;
                (Rest::Object(Box::new(reader)), Some(object.size()))
            }
        };
        Ok(Opened { ahead: Vec::new(), rest: Some(rest), size, piece: piece(size) })
    }

    /// Reads the next small files, in parallel.
    fn read_ahead(&mut self) -> Result<()> {
        if !self.ready.is_empty() {
            return Ok(());
        }
        let (mut sum, mut batch) = (0_u64, Vec::new());
        while let Some((_, Input(From::File { size: Some(size), .. }))) = self.inputs.front()
            && *size <= SMALL
            && sum <= AHEAD
            && batch.len() < FILES
        {
            sum = sum.saturating_add(*size);
            if let Some((name, Input(From::File { path, size }))) = self.inputs.pop_front() {
                batch.push((name, path, size.unwrap_or_default()));
            }
        }
        let read = |(name, path, size): (u32, PathBuf, u64)| (name, small(path, size).map_err(Error::from));
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            bpx_schema::threads::start()?;
            self.ready = batch.into_par_iter().map(read).collect::<Vec<_>>().into();
        }
        #[cfg(not(feature = "parallel"))]
        {
            self.ready = batch.into_iter().map(read).collect();
        }
        Ok(())
    }
}

/// Returns how many bytes to read first: one more than expected shows the end.
fn piece(size: Option<u64>) -> usize {
    let size = size.and_then(|size| usize::try_from(size).ok());
    size.map_or(PIECE, |size| size.saturating_add(1).min(PIECE))
}

/// Reads a small file as a whole; of a file that has grown, its beginning.
fn small(path: PathBuf, size: u64) -> io::Result<Opened<WholeFile>> {
    let mut file = WholeFile::open(path)?;
    // One more byte shows the end without another call.
    let mut ahead = vec![0; usize::try_from(size).unwrap_or_default().saturating_add(1)];
    let filled = fill(&mut file, &mut ahead)?;
    let ended = filled < ahead.len();
    ahead.truncate(filled);
    if ended {
        let size = Some(ahead.len() as u64);
        return Ok(Opened { ahead, rest: None, size, piece: PIECE });
    }
    Ok(Opened { ahead, rest: Some(file), size: None, piece: PIECE })
}

impl Opened<WholeFile> {
    fn boxed<'a>(self) -> Opened<Rest<'a>> {
        let rest = self.rest.map(|file| Rest::Reader(Box::new(file)));
        Opened { ahead: self.ahead, rest, size: self.size, piece: self.piece }
    }
}

impl Opened<Rest<'_>> {
    /// Returns the same bytes, counted.
    fn measured(mut self) -> Result<Self> {
        let Some(mut rest) = self.rest.take() else {
            self.size = Some(self.ahead.len() as u64);
            return Ok(self);
        };
        let mut waiting = tempfile::SpooledTempFile::new(WAITING);
        io::Write::write_all(&mut waiting, &self.ahead)?;
        let mut piece = vec![0; PIECE];
        loop {
            let read = rest.fill(&mut piece)?;
            if read == 0 {
                break;
            }
            io::Write::write_all(&mut waiting, piece.get(..read).unwrap_or_default())?;
        }
        let size = waiting.stream_position()?;
        waiting.rewind()?;
        Ok(Self { ahead: Vec::new(), rest: Some(Rest::Reader(Box::new(waiting))), size: Some(size), piece: PIECE })
    }
}

impl Rest<'_> {
    fn fill(&mut self, buf: &mut [u8]) -> Result<usize> {
        match self {
            Self::Reader(reader) => fill(reader, buf).map_err(from_stream_error),
            Self::Object(reader) => fill_with(buf, |rest| reader.take_some(rest)),
        }
    }
}

impl Current<'_> {
    /// Ensures that bytes are available; returns whether there are any.
    fn refill(&mut self) -> Result<bool> {
        if self.taken >= self.opened.ahead.len()
            && let Some(rest) = &mut self.opened.rest
        {
            self.opened.ahead.resize(self.opened.piece, 0);
            self.opened.piece = PIECE;
            let read = rest.fill(&mut self.opened.ahead)?;
            self.opened.ahead.truncate(read);
            self.taken = 0;
        }
        Ok(self.taken < self.opened.ahead.len())
    }

    fn take(&mut self, buf: &mut [u8]) -> usize {
        let mut there = self.opened.ahead.get(self.taken..).unwrap_or_default();
        let read = there.read(buf).unwrap_or_default();
        self.taken = self.taken.saturating_add(read);
        self.size = self.size.saturating_add(read as u64);
        read
    }

    /// Puts the header of revision 1 before the bytes.
    fn lead(&mut self, name: u32, header: &mut ObjectHeader) {
        let mut bytes = vec![0; ObjectHeaderV1::SIZE];
        ObjectHeaderV1 { size: self.opened.size.unwrap_or_default(), path: name }.put(&mut bytes, Endian::Little);
        header.offset = header.offset.saturating_add(ObjectHeaderV1::SIZE as u32);
        bytes.append(&mut self.opened.ahead);
        self.opened.ahead = bytes;
    }
}

fn in_object(error: Error, number: u64) -> Error {
    error.in_element(number).in_field("objects")
}

#[cold]
fn too_much(what: &str) -> Error {
    Error::fault(Class::Overflow, Location::default(), format!("more {what} than a package can count"))
}
