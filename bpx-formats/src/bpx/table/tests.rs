use super::*;
use crate::bpx::sd::Scalar;
use crate::bpx::{Content, ContentArgs};
use crate::model::trees;
use bpx_schema::codec::Decoder;
use bpx_schema::report::{Class, Mode, Severity, Validator, Verdict};
use bpx_schema::{Budget, Codec};
use proptest::prelude::*;
use serde_json::json as js;

/// Two columns, `u16` and a text of 3 bytes: 5 bytes of cells, a flag, 2 zeros; two rows, the second one free.
fn content() -> Vec<u8> {
    let mut bytes = vec![9, 0, 0, 0, 2, 0, 0, 0];
    bytes.extend([1, 0, 0, 0, 3, 1, 0, 0]);
    bytes.extend([2, 0, 0, 0, 12, 3, 0, 0]);
    bytes.extend([0x34, 0x12, b'o', b'a', b'k', 0, 0, 0]);
    bytes.extend([0xFF, 0xFF, 0xC3, 0xA9, 0, 1, 0, 0]);
    bytes
}

fn columns() -> Vec<Column> {
    vec![Column::new(1, ColumnType::UInt16, 1), Column::new(2, ColumnType::Varchar, 3)]
}

#[test]
fn rows_read() {
    let table = Table::from_slice(&content()).unwrap();
    assert_eq!((table.header.name, &table.columns), (9, &columns()));
    let rows = table.rows().unwrap();
    assert_eq!((rows.len(), rows.layout().cell_size(), rows.layout().stride()), (2, 5, 8));
    let first = rows.get(0).unwrap();
    assert_eq!((first.is_free(), first.cell(0).unwrap().get(0)), (false, Some(Scalar::UInt16(0x1234))));
    assert_eq!((first.cell(1).unwrap().text(), first.cell(2)), (Some("oak"), None));
    let second = rows.get(1).unwrap();
    let cells: Vec<_> = second.cells().collect();
    assert_eq!((second.is_free(), cells[1].text(), cells[1].bytes()), (true, Some("é"), &b"\xC3\xA9\0"[..]));
    assert_eq!((cells[0].get(1), cells[1].get(0), cells[0].text()), (None, None, None));
    assert!(rows.get(2).is_none() && rows.trailing().is_empty());
    assert_eq!(table.to_vec().unwrap(), content());
    assert_eq!(Table::validate(&content(), Mode::Strict).findings(), []);
}

#[test]
fn rows_build() {
    let mut builder = TableBuilder::new(9, columns()).unwrap();
    builder.push([0x1234_u16.into(), "oak".into()]).unwrap();
    builder.push_free([0xFFFF_u16.into(), "é".into()]).unwrap();
    assert_eq!(builder.finish().to_vec().unwrap(), content());
}

#[test]
fn every_type_builds_and_reads() {
    let kinds = (0..=12).map(|code| ColumnType::of(code).unwrap());
    let columns: Vec<_> = kinds.map(|kind| Column::new(0, kind, 2)).collect();
    let mut builder = TableBuilder::new(0, columns).unwrap();
    let nulls = CellValue::Values(vec![Scalar::Null, Scalar::Null]);
    let cells: [CellValue; 13] = [
        nulls,
        [true, false].into(),
        [1_u8, 2].into(),
        [1_u16, 2].into(),
        [1_u32, 2].into(),
        [1_u64, 2].into(),
        [-1_i8, 2].into(),
        [-1_i16, 2].into(),
        [-1_i32, 2].into(),
        [-1_i64, 2].into(),
        [1.5_f32, 2.0].into(),
        [1.5_f64, 2.0].into(),
        "ab".into(),
    ];
    builder.push(cells.clone()).unwrap();
    let table = builder.finish();
    // 2 * (0+1+1+2+4+8+1+2+4+8+4+8+1) = 88 bytes of cells.
    let rows = table.rows().unwrap();
    assert_eq!((rows.layout().cell_size(), rows.layout().stride(), table.rows.len()), (88, 128, 128));
    let mut bytes = vec![1, 0, 1, 2, 1, 0, 2, 0, 1, 0, 0, 0, 2, 0, 0, 0];
    bytes.extend([1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    bytes.extend([0xFF, 2, 0xFF, 0xFF, 2, 0, 0xFF, 0xFF, 0xFF, 0xFF, 2, 0, 0, 0]);
    bytes.extend([[0xFF; 8], [2, 0, 0, 0, 0, 0, 0, 0]].concat());
    bytes.extend([0, 0, 0xC0, 0x3F, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0xF8, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40]);
    bytes.extend(b"ab");
    assert_eq!(table.rows[..88], bytes);
    let read: Vec<CellValue> = rows
        .get(0)
        .unwrap()
        .cells()
        .map(|cell| cell.text().map_or_else(|| CellValue::Values(cell.values().collect()), CellValue::from))
        .collect();
    assert_eq!(read, cells);
    assert_eq!(trees::table::from_json(&trees::table::to_json(&table)).unwrap(), table);
}

#[test]
fn strides_are_powers_of_two_above_the_cells() {
    let stride = |len| RowLayout::of(&[Column::new(0, ColumnType::UInt8, len)]).unwrap().stride();
    assert_eq!([0, 1, 2, 3, 4, 7, 8, 22, 65535].map(stride), [1, 2, 4, 4, 8, 8, 16, 32, 65536]);
    let widest = vec![Column::new(0, ColumnType::Double, u16::MAX); 65535];
    assert_eq!(RowLayout::of(&widest).unwrap().stride(), 1 << 35);
}

#[test]
fn cells_that_do_not_match_a_column_are_rejected() {
    let mut builder = TableBuilder::new(9, columns()).unwrap();
    let mut message = |cells: Vec<CellValue>| builder.push(cells).unwrap_err().to_string();
    assert_eq!(message(vec![1_u16.into()]), "expected 2 cells, found 1");
    assert_eq!(message(vec![1_u16.into(), "".into(), "".into()]), "expected 2 cells, found 3");
    assert_eq!(message(vec![1_u8.into(), "".into()]), "column 0: expected a value of type u16, found u8");
    assert_eq!(message(vec![[1_u16, 2].into(), "".into()]), "column 0: expected 1 values, found 2");
    assert_eq!(message(vec!["".into(), "".into()]), "column 0: expected a value of type u16, found a text");
    assert_eq!(message(vec![1_u16.into(), 1_u16.into()]), "column 1: expected a text, found values");
    assert_eq!(message(vec![1_u16.into(), "ashe".into()]), "column 1: expected a text of at most 3 bytes, found 4");
    assert_eq!(message(vec![1_u16.into(), "a\0".into()]), "column 1: a text must not contain a NUL");
    // A row that failed adds nothing.
    assert!(builder.finish().rows.is_empty());
    let unknown = Column { kind: 13, ..Column::new(0, ColumnType::Null, 1) };
    assert_eq!(
        TableBuilder::new(0, vec![columns()[0], unknown]).unwrap_err(),
        TableError::UnknownType { column: 1, kind: 13 }
    );
    assert_eq!(TableBuilder::new(0, Vec::new()).unwrap().push([]), Err(TableError::NoCells));
    let wide = vec![Column::new(0, ColumnType::Double, u16::MAX); 65535];
    assert_eq!(TableBuilder::new(0, wide.clone()).unwrap().push([]), Err(TableError::TooLarge));
    assert_eq!(TableBuilder::new(0, [wide, columns()].concat()).unwrap_err(), TableError::TooManyColumns(65537));
}

#[test]
fn rules_are_warnings() {
    let blamed = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = content();
        change(&mut bytes);
        let report = Table::validate(&bytes, Mode::Lenient);
        assert_eq!((report.verdict(), report.count(Severity::Warning)), (Verdict::Valid, 1), "{report:?}");
        assert_eq!(Table::validate(&bytes, Mode::Strict).verdict(), Verdict::Invalid);
        let finding = &report.findings()[0];
        (finding.code.to_string(), finding.path.to_string(), finding.location.file)
    };
    assert_eq!(blamed(&|b| b[6] = 1), ("table-header.reserved.zero".into(), "header.reserved".into(), 6));
    assert_eq!(blamed(&|b| b[12] = 13), ("column.kind.known".into(), "columns[0].kind".into(), 12));
    assert_eq!(blamed(&|b| b[15] = 1), ("column.reserved.zero".into(), "columns[0].reserved".into(), 15));
    assert_eq!(blamed(&|b| b[37] = 2), ("table.free-flags".into(), String::new(), 0));
    assert_eq!(blamed(&|b| b[39] = 1), ("table.row-padding".into(), String::new(), 0));
    assert_eq!(blamed(&|b| b.truncate(39)), ("table.whole-rows".into(), String::new(), 0));
}

/// Decodes the content of a section of type 0xFD of a file, and returns the findings.
fn section(file: u8, bytes: &[u8]) -> (Content, Vec<(Class, Severity)>) {
    let mut validator = Validator::new(Mode::Lenient);
    let budget = Budget::default();
    let mut decoder = Decoder::new(bytes, &budget).with_watch(&mut validator);
    let content = Content::decode(&mut decoder, ContentArgs { file, section: 0xFD, version: 2 }.into()).unwrap();
    let unheard = Content::decode(
        &mut Decoder::new(bytes, &Budget::default()),
        ContentArgs { file, section: 0xFD, version: 2 }.into(),
    )
    .unwrap();
    assert_eq!(unheard, content);
    let report = validator.finish(Ok(())).unwrap();
    let findings = report.findings().iter().map(|finding| (finding.class, finding.severity)).collect();
    let mut written = Vec::new();
    let mut encoder = bpx_schema::codec::Encoder::new(&mut written);
    content.encode(&mut encoder, ContentArgs { file, section: 0xFD, version: 2 }.into()).unwrap();
    assert_eq!(written, bytes);
    (content, findings)
}

#[test]
fn sections_of_the_type_of_tables_may_be_data() {
    assert!(matches!(section(b'Z', &content()), (Content::Table(_), findings) if findings.is_empty()));
    // No columns, and bytes that mean nothing.
    let (zeros, findings) = section(b'Z', &[0; 64]);
    let Content::Table(zeros) = zeros else { panic!("{zeros:?}") };
    let rows = zeros.rows().unwrap();
    assert_eq!((rows.len(), rows.layout().stride(), rows.trailing().len()), (0, 1, 56));
    assert_eq!((findings, rows.iter().count()), (Vec::new(), 0));
    // Bytes that are not a table are data, with a warning.
    let hash = 0x0377_beb4_dd40_88e8_u64.to_le_bytes();
    let (data, findings) = section(b'Z', &hash);
    assert_eq!((data, findings), (Content::Data(hash.to_vec()), vec![(Class::Truncated, Severity::Warning)]));
    let (data, findings) = section(b'Z', &[1, 2]);
    assert_eq!((data, findings), (Content::Data(vec![1, 2]), vec![(Class::Truncated, Severity::Warning)]));
    // In a shader package they are always data.
    assert_eq!(section(b'S', &hash), (Content::Data(hash.to_vec()), Vec::new()));
}

#[test]
fn json_is_as_documented() {
    let table = Table::from_slice(&content()).unwrap();
    let expected = js!({
        "name": 9,
        "columns": [{ "name": 1, "type": "u16", "len": 1 }, { "name": 2, "type": "varchar", "len": 3 }],
        "rows": [{ "cells": [0x1234, "oak"], "free": false }, { "cells": [0xFFFF, "é"], "free": true }],
    });
    assert_eq!(trees::table::to_json(&table), expected);
    assert_eq!(trees::table::from_json(&expected).unwrap(), table);
}

#[test]
fn json_keeps_invalid_values() {
    let mut bytes = content();
    (bytes[6], bytes[15], bytes[31], bytes[29]) = (1, 2, 3, 4);
    bytes[26..29].copy_from_slice(b"o\0k");
    bytes.extend([7, 8]);
    let table = Table::from_slice(&bytes).unwrap();
    let json = trees::table::to_json(&table);
    assert_eq!(json["reserved"], "0100");
    assert_eq!(json["columns"][0]["reserved"], "02");
    assert_eq!(
        json["rows"][0],
        js!({ "cells": [0x1234, { "hex": "6f006b" }], "free": { "raw": 4 }, "padding": "0003" })
    );
    assert_eq!(json["trailing"], "0708");
    assert_eq!(trees::table::from_json(&json).unwrap(), table);
    bytes[12] = 13;
    let table = Table::from_slice(&bytes).unwrap();
    let json = trees::table::to_json(&table);
    assert_eq!(json["columns"][0]["type"], js!({ "raw": 13 }));
    assert_eq!(json["rows"]["hex"].as_str().map(str::len), Some(36));
    assert_eq!(trees::table::from_json(&json).unwrap(), table);
}

#[test]
fn cells_without_bytes_are_not_listed() {
    // 65,535 nulls in a cell, and a row of 2 bytes.
    let columns = vec![Column::new(0, ColumnType::Null, u16::MAX), Column::new(0, ColumnType::UInt8, 1)];
    let header = TableHeader { column_count: 2, ..TableHeader::default() };
    let table = Table { header, columns, rows: vec![0; 1000] };
    assert_eq!(table.rows().unwrap().len(), 500);
    let json = trees::table::to_json(&table);
    assert!(json["rows"]["hex"].is_string());
    assert_eq!(trees::table::from_json(&json).unwrap(), table);
}

#[test]
fn json_mistakes_are_located() {
    let good = trees::table::to_json(&Table::from_slice(&content()).unwrap());
    let message = |change: &dyn Fn(&mut serde_json::Value)| {
        let mut json = good.clone();
        change(&mut json);
        trees::table::from_json(&json).unwrap_err().to_string()
    };
    assert_eq!(message(&|j| *j = js!([])), "expected an object");
    assert_eq!(message(&|j| j["name"] = js!(-1)), "name: expected a whole number in the range of this member");
    assert_eq!(
        message(&|j| j["more"] = js!(1)),
        "unknown member \"more\", expected name, reserved, columns, rows, trailing"
    );
    assert_eq!(message(&|j| j["columns"][1]["type"] = js!("text")), "columns[1].type: expected a type");
    assert_eq!(
        message(&|j| j["columns"][1]["len"] = js!(65536)),
        "columns[1].len: expected a whole number in the range of this member"
    );
    assert_eq!(
        message(&|j| j["rows"][1]["cells"][0] = js!(65536)),
        "rows[1].cells[0]: expected a value of type u16, found 65536"
    );
    assert_eq!(message(&|j| j["rows"][1]["cells"] = js!([])), "rows[1].cells: expected 2 cells, found 0");
    assert_eq!(message(&|j| j["rows"][0]["free"] = js!(0)), "rows[0].free: expected true, false or {\"raw\": ..}");
    assert_eq!(message(&|j| j["rows"][0]["padding"] = js!("00")), "rows[0].padding: expected 2 bytes in hexadecimal");
    assert_eq!(message(&|j| j["trailing"] = js!("0")), "trailing: expected bytes in hexadecimal");
    assert_eq!(
        message(&|j| j["rows"][0]["cells"][1] = js!("oaks")),
        "rows[0]: column 1: expected a text of at most 3 bytes, found 4"
    );
    let huge = |len: u64| {
        js!({ "name": 0, "columns": vec![js!({ "name": 0, "type": "varchar", "len": 65535 }); 60000],
        "rows": vec![js!({ "cells": [] }); usize::try_from(len).unwrap()] })
    };
    assert_eq!(
        trees::table::from_json(&huge(1)).unwrap_err().to_string(),
        "rows: the rows would take 4294967296 bytes"
    );
}

#[test]
fn every_prefix_and_every_changed_byte_ends_well() {
    let bytes = content();
    for end in 0..bytes.len() {
        match Table::from_slice(&bytes[..end]) {
            Ok(table) => assert_eq!(
                trees::table::from_json(&trees::table::to_json(&table)).unwrap().to_vec().unwrap(),
                bytes[..end]
            ),
            Err(error) => assert!(error.finding().unwrap().location.file <= end as u64),
        }
    }
    for place in 0..bytes.len() {
        for value in 0..=u8::MAX {
            let mut changed = bytes.clone();
            changed[place] = value;
            match Table::from_slice(&changed) {
                Ok(table) => {
                    assert_eq!(table.to_vec().unwrap(), changed);
                    assert_eq!(trees::table::from_json(&trees::table::to_json(&table)).unwrap(), table);
                }
                Err(error) => assert!(error.finding().unwrap().location.file <= bytes.len() as u64),
            }
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_survive_json(
        columns in proptest::collection::vec((0..14_u8, 0..5_u16, any::<bool>()), 0..5),
        rows in proptest::collection::vec(prop_oneof![Just(0_u8), any::<u8>()], 0..200),
    ) {
        let columns: Vec<_> = columns
            .into_iter()
            .map(|(kind, len, odd)| Column { name: 7, kind, len, reserved: u8::from(odd) })
            .collect();
        let header = TableHeader { name: 1, column_count: u16::try_from(columns.len()).unwrap(), reserved: [0; 2] };
        let table = Table { header, columns, rows };
        let bytes = table.to_vec().unwrap();
        prop_assert_eq!(&Table::from_slice(&bytes).unwrap(), &table);
        let text = trees::table::to_json(&table).to_string();
        let back = trees::table::from_json(&serde_json::from_str(&text).unwrap()).unwrap();
        prop_assert_eq!(back.to_vec().unwrap(), bytes);
    }
}
