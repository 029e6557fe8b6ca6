//! Writes a traversal as JSON, without loss. A value that JSON cannot express has a form that reads back to the same
//! bits.

use super::{JsonLeaf, JsonSink};
use crate::report::{Finding, Segment};
use crate::schema::{DigitForm, TextForm};
use crate::value::{LeafValue, decode_text, fill_text, flag_names};
use crate::watch::{Leaf, NodeKind, ValueNode, Watch};

/// Writes the values of a traversal to a sink, with keys in the order of the schema.
///
/// The JSON has no computed values, because they follow from the other values. A computed number of variable length that
/// takes more bytes than it needs becomes an object with its size.
#[derive(Debug)]
pub struct JsonWatch<S> {
    sink: S,
    /// For each open value with parts, whether it is an array.
    open: Vec<bool>,
    outermost: OutermostForm,
}

/// The form of the outermost values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum OutermostForm {
    /// One value, whose name is ignored.
    Value,
    /// Members of the innermost open object of the sink.
    Members,
    /// A structure, or only the parts of a structure.
    Whole,
    /// The parts of a structure whose object is already open.
    Parts,
}

impl<S: JsonSink> JsonWatch<S> {
    /// Creates a writer of a whole structure. The traversal may pass only the parts of the structure.
    #[must_use]
    pub fn new(sink: S) -> Self {
        Self { sink, open: Vec::new(), outermost: OutermostForm::Whole }
    }

    /// Creates a writer of one value, whose name is ignored.
    #[must_use]
    pub fn for_value(sink: S) -> Self {
        Self { outermost: OutermostForm::Value, ..Self::new(sink) }
    }

    /// Creates a writer of members of the sink's innermost open object. Each outermost value becomes a member with its
    /// name.
    #[must_use]
    pub fn for_members(sink: S) -> Self {
        Self { outermost: OutermostForm::Members, ..Self::new(sink) }
    }

    /// Ends the structure, and closes all values that a failed reader left open. Returns the sink.
    pub fn finish(self) -> S {
        self.finish_with(|_| {})
    }

    /// Ends the structure like [`finish`](Self::finish), after `more` has added members to it.
    pub(crate) fn finish_with(mut self, more: impl FnOnce(&mut S)) -> S {
        self.open.iter().for_each(|_| self.sink.close());
        if self.outermost == OutermostForm::Parts {
            more(&mut self.sink);
            self.sink.close();
        }
        self.sink
    }

    /// Returns the sink.
    #[cfg(feature = "interpret")]
    pub(crate) fn sink(&mut self) -> &mut S {
        &mut self.sink
    }

    fn write_key(&mut self, segment: Option<&Segment>) {
        let Some(Segment::Field(name)) = segment else { return };
        let in_object = match self.open.last() {
            Some(is_array) => !is_array,
            None => {
                if self.outermost == OutermostForm::Whole {
                    self.sink.open_object();
                    self.outermost = OutermostForm::Parts;
                }
                self.outermost != OutermostForm::Value
            }
        };
        if in_object {
            self.sink.key(name);
        }
    }
}

impl<S: JsonSink> Watch for JsonWatch<S> {
    fn open(&mut self, node: &ValueNode<'_>) {
        if let NodeKind::Packed { .. } = node.kind {
            return;
        }
        self.write_key(node.segment.as_ref());
        let is_array = node.kind == NodeKind::Array;
        if is_array {
            self.sink.open_array();
        } else {
            self.sink.open_object();
        }
        self.open.push(is_array);
    }

    fn leaf(&mut self, leaf: &Leaf<'_>) {
        if leaf.derived && !leaf.padded {
            return;
        }
        self.write_key(Some(&leaf.segment));
        if leaf.derived {
            return self.sink.write_wrapped("size", JsonLeaf::UInt(leaf.bytes.len() as u64));
        }
        write_leaf(leaf, &mut self.sink);
    }

    fn close(&mut self, node: &ValueNode<'_>, _: u64) {
        if !matches!(node.kind, NodeKind::Packed { .. }) && self.open.pop().is_some() {
            self.sink.close();
        }
    }

    fn report(&mut self, _: Finding) {}
}

/// Writes a leaf. The JSON has integers of 8 bytes as decimal strings, bytes in hexadecimal, and codes and flags by
/// name. A variable-length number that takes more bytes than it needs becomes an object with its size.
pub fn write_leaf(leaf: &Leaf<'_>, sink: &mut dyn JsonSink) {
    let wide = leaf.bits.map_or(leaf.bytes.len() >= 8, |(_, bits)| bits > 32);
    if let LeafValue::Digits(form, bytes) = leaf.value {
        return write_digits(leaf, form, bytes, sink);
    }
    if !leaf.padded {
        return write_shortest(leaf, &leaf.value, wide, sink);
    }
    sink.open_object();
    sink.key("value");
    write_shortest(leaf, &leaf.value, wide, sink);
    sink.member("size", JsonLeaf::UInt(leaf.bytes.len() as u64));
    sink.close();
}

/// Writes a number in digits. The JSON is a number; an object with the number and its bytes if a writer would write
/// other bytes; or an object with only the bytes if the bytes are not a number.
fn write_digits(leaf: &Leaf<'_>, form: DigitForm, bytes: &[u8], sink: &mut dyn JsonSink) {
    // The largest number that all readers of JSON keep.
    let wide = form.greatest_number(bytes.len()) >= 1 << 53;
    let Some(value) = form.read_number(bytes) else { return sink.write_wrapped("hex", JsonLeaf::Hex(bytes)) };
    let number = LeafValue::Int(value.into());
    if form.digit_bytes(value, bytes.len()).as_deref() == Some(bytes) {
        return write_shortest(leaf, &number, wide, sink);
    }
    sink.open_object();
    sink.key("number");
    write_shortest(leaf, &number, wide, sink);
    sink.member("hex", JsonLeaf::Hex(bytes));
    sink.close();
}

fn write_shortest(leaf: &Leaf<'_>, value: &LeafValue<'_>, wide: bool, sink: &mut dyn JsonSink) {
    let (Some(codes), LeafValue::Int(value)) = (leaf.codes, value) else {
        return write_value(value, wide, sink);
    };
    // No code is negative.
    let raw = u64::try_from(*value);
    if let Some(raw) = raw.ok().filter(|_| codes.flags) {
        sink.open_array();
        for name in flag_names(codes, raw & codes.mask()) {
            sink.text(&name);
        }
        let unknown = raw & !codes.mask();
        if unknown != 0 {
            sink.write_wrapped("raw", JsonLeaf::UInt(unknown));
        }
        return sink.close();
    }
    match raw.ok().and_then(|raw| codes.find(raw)) {
        Some(code) => sink.text(&code.name),
        None => {
            sink.open_object();
            sink.member("name", JsonLeaf::Null);
            sink.key("raw");
            write_int(*value, false, sink);
            sink.close();
        }
    }
}

fn write_value(value: &LeafValue<'_>, wide: bool, sink: &mut dyn JsonSink) {
    match value {
        LeafValue::Int(value) => write_int(*value, wide, sink),
        LeafValue::F32(value) => write_f32(*value, sink),
        LeafValue::F64(value) => write_f64(*value, sink),
        LeafValue::Bytes(bytes) => sink.leaf(JsonLeaf::Hex(bytes)),
        LeafValue::Text(bytes) => write_text(bytes, sink),
        LeafValue::Encoded(form, bytes) => write_encoded(*form, bytes, sink),
        // A leaf writes them with their filling.
        LeafValue::Digits(..) => value.as_int().into_iter().for_each(|value| write_int(value, true, sink)),
        LeafValue::Numbers(numbers) => {
            sink.open_array();
            numbers.iter().for_each(|value| write_value(&value, numbers.size >= 8, sink));
            sink.close();
        }
    }
}

/// Writes a whole number. The JSON is a text of digits if `wide` is set, or if the number does not fit into 64 bits.
fn write_int(value: i128, wide: bool, sink: &mut dyn JsonSink) {
    match (i64::try_from(value), u64::try_from(value)) {
        _ if wide => sink.write_int_text(value),
        (Ok(value), _) => sink.leaf(JsonLeaf::Int(value)),
        (_, Ok(value)) => sink.leaf(JsonLeaf::UInt(value)),
        _ => sink.write_int_text(value),
    }
}

/// Writes a text as a string, or as an object with the bytes if the bytes are not UTF-8.
pub fn write_text(bytes: &[u8], sink: &mut dyn JsonSink) {
    match std::str::from_utf8(bytes) {
        Ok(text) => sink.text(text),
        Err(_) => sink.write_wrapped("hex", JsonLeaf::Hex(bytes)),
    }
}

/// Writes a text in an encoding. The JSON is a string; an object with the string and the bytes if the string does not
/// determine the bytes; or an object with only the bytes if the bytes are not a text.
fn write_encoded(form: TextForm, bytes: &[u8], sink: &mut dyn JsonSink) {
    match decode_text(form, bytes) {
        Ok(text) if fill_text(form, &text, Some(bytes.len() as u64)).as_deref() == Some(bytes) => sink.text(&text),
        Ok(text) => {
            sink.open_object();
            sink.member("text", JsonLeaf::Text(&text));
            sink.member("hex", JsonLeaf::Hex(bytes));
            sink.close();
        }
        Err(_) => sink.write_wrapped("hex", JsonLeaf::Hex(bytes)),
    }
}

/// Writes a 4-byte float in the shortest form that reads back to the same bits.
pub fn write_f32(value: f32, sink: &mut dyn JsonSink) {
    let shortest = format!("{value:?}").parse::<f64>().ok().filter(|wide| wide.is_finite());
    match shortest.filter(|wide| (*wide as f32).to_bits() == value.to_bits()) {
        Some(wide) => sink.leaf(JsonLeaf::Float(wide)),
        None => sink.write_wrapped("bits", JsonLeaf::Text(&format!("{:#010x}", value.to_bits()))),
    }
}

/// Writes an 8-byte float in the shortest form that reads back to the same bits.
pub fn write_f64(value: f64, sink: &mut dyn JsonSink) {
    if value.is_finite() {
        sink.leaf(JsonLeaf::Float(value));
    } else {
        sink.write_wrapped("bits", JsonLeaf::Text(&format!("{:#018x}", value.to_bits())));
    }
}
