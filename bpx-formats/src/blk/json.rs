//! A file as JSON, without loss, and back.
//!
//! Blocks are `{"name", "params", "blocks"}`, parameters `{"name", "type", "value"}`: order, duplicates and types
//! stay. Bytes that are not UTF-8 are `{"hex"}`, floats whose shortest form does not read back are `{"bits"}`, 64-bit
//! integers are texts. `names` lists the file's own names, used or not, and `rest` the bytes after a frame.
//!
//! Where the list of names, shared ones first, holds one twice, `id` is the number of the one that a block or a
//! parameter has, and `value_id` of the one that a string is, unless it is the first.

use super::encode::whole;
use super::hint::explain;
use super::unpack::unpack;
use super::{Builder, Companions, Document, EncodeOptions, Event, Form, Kind, NameMap, ParamType, Value, encode, text};
use crate::ModelError;
use bpx_schema::codec::Decoder;
use bpx_schema::value::{bytes_from_hex, hex};
use bpx_schema::{Budget, Limits, Result};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;
use std::collections::HashSet;

/// A file as JSON.
///
/// # Errors
/// When the file cannot be read.
pub fn to_json(file: &[u8], limits: Limits, companions: &Companions) -> Result<Json> {
    let model = Form::of(file, companions).and_then(|form| match form {
        Form::Text => Ok(json!({"format": "blk", "kind": form.name(), "root": tree(&text::read(file, limits)?)})),
        Form::NameMap => Ok(name_map(&NameMap::read(file, limits)?)),
        Form::Binary(_) => binary(file, limits, companions),
    });
    model.map_err(|error| explain(error, file, companions, limits))
}

fn name_map(names: &NameMap) -> Json {
    json!({
        "format": "blk",
        "kind": Form::NameMap.name(),
        "names_digest": hex(&names.names_digest()),
        "dictionary_digest": hex(&names.dictionary_digest()),
        "names": names.iter().map(bytes).collect::<Json>(),
    })
}

fn binary(file: &[u8], limits: Limits, companions: &Companions) -> Result<Json> {
    let mut map = Map::new();
    map.insert("format".to_owned(), Json::from("blk"));
    let unpacked = unpack(file, companions, limits)?;
    let kind = unpacked.kind;
    let document = Document::from_unpacked(unpacked, companions, limits)?;
    map.insert("kind".to_owned(), Json::from(kind.name()));
    if companions.bare.is_some() {
        map.insert("bare".to_owned(), Json::from(true));
    }
    map.insert("names".to_owned(), document.local_names().map(bytes).collect());
    if kind == Kind::FatZst {
        let budget = Budget::over(limits, file);
        let rest = whole(&mut Decoder::new(file, &budget), kind, companions)?.sized.map(|sized| sized.rest);
        map.insert("rest".to_owned(), Json::from(hex(&rest.unwrap_or_default())));
    }
    map.insert("root".to_owned(), tree(&document));
    Ok(Json::Object(map))
}

/// The file that JSON describes; of kind `text`, the text form.
///
/// # Errors
/// When a part is missing or of the wrong kind: where, and what was expected there; and those of [`encode`].
pub fn from_json(json: &Json, companions: &Companions) -> Result<Vec<u8>, ModelError> {
    let kind = json.get("kind").and_then(Json::as_str);
    let kind = kind.ok_or_else(|| ModelError::unexpected("kind", "a kind of file"))?;
    if kind == Form::Text.name() {
        let document = document(json, &Companions::default())?;
        if document.root().name().is_some() {
            return Err(ModelError::unexpected("root", "a block without a name, for which a text has no place"));
        }
        return Ok(text::write(&document));
    }
    if kind == Form::NameMap.name() {
        return from_name_map(json);
    }
    let kind = Kind::from_name(kind).ok_or_else(|| ModelError::unexpected("kind", "a kind of file"))?;
    let companions_used = if kind.is_slim() { companions } else { &Companions::default() };
    let document = document(json, companions_used)?;
    let rest = match json.get("rest").filter(|_| kind == Kind::FatZst) {
        Some(rest) => rest
            .as_str()
            .and_then(bytes_from_hex)
            .ok_or_else(|| ModelError::unexpected("rest", "bytes in hexadecimal"))?,
        None => Vec::new(),
    };
    let mut file = encode(&document, &EncodeOptions::new(kind).with_rest(rest), companions)?;
    if json.get("bare").and_then(Json::as_bool) == Some(true) {
        file.remove(0);
    }
    Ok(file)
}

fn from_name_map(json: &Json) -> Result<Vec<u8>, ModelError> {
    /// As the engine's tools take.
    const LEVEL: i32 = 18;
    let list = json.get("names").and_then(Json::as_array);
    let list = list.ok_or_else(|| ModelError::unexpected("names", "a list"))?;
    let names = list.iter().enumerate().map(|(index, name)| one_name(index, name)).collect::<Result<Vec<_>, _>>()?;
    let map = NameMap::new(names.iter().map(|name| &**name), None)?;
    let map = map.with_digests(digest(json, "names_digest")?, digest(json, "dictionary_digest")?);
    Ok(map.to_vec(LEVEL)?)
}

fn digest<const N: usize>(json: &Json, key: &str) -> Result<[u8; N], ModelError> {
    let bytes = json.get(key).and_then(Json::as_str).and_then(bytes_from_hex);
    let digest = bytes.and_then(|bytes| bytes.try_into().ok());
    digest.ok_or_else(|| ModelError::unexpected(key, format!("{N} bytes in hexadecimal")))
}

fn one_name(index: usize, name: &Json) -> Result<Cow<'_, [u8]>, ModelError> {
    from_bytes(name).ok_or_else(|| ModelError::unexpected(format!("names[{index}]"), "a text or {\"hex\"}"))
}

/// The tree of a document.
#[must_use]
pub fn tree(document: &Document) -> Json {
    let repeated = Repeated::new(document);
    let mut open: Vec<Map<String, Json>> = Vec::new();
    let mut root = Json::Null;
    for event in document.root().events() {
        match event {
            Event::Open(block) => {
                let mut map = Map::new();
                map.insert("name".to_owned(), block.name().map_or(Json::Null, bytes));
                repeated.put(&mut map, "id", block.name_index());
                let params = block.params().map(|param| {
                    let value = param.value();
                    let mut map = Map::new();
                    map.insert("name".to_owned(), bytes(param.name()));
                    repeated.put(&mut map, "id", Some(param.name_index()));
                    map.insert("type".to_owned(), Json::from(value.kind().name()));
                    map.insert("value".to_owned(), to_value(&value));
                    repeated.put(&mut map, "value_id", param.string_name());
                    Json::Object(map)
                });
                map.insert("params".to_owned(), params.collect());
                map.insert("blocks".to_owned(), Json::Array(Vec::with_capacity(block.children().len())));
                open.push(map);
            }
            Event::Close(_) => {
                let block = Json::Object(open.pop().unwrap_or_default());
                match open.last_mut().and_then(|parent| parent.get_mut("blocks")).and_then(Json::as_array_mut) {
                    Some(blocks) => blocks.push(block),
                    None => root = block,
                }
            }
        }
    }
    root
}

/// Names of a document that are in the list before: their numbers say which of them is meant.
struct Repeated(HashSet<usize>);

impl Repeated {
    fn new(document: &Document) -> Self {
        if document.names_are_unique() {
            return Self(HashSet::new());
        }
        let mut known = HashSet::new();
        let all = 0..document.name_total();
        Self(all.filter(|index| !known.insert(document.name(*index).unwrap_or_default())).collect())
    }

    /// Adds the number of a name that is in the list more than once.
    fn put(&self, map: &mut Map<String, Json>, key: &str, index: Option<usize>) {
        if let Some(index) = index.filter(|index| self.0.contains(index)) {
            map.insert(key.to_owned(), Json::from(index));
        }
    }
}

/// The document that `names` and `root` describe.
///
/// # Errors
/// When a part is missing or of the wrong kind.
pub fn document(json: &Json, companions: &Companions) -> Result<Document, ModelError> {
    let mut builder = Builder::new(companions.names.clone());
    for (index, name) in json.get("names").and_then(Json::as_array).into_iter().flatten().enumerate() {
        builder.push_name(&one_name(index, name)?)?;
    }
    let root = json.get("root").ok_or_else(|| ModelError::unexpected("root", "a block"))?;
    let name = block_name(&mut builder, root, "root")?;
    builder.rename_root(name);
    params(&mut builder, root, "root")?;
    // Blocks whose children are being added: the next one, and the path.
    let mut open = vec![(blocks(root, "root")?.iter(), 0_usize, "root".to_owned())];
    while let Some((rest, index, path)) = open.last_mut() {
        let Some(block) = rest.next() else {
            open.pop();
            if !open.is_empty() {
                builder.close()?;
            }
            continue;
        };
        let path = format!("{path}.blocks[{index}]");
        *index = index.saturating_add(1);
        let name = block_name(&mut builder, block, &path)?;
        builder.open_numbered(name)?;
        params(&mut builder, block, &path)?;
        open.push((blocks(block, &path)?.iter(), 0, path));
    }
    Ok(builder.finish()?)
}

fn block_name(builder: &mut Builder, block: &Json, path: &str) -> Result<Option<u32>, ModelError> {
    let name = match block.get("name") {
        Some(Json::Null) | None => return Ok(None),
        Some(name) => from_bytes(name).ok_or_else(|| ModelError::unexpected(path, "a `name`"))?,
    };
    numbered(builder, block, "id", &name, path).map(Some)
}

/// The number of a name, which is stated where the name is in the list more than once.
fn numbered(builder: &mut Builder, json: &Json, key: &str, name: &[u8], path: &str) -> Result<u32, ModelError> {
    let Some(stated) = json.get(key) else { return Ok(builder.name(name)?) };
    let number = stated.as_u64().and_then(|number| u32::try_from(number).ok());
    let number = number.filter(|number| builder.find_name(*number) == Some(name));
    number.ok_or_else(|| {
        let expected = format!("the number of the name \"{}\" in the list of names", name.escape_ascii());
        ModelError::unexpected(format!("{path}.{key}"), expected)
    })
}

fn blocks<'j>(block: &'j Json, path: &str) -> Result<&'j [Json], ModelError> {
    let list = block.get("blocks").and_then(Json::as_array);
    list.map(Vec::as_slice).ok_or_else(|| ModelError::unexpected(path, "a list `blocks`"))
}

fn params(builder: &mut Builder, block: &Json, path: &str) -> Result<(), ModelError> {
    let list = block.get("params").and_then(Json::as_array);
    let list = list.ok_or_else(|| ModelError::unexpected(path, "a list `params`"))?;
    for (index, param) in list.iter().enumerate() {
        let path = || format!("{path}.params[{index}]");
        let name = param.get("name").and_then(from_bytes).ok_or_else(|| ModelError::unexpected(path(), "a `name`"))?;
        let kind = param.get("type").and_then(Json::as_str).and_then(ParamType::from_name);
        let kind = kind.ok_or_else(|| ModelError::unexpected(path(), "a `type`"))?;
        let value = param.get("value").ok_or_else(|| ModelError::unexpected(path(), "a `value`"))?;
        let wrong = || ModelError::unexpected(path(), format!("a value of type `{}`", kind.name()));
        let number = numbered(builder, param, "id", &name, &path())?;
        if kind != ParamType::String {
            builder.param_numbered(number, &from_value(kind, value).ok_or_else(wrong)?)?;
            continue;
        }
        let string = from_bytes(value).ok_or_else(wrong)?;
        if param.get("value_id").is_some() {
            let string = numbered(builder, param, "value_id", &string, &path())?;
            builder.param_named(number, string)?;
        } else {
            builder.param_numbered(number, &Value::String(&string))?;
        }
    }
    Ok(())
}

fn to_value(value: &Value<'_>) -> Json {
    let floats = |values: &[f32]| values.iter().copied().map(float).collect();
    match value {
        Value::String(text) => bytes(text),
        Value::Int(value) => Json::from(*value),
        Value::Float(value) => float(*value),
        Value::Float2(values) => floats(values),
        Value::Float3(values) => floats(values),
        Value::Float4(values) => floats(values),
        Value::Int2(values) => Json::from(values.to_vec()),
        Value::Int3(values) => Json::from(values.to_vec()),
        Value::Int4(values) => Json::from(values.to_vec()),
        Value::Bool(value) => Json::from(*value),
        Value::Color(values) => Json::from(values.to_vec()),
        Value::Matrix(columns) => columns.iter().map(|column| floats(column)).collect(),
        Value::Long(value) => Json::from(value.to_string()),
    }
}

fn from_value(kind: ParamType, json: &Json) -> Option<Value<'static>> {
    let int = |json: &Json| i32::try_from(json.as_i64()?).ok();
    Some(match kind {
        ParamType::String => return None,
        ParamType::Int => Value::Int(int(json)?),
        ParamType::Float => Value::Float(from_float(json)?),
        ParamType::Float2 => Value::Float2(array(json, from_float)?),
        ParamType::Float3 => Value::Float3(array(json, from_float)?),
        ParamType::Float4 => Value::Float4(array(json, from_float)?),
        ParamType::Int2 => Value::Int2(array(json, int)?),
        ParamType::Int3 => Value::Int3(array(json, int)?),
        ParamType::Int4 => Value::Int4(array(json, int)?),
        ParamType::Bool => Value::Bool(json.as_bool()?),
        ParamType::Color => Value::Color(array(json, |part| u8::try_from(part.as_u64()?).ok())?),
        ParamType::Matrix => Value::Matrix(array(json, |column| array(column, from_float))?),
        ParamType::Long => Value::Long(json.as_str()?.parse().ok()?),
    })
}

/// As many values as there must be.
pub(super) fn array<T: Copy + Default, const N: usize>(
    json: &Json,
    one: impl Fn(&Json) -> Option<T>,
) -> Option<[T; N]> {
    let list = json.as_array().filter(|list| list.len() == N)?;
    let mut values = [T::default(); N];
    for (slot, json) in values.iter_mut().zip(list) {
        *slot = one(json)?;
    }
    Some(values)
}

/// A number whose shortest form reads back to the same bits, or the bits.
fn float(value: f32) -> Json {
    let shortest = value.is_finite().then(|| zmij::Buffer::new().format_finite(value).parse::<f64>().ok()).flatten();
    let number = shortest.filter(|number| narrow(*number).to_bits() == value.to_bits());
    let number = number.and_then(serde_json::Number::from_f64);
    number.map_or_else(|| json!({"bits": format!("{:#010x}", value.to_bits())}), Json::Number)
}

/// The nearest float.
pub(super) fn narrow(number: f64) -> f32 {
    #[allow(clippy::cast_possible_truncation)]
    let nearest = number as f32;
    nearest
}

fn from_float(json: &Json) -> Option<f32> {
    if let Some(bits) = json.get("bits") {
        return u32::from_str_radix(bits.as_str()?.strip_prefix("0x")?, 16).ok().map(f32::from_bits);
    }
    json.as_f64().map(narrow)
}

/// A text, or hexadecimal digits where the bytes are none.
fn bytes(bytes: &[u8]) -> Json {
    std::str::from_utf8(bytes).map_or_else(|_| json!({"hex": hex(bytes)}), Json::from)
}

fn from_bytes(json: &Json) -> Option<Cow<'_, [u8]>> {
    match json {
        Json::String(text) => Some(Cow::Borrowed(text.as_bytes())),
        _ => json.get("hex").and_then(Json::as_str).and_then(bytes_from_hex).map(Cow::Owned),
    }
}
