//! Finds whether offsets and codes without a prefix are decimal, hexadecimal or binary: `08`, `10`.

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
    let (fits_decimal, fits_hex) = (fits_sizes(&known, &starts), fits_sizes(&known, &hex));
    // Sizes decide before a sentence, which may be about other tables.
    if fits_hex && !fits_decimal || fits_hex == fits_decimal && grid.hex_offsets {
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

/// The base of codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// Codes are decimal, or have a prefix or a suffix of their own.
    Own,
    Hexadecimal,
    /// Codes have the suffix `b`: `01b`.
    Binary,
}

impl Base {
    /// Returns a code with the prefix of the base; a code with another mark, and a text, stay unchanged.
    pub(super) fn prefixed(self, cell: &str) -> String {
        let text = cell.trim();
        let marked = |part: &str| match self {
            Self::Hexadecimal if is_bare(part) => Some(format!("0x{part}")),
            Self::Binary => binary_digits(part).map(|digits| format!("0b{digits}")),
            Self::Own | Self::Hexadecimal => None,
        };
        let range = || {
            let [low, high] = range_of_codes(text)?;
            Some(format!("{}-{}", marked(low)?, marked(high)?))
        };
        marked(text).or_else(range).unwrap_or_else(|| cell.to_owned())
    }
}

/// Returns whether a text has hexadecimal digits only.
fn is_bare(text: &str) -> bool {
    !text.is_empty() && text.len() <= 16 && text.bytes().all(|c| c.is_ascii_hexdigit())
}

/// Returns the digits of a binary number with a suffix: `01b`.
fn binary_digits(text: &str) -> Option<&str> {
    let digits = text.strip_suffix('b')?;
    (!digits.is_empty() && digits.bytes().all(|c| matches!(c, b'0' | b'1'))).then_some(digits)
}

/// Returns the ends of a range of codes: `80-FF`.
fn range_of_codes(cell: &str) -> Option<[&str; 2]> {
    let (low, high) = offsets::split_range(cell)?;
    Some([low.trim(), high.trim()]).filter(|ends| ends.iter().all(|end| is_bare(end)))
}

/// Returns the base of codes, which the title or a sentence states, or a code with letters shows; also returns the
/// reason why the base is not known. Both ends of a range are codes.
pub(super) fn find_base((title, is_stated): (&str, bool), cells: &[&str]) -> (Base, Option<String>) {
    let parts: Vec<&str> =
        cells.iter().flat_map(|cell| range_of_codes(cell).map_or_else(|| vec![*cell], |ends| ends.to_vec())).collect();
    let bare: Vec<&str> = parts.iter().copied().filter(|part| is_bare(part)).collect();
    // `0b01` has a mark.
    let is_marked = |cell: &&str| cell.starts_with("0b") && measure::read_number(cell).is_some();
    if bare.is_empty() || bare.iter().all(is_marked) {
        return (Base::Own, None);
    }
    if Scale::of(title).hex {
        return (Base::Hexadecimal, None);
    }
    if bare.len() < parts.len() {
        return (Base::Own, None);
    }
    if is_stated {
        return (Base::Hexadecimal, None);
    }
    if bare.iter().all(|cell| binary_digits(cell).is_some()) {
        return (Base::Binary, None);
    }
    let has = |cell: &str, is: fn(&u8) -> bool| cell.as_bytes().iter().any(is);
    if bare.iter().any(|cell| has(cell, u8::is_ascii_digit) && has(cell, u8::is_ascii_alphabetic)) {
        return (Base::Hexadecimal, None);
    }
    let numbers: Option<Vec<u64>> = bare.iter().map(|cell| cell.parse().ok()).collect();
    let Some(numbers) = numbers else { return (Base::Own, None) };
    // `09`, `10`
    let counts = |pair: &[u64]| matches!(pair, [a, b] if a.checked_add(1) == Some(*b) && b % 10 == 0);
    let is_padded = bare.iter().any(|cell| cell.len() > 1 && cell.starts_with('0'));
    let first = bare.iter().zip(&numbers).find(|(_, number)| **number > 9).filter(|_| is_padded);
    let open = first.filter(|_| !numbers.windows(2).any(counts));
    (Base::Own, open.map(|(cell, _)| format!("the values, such as `{cell}`, may be decimal, hexadecimal or binary")))
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
