//! Holds JSON in memory, as one vector of values in which arrays and objects precede their parts.

use super::members::MemberIndex;
use super::{JsonLeaf, JsonSink, JsonText};
use crate::budget::{ExceededLimit, HeldMemory, cost};
use crate::report::{Path, Segment};
use crate::schema::memory_size;
use std::ops::Range;
use std::sync::Arc;

/// A JSON value in memory.
///
/// A value takes 12 bytes, and a text also its bytes and 4 bytes for its size. Equal short texts that follow each other
/// soon are stored once. The document takes a tenth of the memory of a tree of maps.
#[derive(Clone, Default)]
pub struct JsonDoc {
    pub(super) nodes: Vec<PackedNode>,
    /// The texts. The size of each text precedes its bytes.
    pub(super) texts: Vec<u8>,
    pub(super) keys: Vec<Box<str>>,
    /// The index of the members of large objects, if there are large objects.
    pub(super) large: Option<Arc<MemberIndex>>,
    /// The memory that the document holds, if a budget was charged for it.
    pub(super) held: Option<Arc<HeldMemory>>,
}

/// A value in the vector.
#[derive(Debug, Clone, Copy)]
pub(super) struct PackedNode {
    /// The kind in the upper 4 bits. For a member, the other bits have the number of its key, from 1.
    head: u32,
    /// The lower and the upper half of the value.
    value: [u32; 2],
}

impl PackedNode {
    /// The number of bits of a key's number.
    const KEY_BITS: u32 = 28;

    pub(super) fn new(node: JsonNode) -> Self {
        let head = ((node.kind as u32) << Self::KEY_BITS) | (node.key & Self::KEY_MASK);
        Self { head, value: [node.value as u32, (node.value >> 32) as u32] }
    }

    pub(super) const KEY_MASK: u32 = (1 << Self::KEY_BITS) - 1;

    pub(super) fn node(self) -> JsonNode {
        const KINDS: [JsonKind; 8] = [
            JsonKind::Null,
            JsonKind::Bool,
            JsonKind::Int,
            JsonKind::UInt,
            JsonKind::Float,
            JsonKind::Text,
            JsonKind::Array,
            JsonKind::Object,
        ];
        let kind = KINDS.get((self.head >> Self::KEY_BITS) as usize).copied().unwrap_or(JsonKind::Null);
        let [low, high] = self.value.map(u64::from);
        JsonNode { kind, key: self.head & Self::KEY_MASK, value: (high << 32) | low }
    }
}

#[derive(Debug, Clone, Copy)]
pub(super) struct JsonNode {
    pub(super) kind: JsonKind,
    /// Number of the key, from 1, for a member; 0 for any other value.
    pub(super) key: u32,
    /// The value of a leaf; the offset of a text in the texts; for an array or object, the index of the value after its
    /// last part.
    pub(super) value: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JsonKind {
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
    pub(super) place: usize,
    pub(super) node: JsonNode,
}

/// The elements of an array, or the values of an object, in their order.
#[derive(Clone)]
pub struct JsonParts<'d> {
    pub(super) doc: &'d JsonDoc,
    pub(super) place: usize,
    pub(super) end: usize,
}

impl<'d> Iterator for JsonParts<'d> {
    type Item = JsonRef<'d>;

    fn next(&mut self) -> Option<JsonRef<'d>> {
        let part = self.doc.value_at(Some(self.place).filter(|place| *place < self.end)?);
        self.place = part.end_index();
        Some(part)
    }
}

/// A value, distinguished by its kind.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub enum JsonValue<'d> {
    /// A value without parts, but never [`JsonLeaf::Hex`].
    Leaf(JsonLeaf<'d>),
    /// An array.
    Array(JsonRef<'d>),
    /// An object.
    Object(JsonRef<'d>),
}

/// The number of bytes in which the size of a text is stored.
pub(super) const SIZE: usize = 4;

/// The document that represents a missing value.
static NULL: JsonDoc = JsonDoc { nodes: Vec::new(), texts: Vec::new(), keys: Vec::new(), large: None, held: None };

impl JsonDoc {
    /// Returns the value; `null` if there is none.
    #[must_use]
    pub fn root(&self) -> JsonRef<'_> {
        self.value_at(0)
    }

    pub(super) fn value_at(&self, place: usize) -> JsonRef<'_> {
        let none = JsonNode { kind: JsonKind::Null, key: 0, value: 0 };
        JsonRef { doc: self, place, node: self.nodes.get(place).map_or(none, |packed| packed.node()) }
    }

    /// Returns the text at an offset in the texts; an empty text if the builder stored no text there.
    pub(super) fn text_at(&self, place: u64) -> &str {
        let text = || {
            let (size, rest) = self.texts.get(usize::try_from(place).ok()?..)?.split_first_chunk::<SIZE>()?;
            std::str::from_utf8(rest.get(..u32::from_le_bytes(*size) as usize)?).ok()
        };
        text().unwrap_or("")
    }
}

impl Default for JsonRef<'_> {
    /// Returns `null`, which represents a missing value.
    fn default() -> Self {
        NULL.root()
    }
}

impl<'d> JsonRef<'d> {
    /// Returns a holder that can take memory from the account of the document, and holds no memory yet; `None` if the
    /// document has no account.
    #[cfg(feature = "interpret")]
    pub(crate) fn hold_beside(self) -> Option<HeldMemory> {
        self.doc.held.as_deref().map(|held| held.account().hold_nothing())
    }

    /// Takes memory for `count` values of `size` bytes, which are made from this value. Takes the memory from the
    /// account of the document, if the document has an account.
    ///
    /// # Errors
    /// [`ExceededLimit::Memory`].
    pub fn hold_memory(self, count: u64, size: u64) -> Result<Option<HeldMemory>, ExceededLimit> {
        let bytes = (cost(count) * cost(size)).0;
        self.doc.held.as_deref().map(|held| held.account().hold_memory(bytes)).transpose()
    }

    /// Returns the value, distinguished by its kind.
    #[must_use]
    pub fn value(self) -> JsonValue<'d> {
        let value = self.node.value;
        JsonValue::Leaf(match self.node.kind {
            JsonKind::Null => JsonLeaf::Null,
            JsonKind::Bool => JsonLeaf::Bool(value != 0),
            JsonKind::Int => JsonLeaf::Int(value.cast_signed()),
            JsonKind::UInt => JsonLeaf::UInt(value),
            JsonKind::Float => JsonLeaf::Float(f64::from_bits(value)),
            JsonKind::Text => JsonLeaf::Text(self.doc.text_at(value)),
            JsonKind::Array => return JsonValue::Array(self),
            JsonKind::Object => return JsonValue::Object(self),
        })
    }

    /// Returns whether the value is `null`.
    #[must_use]
    pub fn is_null(self) -> bool {
        self.node.kind == JsonKind::Null
    }

    /// Returns whether the value is an array.
    #[must_use]
    pub fn is_array(self) -> bool {
        self.node.kind == JsonKind::Array
    }

    /// Returns whether the value is an object.
    #[must_use]
    pub fn is_object(self) -> bool {
        self.node.kind == JsonKind::Object
    }

    /// Returns the text, if the value is a text.
    #[must_use]
    pub fn as_str(self) -> Option<&'d str> {
        if let JsonValue::Leaf(JsonLeaf::Text(text)) = self.value() { Some(text) } else { None }
    }

    /// Returns the truth value, if the value is a truth value.
    #[must_use]
    pub fn as_bool(self) -> Option<bool> {
        if let JsonValue::Leaf(JsonLeaf::Bool(value)) = self.value() { Some(value) } else { None }
    }

    /// Returns the whole number, if the value is a whole number.
    #[must_use]
    pub fn as_int(self) -> Option<i128> {
        match self.value() {
            JsonValue::Leaf(JsonLeaf::Int(value)) => Some(value.into()),
            JsonValue::Leaf(JsonLeaf::UInt(value)) => Some(value.into()),
            _ => None,
        }
    }

    /// Returns the number, if the value is a number; rounds a large whole number.
    #[must_use]
    pub fn as_f64(self) -> Option<f64> {
        match self.value() {
            JsonValue::Leaf(JsonLeaf::Int(value)) => Some(value as f64),
            JsonValue::Leaf(JsonLeaf::UInt(value)) => Some(value as f64),
            JsonValue::Leaf(JsonLeaf::Float(value)) => Some(value),
            _ => None,
        }
    }

    /// Returns the member of an object with the key `key`.
    #[must_use]
    pub fn get(self, key: &str) -> Option<JsonRef<'d>> {
        if let Some(found) = self.doc.large.as_ref().and_then(|index| index.find(self.place, key)) {
            return found.map(|after| self.doc.value_at(self.place + after));
        }
        self.members().find(|(name, _)| *name == key).map(|(_, value)| value)
    }

    /// Returns the member of an object with the key `key`; `null` if there is no such member.
    #[must_use]
    pub fn member(self, key: &str) -> JsonRef<'d> {
        self.get(key).unwrap_or_else(|| NULL.root())
    }

    /// Returns the member of an object that has only one member, if the member has the key `key`.
    #[must_use]
    pub fn only_member(self, key: &str) -> Option<JsonRef<'d>> {
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

    /// Returns the elements, if the value is an array.
    #[must_use]
    pub fn as_array(self) -> Option<JsonParts<'d>> {
        self.is_array().then(|| self.elements())
    }

    /// Returns the number of elements of an array, or of members of an object.
    #[must_use]
    pub fn len(self) -> usize {
        self.parts().count()
    }

    /// Returns whether the value has neither an element nor a member.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.parts().next().is_none()
    }

    /// Returns the number of values in this value, and counts this value too.
    #[must_use]
    pub fn value_count(self) -> u64 {
        self.index_range().len() as u64
    }

    /// Returns the indexes of this value and of all values in it.
    fn index_range(self) -> Range<usize> {
        self.place..self.end_index()
    }

    /// Returns the index after this value and all values in it.
    fn end_index(self) -> usize {
        match self.node.kind {
            JsonKind::Array | JsonKind::Object => memory_size(self.node.value),
            _ => self.place + 1,
        }
    }

    fn parts_if(self, has_parts: bool) -> JsonParts<'d> {
        let end = if has_parts { self.end_index() } else { self.place };
        JsonParts { doc: self.doc, place: self.place + 1, end }
    }

    /// Returns the elements of an array, or the values of an object.
    #[must_use]
    pub fn parts(self) -> JsonParts<'d> {
        self.parts_if(self.is_array() || self.is_object())
    }

    /// Returns the key of the value, if the value is a member.
    #[must_use]
    pub fn key(self) -> Option<&'d str> {
        let key = usize::try_from(self.node.key).ok()?.checked_sub(1)?;
        self.doc.keys.get(key).map(|key| &**key)
    }

    /// Returns the path to the first value that `wanted` accepts, among this value and all values in it, in the order
    /// of the text.
    pub fn find_path(self, wanted: impl Fn(Self) -> bool) -> Option<Path> {
        // The open arrays and objects, with the number of parts seen so far.
        let mut open: Vec<(Self, u64)> = Vec::new();
        for part in self.index_range().map(|place| self.doc.value_at(place)) {
            while open.last().is_some_and(|(around, _)| around.end_index() <= part.place) {
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
        for place in self.index_range() {
            while open.last().is_some_and(|end| *end <= place) {
                open.pop();
                sink.close();
            }
            let part = self.doc.value_at(place);
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
                open.push(part.end_index());
            }
        }
        open.iter().for_each(|_| sink.close());
    }
}

/// Compares values. Two values are equal if their parts are equal and have the same order. The keys of the two values
/// themselves are not compared.
impl PartialEq for JsonRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (usize, usize)| {
            let (a, b) = (self.doc.value_at(a), other.doc.value_at(b));
            let values = match (a.node.kind, b.node.kind) {
                (JsonKind::Text, JsonKind::Text) => a.as_str() == b.as_str(),
                // Their ends, relative to the beginnings of the compared values.
                (JsonKind::Array, JsonKind::Array) | (JsonKind::Object, JsonKind::Object) => {
                    a.end_index() - self.place == b.end_index() - other.place
                }
                (a_kind, b_kind) => a_kind == b_kind && a.node.value == b.node.value,
            };
            values && (a.place == self.place || a.key() == b.key())
        };
        self.value_count() == other.value_count() && self.index_range().zip(other.index_range()).all(same)
    }
}

impl Eq for JsonRef<'_> {}

impl std::hash::Hash for JsonRef<'_> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        for part in self.index_range().map(|place| self.doc.value_at(place)) {
            if part.place > self.place {
                part.key().hash(state);
            }
            (part.node.kind as u8).hash(state);
            match part.node.kind {
                JsonKind::Text => part.as_str().hash(state),
                JsonKind::Array | JsonKind::Object => (part.end_index() - self.place).hash(state),
                _ => part.node.value.hash(state),
            }
        }
    }
}

impl std::fmt::Display for JsonRef<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut text = JsonText::compact(Utf8Writer(f));
        self.write(&mut text);
        text.finish().map(drop).map_err(|_| std::fmt::Error)
    }
}

/// A writer that passes JSON, as bytes, to a formatter of text.
struct Utf8Writer<'a, 'f>(&'a mut std::fmt::Formatter<'f>);

impl std::io::Write for Utf8Writer<'_, '_> {
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
