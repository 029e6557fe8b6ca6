//! Reads the rows of a table from the bytes in a snapshot.

use bpx_schema::value::bytes_from_hex;
use serde_json::{Value as Json, json};

/// The type of a column's cells, and the number of values in a cell; for texts, the number of bytes.
struct Column<'a> {
    kind: &'a str,
    len: usize,
}

/// Returns the rows of a table with these columns; `None` if a column has another type, or the bytes are not a whole
/// number of rows.
///
/// A row has its cells, a byte that states whether the row is free, and zeros up to a size that is a power of two.
pub(super) fn read_rows(columns: &Json, digits: &Json) -> Option<Json> {
    let bytes = bytes_from_hex(digits.as_str()?)?;
    let column = |one: &'_ Json| -> Option<(String, usize)> {
        Some((one.get("kind")?.as_str()?.to_owned(), usize::try_from(one.get("len")?.as_u64()?).ok()?))
    };
    let columns = columns.as_array()?.iter().map(column).collect::<Option<Vec<_>>>()?;
    let columns: Vec<Column<'_>> = columns.iter().map(|(kind, len)| Column { kind, len: *len }).collect();
    let sizes = columns.iter().map(|column| value_width(column.kind)?.checked_mul(column.len));
    let size = sizes.collect::<Option<Vec<_>>>()?.into_iter().try_fold(1_usize, usize::checked_add)?;
    let rows = bytes.chunks(size.checked_next_power_of_two()?);
    rows.map(|row| read_row(&columns, row)).collect::<Option<Vec<_>>>().map(Json::from)
}

fn read_row(columns: &[Column<'_>], mut row: &[u8]) -> Option<Json> {
    let mut cells = Vec::new();
    for Column { kind, len } in columns {
        let size = value_width(kind)?.checked_mul(*len)?;
        let (cell, rest) = row.split_at_checked(size)?;
        row = rest;
        cells.push(match (*kind, *len) {
            ("Varchar", _) => Json::from(std::str::from_utf8(cell).ok()?.trim_end_matches('\0')),
            (_, 1) => read_value(kind, cell)?,
            _ => {
                cell.chunks(value_width(kind)?.max(1)).map(|value| read_value(kind, value)).collect::<Option<Json>>()?
            }
        });
    }
    let (free, padding) = row.split_first()?;
    (*free <= 1 && padding.iter().all(|byte| *byte == 0)).then(|| json!({ "cells": cells, "free": *free == 1 }))
}

/// Returns the size of a value in bytes.
fn value_width(kind: &str) -> Option<usize> {
    Some(match kind {
        "Boolean" | "UInt8" | "Int8" | "Varchar" => 1,
        "UInt16" | "Int16" => 2,
        "UInt32" | "Int32" | "Float" => 4,
        "UInt64" | "Int64" | "Double" => 8,
        _ => return None,
    })
}

/// Returns a number in the form of models: a whole number of 64 bits is a text, and a float that is not finite is its
/// bits.
fn read_value(kind: &str, bytes: &[u8]) -> Option<Json> {
    let mut wide = [0; 8];
    wide.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let raw = u64::from_le_bytes(wide);
    let unused = 64_u32.checked_sub(u32::try_from(bytes.len()).ok()?.checked_mul(8)?)?;
    // A number of no bytes is 0.
    let signed = raw.checked_shl(unused).unwrap_or(0).cast_signed() >> unused.min(63);
    Some(match kind {
        "Boolean" => Json::from(raw != 0),
        "UInt64" => Json::from(raw.to_string()),
        "Int64" => Json::from(signed.to_string()),
        "Float" => {
            let value = f32::from_bits(u32::try_from(raw).ok()?);
            // The shortest digits, which a case marks as those of 32 bits.
            float_json(value.is_finite(), &format!("{value:?}"), raw, 8)?
        }
        "Double" => {
            let value = f64::from_bits(raw);
            float_json(value.is_finite(), &format!("{value:?}"), raw, 16)?
        }
        _ if kind.starts_with('U') => Json::from(raw),
        _ => Json::from(signed),
    })
}

fn float_json(is_finite: bool, digits: &str, raw: u64, width: usize) -> Option<Json> {
    if is_finite {
        serde_json::from_str(digits).ok()
    } else {
        Some(json!({ "bits": format!("{raw:#0$x}", width + 2) }))
    }
}

#[cfg(test)]
mod tests {
    use super::read_rows;
    use serde_json::{Value as Json, json};

    fn rows(columns: &[(&str, u64)], digits: &str) -> Option<Json> {
        let columns = columns.iter().map(|(kind, len)| json!({ "kind": kind, "len": len })).collect();
        read_rows(&columns, &json!(digits))
    }

    #[test]
    fn cells_are_values_of_their_types() {
        let table =
            rows(&[("Int16", 2), ("Varchar", 2), ("Boolean", 1)], "feff0100 6100 01 00".replace(' ', "").as_str());
        assert_eq!(table, Some(json!([{ "cells": [[-2, 1], "a", true], "free": false }])));
        let wide =
            rows(&[("UInt64", 1), ("Float", 1)], "ffffffffffffffff 0000807f 01 000000".replace(' ', "").as_str());
        let infinite = json!({ "bits": "0x7f800000" });
        assert_eq!(wide, Some(json!([{ "cells": ["18446744073709551615", infinite], "free": true }])));
        let least = rows(&[("Int64", 1)], &format!("{}00{}", "0000000000000080", "00".repeat(7)));
        assert_eq!(least, Some(json!([{ "cells": ["-9223372036854775808"], "free": false }])));
    }

    #[test]
    fn other_bytes_are_no_rows() {
        assert_eq!(rows(&[("UInt8", 1)], "010000"), None);
        assert_eq!(rows(&[("UInt8", 2)], "01020001"), None);
        assert_eq!(rows(&[("UInt8", 1)], "0102"), None);
        assert_eq!(rows(&[("Object", 1)], "0100"), None);
    }
}
