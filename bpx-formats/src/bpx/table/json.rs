//! Writes tables as JSON without loss, and reads such JSON.
//!
//! The form is `{"name", "columns": [{"name", "type", "len"}], "rows": [{"cells", "free"}]}`, where names are offsets
//! in the strings section. A cell with one value is that value, a cell with several values is a list, and a cell with a
//! text is a string. Bytes that should be zero but are not have separate members in hexadecimal: `reserved`, the
//! `padding` of a row, and the `trailing` bytes after the last row. If a text has bytes other than zeros after its end,
//! the cell is `{"hex": ".."}`. If a column has an unknown type, or a row has no bytes for cells or more values than
//! bytes, `rows` is `{"hex": ".."}`.

use super::{CellRef, CellValue, Column, ColumnType, RowLayout, RowRef, Table, TableBuilder, TableHeader};
use crate::FileError;
use crate::bpx::sd::json::{scalar_from_json, write_scalar};
use bpx_schema::Limits;
use bpx_schema::json::{JsonLeaf, JsonParts, JsonRef, JsonSink, int_from_json, text_from_json};
use bpx_schema::report::{Path, Segment};
use bpx_schema::schema::memory_size;
use bpx_schema::value::bytes_from_hex;
use std::num::Saturating;

/// Writes a table as JSON.
pub fn write_json(table: &Table, sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.member("name", JsonLeaf::UInt(table.header.name.into()));
    write_extra("reserved", &table.header.reserved, sink);
    sink.key("columns");
    sink.open_array();
    table.columns.iter().for_each(|column| write_column(column, sink));
    sink.close();
    sink.key("rows");
    match table.rows().filter(|rows| can_be_listed(rows.layout())) {
        Some(rows) => {
            sink.open_array();
            rows.iter().for_each(|row| write_row(row, sink));
            sink.close();
            if !rows.trailing().is_empty() {
                sink.member("trailing", JsonLeaf::Hex(rows.trailing()));
            }
        }
        None => sink.write_wrapped("hex", JsonLeaf::Hex(&table.rows)),
    }
    sink.close();
}

/// Returns whether a row takes at least one byte for each of its values; otherwise a small table would become a huge
/// text.
fn can_be_listed(layout: &RowLayout) -> bool {
    let values = layout.cells().iter().map(|(kind, len)| if *kind == ColumnType::Varchar { 1 } else { (*len).max(1) });
    let values: u64 = values.map(u64::from).sum();
    layout.cell_size() > 0 && values <= layout.cell_size()
}

/// Writes bytes that should be zero, unless all of them are zero.
fn write_extra(key: &str, bytes: &[u8], sink: &mut dyn JsonSink) {
    if bytes.iter().any(|byte| *byte != 0) {
        sink.member(key, JsonLeaf::Hex(bytes));
    }
}

fn write_column(column: &Column, sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.member("name", JsonLeaf::UInt(column.name.into()));
    sink.key("type");
    match ColumnType::of(column.kind) {
        Some(kind) => sink.text(kind.name()),
        None => sink.write_wrapped("raw", JsonLeaf::UInt(column.kind.into())),
    }
    sink.member("len", JsonLeaf::UInt(column.len.into()));
    write_extra("reserved", &[column.reserved], sink);
    sink.close();
}

fn write_row(row: RowRef<'_>, sink: &mut dyn JsonSink) {
    sink.open_object();
    sink.key("cells");
    sink.open_array();
    row.cells().for_each(|cell| write_cell(cell, sink));
    sink.close();
    sink.key("free");
    match row.free_byte() {
        byte @ 0..=1 => sink.leaf(JsonLeaf::Bool(byte == 1)),
        byte => sink.write_wrapped("raw", JsonLeaf::UInt(byte.into())),
    }
    write_extra("padding", row.padding(), sink);
    sink.close();
}

fn write_cell(cell: CellRef<'_>, sink: &mut dyn JsonSink) {
    if let Some(text) = cell.text_bytes() {
        let rest = cell.bytes().split_at(text.len()).1;
        return match cell.text().filter(|_| rest.iter().all(|byte| *byte == 0)) {
            Some(clean) => sink.text(clean),
            None => sink.write_wrapped("hex", JsonLeaf::Hex(cell.bytes())),
        };
    }
    let several = cell.len() != 1;
    if several {
        sink.open_array();
    }
    for value in cell.values() {
        write_scalar(&value, sink);
    }
    if several {
        sink.close();
    }
}

/// The path of a fault in the JSON, and its message.
struct Fault(Vec<Segment>, String);

impl Fault {
    fn new(message: impl Into<String>) -> Self {
        Self(Vec::new(), message.into())
    }

    fn under_key(mut self, key: &str) -> Self {
        self.0.insert(0, Segment::Field(key.to_owned().into()));
        self
    }

    fn under_index(mut self, index: u64) -> Self {
        self.0.insert(0, Segment::Index(index));
        self
    }
}

/// Reads a table from JSON.
///
/// # Errors
/// Returns an error when a value differs from the form that [`write_json`] writes, or the table would take too much
/// memory; the path leads to the value.
pub fn from_json(json: JsonRef<'_>) -> Result<Table, FileError> {
    read_table(json).map_err(|Fault(path, message)| FileError::Value { path: Path::new(path).short_text(), message })
}

fn read_table(json: JsonRef<'_>) -> Result<Table, Fault> {
    let map = read_object(json, &["name", "reserved", "columns", "rows", "trailing"])?;
    let name = read_number(map, "name")?;
    let reserved = read_reserved(map)?;
    let columns = read_list(map, "columns")?;
    let columns =
        (0_u64..).zip(columns).map(|(index, json)| read_column(json).map_err(|fault| fault.under_index(index)));
    let columns = columns.collect::<Result<Vec<_>, _>>().map_err(|fault| fault.under_key("columns"))?;
    let count = u16::try_from(columns.len())
        .map_err(|_| Fault::new("expected at most 65,535 columns, found more").under_key("columns"))?;
    let header = TableHeader { name, column_count: count, reserved };
    if let Some(raw) = map.member("rows").get("hex") {
        if map.get("trailing").is_some() {
            return Err(Fault::new(
                "expected no `trailing`, because `rows` in hexadecimal includes the trailing bytes",
            )
            .under_key("trailing"));
        }
        let rows = raw.as_str().and_then(bytes_from_hex);
        let rows =
            rows.ok_or_else(|| Fault::new("expected bytes in hexadecimal").under_key("hex").under_key("rows"))?;
        return Ok(Table { header, columns, rows });
    }
    let (rows, row_count) = (read_list(map, "rows")?, map.member("rows").len());
    let mut builder =
        TableBuilder::new(name, columns).map_err(|error| Fault::new(error.to_string()).under_key("columns"))?;
    let size = (Saturating(builder.layout().stride()) * Saturating(row_count as u64)).0;
    if size > Limits::default().max_memory.for_size(row_count as u64) {
        return Err(Fault::new(format!("the rows would take {size} bytes")).under_key("rows"));
    }
    for (index, row) in (0_u64..).zip(rows) {
        read_row(row, &mut builder).map_err(|fault| fault.under_index(index).under_key("rows"))?;
    }
    let mut table = builder.finish();
    table.header = header;
    if let Some(json) = map.get("trailing") {
        let bytes = json.as_str().and_then(bytes_from_hex);
        table.rows.extend(bytes.ok_or_else(|| Fault::new("expected bytes in hexadecimal").under_key("trailing"))?);
    }
    Ok(table)
}

fn read_column(json: JsonRef<'_>) -> Result<Column, Fault> {
    let map = read_object(json, &["name", "type", "len", "reserved"])?;
    let kind = map.get("type").ok_or_else(|| Fault::new("expected the member `type`, found none"))?;
    let raw = || u8::try_from(kind.only_member("raw")?.as_int()?).ok();
    let named = kind.as_str().and_then(ColumnType::named).map(ColumnType::code);
    let kind = named.or_else(raw).ok_or_else(|| Fault::new("expected a type").under_key("type"))?;
    let [reserved] = read_reserved(map)?;
    Ok(Column { name: read_number(map, "name")?, kind, len: read_number(map, "len")?, reserved })
}

fn read_row(json: JsonRef<'_>, builder: &mut TableBuilder) -> Result<(), Fault> {
    let map = read_object(json, &["cells", "free", "padding"])?;
    let (cells, cell_count) = (read_list(map, "cells")?, map.member("cells").len());
    let kinds = builder.layout().cells();
    if cell_count != kinds.len() {
        return Err(Fault::new(format!("expected {} cells, found {cell_count}", kinds.len())).under_key("cells"));
    }
    let cells = kinds.iter().zip(cells).enumerate().map(|(column, ((kind, len), json))| {
        read_cell(*kind, *len, json)
            .map_err(|message| Fault::new(message).under_index(column as u64).under_key("cells"))
    });
    let values = cells.collect::<Result<Vec<_>, _>>()?;
    let free = match map.get("free").map(|free| (free, free.as_bool())) {
        None => 0,
        Some((_, Some(free))) => u8::from(free),
        Some((json, None)) => {
            let raw = json.only_member("raw").and_then(|raw| u8::try_from(raw.as_int()?).ok());
            raw.ok_or_else(|| Fault::new("expected true, false or {\"raw\": ..}").under_key("free"))?
        }
    };
    let padding = memory_size(builder.layout().padding_size());
    let padding = bytes_of(map, "padding", padding)?;
    builder.push_row(values, free).map_err(|error| Fault::new(error.to_string()))?;
    if let Some(padding) = padding {
        builder.pad_last(&padding);
    }
    Ok(())
}

fn read_cell(kind: ColumnType, len: u16, json: JsonRef<'_>) -> Result<CellValue, String> {
    let Some(scalar) = kind.scalar() else {
        let bytes = text_from_json(json).ok_or("expected a text")?;
        return Ok(if json.is_object() { CellValue::Stored(bytes) } else { CellValue::Text(bytes) });
    };
    let values = match (len, json.as_array()) {
        (1, _) => vec![scalar_from_json(scalar, json)?],
        (_, Some(many)) => many.map(|one| scalar_from_json(scalar, one)).collect::<Result<_, _>>()?,
        _ => return Err(format!("expected a list of {len} values")),
    };
    Ok(CellValue::Values(values))
}

fn read_object<'a>(json: JsonRef<'a>, known: &[&str]) -> Result<JsonRef<'a>, Fault> {
    let map = Some(json).filter(|json| json.is_object()).ok_or_else(|| Fault::new("expected an object"))?;
    match map.members().map(|(key, _)| key).find(|key| !known.contains(key)) {
        Some(key) => Err(Fault::new(format!("unknown member {key:?}, expected {}", known.join(", ")))),
        None => Ok(map),
    }
}

fn read_list<'a>(map: JsonRef<'a>, key: &str) -> Result<JsonParts<'a>, Fault> {
    map.member(key).as_array().ok_or_else(|| Fault::new("expected a list").under_key(key))
}

fn read_number<T: TryFrom<i128>>(map: JsonRef<'_>, key: &str) -> Result<T, Fault> {
    let number = map.get(key).and_then(int_from_json).and_then(|number| T::try_from(number).ok());
    number.ok_or_else(|| Fault::new("expected a whole number in the range of this member").under_key(key))
}

/// Reads the reserved bytes, which are zeros if the member is missing.
fn read_reserved<const N: usize>(map: JsonRef<'_>) -> Result<[u8; N], Fault> {
    Ok(bytes_of(map, "reserved", N)?.and_then(|bytes| bytes.first_chunk().copied()).unwrap_or([0; N]))
}

/// Reads `size` bytes in hexadecimal, if the member exists.
fn bytes_of(map: JsonRef<'_>, key: &str, size: usize) -> Result<Option<Vec<u8>>, Fault> {
    let Some(json) = map.get(key) else { return Ok(None) };
    let bytes = json.as_str().and_then(bytes_from_hex).filter(|bytes| bytes.len() == size);
    bytes.map(Some).ok_or_else(|| Fault::new(format!("expected {size} bytes in hexadecimal")).under_key(key))
}
