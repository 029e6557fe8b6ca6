//! Reads tables that state the byte and the bits of each field: `Byte | Bits`, `Byte.Bit`.

use super::offsets::split_range;
use crate::columns::{Role, role_of_title, title_words};
use crate::forms::block::{Grid, Row};
use crate::measure::read_number;

/// The place of a field: the first bit and the last bit.
#[derive(Debug, Clone, Copy)]
struct Bits {
    first: u64,
    last: u64,
}

/// Replaces columns of bytes and of bits in these bytes by a column of bits; other tables stay unchanged.
pub(super) fn join_places(grid: &mut Grid) {
    if !join_points(grid) {
        join_columns(grid);
    }
}

/// Replaces places such as `1.4`, the bit 4 of the byte 1, by numbers of bits.
fn join_points(grid: &mut Grid) -> bool {
    let is_point =
        |title: &String| matches!(title_words(title).as_slice(), [byte, bit] if byte == "byte" && bit == "bit");
    let Some(column) = grid.header.iter().position(is_point) else { return false };
    let bit = |text: &str| {
        let (byte, bit) = text.trim().split_once(['.', ':', '/'])?;
        let bit = read_number(bit).filter(|bit| *bit < 8)?;
        read_number(byte)?.checked_mul(8)?.checked_add(bit)
    };
    let place = |cell: &str| match cell.split_once(['-', '\u{2013}']) {
        Some((first, last)) => Some(format!("{}-{}", bit(first)?, bit(last)?)),
        None => Some(bit(cell)?.to_string()),
    };
    let places: Option<Vec<String>> = grid.cells().map(|cells| place(cells.get(column)?)).collect();
    let Some(places) = places.filter(|places| places.len() > 1) else { return false };
    for (row, place) in grid.rows.iter_mut().zip(places) {
        row.cells.get_mut(column).into_iter().for_each(|cell| cell.clone_from(&place));
    }
    grid.header.get_mut(column).into_iter().for_each(|title| "Bit offset".clone_into(title));
    true
}

fn join_columns(grid: &mut Grid) {
    let Some((bytes, bits)) = find_columns(&grid.header) else { return };
    shift_names(grid, bits);
    let sizes = grid.header.iter().position(|title| matches!(role_of_title(title), Some(Role::Size(_))));
    let sizes = sizes.filter(|column| *column != bits && *column != bytes);
    let places: Option<Vec<Bits>> = (0..grid.rows.len()).map(|at| place_of_row(grid, at, bytes, bits, sizes)).collect();
    let Some(places) = places.filter(|places| places.len() > 1) else { return };
    let is_part = |place: &Bits| !place.first.is_multiple_of(8) || place.last % 8 != 7;
    let cells = || grid.cells().filter_map(|cells| cells.get(bits)).map(|cell| cell.trim());
    // Numbers without ranges may be sizes.
    let are_places = cells().any(|cell| split_range(cell).is_some()) || title_is_single(grid.header.get(bits));
    if !are_places || !places.iter().any(is_part) {
        return;
    }
    let falls = falls_in_bytes(&places);
    let mut rows: Vec<(Bits, Row)> = places.into_iter().zip(std::mem::take(&mut grid.rows)).collect();
    rows.sort_by_key(|(place, _)| place.first);
    let removed: Vec<usize> = [Some(bits), sizes].into_iter().flatten().collect();
    let keep = |cells: &mut Vec<String>| {
        let mut column = 0;
        cells.retain(|_| {
            column += 1;
            !removed.contains(&(column - 1))
        });
    };
    grid.header.get_mut(bytes).into_iter().for_each(|title| "Bit offset".clone_into(title));
    for (place, row) in &mut rows {
        let text = format!("{}-{}", place.first, place.last);
        row.cells.get_mut(bytes).into_iter().for_each(|cell| cell.clone_from(&text));
        keep(&mut row.cells);
    }
    keep(&mut grid.header);
    grid.rows = rows.into_iter().map(|(_, row)| row).collect();
    grid.bits_fall = falls;
}

/// Moves a name that spans the column of bits and the next column to the next column.
fn shift_names(grid: &mut Grid, bits: usize) {
    let columns = grid.header.len();
    for row in &mut grid.rows {
        row.cells.resize(columns.max(row.cells.len()), String::new());
        let Some([place, name, ..]) = row.cells.get_mut(bits..) else { continue };
        let is_name = place.trim().len() > 3 && !place.contains(|c: char| c.is_ascii_digit());
        if is_name && name.trim().is_empty() {
            std::mem::swap(place, name);
        }
    }
}

/// Returns the column of bytes, and the column of the bits in them.
fn find_columns(header: &[String]) -> Option<(usize, usize)> {
    let words = |title: &String| title_words(title).join(" ");
    let of_bits = |title: &String| {
        matches!(
            &*words(title),
            "bit" | "bits" | "bit s" | "bit range" | "bits range" | "bit position" | "bit number" | "bit no"
        )
    };
    let of_bytes = |title: &String| {
        matches!(
            &*words(title),
            "byte"
                | "bytes"
                | "octet"
                | "octets"
                | "byte offset"
                | "byte number"
                | "byte no"
                | "byte s"
                | "offset"
                | "offset bytes"
                | "byte index"
                | "byte position"
                | "offset byte"
                | "octet number"
        )
    };
    let bits = header.iter().position(of_bits)?;
    let bytes = header.iter().position(of_bytes)?;
    // `Offset | Bits` may state the offset in bits.
    (header.iter().filter(|title| of_bits(title)).count() == 1).then_some((bytes, bits))
}

fn title_is_single(title: Option<&String>) -> bool {
    title.is_some_and(|title| title_words(title).first().is_some_and(|word| word == "bit"))
}

/// Returns the place of a row; a row without bits takes whole bytes.
fn place_of_row(grid: &Grid, at: usize, bytes: usize, bits: usize, sizes: Option<usize>) -> Option<Bits> {
    let cell =
        |at: usize, column: usize| grid.rows.get(at).and_then(|row| row.cells.get(column)).map_or("", |c| c.trim());
    let range = |text: &str| match split_range(text) {
        Some((low, high)) => {
            let (low, high) = (read_number(low.trim())?, read_number(high.trim())?);
            Some((low.min(high), low.max(high)))
        }
        None => read_number(text).map(|number| (number, number)),
    };
    let (first, last) = range(cell(at, bytes))?;
    let begin = first.checked_mul(8)?;
    let inside = cell(at, bits);
    if !matches!(inside, "" | "-" | "\u{2013}" | "\u{2014}" | "all") {
        let (low, high) = range(inside).filter(|(_, high)| *high < 8 && first == last)?;
        return Some(Bits { first: begin.checked_add(low)?, last: begin.checked_add(high)? });
    }
    let size = sizes.and_then(|column| read_number(cell(at, column))).filter(|size| *size > 0);
    let next = || range(cell(at + 1, bytes)).map(|(next, _)| next).filter(|next| *next > first);
    let end = if last > first {
        last.checked_add(1)?
    } else {
        size.and_then(|size| first.checked_add(size)).or_else(next).unwrap_or(first.checked_add(1)?)
    };
    Some(Bits { first: begin, last: end.checked_mul(8)?.checked_sub(1)? })
}

/// Returns whether the table lists the bits of a byte from the highest one.
fn falls_in_bytes(places: &[Bits]) -> bool {
    places.windows(2).any(|pair| matches!(pair, [a, b] if a.first / 8 == b.first / 8 && a.first > b.first))
}
