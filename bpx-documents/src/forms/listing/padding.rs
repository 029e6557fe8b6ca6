//! Finds the padding that a compiler inserts between members and after them.

use super::alignment::Alignment;
use super::row::{MemberRow, member_row};
use crate::packing::UNSTATED;
use crate::types::{self, Types};
use bpx_model::name::UnusedNames;
use std::collections::HashMap;

/// Returns the members, with rows for the padding that the source states; also returns the reason why the padding is
/// not known. Without a statement, natural alignment is compared, but nothing is inserted.
pub(super) fn lay_out(
    rows: Vec<MemberRow>,
    aliases: &HashMap<String, String>,
    alignment: &Alignment,
) -> (Vec<MemberRow>, Option<String>) {
    let is_placed = rows.iter().any(|row| row.offset.is_some());
    let is_aligned = rows.iter().any(|row| row.align.is_some());
    if alignment.is_packed() && !is_placed && !is_aligned {
        return (rows, None);
    }
    if alignment.is_unclear {
        return (rows, Some("the source states an alignment of the structure that is not understood".to_owned()));
    }
    let is_stated = alignment.is_stated() || is_placed || is_aligned;
    let mut names = UnusedNames::default();
    for row in &rows {
        names.take_name(&row.name);
    }
    let laid = Vec::with_capacity(rows.len());
    let mut layout = Layout { aliases, alignment, is_placed, at: 0, natural: 1, stated: 1, rows: laid, names };
    let mut rest = rows.as_slice();
    while let Some(row) = rest.first() {
        let (run, after) = rest.split_at(if is_stated { bit_run(rest) } else { 1 });
        rest = after;
        match layout.add_member(row, run) {
            Added::Member => {}
            Added::Overlap => return (rows, None),
            Added::Gap(why) => return (rows, Some(why)),
            Added::Unknown => {
                let why = format!("the source states alignments, but the size of `{}` is not known", row.name);
                return (rows, Some(why).filter(|_| is_stated));
            }
        }
    }
    match layout.add_end() {
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
    /// Natural alignment inserts padding that nothing states.
    Gap(String),
}

/// The members so far, with rows for padding.
struct Layout<'a> {
    aliases: &'a HashMap<String, String>,
    alignment: &'a Alignment,
    /// Whether attributes state offsets.
    is_placed: bool,
    /// The number of bytes so far.
    at: u64,
    /// The largest alignment so far, and the largest one that a member states.
    natural: u64,
    stated: u64,
    rows: Vec<MemberRow>,
    /// The names of members and of padding.
    names: UnusedNames,
}

impl Layout<'_> {
    /// Adds a member, or the bit fields of a run that begins with it.
    fn add_member(&mut self, row: &MemberRow, run: &[MemberRow]) -> Added {
        let is_bits = row.ty.contains(':');
        let bytes = if is_bits { self.bytes_of_run(run) } else { member_bytes(&row.ty, self.aliases) };
        let Some((size, natural)) = bytes else { return Added::Unknown };
        let align = self.alignment.most.map_or(natural, |most| natural.min(most)).max(row.align.unwrap_or(1));
        let gap = match row.offset {
            Some(offset) => offset.checked_sub(self.at),
            None => Some(bytes_to_multiple(self.at, align)),
        };
        let Some(gap) = gap else { return Added::Overlap };
        if gap > 0 && self.alignment.most.is_none() && row.offset.is_none() && row.align.is_none() {
            return Added::Gap(format!(
                "a compiler inserts {gap} bytes of padding before `{}`, but {UNSTATED}",
                row.name
            ));
        }
        self.add_gap(row.line, gap);
        self.natural = self.natural.max(align);
        self.stated = self.stated.max(row.align.unwrap_or(1));
        let Some(end) = self.at.checked_add(gap).and_then(|start| start.checked_add(size)) else {
            return Added::Unknown;
        };
        self.at = end;
        self.rows.extend(run.iter().cloned());
        Added::Member
    }

    /// Adds the padding at the end. The error is the reason why it is not known.
    fn add_end(&mut self) -> Result<(), String> {
        let line = self.rows.last().map_or(0, |row| row.line);
        let known = self.alignment.most.is_some() && !self.is_placed;
        let stated = self.alignment.whole.unwrap_or(1).max(self.stated).max(if known { self.natural } else { 1 });
        let gap = match self.alignment.size {
            Some(size) => size.checked_sub(self.at).ok_or_else(|| {
                format!("the source states a size of {size} bytes, but the members take {} bytes", self.at)
            })?,
            None => bytes_to_multiple(self.at, stated),
        };
        let natural = bytes_to_multiple(self.at, stated.max(self.natural));
        if natural != gap && !known && !self.is_placed && self.alignment.size.is_none() {
            return Err(format!("a compiler inserts {natural} bytes of padding at the end, but {UNSTATED}"));
        }
        self.add_gap(line, gap);
        Ok(())
    }

    /// Adds a row for the bytes of a gap.
    fn add_gap(&mut self, line: usize, gap: u64) {
        if gap == 0 {
            return;
        }
        let name = self.names.take_name("gap");
        let row = member_row(line, &format!("uint8_t[{gap}]"), &name, "These bytes align the bytes after them.");
        self.rows.push(MemberRow { offset: self.is_placed.then_some(self.at), ..row });
    }

    /// Returns the size and the alignment of bit fields in bytes, if they fill their numbers, or whole bytes of a
    /// packed structure.
    fn bytes_of_run(&self, run: &[MemberRow]) -> Option<(u64, u64)> {
        let widths = run.iter().map(|row| row.ty.split_once(':')?.1.trim().parse::<u64>().ok());
        let bits = widths.sum::<Option<u64>>()?;
        let (base, _) = run.first()?.ty.split_once(':')?;
        let (size, align) = member_bytes(base.trim(), self.aliases)?;
        let unit = if self.alignment.most == Some(1) { 1 } else { size };
        bits.is_multiple_of(unit.checked_mul(8)?).then_some((bits / 8, align))
    }
}

/// Returns the number of bit fields of one type at the beginning; 1 for another member.
fn bit_run(rows: &[MemberRow]) -> usize {
    let base = |row: &MemberRow| row.ty.split_once(':').map(|(base, _)| base.to_owned());
    let first = rows.first().and_then(base);
    let same = rows.iter().take_while(|row| first.is_some() && base(row) == first).count();
    same.max(1)
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
