#![allow(clippy::arithmetic_side_effects, reason = "all numbers are counts of values in memory")]

use super::numbered::NumberedNames;
use super::param::NAME_TAG;
use super::parts::slice_of;
use super::unpack::unpack;
use super::{
    Block, Body, Companions, Document, Event, File, Head, Kind, NameMap, Names, Param, ParamKey, ParamType, Value,
};
use crate::narrow::as_u32;
use bpx_schema::codec::Uleb;
use bpx_schema::report::Class;
use bpx_schema::{Codec, Error, Limits, Result};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// Builds a document from nested blocks, and from parameters in the order of the calls that add them.
///
/// The builder lays out the body as the engine does: strings come before other values, each value is stored once, and
/// blocks are in the order of their levels. A string that equals a name becomes a reference to the name.
#[derive(Debug, Default)]
pub struct Builder {
    names: NumberedNames,
    blocks: Vec<Draft>,
    open: Vec<u32>,
    /// All parameters, each with the number of its block and the number of its name.
    params: Vec<(u32, u32, PendingValue)>,
    /// Bytes of values and strings.
    store: Vec<u8>,
}

/// A block that has been opened.
#[derive(Debug, Default, Clone)]
struct Draft {
    /// Number of blocks around it.
    level: usize,
    name: Option<u32>,
    children: u16,
    params: u16,
}

/// A value that has been added.
#[derive(Debug, Clone)]
struct PendingValue {
    kind: u8,
    value: StoredValue,
}

#[derive(Debug, Clone)]
enum StoredValue {
    Inline(u32),
    /// A string, as a range of the store.
    Text(Range<u32>),
    /// Another value that needs the payload, as a range of the store.
    Wide(Range<u32>),
}

/// The name that errors give to the content of the store.
const STORED: &str = "bytes of values";

/// Returns the bytes of a range of the store.
fn stored_bytes<'s>(store: &'s [u8], range: &Range<u32>) -> &'s [u8] {
    slice_of(store, &(range.start as usize..range.end as usize))
}

impl Builder {
    /// Returns a builder of a document with a root only. With `shared` names, the document is for a SLIM kind.
    #[must_use]
    pub fn new(shared: Option<Arc<NameMap>>) -> Self {
        Self { names: NumberedNames::new(shared), blocks: vec![Draft::default()], open: vec![0], ..Self::default() }
    }

    /// Adds a name to the names of the file, even if nothing uses it. Names are written in the order of these calls.
    ///
    /// # Errors
    /// Returns an error when the name holds a NUL, when the document already has 2^24 names, or when its names would
    /// exceed 2^32 - 1 bytes.
    pub fn name(&mut self, name: &[u8]) -> Result<u32> {
        self.names.find(name).map_or_else(|| self.push_name(name), Ok)
    }

    /// Adds a name to the names of the file, even if the file already has the name, because a list may hold a name
    /// twice.
    ///
    /// # Errors
    /// Returns the errors of [`Self::name`].
    pub(super) fn push_name(&mut self, name: &[u8]) -> Result<u32> {
        if name.contains(&0) {
            return Err(encode_error(Class::BadText, "expected a name without a NUL, found a NUL in the name"));
        }
        self.names.push(name).ok_or_else(|| {
            encode_error(Class::Overflow, "expected at most 2^24 names with 2^32 - 1 bytes together, found more")
        })
    }

    /// Returns a name by its number, in a numbering where shared names come first.
    pub(super) fn find_name(&self, number: u32) -> Option<&[u8]> {
        self.names.get(number)
    }

    /// Gives the root a name. In most files, the root has none.
    ///
    /// # Errors
    /// Returns the errors of [`Self::name`].
    pub fn name_root(&mut self, name: &[u8]) -> Result<()> {
        let name = self.name(name)?;
        self.rename_root(Some(name));
        Ok(())
    }

    pub(super) fn rename_root(&mut self, name: Option<u32>) {
        if let Some(root) = self.blocks.first_mut() {
            root.name = name;
        }
    }

    /// Begins a block in the block that is open.
    ///
    /// # Errors
    /// Returns the errors of [`Self::name`], and an error when the open block already has 65535 child blocks, or the
    /// document already has 2^32 - 1 blocks.
    pub fn open(&mut self, name: Option<&[u8]>) -> Result<()> {
        let name = name.map(|name| self.name(name)).transpose()?;
        self.open_numbered(name)
    }

    /// Begins a block like [`Self::open`], with the number of its name.
    pub(super) fn open_numbered(&mut self, name: Option<u32>) -> Result<()> {
        let index = u32::try_from(self.blocks.len()).ok().filter(|index| *index < u32::MAX);
        let index =
            index.ok_or_else(|| encode_error(Class::Overflow, "expected at most 2^32 - 1 blocks, found more"))?;
        count_part(&mut self.open_block()?.1.children, "blocks")?;
        self.blocks.push(Draft { level: self.open.len(), name, ..Draft::default() });
        self.open.push(index);
        Ok(())
    }

    /// Returns the block that is open, with its number.
    fn open_block(&mut self) -> Result<(u32, &mut Draft)> {
        let number = self.open.last().copied();
        let draft = number.and_then(|number| Some((number, self.blocks.get_mut(number as usize)?)));
        draft.ok_or_else(|| encode_error(Class::Inconsistent, "expected an open block below the root, found none"))
    }

    /// Ends the block that was opened last.
    ///
    /// # Errors
    /// Returns an error when only the root is open.
    pub fn close(&mut self) -> Result<()> {
        if self.open.len() < 2 {
            return Err(encode_error(Class::Inconsistent, "expected an open block below the root, found none"));
        }
        self.open.pop();
        Ok(())
    }

    /// Returns how many blocks are open, including the root.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a parameter to the block that is open.
    ///
    /// # Errors
    /// Returns the errors of [`Self::name`], and an error when a string holds a NUL or the block has 65535 parameters
    /// already.
    pub fn param(&mut self, name: &[u8], value: &Value<'_>) -> Result<()> {
        let name = self.name(name)?;
        self.param_numbered(name, value)
    }

    /// Adds a parameter like [`Self::param`], with the number of its name.
    pub(super) fn param_numbered(&mut self, name: u32, value: &Value<'_>) -> Result<()> {
        let start = as_u32(self.store.len(), STORED)?;
        let stored = match (value, value.inline_word()) {
            (_, Some(word)) => StoredValue::Inline(word),
            (Value::String(bytes), _) => {
                if bytes.contains(&0) {
                    return Err(encode_error(
                        Class::BadText,
                        "expected a string without a NUL, found a NUL in the string",
                    ));
                }
                self.store.extend_from_slice(bytes);
                StoredValue::Text(start..as_u32(self.store.len(), STORED)?)
            }
            _ => {
                value.put_payload(&mut self.store);
                StoredValue::Wide(start..as_u32(self.store.len(), STORED)?)
            }
        };
        self.store_param(name, PendingValue { kind: value.kind() as u8, value: stored })
    }

    /// Adds a parameter whose string value is the name with the number `string`.
    pub(super) fn param_named(&mut self, name: u32, string: u32) -> Result<()> {
        let value = StoredValue::Inline(string | NAME_TAG);
        self.store_param(name, PendingValue { kind: ParamType::String as u8, value })
    }

    fn store_param(&mut self, name: u32, draw: PendingValue) -> Result<()> {
        let (block, draft) = self.open_block()?;
        count_part(&mut draft.params, "parameters")?;
        self.params.push((block, name, draw));
        Ok(())
    }

    /// Adds the names, blocks and parameters of a document that has the same shared names. In a new builder, names keep
    /// their numbers.
    ///
    /// # Errors
    /// Returns the errors of [`Self::param`].
    pub fn copy(&mut self, document: &Document) -> Result<()> {
        let places = Places {
            shared: as_u32(self.names.shared_len(), "names")?,
            before: as_u32(self.names.local_len(), "names")?,
        };
        for name in document.local_names() {
            self.push_name(name)?;
        }
        self.copy_blocks(document, Some(places))
    }

    /// Adds the blocks and parameters of a document, and the names that these blocks and parameters use.
    ///
    /// # Errors
    /// Returns the errors of [`Self::param`].
    pub fn copy_tree(&mut self, document: &Document) -> Result<()> {
        self.copy_blocks(document, None)
    }

    /// Adds the blocks and parameters of a document. If `places` is set, names that occur twice in the list stay
    /// distinct.
    fn copy_blocks(&mut self, document: &Document, places: Option<Places>) -> Result<()> {
        let mut root = true;
        for event in document.root().events() {
            match event {
                Event::Open(block) => {
                    let name = match (block.name_index(), block.name()) {
                        (Some(index), Some(name)) => Some(self.name_number(places, index, name)?),
                        _ => None,
                    };
                    if std::mem::take(&mut root) {
                        self.rename_root(name);
                    } else {
                        self.open_numbered(name)?;
                    }
                    for param in block.params() {
                        let name = self.name_number(places, param.name_index(), param.name())?;
                        match (places, param.string_name()) {
                            (Some(places), Some(string)) => self.param_named(name, places.name_number(string)?)?,
                            _ => self.param_numbered(name, &param.value())?,
                        }
                    }
                }
                Event::Close(_) if self.depth() > 1 => self.close()?,
                Event::Close(_) => {}
            }
        }
        Ok(())
    }

    fn name_number(&mut self, places: Option<Places>, index: usize, name: &[u8]) -> Result<u32> {
        places.map_or_else(|| self.name(name), |places| places.name_number(index))
    }

    /// Returns the document, after closing all blocks that are open.
    ///
    /// # Errors
    /// Returns an error when the payload would exceed 2^31 bytes.
    pub fn finish(self) -> Result<Document> {
        let shared = self.names.shared().cloned();
        let kind = if shared.is_some() { Kind::Slim } else { Kind::Fat };
        let companions = Companions { names: shared, ..Companions::default() };
        let file = File { kind: kind.byte(), body: Some(self.build_body()?), sized: None, frame: None }.to_vec()?;
        let limits = Limits::none();
        Document::from_unpacked(unpack(&file, &companions, limits)?, &companions, limits)
    }

    /// Returns a body with blocks level by level, parameters in the order of their blocks, and a payload that holds
    /// each value once.
    pub(super) fn build_body(self) -> Result<Body> {
        let order = number_by_level(&self.blocks);
        let mut ranks = vec![0_u32; order.len()];
        for (rank, index) in (0_u32..).zip(&order) {
            if let Some(slot) = ranks.get_mut(*index as usize) {
                *slot = rank;
            }
        }
        let mut params: Vec<_> = self.params.iter().collect();
        // The sort is stable, so the order in each block is kept.
        params.sort_by_key(|(block, ..)| ranks.get(*block as usize).copied());
        let payload = Payload::new(&params, &self.store, &self.names)?;
        let mut first = 1_u32;
        let blocks = order.iter().filter_map(|index| self.blocks.get(*index as usize)).map(|draft| {
            let children = Uleb::new(if draft.children > 0 { first } else { 0 });
            first += u32::from(draft.children);
            Block {
                name: Uleb::new(draft.name.map_or(0, |name| name + 1)),
                param_count: Uleb::new(draft.params),
                child_count: Uleb::new(draft.children),
                first_child: children,
                first_param: Uleb::new(0),
            }
        });
        let blocks: Vec<_> = blocks.collect();
        let count = |len: usize, what: &str| as_u32(len, what).map(Uleb::new);
        let name_count = count(self.names.local_len(), "names")?;
        let names = self.names.into_local_bytes();
        let size = count(names.len(), "bytes of names")?;
        Ok(Body {
            head: Head {
                name_count,
                names: (name_count.value() > 0).then_some(Names { names_size: size, bytes: names }),
                block_count: count(blocks.len(), "blocks")?,
                param_count: count(payload.params.len(), "parameters")?,
                payload_size: count(payload.bytes.len(), "bytes of values")?,
            },
            payload: payload.bytes,
            params: payload.params,
            blocks,
            rest: Vec::new(),
        })
    }
}

/// The new numbers that names get when their document is copied.
#[derive(Debug, Clone, Copy)]
struct Places {
    /// Number of shared names, which keep their numbers.
    shared: u32,
    /// Number of names that the builder had before the names of the document.
    before: u32,
}

impl Places {
    /// Returns the new number of a name.
    fn name_number(self, index: usize) -> Result<u32> {
        let index = u32::try_from(index).ok();
        let moved = index.and_then(|index| index.checked_add(if index < self.shared { 0 } else { self.before }));
        moved.ok_or_else(|| encode_error(Class::Overflow, "expected at most 2^24 names, found more"))
    }
}

/// Values in the payload, and the records that refer to them.
struct Payload {
    bytes: Vec<u8>,
    params: Vec<Param>,
}

impl Payload {
    fn new(params: &[&(u32, u32, PendingValue)], store: &[u8], names: &NumberedNames) -> Result<Self> {
        let (mut bytes, mut records) = (Vec::new(), Vec::with_capacity(params.len()));
        let mut texts = HashMap::new();
        for (_, name, draw) in params {
            let value = match &draw.value {
                StoredValue::Inline(word) => *word,
                StoredValue::Text(range) => match names.find(stored_bytes(store, range)) {
                    Some(index) => index | NAME_TAG,
                    None => payload_offset(stored_bytes(store, range), b"\0", &mut texts, &mut bytes)?,
                },
                // Set below, as texts come first.
                StoredValue::Wide(_) => 0,
            };
            let mut key = ParamKey::from_bytes([0; 4]);
            key.set_name(*name)?;
            key.set_kind(draw.kind)?;
            records.push(Param { key, value });
        }
        let mut wides = HashMap::new();
        for ((.., draw), record) in params.iter().zip(&mut records) {
            let StoredValue::Wide(range) = &draw.value else { continue };
            // Aligned once, before the first value; the size of every value is a multiple of 4.
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            record.value = payload_offset(stored_bytes(store, range), b"", &mut wides, &mut bytes)?;
        }
        Ok(Self { bytes, params: records })
    }
}

/// Returns the offset of a value in the payload. Adds a value that is new, followed by the bytes `end`.
fn payload_offset<'v>(
    value: &'v [u8],
    end: &[u8],
    known: &mut HashMap<&'v [u8], u32>,
    payload: &mut Vec<u8>,
) -> Result<u32> {
    if let Some(offset) = known.get(value) {
        return Ok(*offset);
    }
    let offset = u32::try_from(payload.len()).ok().filter(|offset| offset & NAME_TAG == 0);
    let offset =
        offset.ok_or_else(|| encode_error(Class::Overflow, "expected at most 2^31 bytes of values, found more"))?;
    known.insert(value, offset);
    payload.extend_from_slice(value);
    payload.extend_from_slice(end);
    Ok(offset)
}

/// Returns the numbers of the blocks, level by level, so that the children of a block are neighbours.
fn number_by_level(blocks: &[Draft]) -> Vec<u32> {
    // The blocks of a level began in the order of the blocks around them.
    let mut levels: Vec<Vec<u32>> = Vec::new();
    for (index, block) in (0_u32..).zip(blocks) {
        match levels.get_mut(block.level) {
            Some(level) => level.push(index),
            None => levels.push(vec![index]),
        }
    }
    levels.concat()
}

/// Counts a part of a block, or returns an error when the block would have more than 65535 such parts.
fn count_part(parts: &mut u16, what: &str) -> Result<()> {
    let more = parts.checked_add(1);
    *parts = more.ok_or_else(|| encode_error(Class::Overflow, &format!("a block holds at most 65535 {what}")))?;
    Ok(())
}

#[cold]
fn encode_error(class: Class, message: &str) -> Error {
    Error::unlocated_fault(class, message)
}
