//! Finds whether offsets and codes without a prefix are decimal or hexadecimal: `08`, `10`.

use super::offsets::{self, Place};
use super::places::Places;
use super::scale::Scale;
use crate::columns::Role;
use crate::forms::block::{Grid, Row};
use crate::measure::{self, Measure};
use crate::size::Unit;
use crate::types::{Types, type_meaning};

/// Reads the offsets of a table; also returns the reason why their base is not known.
pub(super) fn read_offsets(grid: &Grid, places: &Places, types: &Types) -> (Vec<Option<Place>>, Option<String>) {
    let cells = || grid.cells().map(|cells| places.cell_of(cells, Role::Offset(None)).unwrap_or(""));
    let read = |hex| offsets::read_offsets(cells(), hex);
    let starts = read(places.offsets.hex);
    let hex = read(true);
    if starts == hex {
        return (starts, None);
    }
    let known: Vec<_> = grid.rows.iter().map(|row| field_bits(grid, row, places, types)).collect();
    if !fits_sizes(&known, &starts) && fits_sizes(&known, &hex) {
        return (hex, None);
    }
    // Digits with zeros before them may be either.
    let is_padded = |cell: &str| cell.len() > 1 && cell.starts_with('0') && cell.bytes().all(|c| c.is_ascii_digit());
    let first = cells().map(str::trim).find(|cell| !cell.is_empty());
    let padded = first.filter(|first| is_padded(first));
    let shown = || {
        let steps = starts.windows(2).zip(hex.windows(2)).map(|(a, b)| (step_between(a), step_between(b)));
        known.iter().zip(steps).any(|(bits, (a, b))| bits.is_some() && a != b && times_8(a) == *bits)
    };
    let open = padded.filter(|_| !shown());
    let open = open.map(|first| format!("the offsets, such as `{first}`, may be decimal or hexadecimal"));
    (starts, open)
}

/// Returns whether codes are hexadecimal, because the title says so or a code has letters; also returns the reason why
/// the base is not known.
pub(super) fn find_hexadecimal(title: &str, cells: &[&str]) -> (bool, Option<String>) {
    let is_bare = |cell: &&&str| !cell.is_empty() && cell.len() <= 16 && cell.bytes().all(|c| c.is_ascii_hexdigit());
    let bare: Vec<&str> = cells.iter().filter(is_bare).copied().collect();
    // `0b01` has a mark.
    let is_marked = |cell: &&str| cell.starts_with("0b") && measure::read_number(cell).is_some();
    if bare.len() < cells.len() || bare.is_empty() || bare.iter().all(is_marked) {
        return (false, None);
    }
    let has = |cell: &&&str, is: fn(&u8) -> bool| cell.as_bytes().iter().any(is);
    let mixed = |cell: &&&str| has(cell, u8::is_ascii_digit) && has(cell, u8::is_ascii_alphabetic);
    if Scale::of(title).hex || bare.iter().any(|cell| mixed(&cell)) {
        return (true, None);
    }
    let numbers: Option<Vec<u64>> = bare.iter().map(|cell| cell.parse().ok()).collect();
    let Some(numbers) = numbers else { return (false, None) };
    // `09`, `10`
    let counts = |pair: &[u64]| matches!(pair, [a, b] if a.checked_add(1) == Some(*b) && b % 10 == 0);
    let is_padded = bare.iter().any(|cell| cell.len() > 1 && cell.starts_with('0'));
    let first = bare.iter().zip(&numbers).find(|(_, number)| **number > 9).filter(|_| is_padded);
    let open = first.filter(|_| !numbers.windows(2).any(counts));
    (false, open.map(|(cell, _)| format!("the values, such as `{cell}`, may be decimal, hexadecimal or binary")))
}

/// Returns the number of bits that the type of a field states, or else the size.
fn field_bits(grid: &Grid, row: &Row, places: &Places, types: &Types) -> Option<u64> {
    let of_type = || type_meaning(places.cell_of(&row.cells, Role::Type)?, types)?.size?.exact();
    let of_size = || {
        let cell = places.cell_of(&row.cells, Role::Size(None))?.trim();
        let is_padded = cell.len() > 1 && cell.starts_with('0') && !cell.starts_with("0x");
        match places.sizes.measure_cell(cell).filter(|_| !is_padded)? {
            Measure::Plain(size) => size.times(places.size_unit(grid).unwrap_or(Unit::Bytes).bits()).exact(),
            Measure::Bits(size) => size.exact(),
        }
    };
    of_type().or_else(of_size)
}

fn step_between(pair: &[Option<Place>]) -> Option<u64> {
    match pair {
        [Some(a), Some(b)] => b.start.checked_sub(a.start),
        _ => None,
    }
}

fn times_8(bytes: Option<u64>) -> Option<u64> {
    bytes.and_then(|bytes| bytes.checked_mul(Unit::Bytes.bits()))
}

/// Returns whether each field of a known size ends where the next field begins.
fn fits_sizes(known: &[Option<u64>], starts: &[Option<Place>]) -> bool {
    let mut known = known.iter().zip(starts.windows(2).map(step_between));
    known.all(|(bits, step)| step.is_some() && (bits.is_none() || times_8(step) == *bits))
}
