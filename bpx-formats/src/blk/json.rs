//! Converts a file to JSON without loss, and back.
//!
//! Blocks are `{"name", "params", "blocks"}`, and parameters are `{"name", "type", "value"}`. The JSON keeps order,
//! duplicates and types. Bytes that are not UTF-8 are `{"hex"}`, floats whose shortest form does not read back are
//! `{"bits"}`, and 64-bit integers are texts. `names` lists the names that the file itself holds, used or not; `rest`
//! holds the bytes after a frame.
//!
//! The list of names, in which shared names come first, can hold a name twice. If a block or parameter refers to a
//! later occurrence of its name, `id` states the number of that occurrence. If a string refers to a later occurrence of
//! a name, `value_id` states the number.

use super::hint::explain_error;
use super::unpack::unpack;
use super::{Builder, Companions, Document, EncodeOptions, Event, Form, Kind, NameMap, ParamType, Value, encode, text};
use crate::FileError;
use crate::file_format::hold_memory;
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonSink, f32_from_json, write_f32, write_text};
use bpx_schema::value::bytes_from_hex;
use bpx_schema::{Limits, Result};
use std::borrow::Cow;
use std::collections::HashSet;

/// Writes a file as JSON.
///
/// # Errors
/// Returns an error when the file cannot be read.
pub fn write_json(file: &[u8], limits: Limits, companions: &Companions, sink: &mut dyn JsonSink) -> Result<()> {
    let written = Form::of(file, companions).and_then(|form| match form {
        Form::Text => {
            let document = text::read(file, limits)?;
            let _held = hold_memory(sink.memory().as_ref(), document.memory())?;
            begin_model(form.name(), sink);
            sink.key("root");
            write_tree(&document, sink);
            Ok(())
        }
        Form::NameMap => {
            write_name_map(&NameMap::read(file, limits)?, sink);
            Ok(())
        }
        Form::Binary(_) => write_binary(file, limits, companions, sink),
    });
    if written.is_ok() {
        sink.close();
    }
    written.map_err(|error| explain_error(error, file, companions, limits))
}

fn begin_model(kind: &str, sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.member("format", JsonLeaf::Text("blk"));
    sink.member("kind", JsonLeaf::Text(kind));
}

fn write_name_map(names: &NameMap, sink: &mut dyn JsonSink) {
    begin_model(Form::NameMap.name(), sink);
    sink.member("names_digest", JsonLeaf::Hex(&names.names_digest()));
    sink.member("dictionary_digest", JsonLeaf::Hex(&names.dictionary_digest()));
    write_names(names.iter(), sink);
}

fn write_names<'n>(names: impl Iterator<Item = &'n [u8]>, sink: &mut dyn JsonSink) {
    sink.key("names");
    sink.open_array();
    names.for_each(|name| write_text(name, sink));
    sink.close();
}

fn write_binary(file: &[u8], limits: Limits, companions: &Companions, sink: &mut dyn JsonSink) -> Result<()> {
    let unpacked = unpack(file, companions, limits)?;
    let (kind, rest) = (unpacked.kind, unpacked.rest);
    let document = Document::from_unpacked(unpacked, companions, limits)?;
    let _held = hold_memory(sink.memory().as_ref(), document.memory())?;
    begin_model(kind.name(), sink);
    if companions.bare.is_some() {
        sink.member("bare", JsonLeaf::Bool(true));
    }
    write_names(document.local_names(), sink);
    if kind == Kind::FatZst {
        sink.member("rest", JsonLeaf::Hex(rest));
    }
    sink.key("root");
    write_tree(&document, sink);
    Ok(())
}

/// Returns the file that JSON describes. A file of the kind `text` is in the text form.
///
/// # Errors
/// Returns an error with the path and the expected value when a part is missing or of the wrong kind, and the errors of
/// [`encode`].
pub fn from_json(json: JsonRef<'_>, companions: &Companions) -> Result<Vec<u8>, FileError> {
    let kind = json.member("kind").as_str();
    let kind = kind.ok_or_else(|| FileError::expected("kind", "a kind of file"))?;
    if kind == Form::Text.name() {
        let document = document(json, &Companions::default())?;
        if document.root().name().is_some() {
            return Err(FileError::expected("root", "a block without a name, as the text form cannot name the root"));
        }
        return Ok(text::write(&document));
    }
    if kind == Form::NameMap.name() {
        return from_name_map(json);
    }
    let kind = Kind::from_name(kind).ok_or_else(|| FileError::expected("kind", "a kind of file"))?;
    let companions_used = if kind.is_slim() { companions } else { &Companions::default() };
    let document = document(json, companions_used)?;
    let rest = match json.get("rest").filter(|_| kind == Kind::FatZst) {
        Some(rest) => {
            rest.as_str().and_then(bytes_from_hex).ok_or_else(|| FileError::expected("rest", "bytes in hexadecimal"))?
        }
        None => Vec::new(),
    };
    let mut file = encode(&document, &EncodeOptions::new(kind).with_rest(rest), companions)?;
    if json.member("bare").as_bool() == Some(true) {
        file.remove(0);
    }
    Ok(file)
}

fn from_name_map(json: JsonRef<'_>) -> Result<Vec<u8>, FileError> {
    /// The level of compression of the engine's tools.
    const LEVEL: i32 = 18;
    let list = json.member("names").as_array().ok_or_else(|| FileError::expected("names", "a list"))?;
    let names = list.enumerate().map(|(index, name)| read_name(index, name)).collect::<Result<Vec<_>, _>>()?;
    let map = NameMap::new(names.iter().map(|name| &**name), None)?;
    let map = map.with_digests(read_digest(json, "names_digest")?, read_digest(json, "dictionary_digest")?);
    Ok(map.to_vec(LEVEL)?)
}

fn read_digest<const N: usize>(json: JsonRef<'_>, key: &str) -> Result<[u8; N], FileError> {
    let bytes = json.member(key).as_str().and_then(bytes_from_hex);
    let digest = bytes.and_then(|bytes| bytes.try_into().ok());
    digest.ok_or_else(|| FileError::expected(key, format!("{N} bytes in hexadecimal")))
}

fn read_name(index: usize, name: JsonRef<'_>) -> Result<Cow<'_, [u8]>, FileError> {
    from_bytes(name).ok_or_else(|| FileError::expected(format!("names[{index}]"), "a text or {\"hex\"}"))
}

/// Writes the tree of a document.
pub fn write_tree(document: &Document, sink: &mut dyn JsonSink) {
    let repeated = RepeatedNames::new(document);
    for event in document.root().events() {
        match event {
            Event::Open(block) => {
                sink.open_object();
                sink.key("name");
                match block.name() {
                    Some(name) => write_text(name, sink),
                    None => sink.leaf(JsonLeaf::Null),
                }
                repeated.write_number("id", block.name_index(), sink);
                sink.key("params");
                sink.open_array();
                for param in block.params() {
                    let value = param.value();
                    sink.open_object();
                    sink.key("name");
                    write_text(param.name(), sink);
                    repeated.write_number("id", Some(param.name_index()), sink);
                    sink.member("type", JsonLeaf::Text(value.kind().name()));
                    sink.key("value");
                    write_value(&value, sink);
                    repeated.write_number("value_id", param.string_name(), sink);
                    sink.close();
                }
                sink.close();
                sink.key("blocks");
                sink.open_array();
            }
            // Ends the list of its blocks, and the block.
            Event::Close(_) => {
                sink.close();
                sink.close();
            }
        }
    }
}

/// For each name of a document, whether the list holds the same name before it.
struct RepeatedNames(Vec<bool>);

impl RepeatedNames {
    fn new(document: &Document) -> Self {
        if document.names_are_unique() {
            return Self(Vec::new());
        }
        let mut known = HashSet::new();
        let all = 0..document.name_total();
        Self(all.map(|index| !known.insert(document.name(index))).collect())
    }

    /// Writes the number of a name if the list already holds the same name before it.
    fn write_number(&self, key: &str, index: Option<usize>, sink: &mut dyn JsonSink) {
        if let Some(index) = index.filter(|index| self.0.get(*index) == Some(&true)) {
            sink.member(key, JsonLeaf::UInt(index as u64));
        }
    }
}

/// Returns the document that `names` and `root` describe.
///
/// # Errors
/// Returns an error when a part is missing or of the wrong kind.
pub fn document(json: JsonRef<'_>, companions: &Companions) -> Result<Document, FileError> {
    let mut builder = Builder::new(companions.names.clone());
    for (index, name) in json.member("names").elements().enumerate() {
        builder.push_name(&read_name(index, name)?)?;
    }
    let root = json.get("root").ok_or_else(|| FileError::expected("root", "a block"))?;
    let name = block_name(&mut builder, root, "root")?;
    builder.rename_root(name);
    read_params(&mut builder, root, "root")?;
    // Blocks whose children are being added: the next one, and the path.
    let mut open = vec![(block_list(root, "root")?.enumerate(), "root".to_owned())];
    while let Some((rest, path)) = open.last_mut() {
        let Some((index, block)) = rest.next() else {
            open.pop();
            if !open.is_empty() {
                builder.close()?;
            }
            continue;
        };
        let path = format!("{path}.blocks[{index}]");
        let name = block_name(&mut builder, block, &path)?;
        builder.open_numbered(name)?;
        read_params(&mut builder, block, &path)?;
        open.push((block_list(block, &path)?.enumerate(), path));
    }
    Ok(builder.finish()?)
}

fn block_name(builder: &mut Builder, block: JsonRef<'_>, path: &str) -> Result<Option<u32>, FileError> {
    let name = match block.member("name") {
        none if none.is_null() => return Ok(None),
        name => from_bytes(name).ok_or_else(|| FileError::expected(path, "a `name`"))?,
    };
    numbered_name(builder, block, "id", &name, path).map(Some)
}

/// Returns the number of a name. The JSON states the number if the list holds the name more than once.
fn numbered_name(
    builder: &mut Builder,
    json: JsonRef<'_>,
    key: &str,
    name: &[u8],
    path: &str,
) -> Result<u32, FileError> {
    let Some(stated) = json.get(key) else { return Ok(builder.name(name)?) };
    let number = stated.as_int().and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|number| builder.find_name(*number) == Some(name));
    number.ok_or_else(|| {
        let expected = format!("the number of the name \"{}\" in the list of names", name.escape_ascii());
        FileError::expected(format!("{path}.{key}"), expected)
    })
}

fn block_list<'j>(block: JsonRef<'j>, path: &str) -> Result<JsonParts<'j>, FileError> {
    block.member("blocks").as_array().ok_or_else(|| FileError::expected(path, "a list `blocks`"))
}

fn read_params(builder: &mut Builder, block: JsonRef<'_>, path: &str) -> Result<(), FileError> {
    let list = block.member("params").as_array();
    let list = list.ok_or_else(|| FileError::expected(path, "a list `params`"))?;
    for (index, param) in list.enumerate() {
        let path = || format!("{path}.params[{index}]");
        let name = param.get("name").and_then(from_bytes).ok_or_else(|| FileError::expected(path(), "a `name`"))?;
        let kind = param.member("type").as_str().and_then(ParamType::from_name);
        let kind = kind.ok_or_else(|| FileError::expected(path(), "a `type`"))?;
        let value = param.get("value").ok_or_else(|| FileError::expected(path(), "a `value`"))?;
        let wrong = || FileError::expected(path(), format!("a value of type `{}`", kind.name()));
        let number = numbered_name(builder, param, "id", &name, &path())?;
        if kind != ParamType::String {
            builder.param_numbered(number, &from_value(kind, value).ok_or_else(wrong)?)?;
            continue;
        }
        let string = from_bytes(value).ok_or_else(wrong)?;
        if param.get("value_id").is_some() {
            let string = numbered_name(builder, param, "value_id", &string, &path())?;
            builder.param_named(number, string)?;
        } else {
            builder.param_numbered(number, &Value::String(&string))?;
        }
    }
    Ok(())
}

fn write_value(value: &Value<'_>, sink: &mut dyn JsonSink) {
    fn write_several<T: Copy>(values: &[T], sink: &mut dyn JsonSink, one: impl Fn(T, &mut dyn JsonSink)) {
        sink.open_array();
        values.iter().for_each(|value| one(*value, sink));
        sink.close();
    }
    let int = |value: i32, sink: &mut dyn JsonSink| sink.leaf(JsonLeaf::Int(value.into()));
    let float = |value: f32, sink: &mut dyn JsonSink| write_f32(value, sink);
    match value {
        Value::String(text) => write_text(text, sink),
        Value::Int(value) => int(*value, sink),
        Value::Float(value) => float(*value, sink),
        Value::Float2(values) => write_several(values, sink, float),
        Value::Float3(values) => write_several(values, sink, float),
        Value::Float4(values) => write_several(values, sink, float),
        Value::Int2(values) => write_several(values, sink, int),
        Value::Int3(values) => write_several(values, sink, int),
        Value::Int4(values) => write_several(values, sink, int),
        Value::Bool(value) => sink.leaf(JsonLeaf::Bool(*value)),
        Value::Color(values) => write_several(values, sink, |part, sink| sink.leaf(JsonLeaf::UInt(part.into()))),
        Value::Matrix(columns) => write_several(columns, sink, |column, sink| write_several(&column, sink, float)),
        Value::Long(value) => sink.write_int_text((*value).into()),
    }
}

fn from_value(kind: ParamType, json: JsonRef<'_>) -> Option<Value<'static>> {
    let int = |json: JsonRef<'_>| i32::try_from(json.as_int()?).ok();
    Some(match kind {
        ParamType::String => return None,
        ParamType::Int => Value::Int(int(json)?),
        ParamType::Float => Value::Float(f32_from_json(json)?),
        ParamType::Float2 => Value::Float2(read_array(json, f32_from_json)?),
        ParamType::Float3 => Value::Float3(read_array(json, f32_from_json)?),
        ParamType::Float4 => Value::Float4(read_array(json, f32_from_json)?),
        ParamType::Int2 => Value::Int2(read_array(json, int)?),
        ParamType::Int3 => Value::Int3(read_array(json, int)?),
        ParamType::Int4 => Value::Int4(read_array(json, int)?),
        ParamType::Bool => Value::Bool(json.as_bool()?),
        ParamType::Color => Value::Color(read_array(json, |part| u8::try_from(part.as_int()?).ok())?),
        ParamType::Matrix => Value::Matrix(read_array(json, |column| read_array(column, f32_from_json))?),
        ParamType::Long => Value::Long(json.as_str()?.parse().ok()?),
    })
}

/// Returns `N` values, or `None` if the list has another length.
pub(super) fn read_array<T: Copy + Default, const N: usize>(
    json: JsonRef<'_>,
    one: impl Fn(JsonRef<'_>) -> Option<T>,
) -> Option<[T; N]> {
    let list = json.as_array().filter(|_| json.len() == N)?;
    let mut values = [T::default(); N];
    for (slot, json) in values.iter_mut().zip(list) {
        *slot = one(json)?;
    }
    Some(values)
}

/// Returns the 32-bit float that is nearest to a number.
pub(super) fn nearest_float(number: f64) -> f32 {
    #[allow(clippy::cast_possible_truncation)]
    let nearest = number as f32;
    nearest
}

fn from_bytes(json: JsonRef<'_>) -> Option<Cow<'_, [u8]>> {
    match json.as_str() {
        Some(text) => Some(Cow::Borrowed(text.as_bytes())),
        None => bytes_from_hex(json.member("hex").as_str()?).map(Cow::Owned),
    }
}
