use super::check::NAME_TAG;
use super::unpack::unpack;
use super::{Block, Body, Companions, Document, Event, File, Head, Kind, NameMap, Names, Param, ParamKey, Value};
use bpx_schema::codec::Uleb;
use bpx_schema::report::{Class, Location};
use bpx_schema::{Codec, Error, Limits, Result};
use std::collections::HashMap;
use std::sync::Arc;

/// Builds a document: blocks in blocks, parameters in the order in which they are added.
///
/// The body is laid out as the engine does it: strings before other values, each once, blocks level by level; a
/// string that is a name is a reference to it.
#[derive(Debug, Default)]
pub struct Builder {
    shared: Option<Arc<NameMap>>,
    /// Numbers of names, shared ones first.
    known: HashMap<Box<[u8]>, u32>,
    /// The file's own names, each with a NUL.
    local: Vec<u8>,
    local_count: u32,
    blocks: Vec<Draft>,
    open: Vec<u32>,
    /// All parameters, with their block.
    params: Vec<(u32, u32, Draw)>,
    /// Bytes of values and strings.
    store: Vec<u8>,
}

/// A block that has been opened.
#[derive(Debug, Default, Clone)]
struct Draft {
    parent: u32,
    /// Number of the name plus 1, or 0.
    name: u32,
    children: u32,
    params: u32,
}

/// A value that has been added.
#[derive(Debug, Clone)]
struct Draw {
    kind: u8,
    value: Stored,
}

#[derive(Debug, Clone)]
enum Stored {
    Inline(u32),
    /// A range of the store.
    Text(std::ops::Range<usize>),
    Wide(std::ops::Range<usize>),
}

impl Builder {
    /// A document that has only its root; with shared names, it is for a SLIM kind.
    ///
    /// # Errors
    /// None that is known: the name map was read or built.
    #[must_use]
    pub fn new(shared: Option<Arc<NameMap>>) -> Self {
        let mut builder = Self { blocks: vec![Draft::default()], open: vec![0], ..Self::default() };
        if let Some(names) = &shared {
            for (name, index) in names.iter().zip(0..) {
                builder.known.entry(name.into()).or_insert(index);
            }
        }
        builder.shared = shared;
        builder
    }

    /// Adds a name to the file's own, used or not: names come out in the order in which they were added.
    ///
    /// # Errors
    /// When it holds a NUL, or there are 2^24 names.
    pub fn name(&mut self, name: &[u8]) -> Result<u32> {
        if let Some(index) = self.known.get(name) {
            return Ok(*index);
        }
        if name.contains(&0) {
            return Err(refuse(Class::BadText, "a name cannot hold a NUL"));
        }
        let shared = self.shared.as_ref().map_or(0, |names| names.len());
        let index = u32::try_from(shared).ok().and_then(|shared| shared.checked_add(self.local_count));
        let index = index.filter(|index| *index < 1 << 24);
        let index = index.ok_or_else(|| refuse(Class::Overflow, "more than 2^24 names"))?;
        self.local.extend_from_slice(name);
        self.local.push(0);
        self.local_count = self.local_count.saturating_add(1);
        self.known.insert(name.into(), index);
        Ok(index)
    }

    /// Begins a block in the one that is open.
    ///
    /// # Errors
    /// As [`Self::name`], and when the block has 65535 blocks already, or all together 2^32 - 2.
    pub fn open(&mut self, name: Option<&[u8]>) -> Result<()> {
        let name = name.map(|name| self.name(name)).transpose()?.map_or(0, |index| index.saturating_add(1));
        let parent = self.open.last().copied().unwrap_or_default();
        let index = u32::try_from(self.blocks.len()).ok().filter(|index| *index < u32::MAX);
        let index = index.ok_or_else(|| refuse(Class::Overflow, "more than 2^32 blocks"))?;
        let draft =
            self.blocks.get_mut(parent as usize).ok_or_else(|| refuse(Class::Inconsistent, "no block is open"))?;
        draft.children = counted(draft.children, "blocks")?;
        self.blocks.push(Draft { parent, name, ..Draft::default() });
        self.open.push(index);
        Ok(())
    }

    /// Ends the block that was opened last.
    ///
    /// # Errors
    /// When only the root is open.
    pub fn close(&mut self) -> Result<()> {
        if self.open.len() < 2 {
            return Err(refuse(Class::Inconsistent, "no block is open"));
        }
        self.open.pop();
        Ok(())
    }

    /// How many blocks are open, the root too.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Adds a parameter to the block that is open.
    ///
    /// # Errors
    /// As [`Self::name`]; when a string holds a NUL, or the block has 65535 parameters already.
    pub fn param(&mut self, name: &[u8], value: &Value<'_>) -> Result<()> {
        let name = self.name(name)?;
        let block = self.open.last().copied().unwrap_or_default();
        let start = self.store.len();
        let stored = match (value, value.inline()) {
            (_, Some(word)) => Stored::Inline(word),
            (Value::String(bytes), _) => {
                if bytes.contains(&0) {
                    return Err(refuse(Class::BadText, "a string cannot hold a NUL"));
                }
                self.store.extend_from_slice(bytes);
                Stored::Text(start..self.store.len())
            }
            _ => {
                value.put(&mut self.store);
                Stored::Wide(start..self.store.len())
            }
        };
        if let Some(draft) = self.blocks.get_mut(block as usize) {
            draft.params = counted(draft.params, "parameters")?;
        }
        self.params.push((block, name, Draw { kind: value.kind() as u8, value: stored }));
        Ok(())
    }

    /// Adds all that a document holds: its own names first, so that they keep their order.
    ///
    /// # Errors
    /// As [`Self::param`].
    pub fn copy(&mut self, document: &Document) -> Result<()> {
        for name in document.local_names() {
            self.name(name)?;
        }
        self.copy_tree(document)
    }

    /// Adds the blocks and parameters of a document, and the names that they have.
    ///
    /// # Errors
    /// As [`Self::param`].
    pub fn copy_tree(&mut self, document: &Document) -> Result<()> {
        let mut root = true;
        for event in document.root().events() {
            match event {
                Event::Open(block) => {
                    if !std::mem::take(&mut root) {
                        self.open(block.name())?;
                    }
                    for param in block.params() {
                        self.param(param.name(), &param.value())?;
                    }
                }
                Event::Close(_) if self.depth() > 1 => self.close()?,
                Event::Close(_) => {}
            }
        }
        Ok(())
    }

    /// The document; blocks that are still open end here.
    ///
    /// # Errors
    /// When the payload would exceed 2^31 bytes.
    pub fn finish(self) -> Result<Document> {
        let kind = if self.shared.is_some() { Kind::Slim } else { Kind::Fat };
        let companions = Companions { names: self.shared.clone(), dictionary: None };
        let file = File { kind: kind.byte(), body: Some(self.body()?), sized: None, frame: None }.to_vec()?;
        let mut limits = Limits::default().with_max_depth(u32::MAX).with_max_alloc(u64::MAX);
        limits.max_sharing = u64::MAX;
        Document::from_unpacked(unpack(&file, &companions, limits)?, &companions, limits)
    }

    /// Blocks level by level, parameters in their order, and a payload that holds each value once.
    pub(super) fn body(self) -> Result<Body> {
        let order = levels(&self.blocks);
        let mut ranks = vec![0_u32; order.len()];
        for (rank, index) in (0_u32..).zip(&order) {
            if let Some(slot) = ranks.get_mut(*index as usize) {
                *slot = rank;
            }
        }
        let mut params: Vec<_> = self.params.iter().collect();
        // Stable: the order in a block stays.
        params.sort_by_key(|(block, ..)| ranks.get(*block as usize).copied());
        let payload = Payload::new(&params, &self.store, &self.known)?;
        let mut first = 1_u32;
        let blocks = order.iter().filter_map(|index| self.blocks.get(*index as usize)).map(|draft| {
            let children = (draft.children > 0).then(|| Uleb::new(first));
            first = first.saturating_add(draft.children);
            Block {
                name: Uleb::new(draft.name),
                param_count: Uleb::new(u16::try_from(draft.params).unwrap_or(u16::MAX)),
                child_count: Uleb::new(u16::try_from(draft.children).unwrap_or(u16::MAX)),
                first_child: children,
                first_param: None,
            }
        });
        let blocks: Vec<_> = blocks.collect();
        let count = |len: usize| u32::try_from(len).map(Uleb::new).map_err(|_| refuse(Class::Overflow, "too large"));
        let size = count(self.local.len())?;
        Ok(Body {
            head: Head {
                name_count: Uleb::new(self.local_count),
                names: (self.local_count > 0).then_some(Names { names_size: size, bytes: self.local }),
                block_count: count(blocks.len())?,
                param_count: count(payload.params.len())?,
                payload_size: count(payload.bytes.len())?,
            },
            payload: payload.bytes,
            params: payload.params,
            blocks,
            rest: Vec::new(),
        })
    }
}

/// Values that lie in the payload, and the records that refer to them.
struct Payload {
    bytes: Vec<u8>,
    params: Vec<Param>,
}

impl Payload {
    fn new(params: &[&(u32, u32, Draw)], store: &[u8], names: &HashMap<Box<[u8]>, u32>) -> Result<Self> {
        let mut bytes = Vec::new();
        let slice = |range: &std::ops::Range<usize>| store.get(range.clone()).unwrap_or_default();
        let mut texts: HashMap<&[u8], u32> = HashMap::new();
        for (.., draw) in params {
            let Stored::Text(range) = &draw.value else { continue };
            let text = slice(range);
            if !names.contains_key(text) && !texts.contains_key(text) {
                texts.insert(text, offset(&bytes)?);
                bytes.extend_from_slice(text);
                bytes.push(0);
            }
        }
        let mut wides: HashMap<&[u8], u32> = HashMap::new();
        for (.., draw) in params {
            let Stored::Wide(range) = &draw.value else { continue };
            // Once, before the first; every size is a multiple of 4.
            bytes.resize(bytes.len().next_multiple_of(4), 0);
            let wide = slice(range);
            if !wides.contains_key(wide) {
                wides.insert(wide, offset(&bytes)?);
                bytes.extend_from_slice(wide);
            }
        }
        let record = |(_, name, draw): &&(u32, u32, Draw)| {
            let value = match &draw.value {
                Stored::Inline(word) => *word,
                Stored::Text(range) => match names.get(slice(range)) {
                    Some(index) => index | NAME_TAG,
                    None => texts.get(slice(range)).copied().unwrap_or_default(),
                },
                Stored::Wide(range) => wides.get(slice(range)).copied().unwrap_or_default(),
            };
            let [low, middle, high, _] = name.to_le_bytes();
            Param { key: ParamKey::from_bytes([low, middle, high, draw.kind]), value }
        };
        let params = params.iter().map(record).collect();
        Ok(Self { bytes, params })
    }
}

/// The end of the payload so far, where a value can begin.
fn offset(bytes: &[u8]) -> Result<u32> {
    let offset = u32::try_from(bytes.len()).ok().filter(|offset| offset & NAME_TAG == 0);
    offset.ok_or_else(|| refuse(Class::Overflow, "the values need more than 2^31 bytes"))
}

/// Numbers of the blocks, level by level; the children of a block are neighbours.
fn levels(blocks: &[Draft]) -> Vec<u32> {
    // Where the children of each block begin among all children, in the order of their parents.
    let mut starts = Vec::with_capacity(blocks.len());
    let mut next = 0_usize;
    for block in blocks {
        starts.push(next);
        next = next.saturating_add(block.children as usize);
    }
    let mut children = vec![0_u32; next];
    let mut filled = starts.clone();
    for (index, block) in (0_u32..).zip(blocks).skip(1) {
        if let Some(slot) = filled.get_mut(block.parent as usize) {
            if let Some(child) = children.get_mut(*slot) {
                *child = index;
            }
            *slot = slot.saturating_add(1);
        }
    }
    let mut order = vec![0_u32];
    let mut at = 0;
    while let Some(index) = order.get(at).copied() {
        let start = starts.get(index as usize).copied().unwrap_or_default();
        let count = blocks.get(index as usize).map_or(0, |block| block.children as usize);
        order.extend_from_slice(children.get(start..start.saturating_add(count)).unwrap_or_default());
        at = at.saturating_add(1);
    }
    order
}

/// One more part of a block.
fn counted(count: u32, what: &str) -> Result<u32> {
    let more = count.saturating_add(1);
    if more > u32::from(u16::MAX) {
        return Err(refuse(Class::Overflow, &format!("a block holds at most 65535 {what}")));
    }
    Ok(more)
}

#[cold]
fn refuse(class: Class, message: &str) -> Error {
    Error::fault(class, Location::default(), message)
}
