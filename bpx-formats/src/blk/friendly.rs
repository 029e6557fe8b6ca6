//! Writes JSON as the program wt_blk prints it, with values by name and a list for each repeated name.
//!
//! Parameters and blocks with the same name become one list, at the position of the first of them. Types are lost. For
//! example, `i` and `i64` look the same, as do `c` and `ip4`, or a `p3` and three floats with one name, so [`read`]
//! cannot distinguish these types. Differences from wt_blk 0.3.1: colours are red, green, blue, alpha (wt_blk exchanges
//! red and blue); names are escaped; infinities and NaN are texts (wt_blk writes words that JSON does not allow). As in
//! wt_blk, bytes that are not UTF-8 become replacement characters, and the name of the root is lost.
#![allow(clippy::arithmetic_side_effects, reason = "all numbers are depths, numbers and sizes in memory")]

use super::json::{nearest_float, read_array};
use super::parts::slice_of;
use super::{BlockRef, Builder, Document, ParamRef, Value};
use crate::FileError;
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonValue};
use std::collections::HashMap;
use std::io::{self, Write};
use std::ops::Range;

/// Writes a document.
///
/// # Errors
/// Returns the errors of `out`.
pub fn write(document: &Document, out: &mut impl Write) -> io::Result<()> {
    let mut writer = Writer { out: Vec::with_capacity(PIECE * 2), sink: out, names: NameIds::new(document) };
    writer.write_blocks(document.root())?;
    writer.flush()
}

/// Returns a document as text, in memory.
#[must_use]
pub fn to_vec(document: &Document) -> Vec<u8> {
    let mut out = Vec::new();
    // Writing to memory does not fail.
    let _ = write(document, &mut out);
    out
}

/// Size in bytes of the pieces that are passed to the output.
const PIECE: usize = 64 << 10;

struct Writer<'d, W> {
    out: Vec<u8>,
    sink: &'d mut W,
    names: NameIds<'d>,
}

/// A parameter or a block.
#[derive(Debug, Clone, Copy)]
enum Item<'d> {
    Param(ParamRef<'d>),
    Block(BlockRef<'d>),
}

/// The remaining items of a block that is being written.
struct Open<'d> {
    items: Items<'d>,
    first: bool,
    /// Items of one name that are being written as a list.
    list: std::vec::IntoIter<Item<'d>>,
    in_list: bool,
}

/// The remaining items of a block, in stored order if every name is unique, otherwise in groups by name.
enum Items<'d> {
    Plain(super::Params<'d>, super::Blocks<'d>),
    Grouped(std::vec::IntoIter<Vec<Item<'d>>>),
}

impl<'d, W: Write> Writer<'d, W> {
    fn write_blocks(&mut self, root: BlockRef<'d>) -> io::Result<()> {
        let mut open = Vec::new();
        if let Some(next) = self.begin_block(root) {
            open.push(next);
        }
        while let Some(top) = open.last_mut() {
            if self.out.len() > PIECE {
                self.flush()?;
            }
            // A block in a list adds two levels, any other block one.
            let depth = top.1;
            let (block, inner) = if top.0.in_list {
                let Some(item) = top.0.list.next() else {
                    top.0.in_list = false;
                    self.begin_line(depth);
                    self.out.push(b']');
                    continue;
                };
                if !std::mem::take(&mut top.0.first) {
                    self.out.push(b',');
                }
                self.begin_line(depth + 1);
                (self.write_item(item, depth + 1), depth + 2)
            } else {
                match top.0.items.next() {
                    None => {
                        self.begin_line(depth - 1);
                        self.out.push(b'}');
                        open.pop();
                        if let Some((parent, _)) = open.last_mut() {
                            parent.first = false;
                        }
                        continue;
                    }
                    Some(NextItem::One(item)) => {
                        self.write_key(item, &mut top.0.first, depth);
                        (self.write_item(item, depth), depth + 1)
                    }
                    Some(NextItem::Several(list)) => {
                        if let Some(item) = list.first() {
                            self.write_key(*item, &mut top.0.first, depth);
                        }
                        self.out.push(b'[');
                        top.0.list = list.into_iter();
                        top.0.in_list = true;
                        top.0.first = true;
                        continue;
                    }
                }
            };
            if let Some((next, _)) = block.and_then(|block| self.begin_block(block)) {
                open.push((next, inner));
            } else if let Some((top, _)) = open.last_mut() {
                top.first = false;
            }
        }
        Ok(())
    }

    /// Begins a block. An empty block is written whole.
    fn begin_block(&mut self, block: BlockRef<'d>) -> Option<(Open<'d>, usize)> {
        if block.params().len() == 0 && block.children().len() == 0 {
            self.out.extend_from_slice(b"{}");
            return None;
        }
        self.out.push(b'{');
        let items = self.names.items_of(block);
        Some((Open { items, first: true, list: Vec::new().into_iter(), in_list: false }, 1))
    }

    fn write_key(&mut self, item: Item<'d>, first: &mut bool, depth: usize) {
        if !std::mem::take(first) {
            self.out.push(b',');
        }
        self.begin_line(depth);
        put_bytes(&mut self.out, self.names.key_of(item.name_index()));
    }

    /// Writes a parameter, or returns a block for the caller to write.
    fn write_item(&mut self, item: Item<'d>, depth: usize) -> Option<BlockRef<'d>> {
        match item {
            Item::Block(block) => Some(block),
            Item::Param(param) => {
                match param.string_name() {
                    Some(name) => put_bytes(&mut self.out, self.names.value_of(name)),
                    None => self.write_value(&param.value(), depth),
                }
                None
            }
        }
    }

    fn write_value(&mut self, value: &Value<'_>, depth: usize) {
        match value {
            Value::String(bytes) => write_text(&mut self.out, bytes),
            Value::Int(value) => write_integer(&mut self.out, i64::from(*value)),
            Value::Long(value) => write_integer(&mut self.out, *value),
            Value::Float(value) => write_float(&mut self.out, *value),
            Value::Bool(value) => self.out.extend_from_slice(if *value { b"true" } else { b"false" }),
            Value::Float2(values) => self.write_list(values, depth, |out, value| write_float(out, *value)),
            Value::Float3(values) => self.write_list(values, depth, |out, value| write_float(out, *value)),
            Value::Float4(values) => self.write_list(values, depth, |out, value| write_float(out, *value)),
            Value::Int2(values) => self.write_list(values, depth, |out, value| write_integer(out, i64::from(*value))),
            Value::Int3(values) => self.write_list(values, depth, |out, value| write_integer(out, i64::from(*value))),
            Value::Int4(values) => self.write_list(values, depth, |out, value| write_integer(out, i64::from(*value))),
            Value::Color(values) => self.write_list(values, depth, |out, value| write_integer(out, i64::from(*value))),
            Value::Matrix(columns) => {
                self.out.push(b'[');
                for (at, column) in columns.iter().enumerate() {
                    if at > 0 {
                        self.out.push(b',');
                    }
                    self.begin_line(depth + 1);
                    self.write_list(column, depth + 1, |out, value| write_float(out, *value));
                }
                self.begin_line(depth);
                self.out.push(b']');
            }
        }
    }

    fn write_list<T>(&mut self, values: &[T], depth: usize, one: impl Fn(&mut Vec<u8>, &T)) {
        self.out.push(b'[');
        for (at, value) in values.iter().enumerate() {
            if at > 0 {
                self.out.push(b',');
            }
            self.begin_line(depth + 1);
            one(&mut self.out, value);
        }
        self.begin_line(depth);
        self.out.push(b']');
    }

    fn begin_line(&mut self, depth: usize) {
        /// A line break and as many blanks as most lines need.
        const BLANKS: &[u8; 33] = b"\n                                ";
        let end = self.out.len() + 1 + depth * 2;
        self.out.extend_from_slice(BLANKS);
        self.out.resize(end, b' ');
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.write_all(&self.out)?;
        self.out.clear();
        Ok(())
    }
}

/// The next item of a block, or the next items that have the same name.
enum NextItem<'d> {
    One(Item<'d>),
    Several(Vec<Item<'d>>),
}

impl<'d> Items<'d> {
    fn next(&mut self) -> Option<NextItem<'d>> {
        match self {
            Self::Plain(params, blocks) => match params.next() {
                Some(param) => Some(NextItem::One(Item::Param(param))),
                None => blocks.next().map(|block| NextItem::One(Item::Block(block))),
            },
            Self::Grouped(groups) => {
                let group = groups.next()?;
                match group.as_slice() {
                    [item] => Some(NextItem::One(*item)),
                    _ => Some(NextItem::Several(group)),
                }
            }
        }
    }
}

impl Item<'_> {
    fn name_index(self) -> Option<usize> {
        match self {
            Self::Param(param) => Some(param.name_index()),
            Self::Block(block) => block.name_index(),
        }
    }
}

/// The name that wt_blk gives to a block without a name.
const UNNAMED: &[u8] = b"root";

/// Finds in one step whether a name occurs twice in a block, and finds the JSON text of the name.
struct NameIds<'d> {
    document: &'d Document,
    /// For each number of a name, the first number of the same name; empty if the list holds no name twice.
    first: Vec<u32>,
    /// The number for blocks without a name, which is the number after all names, or the number of the name that equals
    /// [`UNNAMED`].
    unnamed: usize,
    /// For each number of a name, the block in which the name was seen last, and the group of the name in that block.
    seen: Vec<(u32, u32)>,
    block: u32,
    /// For each number of a name, the range of its text in `texts`, computed on first use.
    places: Vec<Range<usize>>,
    /// Names as JSON writes them in front of a value.
    texts: Vec<u8>,
}

/// The separator between a name and its value.
const COLON: &[u8] = b": ";

impl<'d> NameIds<'d> {
    fn new(document: &'d Document) -> Self {
        let total = document.name_total();
        // Searched only if a block has no name, as the list may be long.
        let searched = if document.has_unnamed() { total } else { 0 };
        let unnamed = (0..searched).find(|index| document.name(*index) == Some(UNNAMED)).unwrap_or(total);
        let mut first = Vec::new();
        if !document.names_are_unique() {
            let mut known = HashMap::new();
            first.extend(
                (0_u32..).take(total).map(|index| *known.entry(document.name(index as usize)).or_insert(index)),
            );
        }
        let (seen, places) = (vec![(0, 0); total + 1], vec![0..0; total + 1]);
        Self { document, first, unnamed, seen, block: 0, places, texts: Vec::new() }
    }

    #[inline]
    fn number_of(&self, index: Option<usize>) -> usize {
        let index = index.unwrap_or(self.unnamed);
        self.first.get(index).map_or(index, |first| *first as usize)
    }

    /// Returns the JSON text of a name, with the separator after it.
    #[inline]
    fn key_of(&mut self, index: Option<usize>) -> &[u8] {
        let number = self.number_of(index);
        let known = self.places.get(number).filter(|place| !place.is_empty()).cloned();
        let place = known.unwrap_or_else(|| self.store_name(number));
        slice_of(&self.texts, &place)
    }

    #[cold]
    fn store_name(&mut self, number: usize) -> Range<usize> {
        let start = self.texts.len();
        write_text(&mut self.texts, self.document.name(number).unwrap_or(UNNAMED));
        self.texts.extend_from_slice(COLON);
        let place = start..self.texts.len();
        if let Some(slot) = self.places.get_mut(number) {
            slot.clone_from(&place);
        }
        place
    }

    /// Returns the JSON text of a name that a value refers to.
    #[inline]
    fn value_of(&mut self, index: usize) -> &[u8] {
        let key = self.key_of(Some(index));
        key.strip_suffix(COLON).unwrap_or(key)
    }

    /// Returns the group of a name in the current block; a new group gets the number `next`.
    #[inline]
    fn group_of(&mut self, index: Option<usize>, next: u32) -> u32 {
        let number = self.number_of(index);
        let block = self.block;
        match self.seen.get_mut(number) {
            Some((seen, group)) if *seen == block => *group,
            Some(slot) => {
                *slot = (block, next);
                next
            }
            None => next,
        }
    }

    fn items_of(&mut self, block: BlockRef<'d>) -> Items<'d> {
        self.block += 1;
        let indexes = block.params().map(|param| Some(param.name_index()));
        let mut numbered = (0_u32..).zip(indexes.chain(block.children().map(BlockRef::name_index)));
        if numbered.all(|(number, index)| self.group_of(index, number) == number) {
            return Items::Plain(block.params(), block.children());
        }
        self.block += 1;
        let mut groups: Vec<Vec<Item<'d>>> = Vec::new();
        let items = block.params().map(Item::Param).chain(block.children().map(Item::Block));
        for item in items {
            // A block states its parameters and its children with 16 bits each.
            let next = u32::try_from(groups.len()).unwrap_or(u32::MAX);
            let group = self.group_of(item.name_index(), next);
            match groups.get_mut(group as usize) {
                Some(group) => group.push(item),
                None => groups.push(vec![item]),
            }
        }
        Items::Grouped(groups.into_iter())
    }
}

fn write_text(out: &mut Vec<u8>, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    out.push(b'"');
    let plain = |byte: u8| byte >= b' ' && byte != b'"' && byte != b'\\';
    if text.bytes().all(plain) {
        out.extend_from_slice(text.as_bytes());
    } else {
        for byte in text.bytes() {
            match byte {
                b'"' | b'\\' => out.extend_from_slice(&[b'\\', byte]),
                b'\n' => out.extend_from_slice(b"\\n"),
                b'\r' => out.extend_from_slice(b"\\r"),
                b'\t' => out.extend_from_slice(b"\\t"),
                0..b' ' => {
                    let _ = write!(out, "\\u{byte:04x}");
                }
                _ => out.push(byte),
            }
        }
    }
    out.push(b'"');
}

/// Adds bytes to `out`. Copies up to 32 bytes in pieces of constant size, which need no function call.
#[inline]
fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    match bytes.len() {
        0..4 => bytes.iter().for_each(|byte| out.push(*byte)),
        4..8 => put_ends::<4>(out, bytes),
        8..16 => put_ends::<8>(out, bytes),
        16..=32 => put_ends::<16>(out, bytes),
        _ => out.extend_from_slice(bytes),
    }
}

/// Adds from `N` to 2 `N` bytes to `out`, as a copy of the first `N` and of the last `N` bytes, which may overlap.
#[inline]
fn put_ends<const N: usize>(out: &mut Vec<u8>, bytes: &[u8]) {
    if let (Some(first), Some(last)) = (bytes.first_chunk::<N>(), bytes.last_chunk::<N>()) {
        let end = out.len() + bytes.len();
        out.extend_from_slice(first);
        out.truncate(end - N);
        out.extend_from_slice(last);
    }
}

fn write_integer(out: &mut Vec<u8>, value: i64) {
    let mut digits = [0; 20];
    let mut at = digits.len();
    let mut rest = value.unsigned_abs();
    loop {
        at -= 1;
        if let Some(slot) = digits.get_mut(at) {
            *slot = b'0' | (rest % 10) as u8;
        }
        rest /= 10;
        if rest == 0 {
            break;
        }
    }
    if value < 0 {
        out.push(b'-');
    }
    put_bytes(out, digits.split_at(at).1);
}

fn write_float(out: &mut Vec<u8>, value: f32) {
    if let Some(thousandths) = exact_thousandths(value) {
        if value.is_sign_negative() {
            out.push(b'-');
        }
        let (whole, rest) = (thousandths / 1000, thousandths % 1000);
        write_integer(out, i64::from(whole));
        let digits = [b'.', b'0' | (rest / 100) as u8, b'0' | (rest / 10 % 10) as u8, b'0' | (rest % 10) as u8];
        let len = if rest % 10 != 0 { 4 } else { 3 - usize::from(rest % 100 == 0) };
        put_bytes(out, digits.split_at(len).0);
    } else if value.is_finite() {
        put_bytes(out, zmij::Buffer::new().format_finite(value).as_bytes());
    } else {
        let _ = write!(out, "\"{value}\"");
    }
}

/// Returns the absolute value in thousandths, if the number is the float nearest to a decimal number with at most six
/// digits, of which three follow the point. Different decimal numbers of this form are different floats, so the decimal
/// number is also the shortest.
fn exact_thousandths(value: f32) -> Option<u32> {
    let size = f64::from(value.abs());
    if !(0.001..999.9995).contains(&size) {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    let nearest = (size * 1000.0 + 0.5) as u32;
    (nearest_float(f64::from(nearest) / 1000.0) == value.abs()).then_some(nearest)
}

/// Returns the document that friendly JSON most likely describes. Integers become `i` or `i64`, other numbers become
/// `r`, lists of two to four numbers become vectors, lists of four lists of three numbers become matrices, and other
/// lists become repeated names.
///
/// # Errors
/// Returns an error when the JSON is not an object, or holds `null` or a number that fits no type.
pub fn read(json: JsonRef<'_>) -> Result<Document, FileError> {
    /// The remaining items of a block, or of a list of items with one name.
    struct Open<'j> {
        parts: JsonParts<'j>,
        list_name: Option<&'j str>,
    }
    let mut builder = Builder::new(None);
    if !json.is_object() {
        return Err(FileError::expected("the root", "an object"));
    }
    let mut open = vec![Open { parts: json.parts(), list_name: None }];
    while let Some(level) = open.last_mut() {
        let Some(value) = level.parts.next() else {
            let is_block = level.list_name.is_none();
            open.pop();
            if is_block && !open.is_empty() {
                builder.close()?;
            }
            continue;
        };
        let name = level.list_name.or(value.key()).unwrap_or("");
        if value.is_object() {
            builder.open(Some(name.as_bytes()))?;
            open.push(Open { parts: value.parts(), list_name: None });
        } else if let Some(value) = scalar_value(value) {
            builder.param(name.as_bytes(), &value)?;
        } else if value.is_array() {
            // This form has no lists in lists.
            open.push(Open { parts: value.parts(), list_name: Some(name) });
        } else {
            return Err(FileError::expected(name, "a value"));
        }
    }
    Ok(builder.finish()?)
}

/// Returns the value that the JSON describes, or `None` if the JSON does not describe a single value.
fn scalar_value(json: JsonRef<'_>) -> Option<Value<'_>> {
    let int = |json: JsonRef<'_>| i32::try_from(json.as_int()?).ok();
    let float = |json: JsonRef<'_>| json.as_f64().map(nearest_float);
    match json.value() {
        JsonValue::Leaf(JsonLeaf::Text(text)) => Some(Value::String(text.as_bytes())),
        JsonValue::Leaf(JsonLeaf::Bool(value)) => Some(Value::Bool(value)),
        JsonValue::Leaf(_) => match (int(json), json.as_int().and_then(|number| i64::try_from(number).ok())) {
            (Some(value), _) => Some(Value::Int(value)),
            (None, Some(value)) => Some(Value::Long(value)),
            _ => float(json).map(Value::Float),
        },
        JsonValue::Array(_) => read_array(json, int)
            .map(Value::Int2)
            .or_else(|| read_array(json, int).map(Value::Int3))
            .or_else(|| read_array(json, int).map(Value::Int4))
            .or_else(|| read_array(json, float).map(Value::Float2))
            .or_else(|| read_array(json, float).map(Value::Float3))
            .or_else(|| read_array(json, float).map(Value::Float4))
            .or_else(|| read_array(json, |column| read_array(column, float)).map(Value::Matrix)),
        _ => None,
    }
}
