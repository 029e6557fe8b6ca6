//! Reads tables that are pictures of bits: each column is a bit, and cells span the columns of a field.

use crate::columns::{Role, cell_number, role_of_title, title_words};
use crate::forms::block::{Grid, Row};
use crate::measure::{self, Measure};
use crate::model::Form;
use crate::size::Size;
use std::collections::HashSet;

/// A field that cells of the table state.
struct Cells {
    line: usize,
    name: String,
    bits: usize,
    /// The number of further rows that only continue the field.
    more: usize,
}

/// Converts a table whose columns are bits to rows of fields; other tables stay unchanged.
pub(super) fn rows_of_fields(grid: &mut Grid) {
    let titled = !grid.header.is_empty();
    let titles = if titled { Some(&grid.header) } else { grid.rows.first().map(|row| &row.cells) };
    let Some((lead, bits)) = titles.and_then(|titles| find_ruler(titles)) else { return };
    let rows = grid.rows.get(usize::from(!titled)..).unwrap_or(&[]);
    let Some(boxes) = read_boxes(rows, lead, bits) else { return };
    let rows = boxes.into_iter().map(|one| one.into_row(bits)).collect();
    let header = ["Name", "Bits", "Notes"].map(str::to_owned).to_vec();
    *grid = Grid { form: Form::Bits, header, rows, ..std::mem::take(grid) };
}

/// Returns the number of columns before the columns of bits, and the number of bits. Bits may count down only in a
/// single byte, because the byte order decides which of several bytes is first.
fn find_ruler(titles: &[String]) -> Option<(usize, usize)> {
    let digits = |title: &String| {
        let bare: String = title.split_whitespace().filter(|word| !word.eq_ignore_ascii_case("bit")).collect();
        bit_number(&bare).unwrap_or(&bare).parse::<usize>().ok()
    };
    let lead = titles.iter().take_while(|title| digits(title).is_none()).count();
    let of_bits = |title: &String| title_words(title).iter().any(|word| BITS.contains(&word.as_str()));
    let shown: Option<Vec<usize>> = titles.iter().skip(lead).map(digits).collect();
    let shown = shown.filter(|shown| lead <= 1 && !shown.is_empty() && shown.len() % 8 == 0)?;
    let count = shown.len();
    let up = shown.iter().enumerate().all(|(at, number)| *number == at || *number == at % 10);
    let down = count == 8 && shown.iter().rev().enumerate().all(|(at, number)| *number == at);
    // Eight columns without such a title may be bytes.
    let all_named = titles.iter().skip(lead).all(|title| bit_number(title.trim()).is_some());
    let is_said = count > 8 || all_named || titles.first().is_some_and(of_bits);
    ((up || down) && is_said).then_some((lead, count))
}

/// Returns the number in the name of a bit: `D7`, `b7`, `Bit7`.
fn bit_number(title: &str) -> Option<&str> {
    let (word, number) = title.split_at(title.find(|c: char| c.is_ascii_digit())?);
    ["b", "d", "bit"].contains(&word.to_lowercase().as_str()).then_some(number)
}

/// Words in the title before the columns of bits.
const BITS: [&str; 8] = ["bit", "bits", "byte", "bytes", "octet", "octets", "offset", "address"];

fn read_boxes(rows: &[Row], lead: usize, bits: usize) -> Option<Vec<Cells>> {
    let mut boxes: Vec<Cells> = Vec::new();
    let mut at = 0_usize;
    for row in rows {
        let cells = row.cells.get(lead..).filter(|cells| cells.len() <= bits)?;
        // The number before a row is that of its byte.
        let stated = row.cells.first().filter(|_| lead == 1).map(|cell| cell.trim()).filter(|cell| !cell.is_empty());
        let is_label = |stated: &str| rows.len() == 1 && role_of_title(stated) == Some(Role::Name);
        if stated.is_some_and(|stated| cell_number(stated) != u64::try_from(at).ok() && !is_label(stated)) {
            return None;
        }
        at = at.checked_add(bits / 8)?;
        let mut starts: Vec<_> =
            (0..cells.len()).filter(|at| cells.get(*at).is_some_and(|cell| !cell.trim().is_empty())).collect();
        if starts.first() != Some(&0) {
            return None;
        }
        let name = |at: &usize| cells.get(*at).map_or("", |cell| cell.trim());
        starts.dedup_by(|next, last| name(next) == name(last) && !matches!(name(next), "0" | "1"));
        if comes_back(starts.iter().map(name)) {
            return None;
        }
        starts.push(bits);
        for pair in starts.windows(2) {
            let [from, to] = pair else { continue };
            let name = name(from);
            let width = to.checked_sub(*from)?;
            let goes_on = matches!(name, "..." | "\u{2026}");
            match boxes.last_mut() {
                Some(last) if goes_on && width == bits && last.bits == bits => last.more += 1,
                _ if goes_on || name.contains("MSB") || name.contains("LSB") => return None,
                _ => boxes.push(Cells { line: row.line, name: name.to_owned(), bits: width, more: 0 }),
            }
        }
    }
    // The byte order decides where the parts of a field of several rows are, if each row has its name.
    let is_twice = comes_back(boxes.iter().map(|one| one.name.as_str()));
    (!boxes.is_empty() && !is_twice).then_some(boxes)
}

/// Short names of bits without a meaning.
const UNUSED: [&str; 6] = ["x", "r", "rsv", "rsvd", "res", "mbz"];

/// Returns whether the name of a field comes back after another name.
fn comes_back<'c>(names: impl Iterator<Item = &'c str>) -> bool {
    let mut known = HashSet::new();
    let mut named = names.filter(|name| name.contains(char::is_alphabetic));
    named.any(|name| {
        let name = name.to_lowercase();
        !crate::name::is_reserved(&name) && !UNUSED.contains(&name.as_str()) && !known.insert(name)
    })
}

impl Cells {
    fn into_row(self, bits: usize) -> Row {
        let (name, inside) = self.name.split_once('(').unwrap_or((&self.name, ""));
        let inside = inside.trim_end_matches(')');
        let stated = match measure::read_size(inside) {
            Some(Measure::Bits(size)) => size.exact(),
            _ => None,
        };
        let rows = match (self.more, stated, inside.contains("variable")) {
            (_, Some(bits), _) => Some(bits),
            (0, None, false) => u64::try_from(self.bits).ok(),
            // Two rows; more of them mean any number.
            (1, None, false) => u64::try_from(bits).ok().and_then(|bits| bits.checked_mul(2)),
            _ => None,
        };
        let size = rows.map(Size::bits).map_or_else(|| "variable".to_owned(), |size| size.to_string());
        let notes = if stated.is_some() { String::new() } else { inside.to_owned() };
        let (name, notes) = match name.trim() {
            "0" => ("Reserved", "zero".to_owned()),
            "1" => ("Constant", "The bit is 1.".to_owned()),
            "?" | "*" | "-" | "." => ("Reserved", notes),
            name => (name, notes),
        };
        Row { line: self.line, cells: vec![name.to_owned(), size, notes], when: String::new() }
    }
}
