//! Tables as JSON without loss, both ways.
//!
//! `{"name", "columns": [{"name", "type", "len"}], "rows": [{"cells", "free"}]}`; names are offsets in the
//! strings section. A cell of one value is that value, of several a list, of a text a string. What is not as it
//! should be has a member of its own, in hexadecimal: `reserved`, the `padding` of a row, `trailing` bytes after
//! the last row. A text with bytes after its end is `{"hex": ".."}` in full. Rows whose columns have an unknown
//! type, or hold more values than bytes, are `{"hex": ".."}` as a whole.

use super::{CellRef, CellValue, Column, ColumnType, RowLayout, RowRef, Table, TableBuilder, TableHeader};
use crate::bpx::sd::json::{JsonError, scalar_from_json, scalar_json};
use bpx_schema::Limits;
use bpx_schema::report::{Path, Segment};
use bpx_schema::value::{bytes_from_hex, hex, int_from_json, text_from_json};
use serde_json::{Map, Value as Json, json};

/// A table as JSON.
#[must_use]
pub fn to_json(table: &Table) -> Json {
    let mut json = Map::new();
    json.insert("name".to_owned(), json!(table.header.name));
    extra(&mut json, "reserved", &table.header.reserved);
    json.insert("columns".to_owned(), table.columns.iter().map(column_json).collect());
    let listed = table.rows().filter(|rows| can_be_listed(rows.layout()));
    match listed {
        Some(rows) => {
            json.insert("rows".to_owned(), rows.iter().map(row_json).collect());
            if !rows.trailing().is_empty() {
                json.insert("trailing".to_owned(), json!(hex(rows.trailing())));
            }
        }
        None => {
            json.insert("rows".to_owned(), json!({ "hex": hex(&table.rows) }));
        }
    }
    Json::Object(json)
}

/// Whether every value that a row would list takes a byte; else a small table would be a huge text.
fn can_be_listed(layout: &RowLayout) -> bool {
    let values = layout.cells().iter().map(|(kind, len)| if *kind == ColumnType::Varchar { 1 } else { (*len).max(1) });
    let values = values.fold(0, |sum: u64, values| sum.saturating_add(u64::from(values)));
    layout.cell_size() > 0 && values <= layout.cell_size()
}

/// Bytes that should be zero, when they are not.
fn extra(json: &mut Map<String, Json>, key: &str, bytes: &[u8]) {
    if bytes.iter().any(|byte| *byte != 0) {
        json.insert(key.to_owned(), json!(hex(bytes)));
    }
}

fn column_json(column: &Column) -> Json {
    let kind = ColumnType::of(column.kind).map_or_else(|| json!({ "raw": column.kind }), |kind| json!(kind.name()));
    let mut json = Map::new();
    json.insert("name".to_owned(), json!(column.name));
    json.insert("type".to_owned(), kind);
    json.insert("len".to_owned(), json!(column.len));
    extra(&mut json, "reserved", &[column.reserved]);
    Json::Object(json)
}

fn row_json(row: RowRef<'_>) -> Json {
    let free = match row.free_byte() {
        byte @ 0..=1 => json!(byte == 1),
        byte => json!({ "raw": byte }),
    };
    let mut json = Map::new();
    json.insert("cells".to_owned(), row.cells().map(cell_json).collect());
    json.insert("free".to_owned(), free);
    extra(&mut json, "padding", row.padding());
    Json::Object(json)
}

fn cell_json(cell: CellRef<'_>) -> Json {
    if let Some(text) = cell.text_bytes() {
        let rest = cell.bytes().get(text.len()..).unwrap_or_default();
        let clean = cell.text().filter(|_| rest.iter().all(|byte| *byte == 0));
        return clean.map_or_else(|| json!({ "hex": hex(cell.bytes()) }), Json::from);
    }
    let mut values = cell.values().map(|value| scalar_json(&value).unwrap_or_default());
    if cell.len() == 1 { values.next().unwrap_or_default() } else { values.collect() }
}

/// A place in the JSON, and what is wrong there.
struct Fault(Vec<Segment>, String);

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Self(Vec::new(), message.into())
    }

    fn key(mut self, key: &str) -> Self {
        self.0.insert(0, Segment::Field(key.to_owned().into()));
        self
    }

    fn index(mut self, index: u64) -> Self {
        self.0.insert(0, Segment::Index(index));
        self
    }
}

/// A table from JSON.
///
/// # Errors
/// When a value is not as [`to_json`] writes it, or the table would take more than a gibibyte; the path leads
/// to the value.
pub fn from_json(json: &Json) -> Result<Table, JsonError> {
    read_table(json).map_err(|Fault(path, message)| JsonError::Value { path: Path::new(path), message })
}

fn read_table(json: &Json) -> Result<Table, Fault> {
    let map = object(json, &["name", "reserved", "columns", "rows", "trailing"])?;
    let name = number(map, "name")?;
    let reserved = bytes_of(map, "reserved", 2)?.unwrap_or_default();
    let columns = list(map, "columns")?;
    let columns = (0_u64..).zip(columns).map(|(index, json)| read_column(json).map_err(|fault| fault.index(index)));
    let columns = columns.collect::<Result<Vec<_>, _>>().map_err(|fault| fault.key("columns"))?;
    let count = u16::try_from(columns.len()).map_err(|_| Fault::new("more than 65,535").key("columns"))?;
    let reserved = reserved.first_chunk().copied().unwrap_or_default();
    let header = TableHeader { name, column_count: count, reserved };
    if let Some(raw) = map.get("rows").and_then(|rows| rows.get("hex")) {
        if map.contains_key("trailing") {
            return Err(Fault::new("these bytes belong to the rows, which are bytes as a whole").key("trailing"));
        }
        let rows = raw.as_str().and_then(bytes_from_hex);
        let rows = rows.ok_or_else(|| Fault::new("not bytes in hexadecimal").key("hex").key("rows"))?;
        return Ok(Table { header, columns, rows });
    }
    let rows = list(map, "rows")?;
    let mut builder = TableBuilder::new(name, columns).map_err(|error| Fault::new(error.to_string()).key("columns"))?;
    let size = builder.layout().stride().saturating_mul(rows.len() as u64);
    if size > Limits::default().max_memory.of(rows.len() as u64) {
        return Err(Fault::new(format!("the rows would take {size} bytes")).key("rows"));
    }
    for (index, row) in (0_u64..).zip(rows) {
        read_row(row, &mut builder).map_err(|fault| fault.index(index).key("rows"))?;
    }
    let mut table = builder.finish();
    table.header = header;
    if let Some(json) = map.get("trailing") {
        let bytes = json.as_str().and_then(bytes_from_hex);
        table.rows.extend(bytes.ok_or_else(|| Fault::new("not bytes in hexadecimal").key("trailing"))?);
    }
    Ok(table)
}

fn read_column(json: &Json) -> Result<Column, Fault> {
    let map = object(json, &["name", "type", "len", "reserved"])?;
    let kind = map.get("type").ok_or_else(|| Fault::new("`type` is missing"))?;
    let raw =
        || kind.as_object().filter(|map| map.len() == 1).and_then(|map| u8::try_from(map.get("raw")?.as_u64()?).ok());
    let named = kind.as_str().and_then(ColumnType::named).map(ColumnType::code);
    let kind = named.or_else(raw).ok_or_else(|| Fault::new("no type").key("type"))?;
    let reserved = bytes_of(map, "reserved", 1)?.and_then(|bytes| bytes.first().copied()).unwrap_or_default();
    Ok(Column { name: number(map, "name")?, kind, len: number(map, "len")?, reserved })
}

fn read_row(json: &Json, builder: &mut TableBuilder) -> Result<(), Fault> {
    let map = object(json, &["cells", "free", "padding"])?;
    let cells = list(map, "cells")?;
    let kinds = builder.layout().cells();
    if cells.len() != kinds.len() {
        return Err(Fault::new(format!("{} cells for {} columns", cells.len(), kinds.len())).key("cells"));
    }
    let cells = kinds.iter().zip(cells).enumerate().map(|(column, ((kind, len), json))| {
        read_cell(*kind, *len, json).map_err(|message| Fault::new(message).index(column as u64).key("cells"))
    });
    let values = cells.collect::<Result<Vec<_>, _>>()?;
    let free = match map.get("free") {
        None => 0,
        Some(Json::Bool(free)) => u8::from(*free),
        Some(json) => {
            let raw = json.as_object().filter(|map| map.len() == 1).and_then(|map| map.get("raw")?.as_u64());
            let raw = raw.and_then(|raw| u8::try_from(raw).ok());
            raw.ok_or_else(|| Fault::new("neither true, false nor {\"raw\": ..}").key("free"))?
        }
    };
    let padding = builder.layout().stride().saturating_sub(builder.layout().cell_size()).saturating_sub(1);
    let padding = bytes_of(map, "padding", usize::try_from(padding).unwrap_or(usize::MAX))?;
    builder.push_row(values, free).map_err(|error| Fault::new(error.to_string()))?;
    if let Some(padding) = padding {
        builder.pad_last(&padding);
    }
    Ok(())
}

fn read_cell(kind: ColumnType, len: u16, json: &Json) -> Result<CellValue, String> {
    let Some(scalar) = kind.scalar() else {
        let bytes = text_from_json(json).ok_or("not a text")?;
        return Ok(if json.is_object() { CellValue::Stored(bytes) } else { CellValue::Text(bytes) });
    };
    let values = match (len, json) {
        (1, one) => vec![scalar_from_json(scalar, one)?],
        (_, Json::Array(many)) => many.iter().map(|one| scalar_from_json(scalar, one)).collect::<Result<_, _>>()?,
        _ => return Err(format!("not a list of {len} values")),
    };
    Ok(CellValue::Values(values))
}

fn object<'a>(json: &'a Json, known: &[&str]) -> Result<&'a Map<String, Json>, Fault> {
    let map = json.as_object().ok_or_else(|| Fault::new("not an object"))?;
    match map.keys().find(|key| !known.contains(&key.as_str())) {
        Some(key) => Err(Fault::new(format!("unknown member {key:?}; known: {}", known.join(", ")))),
        None => Ok(map),
    }
}

fn list<'a>(map: &'a Map<String, Json>, key: &str) -> Result<&'a [Json], Fault> {
    map.get(key).and_then(Json::as_array).map(Vec::as_slice).ok_or_else(|| Fault::new("not a list").key(key))
}

fn number<T: TryFrom<i128>>(map: &Map<String, Json>, key: &str) -> Result<T, Fault> {
    let number = map.get(key).and_then(int_from_json).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| Fault::new("not a number that fits").key(key))
}

/// So many bytes in hexadecimal, when the member is there.
fn bytes_of(map: &Map<String, Json>, key: &str, size: usize) -> Result<Option<Vec<u8>>, Fault> {
    let Some(json) = map.get(key) else { return Ok(None) };
    let bytes = json.as_str().and_then(bytes_from_hex).filter(|bytes| bytes.len() == size);
    bytes.map(Some).ok_or_else(|| Fault::new(format!("not {size} bytes in hexadecimal")).key(key))
}
