//! Reads the offsets of fields: `4`, `0x04`, `04h`, `+4`, `0-3`.

use crate::measure;

/// The offset of a field, and the end of the field if the cell states the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Place {
    pub start: u64,
    /// The number of the first bit or byte after the field.
    pub end: Option<u64>,
}

impl Place {
    /// Returns the number of bits or bytes in the field, if the cell states the end.
    pub(super) fn element_count(self) -> Option<u64> {
        self.end?.checked_sub(self.start)
    }
}

/// Splits a range into its ends: `0-3`, `[0,3]`.
pub(super) fn split_range(cell: &str) -> Option<(&str, &str)> {
    let separators = ["...", "..", "\u{2026}", "\u{2013}", "\u{2014}", " to ", ":", "-"];
    let inside = within_brackets(cell);
    let interval = inside.and_then(|inside| inside.split_once(','));
    interval.or_else(|| separators.iter().find_map(|separator| inside.unwrap_or(cell).split_once(separator)))
}

fn within_brackets(cell: &str) -> Option<&str> {
    cell.trim().strip_prefix('[')?.strip_suffix(']')
}

/// Returns whether at least one cell is an interval in brackets, and all cells are offsets.
pub(super) fn are_intervals<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    let cells: Vec<_> = cells.collect();
    let has_interval = cells.iter().any(|cell| within_brackets(cell).is_some());
    has_interval && read_offsets(cells.into_iter(), false).iter().all(Option::is_some)
}

/// Returns the offsets after a base that all cells name: `N+0`, `N+4`. Without a common base, the cells stay unchanged.
fn offsets_after_base(cells: Vec<&str>) -> Vec<&str> {
    let bases: Option<Vec<&str>> = cells.iter().map(|cell| Some(cell.split_once('+')?.0.trim())).collect();
    let is_base = |base: &&str| !base.is_empty() && measure::read_number(base).is_none_or(|number| number == 0);
    let is_common = |bases: Vec<&str>| {
        bases.first().is_some_and(is_base) && bases.windows(2).all(|pair| pair.first() == pair.last())
    };
    if !bases.is_some_and(is_common) {
        return cells;
    }
    cells.into_iter().map(|cell| cell.split_once('+').map_or(cell, |(_, offset)| offset.trim())).collect()
}

/// Reads the cells of a column of offsets; a cell that is not understood gives `None`.
///
/// Numbers without a prefix are hexadecimal if the title says so, or if a number has letters and all numbers can be
/// hexadecimal.
pub(super) fn read_offsets<'c>(cells: impl Iterator<Item = &'c str>, hex: bool) -> Vec<Option<Place>> {
    let cells = offsets_after_base(cells.map(str::trim).collect());
    let bare = |text: &str| u64::from_str_radix(text, 16).ok().filter(|_| text.len() <= 8);
    if let Some(places) = places_before_end(&cells) {
        return places;
    }
    let parts =
        cells.iter().flat_map(|cell| split_range(cell).map_or([*cell, ""], |(low, high)| [low.trim(), high.trim()]));
    let parts: Vec<_> = parts.filter(|part| !part.is_empty()).collect();
    let letters = parts.iter().any(|part| measure::read_number(part).is_none() && bare(part).is_some());
    // `xx` is not a number at all.
    let is_number = |part: &&str| measure::read_number(part).or_else(|| bare(part)).is_some();
    let fits = |part: &&str| is_number(part) || !part.contains(|c: char| c.is_ascii_digit());
    let is_hex = hex || letters && parts.iter().all(fits);
    let number = |text: &str| {
        let text = text.trim();
        if is_hex { bare(text).or_else(|| measure::read_number(text)) } else { measure::read_number(text) }
    };
    let place = |cell: &&str| {
        if let Some(start) = number(cell) {
            return Some(Place { start, end: None });
        }
        let (low, high) = split_range(cell)?;
        let (low, high) = (number(low)?, number(high)?);
        Some(Place { start: low.min(high), end: Some(low.max(high).checked_add(1)?) })
    };
    let mut places: Vec<_> = cells.iter().map(place).collect();
    // The end of each range is the beginning of the next one: `0..4`, `4..6`.
    let shares = |pair: &[Option<Place>]| match pair {
        [Some(a), Some(b)] => b.end.is_some() && b.start > a.start && a.end == b.start.checked_add(1),
        _ => false,
    };
    if places.len() > 1 && places.windows(2).all(shares) {
        places.iter_mut().flatten().for_each(|place| place.end = place.end.and_then(|end| end.checked_sub(1)));
    }
    places
}

/// Reads offsets from an end, which are negative and increase: `-8`, `-4`. The first one is the beginning.
fn places_before_end(cells: &[&str]) -> Option<Vec<Option<Place>>> {
    let distance = |cell: &&str| measure::read_number(cell.strip_prefix(['-', '\u{2212}'])?.trim_start());
    let distances: Vec<u64> = cells.iter().map(distance).collect::<Option<_>>()?;
    let first = *distances.first().filter(|_| distances.len() > 1 && distances.is_sorted_by(|a, b| a > b))?;
    let place = |distance: u64| Some(Place { start: first.checked_sub(distance)?, end: None });
    Some(distances.into_iter().map(place).collect())
}

/// Returns whether cells are adjacent ranges, which may have single numbers between them.
pub(super) fn are_ranges<'c>(cells: impl Iterator<Item = &'c str>) -> bool {
    let places: Option<Vec<_>> = read_offsets(cells, false).into_iter().collect();
    let Some(places) = places else { return false };
    let end = |place: &Place| place.end.or(place.start.checked_add(1));
    let follow = |a: &Place, b: &Place| end(a) == Some(b.start) || end(b) == Some(a.start);
    let follows = places.windows(2).all(|pair| matches!(pair, [a, b] if follow(a, b)));
    follows && places.iter().any(|place| place.end.is_some())
}
