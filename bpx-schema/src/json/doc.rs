//! JSON in memory: one vector of values, in which arrays and objects precede their parts.

use super::members::{LARGE, MEMBER, MemberIndex};
use super::{JsonLeaf, JsonSink, JsonText};
use crate::budget::{Budget, Exceeded, Held, MemoryAccount, cost};
use crate::report::{Path, Segment};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// A JSON value in memory.
///
/// A value takes 12 bytes, and a text its bytes; short texts that repeat soon are stored once. This is a tenth of the
/// memory of a tree of maps.
#[derive(Clone, Default)]
pub struct JsonDoc {
    nodes: Vec<Packed>,
    /// Texts, each after its size.
    texts: Vec<u8>,
    keys: Vec<Box<str>>,
    /// The members of large objects, if there are any.
    large: Option<Arc<MemberIndex>>,
    /// The memory of all this, if it was built within a budget.
    held: Option<Arc<Held>>,
}

/// A value in the vector.
#[derive(Debug, Clone, Copy)]
struct Packed {
    /// The kind in the upper 4 bits; in the others, the number of the key, from 1, for a member.
    head: u32,
    /// The halves of the value.
    value: [u32; 2],
}

impl Packed {
    /// Bits of the number of a key.
    const KEY_BITS: u32 = 28;

    fn new(node: Node) -> Self {
        let head = ((node.kind as u32) << Self::KEY_BITS) | (node.key & Self::KEY_MASK);
        Self { head, value: [node.value as u32, (node.value >> 32) as u32] }
    }

    const KEY_MASK: u32 = (1 << Self::KEY_BITS) - 1;

    fn node(self) -> Node {
        const KINDS: [Kind; 8] =
            [Kind::Null, Kind::Bool, Kind::Int, Kind::UInt, Kind::Float, Kind::Text, Kind::Array, Kind::Object];
        let kind = KINDS.get((self.head >> Self::KEY_BITS) as usize).copied().unwrap_or(Kind::Null);
        let [low, high] = self.value.map(u64::from);
        Node { kind, key: self.head & Self::KEY_MASK, value: (high << 32) | low }
    }
}

#[derive(Debug, Clone, Copy)]
struct Node {
    kind: Kind,
    /// Number of the key, from 1, for a member.
    key: u32,
    /// The value; for a text, its place; for an array or object, the place after its last part.
    value: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Null,
    Bool,
    Int,
    UInt,
    Float,
    Text,
    Array,
    Object,
}

/// A value in a document.
#[derive(Clone, Copy)]
pub struct JsonRef<'d> {
    doc: &'d JsonDoc,
    place: usize,
    node: Node,
}

/// The elements of an array, or the values of an object, in their order.
#[derive(Clone)]
pub struct JsonParts<'d> {
    doc: &'d JsonDoc,
    place: usize,
    end: usize,
}

impl<'d> Iterator for JsonParts<'d> {
    type Item = JsonRef<'d>;

    fn next(&mut self) -> Option<JsonRef<'d>> {
        let part = self.doc.at(Some(self.place).filter(|place| *place < self.end)?);
        self.place = part.end();
        Some(part)
    }
}

/// A value by its kind.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum JsonValue<'d> {
    /// A value without parts; never [`JsonLeaf::Hex`].
    Leaf(JsonLeaf<'d>),
    /// An array.
    Array(JsonRef<'d>),
    /// An object.
    Object(JsonRef<'d>),
}

/// Number of bytes of the size of a text.
const SIZE: usize = 4;

/// The document of a missing value.
static NULL: JsonDoc = JsonDoc { nodes: Vec::new(), texts: Vec::new(), keys: Vec::new(), large: None, held: None };

impl JsonDoc {
    /// Returns the value; `null` if there is none.
    #[must_use]
    pub fn root(&self) -> JsonRef<'_> {
        self.at(0)
    }

    fn at(&self, place: usize) -> JsonRef<'_> {
        let none = Node { kind: Kind::Null, key: 0, value: 0 };
        JsonRef { doc: self, place, node: self.nodes.get(place).map_or(none, |packed| packed.node()) }
    }

    /// Returns the text at a place; empty if the builder stored none there.
    fn text(&self, place: u64) -> &str {
        let text = || {
            let (size, rest) = self.texts.get(usize::try_from(place).ok()?..)?.split_first_chunk::<SIZE>()?;
            std::str::from_utf8(rest.get(..u32::from_le_bytes(*size) as usize)?).ok()
        };
        text().unwrap_or("")
    }
}

impl Default for JsonRef<'_> {
    /// Returns the missing value: `null`.
    fn default() -> Self {
        NULL.root()
    }
}

impl<'d> JsonRef<'d> {
    /// Returns a holder of no memory yet, from the account of the document; `None` if that has none.
    #[cfg(feature = "interpret")]
    pub(crate) fn hold_beside(self) -> Option<Held> {
        self.doc.held.as_deref().map(Held::beside)
    }

    /// Takes memory for what is made from the value, as many things of a size in bytes, from the account of the
    /// document, if that has one.
    ///
    /// # Errors
    /// [`Exceeded::Memory`].
    pub fn hold(self, count: u64, size: u64) -> Result<Option<Held>, Exceeded> {
        let bytes = (cost(count) * cost(size)).0;
        self.doc.held.as_deref().map(|held| held.hold_beside(bytes)).transpose()
    }

    /// Returns the value by its kind.
    #[must_use]
    pub fn value(self) -> JsonValue<'d> {
        let value = self.node.value;
        JsonValue::Leaf(match self.node.kind {
            Kind::Null => JsonLeaf::Null,
            Kind::Bool => JsonLeaf::Bool(value != 0),
            Kind::Int => JsonLeaf::Int(value.cast_signed()),
            Kind::UInt => JsonLeaf::UInt(value),
            Kind::Float => JsonLeaf::Float(f64::from_bits(value)),
            Kind::Text => JsonLeaf::Text(self.doc.text(value)),
            Kind::Array => return JsonValue::Array(self),
            Kind::Object => return JsonValue::Object(self),
        })
    }

    /// Returns whether it is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.node.kind == Kind::Null
    }

    /// Returns whether it is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.node.kind == Kind::Array
    }

    /// Returns whether it is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.node.kind == Kind::Object
    }

    /// Returns the text, if it is one.
    #[must_use]
    pub fn as_str(self) -> Option<&'d str> {
        if let JsonValue::Leaf(JsonLeaf::Text(text)) = self.value() { Some(text) } else { None }
    }

    /// Returns the truth value, when it is one.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let JsonValue::Leaf(JsonLeaf::Bool(value)) = self.value() { Some(value) } else { None }
    }

    /// Returns the whole number, when it is one.
    #[must_use]
    pub fn as_int(self) -> Option<i128> {
        match self.value() {
            JsonValue::Leaf(JsonLeaf::Int(value)) => Some(value.into()),
            JsonValue::Leaf(JsonLeaf::UInt(value)) => Some(value.into()),
            _ => None,
        }
    }

    /// Returns the number, rounded when it is whole and large.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self.value() {
            JsonValue::Leaf(JsonLeaf::Int(value)) => Some(value as f64),
            JsonValue::Leaf(JsonLeaf::UInt(value)) => Some(value as f64),
            JsonValue::Leaf(JsonLeaf::Float(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns the member of an object by its key.
    #[must_use]
    pub fn get(self, key: &str) -> Option<JsonRef<'d>> {
        if let Some(found) = self.doc.large.as_ref().and_then(|index| index.find(self.place, key)) {
            return found.map(|after| self.doc.at(self.place + after));
        }
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Returns the member of an object by its key; `null` when there is none.
    #[must_use]
    pub fn member(self, key: &str) -> JsonRef<'d> {
        self.get(key).unwrap_or_else(|| NULL.root())
    }

    /// Returns the only member of an object, when it has this key.
    #[must_use]
    pub fn only(self, key: &str) -> Option<JsonRef<'d>> {
        let mut members = self.members();
        let (name, value) = members.next()?;
        (name == key && members.next().is_none()).then_some(value)
    }

    /// Returns the members of an object, in their order.
    pub fn members(self) -> impl Iterator<Item = (&'d str, JsonRef<'d>)> + use<'d> {
        self.parts_if(self.is_object()).map(|part| (part.key().unwrap_or(""), part))
    }

    /// Returns the elements of an array, in their order.
    pub fn elements(self) -> JsonParts<'d> {
        self.parts_if(self.is_array())
    }

    /// Returns the elements, when it is an array.
    #[must_use]
    pub fn as_array(self) -> Option<JsonParts<'d>> {
        self.is_array().then(|| self.elements())
    }

    /// Returns the number of elements or members.
    #[must_use]
    pub fn len(self) -> usize {
        self.parts().count()
    }

    /// Returns whether there is neither an element nor a member.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.parts().next().is_none()
    }

    /// Returns the number of values, this one and all inside of it.
    #[must_use]
    pub fn count(self) -> u64 {
        self.places().len() as u64
    }

    /// Returns the places of this value and of all values inside of it.
    fn places(self) -> Range<usize> {
        self.place..self.end()
    }

    /// Returns the place after the value.
    fn end(self) -> usize {
        match self.node.kind {
            Kind::Array | Kind::Object => usize::try_from(self.node.value).unwrap_or(usize::MAX),
            _ => self.place + 1,
        }
    }

    fn parts_if(self, has_parts: bool) -> JsonParts<'d> {
        let end = if has_parts { self.end() } else { self.place };
        JsonParts { doc: self.doc, place: self.place + 1, end }
    }

    /// Returns the elements of an array, or the values of an object.
    #[must_use]
    pub fn parts(self) -> JsonParts<'d> {
        self.parts_if(self.is_array() || self.is_object())
    }

    /// Returns its key, if it is a member.
    #[must_use]
    pub fn key(self) -> Option<&'d str> {
        let key = usize::try_from(self.node.key).ok()?.checked_sub(1)?;
        self.doc.keys.get(key).map(|key| &**key)
    }

    /// Returns the path to the first value inside of it that matches, in the order of the text.
    pub fn find_path(self, wanted: impl Fn(Self) -> bool) -> Option<Path> {
        // The open arrays and objects, with the number of parts seen so far.
        let mut open: Vec<(Self, u64)> = Vec::new();
        for part in self.places().map(|place| self.doc.at(place)) {
            while open.last().is_some_and(|(around, _)| around.end() <= part.place) {
                open.pop();
            }
            if let Some((_, parts)) = open.last_mut() {
                *parts += 1;
            }
            if wanted(part) {
                let mut inner = open.iter().skip(1).map(|(around, _)| *around).chain([part]);
                let segment = |(around, parts): &(Self, u64)| {
                    let key = inner.next().and_then(Self::key).filter(|_| !around.is_array());
                    key.map_or(Segment::Index(*parts - 1), |key| Segment::Field(key.to_owned().into()))
                };
                return Some(Path::new(open.iter().map(segment).collect()));
            }
            if part.is_array() || part.is_object() {
                open.push((part, 0));
            }
        }
        None
    }

    /// Passes the value to a sink.
    pub fn write(self, sink: &mut dyn JsonSink) {
        let mut open: Vec<usize> = Vec::new();
        for place in self.places() {
            while open.last().is_some_and(|end| *end <= place) {
                open.pop();
                sink.close();
            }
            let part = self.doc.at(place);
            // The key of the value itself is not written.
            if let Some(key) = part.key().filter(|_| place > self.place) {
                sink.key(key);
            }
            match part.value() {
                JsonValue::Leaf(leaf) => sink.leaf(leaf),
                JsonValue::Array(_) => sink.open_array(),
                JsonValue::Object(_) => sink.open_object(),
            }
            if part.is_array() || part.is_object() {
                open.push(part.end());
            }
        }
        open.iter().for_each(|_| sink.close());
    }
}

/// Values are equal if their parts are equal in the same order. Their keys are not compared.
impl PartialEq for JsonRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (usize, usize)| {
            let (a, b) = (self.doc.at(a), other.doc.at(b));
            let values = match (a.node.kind, b.node.kind) {
                (Kind::Text, Kind::Text) => a.as_str() == b.as_str(),
                // Their ends, relative to the beginnings of the compared values.
                (Kind::Array, Kind::Array) | (Kind::Object, Kind::Object) => {
                    a.end() - self.place == b.end() - other.place
                }
                (a_kind, b_kind) => a_kind == b_kind && a.node.value == b.node.value,
            };
            values && (a.place == self.place || a.key() == b.key())
        };
        self.count() == other.count() && self.places().zip(other.places()).all(same)
    }
}

impl Eq for JsonRef<'_> {}

impl std::hash::Hash for JsonRef<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for part in self.places().map(|place| self.doc.at(place)) {
            if part.place > self.place {
                part.key().hash(state);
            }
            (part.node.kind as u8).hash(state);
            match part.node.kind {
                Kind::Text => part.as_str().hash(state),
                Kind::Array | Kind::Object => (part.end() - self.place).hash(state),
                _ => part.node.value.hash(state),
            }
        }
    }
}

impl std::fmt::Display for JsonRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = JsonText::compact(Utf8(f));
        self.write(&mut text);
        text.finish().map(drop).map_err(|_| std::fmt::Error)
    }
}

/// JSON as bytes, for a formatter of text.
struct Utf8<'a, 'f>(&'a mut std::fmt::Formatter<'f>);

impl std::io::Write for Utf8<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let text = std::str::from_utf8(bytes).map_err(std::io::Error::other)?;
        self.0.write_str(text).map_err(std::io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl std::fmt::Debug for JsonDoc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(&self.root(), f)
    }
}

impl std::fmt::Debug for JsonRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}

/// Maximum size in bytes of texts that are stored once.
const SHORT: usize = 32;
/// Number of short texts that are remembered.
const RECENT: usize = 1 << 12;

/// A sink that builds a document.
#[derive(Debug)]
pub struct DocBuilder<'b> {
    doc: JsonDoc,
    open: Vec<usize>,
    /// Places of short texts from 1 on, each in the slot of its hash.
    recent: Box<[u64]>,
    keys: HashMap<Box<str>, u32>,
    large: MemberIndex,
    /// The key of the next value.
    key: u32,
    budget: &'b Budget,
    held: Held,
    /// How many of the held bytes the document uses.
    used: u64,
    failed: Option<Exceeded>,
}

impl<'b> DocBuilder<'b> {
    /// Creates a builder that takes the memory of values from the budget, until the document is dropped.
    #[must_use]
    pub fn new(budget: &'b Budget) -> Self {
        let (doc, open, keys) = (JsonDoc::default(), Vec::new(), HashMap::new());
        let recent = vec![0; RECENT].into_boxed_slice();
        let held = budget.memory_account().hold_nothing();
        Self { doc, open, recent, keys, large: MemberIndex::default(), key: 0, budget, held, used: 0, failed: None }
    }

    /// Returns the document, after closing all open arrays and objects.
    ///
    /// # Errors
    /// [`Exceeded::Memory`].
    pub fn finish(mut self) -> Result<JsonDoc, Exceeded> {
        while !self.open.is_empty() {
            self.close();
        }
        if !self.large.is_empty() {
            self.doc.large = Some(Arc::new(self.large.with_numbers(self.keys)));
        }
        self.held.shrink(self.used);
        self.doc.held = Some(Arc::new(self.held));
        self.failed.map_or(Ok(self.doc), Err)
    }

    /// Returns why there is no document.
    pub(super) fn failed(&self) -> Option<Exceeded> {
        self.failed
    }

    /// Returns how many arrays and objects are open.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the parts that the array or object at a place has so far.
    fn parts_so_far(&self, place: usize) -> JsonParts<'_> {
        JsonParts { doc: &self.doc, place: place + 1, end: self.doc.nodes.len() }
    }

    /// Adds an object to the index, if it is large.
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

    fn push(&mut self, kind: Kind, value: u64) {
        let key = std::mem::take(&mut self.key);
        if key > Packed::KEY_MASK {
            self.failed = self.failed.or(Some(Exceeded::Memory { limit: self.budget.limits().max_memory.base }));
        }
        if self.charge(size_of::<Packed>()) {
            self.doc.nodes.push(Packed::new(Node { kind, key, value }));
        }
    }

    fn push_text(&mut self, size: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let place = self.doc.texts.len();
        let Ok(stated) = u32::try_from(size) else {
            self.failed = self.failed.or(Some(Exceeded::Memory { limit: u32::MAX.into() }));
            return;
        };
        if self.charge(size + SIZE) {
            self.doc.texts.extend(stated.to_le_bytes());
            write(&mut self.doc.texts);
        }
        self.push(Kind::Text, place as u64);
    }

    /// Stores a short text, or refers to an equal one that was stored recently.
    fn push_short(&mut self, text: &str) {
        let slot = text.bytes().fold(0_usize, |hash, byte| hash.wrapping_mul(31).wrapping_add(byte.into()));
        let slot = slot % self.recent.len().max(1);
        let place = self.doc.texts.len() as u64;
        match self.recent.get_mut(slot) {
            Some(known) if *known > 0 && self.doc.text(*known - 1) == text => {
                let known = *known - 1;
                self.push(Kind::Text, known);
            }
            recent => {
                if let Some(recent) = recent {
                    *recent = place + 1;
                }
                self.push_text(text.len(), |texts| texts.extend(text.as_bytes()));
            }
        }
    }

    fn open(&mut self, kind: Kind) {
        self.open.push(self.doc.nodes.len());
        self.push(kind, 0);
    }
}

impl JsonSink for DocBuilder<'_> {
    fn open_object(&mut self) {
        self.open(Kind::Object);
    }

    fn open_array(&mut self) {
        self.open(Kind::Array);
    }

    fn close(&mut self) {
        let end = self.doc.nodes.len() as u64;
        let Some(place) = self.open.pop() else { return };
        if let Some(node) = self.doc.nodes.get_mut(place) {
            *node = Packed::new(Node { value: end, ..node.node() });
        }
        if self.doc.at(place).is_object() {
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
            JsonLeaf::Null => self.push(Kind::Null, 0),
            JsonLeaf::Bool(value) => self.push(Kind::Bool, value.into()),
            JsonLeaf::Int(value) => self.push(Kind::Int, value.cast_unsigned()),
            JsonLeaf::UInt(value) => match i64::try_from(value) {
                Ok(value) => self.push(Kind::Int, value.cast_unsigned()),
                Err(_) => self.push(Kind::UInt, value),
            },
            JsonLeaf::Float(value) => self.push(Kind::Float, value.to_bits()),
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
