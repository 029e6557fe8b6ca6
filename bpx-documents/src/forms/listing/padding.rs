//! Finds the padding that a compiler inserts between members and after them.

use super::alignment::Alignment;
use super::structure::member_row;
use crate::forms::block::Row;
use crate::types::{self, Types};
use bpx_model::name::UnusedNames;
use std::collections::HashMap;

/// The index of the cell with the offset that an attribute states.
pub(super) const OFFSET_CELL: usize = 3;

/// Returns the rows of members with rows for the padding that the source states; also returns the reason why the
/// padding is not known. Without a statement, natural alignment is compared, but nothing is inserted.
pub(super) fn lay_out(
    rows: Vec<Row>,
    aliases: &HashMap<String, String>,
    alignment: &Alignment,
) -> (Vec<Row>, Option<String>) {
    let is_placed = rows.iter().any(|row| row.cells.len() > OFFSET_CELL);
    if alignment.is_packed() && !is_placed {
        return (rows, None);
    }
    if alignment.is_unclear {
        return (rows, Some("the source states an alignment of the structure that is not understood".to_owned()));
    }
    let is_stated = alignment.is_stated() || is_placed;
    let mut names = UnusedNames::default();
    for name in rows.iter().filter_map(|row| row.cells.get(1)) {
        names.take_name(name);
    }
    let mut layout = Layout { at: 0, most: 1, rows: Vec::with_capacity(rows.len()), names };
    let mut rest = rows.as_slice();
    while let Some(row) = rest.first() {
        let (run, after) = rest.split_at(if is_stated { bit_run(rest) } else { 1 });
        rest = after;
        match layout.add_member(run, aliases, alignment) {
            Added::Member => {}
            Added::Overlap => return (rows, None),
            Added::Gap(why) => return (rows, Some(why)),
            Added::Unknown => {
                let name = row.cells.get(1).map_or("", String::as_str);
                let why = format!("the source states alignments, but the size of `{name}` is not known");
                return (rows, Some(why).filter(|_| is_stated));
            }
        }
    }
    match layout.add_end(alignment, is_placed) {
        Ok(()) => (layout.rows, None),
        Err(why) => (rows, Some(why)),
    }
}

/// The outcome of adding a member to a layout.
enum Added {
    Member,
    /// The size of the member is not known.
    Unknown,
    /// The stated offset is within a member before.
    Overlap,
    /// Natural alignment inserts padding, for which no row is stated.
    Gap(String),
}

/// The members so far, with rows for padding.
struct Layout {
    /// The number of bytes so far.
    at: u64,
    /// The largest alignment so far.
    most: u64,
    rows: Vec<Row>,
    /// The names of members and of padding.
    names: UnusedNames,
}

impl Layout {
    /// Adds a member, or the bit fields of a run.
    fn add_member(&mut self, run: &[Row], aliases: &HashMap<String, String>, alignment: &Alignment) -> Added {
        let Some(row) = run.first() else { return Added::Member };
        let [ty, name, ..] = row.cells.as_slice() else { return Added::Unknown };
        let bytes = if ty.contains(':') { bytes_of_run(run, aliases, alignment) } else { member_bytes(ty, aliases) };
        let Some((size, natural)) = bytes else { return Added::Unknown };
        let align = alignment.most.map_or(natural, |most| natural.min(most));
        let placed = row.cells.get(OFFSET_CELL).and_then(|cell| cell.parse::<u64>().ok());
        let gap = placed.map_or(Some(bytes_to_multiple(self.at, align)), |start| start.checked_sub(self.at));
        let Some(gap) = gap else { return Added::Overlap };
        if gap > 0 && alignment.most.is_none() && row.cells.len() <= OFFSET_CELL {
            return Added::Gap(format!(
                "a compiler inserts {gap} bytes of padding before `{name}`, but the document does not state whether \
                 the structure is packed"
            ));
        }
        self.add_gap(row.line, gap, row.cells.len() > OFFSET_CELL);
        self.most = self.most.max(align);
        let Some(end) = self.at.checked_add(gap).and_then(|start| start.checked_add(size)) else {
            return Added::Unknown;
        };
        self.at = end;
        self.rows.extend(run.iter().cloned());
        Added::Member
    }

    /// Adds the padding at the end. The error is the reason why it is not known.
    fn add_end(&mut self, alignment: &Alignment, is_placed: bool) -> Result<(), String> {
        let line = self.rows.last().map_or(0, |row| row.line);
        let natural = if is_placed { 1 } else { self.most };
        let gap = match alignment.size {
            Some(size) => size.checked_sub(self.at).ok_or_else(|| {
                format!("the source states a size of {size} bytes, but the members take {} bytes", self.at)
            })?,
            None => bytes_to_multiple(self.at, alignment.whole.unwrap_or(1).max(natural)),
        };
        if gap > 0 && !alignment.is_stated() {
            return Err(format!(
                "a compiler inserts {gap} bytes of padding at the end, but the document does not state whether the \
                 structure is packed"
            ));
        }
        self.add_gap(line, gap, is_placed);
        Ok(())
    }

    /// Adds a row for the bytes of a gap.
    fn add_gap(&mut self, line: usize, gap: u64, is_placed: bool) {
        if gap == 0 {
            return;
        }
        let name = self.names.take_name("gap");
        let mut row = member_row(line, &format!("uint8_t[{gap}]"), &name, "These bytes align the bytes after them.");
        row.cells.extend(is_placed.then(|| self.at.to_string()));
        self.rows.push(row);
    }
}

/// Returns the number of bit fields of one type at the beginning; 1 for another member.
fn bit_run(rows: &[Row]) -> usize {
    let base = |row: &Row| row.cells.first().and_then(|ty| ty.split_once(':')).map(|(base, _)| base.to_owned());
    let first = rows.first().and_then(base);
    let same = rows.iter().take_while(|row| first.is_some() && base(row) == first).count();
    same.max(1)
}

/// Returns the size and the alignment of bit fields in bytes, if they fill their numbers, or whole bytes of a packed
/// structure.
fn bytes_of_run(run: &[Row], aliases: &HashMap<String, String>, alignment: &Alignment) -> Option<(u64, u64)> {
    let widths = run.iter().map(|row| row.cells.first()?.split_once(':')?.1.trim().parse::<u64>().ok());
    let bits = widths.sum::<Option<u64>>()?;
    let (base, _) = run.first()?.cells.first()?.split_once(':')?;
    let (size, align) = member_bytes(base.trim(), aliases)?;
    let unit = if alignment.most == Some(1) { 1 } else { size };
    bits.is_multiple_of(unit.checked_mul(8)?).then_some((bits / 8, align))
}

/// Returns the size and the natural alignment of a member in bytes, if both are known.
fn member_bytes(ty: &str, aliases: &HashMap<String, String>) -> Option<(u64, u64)> {
    let element = ty.split('[').next().filter(|element| !element.is_empty()).unwrap_or(ty);
    let whole = match aliases.get(element) {
        Some(of) => ty.replacen(element, of, 1),
        None => ty.to_owned(),
    };
    let element = aliases.get(element).map_or(element, String::as_str);
    let bytes = |ty: &str| {
        let bits = types::size_of_type(ty, &Types::new())?.exact()?;
        (bits % 8 == 0).then_some(bits / 8)
    };
    let align = bytes(element).filter(|align| matches!(align, 1 | 2 | 4 | 8))?;
    Some((bytes(&whole)?, align))
}

/// Returns the number of bytes from `at` up to the next multiple of `align`.
fn bytes_to_multiple(at: u64, align: u64) -> u64 {
    let align = align.max(1);
    (align - at % align) % align
}
