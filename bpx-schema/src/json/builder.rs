//! Builds JSON documents in memory, within a budget.

use super::doc::{JsonDoc, JsonKind, JsonNode, JsonParts, JsonRef, PackedNode, SIZE};
use super::members::{LARGE, MEMBER, MemberIndex};
use super::{JsonLeaf, JsonSink};
use crate::budget::{Budget, ExceededLimit, HeldMemory, MemoryAccount};
use std::collections::HashMap;
use std::sync::Arc;

/// The maximum size in bytes of a text that the builder stores only once.
const SHORT: usize = 32;
/// The number of short texts that the builder remembers.
const RECENT: usize = 1 << 12;

/// A sink that builds a JSON document.
#[derive(Debug)]
pub struct DocBuilder<'b> {
    doc: JsonDoc,
    open: Vec<usize>,
    /// For each hash, the offset of a short text in the texts of the document, plus 1; 0 for no text.
    recent: Box<[u64]>,
    keys: HashMap<Box<str>, u32>,
    large: MemberIndex,
    /// The number of the next value's key, from 1; 0 for no key.
    key: u32,
    budget: &'b Budget,
    held: HeldMemory,
    /// The number of held bytes that the document uses.
    used: u64,
    failed: Option<ExceededLimit>,
}

impl<'b> DocBuilder<'b> {
    /// Creates a builder. The builder takes memory for the values from the budget, and the document keeps the memory
    /// until it is dropped.
    #[must_use]
    pub fn new(budget: &'b Budget) -> Self {
        let (doc, open, keys) = (JsonDoc::default(), Vec::new(), HashMap::new());
        let recent = vec![0; RECENT].into_boxed_slice();
        let held = budget.memory_account().hold_nothing();
        Self { doc, open, recent, keys, large: MemberIndex::default(), key: 0, budget, held, used: 0, failed: None }
    }

    /// Closes all open arrays and objects, and returns the document.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub fn finish(mut self) -> Result<JsonDoc, ExceededLimit> {
        while !self.open.is_empty() {
            self.close();
        }
        if !self.large.is_empty() {
            self.doc.large = Some(Arc::new(self.large.with_numbers(self.keys)));
        }
        self.held.shrink_to(self.used);
        self.doc.held = Some(Arc::new(self.held));
        self.failed.map_or(Ok(self.doc), Err)
    }

    /// Returns the exceeded limit, if the builder has failed.
    pub(super) fn exceeded_limit(&self) -> Option<ExceededLimit> {
        self.failed
    }

    /// Returns the number of open arrays and objects.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the parts that the array or object at an index has so far.
    fn parts_so_far(&self, place: usize) -> JsonParts<'_> {
        JsonParts { doc: &self.doc, place: place + 1, end: self.doc.nodes.len() }
    }

    /// Adds the members of an object to the index, if there are at least 64 members.
    fn index(&mut self, object: usize) {
        if self.doc.nodes.len() - object <= LARGE {
            return;
        }
        let after = |part: JsonRef<'_>| Some((part.node.key, u32::try_from(part.place - object).ok()?));
        let members: Option<Vec<_>> = self.parts_so_far(object).map(after).collect();
        // Without an index, a search finds the same member.
        if let Some(members) = members.filter(|members| members.len() >= LARGE)
            && self.charge(members.len() * MEMBER)
        {
            self.large.add(object, members);
        }
    }

    /// Returns the key that occurs twice in the innermost open object.
    pub(super) fn repeated_key(&self) -> Option<&str> {
        let mut keys: Vec<u32> = self.parts_so_far(*self.open.last()?).map(|part| part.node.key).collect();
        keys.sort_unstable();
        let twice = keys.windows(2).find(|pair| pair.first() == pair.last()).and_then(<[u32]>::first)?;
        self.doc.keys.get(usize::try_from(*twice).ok()?.checked_sub(1)?).map(|key| &**key)
    }

    fn charge(&mut self, bytes: usize) -> bool {
        let used = self.used + bytes as u64;
        if self.failed.is_none() && self.held.bytes() < used {
            let missing = used - self.held.bytes();
            if !self.held.grow(missing.max(Budget::PIECE)) && !self.held.grow(missing) {
                self.failed = Some(self.budget.out_of_memory());
            }
        }
        if self.failed.is_none() {
            self.used = used;
        }
        self.failed.is_none()
    }

    fn push_node(&mut self, kind: JsonKind, value: u64) {
        let key = std::mem::take(&mut self.key);
        if key > PackedNode::KEY_MASK {
            self.failed = self.failed.or(Some(ExceededLimit::Memory { limit: self.budget.limits().max_memory.base }));
        }
        if self.charge(size_of::<PackedNode>()) {
            self.doc.nodes.push(PackedNode::new(JsonNode { kind, key, value }));
        }
    }

    fn push_text(&mut self, size: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let place = self.doc.texts.len();
        let Ok(stated) = u32::try_from(size) else {
            self.failed = self.failed.or(Some(ExceededLimit::Memory { limit: u32::MAX.into() }));
            return;
        };
        if self.charge(size + SIZE) {
            self.doc.texts.extend(stated.to_le_bytes());
            write(&mut self.doc.texts);
        }
        self.push_node(JsonKind::Text, place as u64);
    }

    /// Stores a short text, or refers to an equal text that was stored recently.
    fn push_short(&mut self, text: &str) {
        let slot = text.bytes().fold(0_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let slot = slot % self.recent.len().max(1);
        let place = self.doc.texts.len() as u64;
        match self.recent.get_mut(slot) {
            Some(known) if *known > 0 && self.doc.text_at(*known - 1) == text => {
                let known = *known - 1;
                self.push_node(JsonKind::Text, known);
            }
            recent => {
                if let Some(recent) = recent {
                    *recent = place + 1;
                }
                self.push_text(text.len(), |texts| texts.extend(text.as_bytes()));
            }
        }
    }

    fn open_node(&mut self, kind: JsonKind) {
        self.open.push(self.doc.nodes.len());
        self.push_node(kind, 0);
    }
}

impl JsonSink for DocBuilder<'_> {
    fn open_object(&mut self) {
        self.open_node(JsonKind::Object);
    }

    fn open_array(&mut self) {
        self.open_node(JsonKind::Array);
    }

    fn close(&mut self) {
        let end = self.doc.nodes.len() as u64;
        let Some(place) = self.open.pop() else { return };
        if let Some(node) = self.doc.nodes.get_mut(place) {
            *node = PackedNode::new(JsonNode { value: end, ..node.node() });
        }
        if self.doc.value_at(place).is_object() {
            self.index(place);
        }
    }

    fn key(&mut self, key: &str) {
        if let Some(known) = self.keys.get(key) {
            self.key = *known;
            return;
        }
        // The key is in the list and in the map, with overhead besides the text.
        if self.charge(2 * key.len() + 100) {
            self.doc.keys.push(key.into());
            self.key = u32::try_from(self.doc.keys.len()).unwrap_or(u32::MAX);
            self.keys.insert(key.into(), self.key);
        }
    }

    fn leaf(&mut self, leaf: JsonLeaf<'_>) {
        match leaf {
            JsonLeaf::Null => self.push_node(JsonKind::Null, 0),
            JsonLeaf::Bool(value) => self.push_node(JsonKind::Bool, value.into()),
            JsonLeaf::Int(value) => self.push_node(JsonKind::Int, value.cast_unsigned()),
            JsonLeaf::UInt(value) => match i64::try_from(value) {
                Ok(value) => self.push_node(JsonKind::Int, value.cast_unsigned()),
                Err(_) => self.push_node(JsonKind::UInt, value),
            },
            JsonLeaf::Float(value) => self.push_node(JsonKind::Float, value.to_bits()),
            JsonLeaf::Text(text) if text.len() <= SHORT => self.push_short(text),
            JsonLeaf::Text(text) => self.push_text(text.len(), |texts| texts.extend(text.as_bytes())),
            JsonLeaf::Hex(bytes) => self.push_text(2 * bytes.len(), |texts| {
                texts.extend(crate::value::hex(bytes).as_bytes());
            }),
        }
    }

    fn memory(&self) -> Option<MemoryAccount> {
        Some(self.budget.memory_account())
    }
}
