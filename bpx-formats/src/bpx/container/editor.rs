use super::examine::decode_unless_invalid;
use super::extents::shared_runs;
use super::pack::{Fresh, Packed, pack_all};
use super::{Container, ExtentKind, OpenOptions, SectionOptions};
use crate::bpx::layout::{XZ, ZLIB};
use crate::bpx::span::Span;
use crate::bpx::{Layout, MainHeader, SectionHeader, TypeExt};
use bpx_schema::Codec;
use bpx_schema::codec::{Decoder, Regions, StoredRegion};
use bpx_schema::field_name;
use bpx_schema::layout::{FileBytes, FileWriter, PlacedFile, RegionRun};
use bpx_schema::report::{Class, DeclaredRule, Error, Mode, Result, Rule};
use bpx_schema::source::ReadAt;
use bpx_schema::{Budget, Limits};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::path::Path;
use std::sync::{Arc, LazyLock};

/// The rule that the kept bytes of a section are in the file. The runtime derives the codes of regions from the names of
/// fields, so that no constant has this one.
static KEPT_BOUNDS: LazyLock<Rule> = LazyLock::new(|| DeclaredRule::new(Layout::schema(), "sections.bounds").rule());

/// Changes a file of version 1 or 2, and keeps all unchanged bytes, including compressed ones, gaps, and bytes after
/// the end. A file without changes is written byte for byte as it was.
///
/// Sections are numbered from 0 in the order of the table. The bytes of sections may have another order. New bytes of a
/// section replace its old bytes in that order; the bytes of new sections, and of sections that shared bytes, go to the
/// end.
pub struct Editor<'a> {
    source: Option<Arc<dyn ReadAt>>,
    header: MainHeader,
    states_size: bool,
    sections: Vec<Entry<'a>>,
    slots: Vec<Slot>,
    /// Offset and size of the bytes after the end.
    trailing: Option<(u64, u64)>,
    last_id: u64,
    changed: bool,
}

/// A section, in the order of the table.
struct Entry<'a> {
    id: u64,
    header: SectionHeader,
    body: Body<'a>,
    /// The slot with the bytes of the section; `None` if the section has no bytes, or bytes inside of the header or the
    /// table.
    slot: Option<usize>,
}

enum Body<'a> {
    /// Unchanged bytes of the source.
    Kept(StoredRegion),
    Fresh(Fresh<'a>),
    /// New bytes that are already in stored form, at an offset in another source.
    Ready(Arc<dyn ReadAt>, u64),
}

/// A part of the file that holds bytes, in the order of the file.
enum Slot {
    /// Bytes of the source, and the sections that lie inside; a gap contains no section.
    Kept { offset: u64, size: u64, ids: Vec<u64> },
    /// The bytes of a new content, as the id of its section.
    Fresh(u64),
    /// A slot that is no longer used.
    Empty,
}

impl<'a> Editor<'a> {
    /// Creates an editor that begins with the file in a source.
    ///
    /// # Errors
    /// Returns the errors of [`Container::open`], under default options.
    pub fn open(source: Arc<dyn ReadAt>) -> Result<Self> {
        Ok(Self::of(&Container::open_with(source, OpenOptions::default())?))
    }

    /// Creates an editor that begins with an open file.
    #[must_use]
    pub fn of(container: &Container) -> Self {
        let layout = container.layout();
        let mut editor = Self {
            source: Some(Arc::clone(container.source())),
            header: layout.header.clone(),
            states_size: layout.header.file_size != 0,
            ..Self::empty(layout.header.kind, layout.header.version)
        };
        for (header, stored) in layout.table.iter().zip(layout.sections.list()) {
            let id = editor.new_id();
            editor.sections.push(Entry { id, header: header.clone(), body: Body::Kept(*stored), slot: None });
        }
        for extent in container.extents() {
            let (offset, size) = (extent.offset, extent.size);
            match extent.kind {
                ExtentKind::Header | ExtentKind::Table => {}
                ExtentKind::Gap => editor.slots.push(Slot::Kept { offset, size, ids: Vec::new() }),
                ExtentKind::Trailing => editor.trailing = Some((offset, size)),
                ExtentKind::Payload(sections) => editor.keep_bytes(offset, size, &sections),
            }
        }
        editor
    }

    /// Creates an editor that begins with an empty file.
    pub(super) fn empty(kind: u8, version: u32) -> Self {
        let header = MainHeader {
            signature: *b"BPX",
            kind,
            checksum: 0,
            file_size: 0,
            section_count: 0,
            version,
            type_ext: TypeExt::new(kind, version, [0; 16]),
        };
        Self {
            source: None,
            header,
            states_size: true,
            sections: Vec::new(),
            slots: Vec::new(),
            trailing: None,
            last_id: 0,
            changed: false,
        }
    }

    /// Returns the number of sections.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sections.len()
    }

    /// Returns whether the file has no sections.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sections.is_empty()
    }

    /// Returns the types of the sections, in the order of the table.
    pub fn kinds(&self) -> impl ExactSizeIterator<Item = u8> {
        self.sections.iter().map(|entry| entry.header.kind)
    }

    /// Returns whether the file differs from the file that the editor began with.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.changed || self.source.is_none()
    }

    /// Sets the type of the file (section 8.2).
    pub fn set_kind(&mut self, kind: u8) {
        self.changed |= self.header.kind != kind;
        self.header.kind = kind;
        self.reread_type_ext();
    }

    /// Sets the version (section 8.3); writing rejects versions other than 1 and 2.
    pub fn set_version(&mut self, version: u32) {
        self.changed |= self.header.version != version;
        self.header.version = version;
        self.reread_type_ext();
    }

    /// Sets the type-specific extension of the header (section 8.7).
    pub fn set_type_ext(&mut self, type_ext: [u8; 16]) {
        let type_ext = TypeExt::new(self.header.kind, self.header.version, type_ext);
        self.changed |= self.header.type_ext != type_ext;
        self.header.type_ext = type_ext;
    }

    /// Keeps the bytes of the type-specific extension, and reads them as the extension of the current type and version.
    fn reread_type_ext(&mut self) {
        let bytes = self.header.type_ext.to_bytes();
        self.header.type_ext = TypeExt::new(self.header.kind, self.header.version, bytes);
    }

    /// Adds a section at the end of the table, and returns its number.
    pub fn add(&mut self, kind: u8, content: impl Into<Cow<'a, [u8]>>, options: SectionOptions) -> usize {
        let (index, entry) = (self.sections.len(), self.fresh_entry(kind, content.into(), options));
        self.sections.push(entry);
        index
    }

    /// Adds a section before another section in the table. The bytes of the new section go to the end of the file.
    ///
    /// # Errors
    /// Returns `BadReference` when the number is larger than the number of sections.
    pub fn insert(
        &mut self,
        index: usize,
        kind: u8,
        content: impl Into<Cow<'a, [u8]>>,
        options: SectionOptions,
    ) -> Result<()> {
        if index > self.sections.len() {
            return Err(self.no_section(index));
        }
        let entry = self.fresh_entry(kind, content.into(), options);
        self.sections.insert(index, entry);
        Ok(())
    }

    /// Inserts a section as [`insert`](Self::insert) does, with stored bytes at an offset of another source. The
    /// section header states everything except the offset of the bytes.
    pub(in crate::bpx) fn insert_stored(
        &mut self,
        index: usize,
        header: SectionHeader,
        source: Arc<dyn ReadAt>,
        offset: u64,
    ) -> Result<()> {
        if index > self.sections.len() {
            return Err(self.no_section(index));
        }
        let entry = self.new_entry(header, Body::Ready(source, offset));
        self.sections.insert(index, entry);
        Ok(())
    }

    /// Gives a section another content. The section keeps its type and its reserved bytes.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such section.
    pub fn replace(&mut self, index: usize, content: impl Into<Cow<'a, [u8]>>, options: SectionOptions) -> Result<()> {
        let missing = self.no_section(index);
        let entry = self.sections.get_mut(index).ok_or(missing)?;
        entry.body = Body::Fresh(Fresh { content: content.into(), options });
        let (id, old) = (entry.id, entry.slot);
        let slot = old.filter(|slot| self.detach_section(*slot, id)).unwrap_or(self.slots.len());
        match self.slots.get_mut(slot) {
            Some(place) => *place = Slot::Fresh(id),
            None => self.slots.push(Slot::Fresh(id)),
        }
        if let Some(entry) = self.sections.get_mut(index) {
            entry.slot = Some(slot);
        }
        self.changed = true;
        Ok(())
    }

    /// Sets the type of a section (section 9.1.5).
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such section.
    pub fn set_section_kind(&mut self, index: usize, kind: u8) -> Result<()> {
        let missing = self.no_section(index);
        let entry = self.sections.get_mut(index).ok_or(missing)?;
        self.changed |= entry.header.kind != kind;
        entry.header.kind = kind;
        Ok(())
    }

    /// Removes a section, and the bytes of the section unless other sections share them.
    ///
    /// # Errors
    /// Returns `BadReference` when there is no such section.
    pub fn remove(&mut self, index: usize) -> Result<()> {
        if index >= self.sections.len() {
            return Err(self.no_section(index));
        }
        let entry = self.sections.remove(index);
        if let Some(slot) = entry.slot
            && self.detach_section(slot, entry.id)
            && let Some(place) = self.slots.get_mut(slot)
        {
            *place = Slot::Empty;
        }
        self.changed = true;
        Ok(())
    }

    /// Changes the order of the table, where `order` lists the numbers of the old entries. The bytes of the sections do
    /// not move.
    ///
    /// # Errors
    /// Returns `BadReference` when a number is missing, occurs twice, or does not exist.
    pub fn reorder(&mut self, order: &[usize]) -> Result<()> {
        let mut sorted = order.to_vec();
        sorted.sort_unstable();
        if !sorted.iter().copied().eq(0..self.sections.len()) {
            let message =
                format!("expected each of the {} sections once, found another list of numbers", self.sections.len());
            return Err(Error::unlocated_fault(Class::BadReference, message).in_field(field_name!(Layout, table)));
        }
        let mut old: Vec<_> = std::mem::take(&mut self.sections).into_iter().map(Some).collect();
        self.sections = order.iter().filter_map(|index| old.get_mut(*index)?.take()).collect();
        self.changed |= sorted != order;
        Ok(())
    }

    /// Removes gaps and bytes after the end, and sets reserved bytes to zero. The stored bytes of the sections follow
    /// in the order of the table; sections that share bytes still share them. The header states the real size.
    ///
    /// A canonical file does not change.
    pub fn canonicalize(&mut self) {
        let mut spans: Vec<(Span, usize)> = Vec::new();
        for (index, entry) in self.sections.iter_mut().enumerate() {
            entry.header.reserved = [0; 2];
            entry.slot = None;
            if let Body::Kept(stored) = &entry.body {
                if entry.header.flags & (ZLIB | XZ) == 0 {
                    entry.header.stored_size = entry.header.content_size;
                }
                if let Some(span) = Span::new(stored.offset, stored.size)
                    && stored.size > 0
                    && is_in_file(stored, self.source.as_deref())
                {
                    spans.push((span, index));
                }
            }
        }
        let mut runs = shared_runs(spans);
        runs.sort_by_key(|(_, sections)| sections.first().copied());
        self.slots.clear();
        let mut runs = runs.into_iter().peekable();
        for index in 0..self.sections.len() {
            let Some(entry) = self.sections.get_mut(index) else {
                continue;
            };
            let id = entry.id;
            if matches!(entry.body, Body::Fresh(_) | Body::Ready(..)) {
                entry.slot = Some(self.slots.len());
                self.slots.push(Slot::Fresh(id));
            } else if let Some((run, sections)) = runs.next_if(|(_, sections)| sections.first() == Some(&index)) {
                self.keep_bytes(run.start(), run.size(), &sections);
            } else if let Body::Kept(StoredRegion { offset, size: 0, .. }) = entry.body {
                self.keep_bytes(offset, 0, &[index]);
            }
        }
        (self.trailing, self.states_size, self.changed) = (None, true, true);
    }

    /// Writes the file from front to back, and returns its size in bytes.
    ///
    /// Before anything is written, returns `Overflow` when a section has more than 2^32 - 1 bytes or there are too many
    /// sections, `UnsupportedVersion` for a version other than 1 and 2, `OutOfRange` for compression levels that do not
    /// exist, and, for a changed file, `OutOfBounds` for sections whose bytes are not in the file. Afterwards, returns
    /// errors of the source and the writer.
    pub fn write_to(&self, out: &mut dyn Write) -> Result<u64> {
        if let Some(source) = self.source.as_deref().filter(|_| !self.changed) {
            let size = source.size();
            FileBytes::Source { source, offset: 0, size }.write_to(out)?;
            return Ok(size);
        }
        let fresh: Vec<_> = self.sections.iter().enumerate().filter_map(Entry::numbered_fresh).collect();
        let placed = self.plan_file(pack_all(&fresh)?)?;
        placed.write_to(out)?;
        Ok(placed.size())
    }

    /// Saves the whole file or nothing ([`replace`](crate::source::replace())), and returns the size of the file in
    /// bytes. The new file may replace the opened file.
    ///
    /// # Errors
    /// Returns the errors of [`write_to`](Self::write_to), and those of the file system. After an error, the old file
    /// is unchanged.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<u64> {
        crate::source::replace(path, |out| self.write_to(out))
    }

    /// Places all parts. `packed` are the new contents in the order of the table.
    fn plan_file<'s>(&'s self, packed: Vec<Packed<'s>>) -> Result<PlacedFile<'s>> {
        let index_of: HashMap<u64, usize> =
            self.sections.iter().enumerate().map(|(index, entry)| (entry.id, index)).collect();
        let mut packed = packed.into_iter();
        let (mut table, mut fresh, mut homeless) = (Vec::with_capacity(self.len()), HashMap::new(), Vec::new());
        for (index, entry) in self.sections.iter().enumerate() {
            let SectionHeader { kind, reserved, .. } = entry.header;
            match &entry.body {
                Body::Fresh(_) => {
                    let Packed { bytes, header } = packed.next().ok_or_else(|| self.no_section(index))?;
                    fresh.insert(entry.id, FileBytes::Memory(bytes));
                    table.push(SectionHeader { kind, reserved, ..header });
                }
                Body::Ready(source, offset) => {
                    let (source, size) = (&**source, u64::from(entry.header.stored_size));
                    fresh.insert(entry.id, FileBytes::Source { source, offset: *offset, size });
                    table.push(entry.header.clone());
                }
                Body::Kept(stored) => {
                    table.push(entry.header.clone());
                    if entry.slot.is_none() {
                        homeless.push((index, stored));
                    }
                }
            }
        }
        let mut parts = self.slot_runs(fresh, &index_of);
        // Bytes inside of the old header or table get a place of their own, because the new header and table differ.
        for (index, stored) in homeless {
            if stored.size > 0 && !is_in_file(stored, self.source.as_deref()) {
                return Err(lost_section(index, stored));
            }
            parts.extend(self.slot_run(stored.offset, stored.size, vec![(index as u64, 0)]));
        }
        let trailing = self.trailing.and_then(|(offset, size)| self.slot_run(offset, size, Vec::new()));
        parts.extend(trailing.map(|run| RegionRun { counted: false, ..run }));
        // Any number but 0: the layout states the real size.
        let header = MainHeader { file_size: u64::from(self.states_size), section_count: 0, ..self.header.clone() };
        let layout = Layout { header, table, sections: Regions::default() };
        let placed = FileWriter::new(&layout, [])?.place_runs(Layout::SECTIONS, parts)?;
        // A reader rejects other versions.
        let budget = Budget::new(Limits::none(), 0);
        let head = Decoder::new(placed.head(), &budget).without_regions();
        decode_unless_invalid::<Layout>(head, Mode::Lenient, &[])?;
        Ok(placed)
    }

    /// Returns the bytes of all slots, each with the sections in the slot. `fresh` holds the bytes of new sections by
    /// their ids.
    fn slot_runs<'s>(
        &'s self,
        mut fresh: HashMap<u64, FileBytes<'s>>,
        index_of: &HashMap<u64, usize>,
    ) -> Vec<RegionRun<'s>> {
        let mut parts = Vec::new();
        for slot in &self.slots {
            match slot {
                Slot::Empty => {}
                Slot::Fresh(id) => {
                    let bytes = fresh.remove(id).unwrap_or_else(|| FileBytes::Memory(Cow::default()));
                    let entries = index_of.get(id).map(|index| (*index as u64, 0)).into_iter().collect();
                    parts.push(RegionRun { bytes, regions: entries, counted: true });
                }
                Slot::Kept { offset, size, ids } => {
                    let inside = |id| {
                        let index = *index_of.get(id)?;
                        let stored = self.sections.get(index)?.kept_place()?;
                        Some((index as u64, Span::between(*offset, stored.offset)?.size()))
                    };
                    parts.extend(self.slot_run(*offset, *size, ids.iter().filter_map(inside).collect()));
                }
            }
        }
        parts
    }

    /// Returns a slot for bytes of the source, with the sections inside of these bytes.
    fn slot_run(&self, offset: u64, size: u64, regions: Vec<(u64, u64)>) -> Option<RegionRun<'_>> {
        let source = self.source.as_deref()?;
        Some(RegionRun { bytes: FileBytes::Source { source, offset, size }, regions, counted: true })
    }

    /// Creates a new section that is not in the table yet.
    fn fresh_entry(&mut self, kind: u8, content: Cow<'a, [u8]>, options: SectionOptions) -> Entry<'a> {
        let header = SectionHeader { kind, ..SectionHeader::default() };
        self.new_entry(header, Body::Fresh(Fresh { content, options }))
    }

    fn new_entry(&mut self, header: SectionHeader, body: Body<'a>) -> Entry<'a> {
        let (id, slot) = (self.new_id(), self.slots.len());
        self.slots.push(Slot::Fresh(id));
        self.changed = true;
        Entry { id, header, body, slot: Some(slot) }
    }

    /// Adds a slot for bytes of the source, with the given sections that lie inside as a whole.
    fn keep_bytes(&mut self, offset: u64, size: u64, sections: &[usize]) {
        let (slot, mut ids) = (self.slots.len(), Vec::new());
        for index in sections {
            if let Some(entry) = self.sections.get_mut(*index)
                && entry.kept_place().is_some_and(|stored| stored.offset >= offset)
            {
                entry.slot = Some(slot);
                ids.push(entry.id);
            }
        }
        self.slots.push(Slot::Kept { offset, size, ids });
    }

    /// Removes a section from a slot; returns whether the slot has no use any more.
    fn detach_section(&mut self, slot: usize, id: u64) -> bool {
        match self.slots.get_mut(slot) {
            Some(Slot::Kept { ids, .. }) => {
                ids.retain(|other| *other != id);
                ids.is_empty()
            }
            Some(Slot::Fresh(_) | Slot::Empty) => true,
            None => false,
        }
    }

    #[allow(clippy::arithmetic_side_effects, reason = "a counter of calls")]
    fn new_id(&mut self) -> u64 {
        self.last_id += 1;
        self.last_id
    }

    #[cold]
    fn no_section(&self, index: usize) -> Error {
        let message = format!("expected a section number below {}, found {index}", self.sections.len());
        Error::unlocated_fault(Class::BadReference, message).in_field(field_name!(Layout, table))
    }
}

impl<'a> Entry<'a> {
    fn kept_place(&self) -> Option<&StoredRegion> {
        match &self.body {
            Body::Kept(stored) => Some(stored),
            Body::Fresh(_) | Body::Ready(..) => None,
        }
    }

    fn numbered_fresh<'s>((index, entry): (usize, &'s Self)) -> Option<(usize, &'s Fresh<'a>)> {
        match &entry.body {
            Body::Kept(_) | Body::Ready(..) => None,
            Body::Fresh(fresh) => Some((index, fresh)),
        }
    }
}

/// Returns whether stored bytes are in the file.
fn is_in_file(stored: &StoredRegion, source: Option<&dyn ReadAt>) -> bool {
    source.is_some_and(|source| stored.is_inside(source.size()))
}

#[cold]
fn lost_section(index: usize, stored: &StoredRegion) -> Error {
    let (path, at) = super::head::entry_member(index as u64, SectionHeader::POINTER);
    let message = format!(
        "expected stored bytes inside of the file, found {} bytes at offset {} outside of the file",
        stored.size, stored.offset
    );
    KEPT_BOUNDS.finding(at, message).with_path(path).into()
}

impl std::fmt::Debug for Editor<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Editor")
            .field("header", &self.header)
            .field("sections", &self.len())
            .field("changed", &self.changed)
            .finish_non_exhaustive()
    }
}
