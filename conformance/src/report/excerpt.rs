//! Shows the bytes of a case around faults and differences.

use super::compared::{GivenAnswer, SHOWN, first_differing_offset, model_differences};
use super::locate::locate_field;
use crate::runner::CaseResult;
use crate::source::{Built, Line};
use crate::suite::{Case, Op};
use std::collections::BTreeSet;

/// The number of lines to show on each side of a marked line.
const AROUND: usize = 4;
/// The number of lines to show if no line is marked.
const BEGINNING: usize = 12;
/// The number of bytes in a line of bytes without names.
const ROW: usize = 16;

/// A line of an excerpt.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct ExcerptLine {
    /// The text of the line; `…` for omitted lines.
    pub text: String,
    /// Whether the line has the fault or a value that differs.
    pub is_fault: bool,
    /// Whether the program reports its failure at this line.
    pub is_said: bool,
}

/// Returns the bytes of a case, with the name of each field, around the fault or the differing values, and around the
/// place where the program reports its failure. Without any of them, returns the first bytes.
pub(super) fn excerpt(case: &Case, result: &CaseResult) -> Vec<ExcerptLine> {
    match &case.built {
        Some(built) => {
            let lines = built.lines();
            let faults = fault_lines(case, result, built, &lines);
            lines_around(
                lines.iter().map(|line| line.text.clone()).collect(),
                &faults,
                reported_line(result, built, &lines),
            )
        }
        None if case.op == Op::Encode => {
            lines_around(format!("{:#}", case.model()).lines().map(str::to_owned).collect(), &[], None)
        }
        None => {
            let fault = first_differing_offset(case, result).map(|place| place as u64).or(case.expect.offset);
            let row = |offset: u64| usize::try_from(offset).ok().map(|offset| offset / ROW);
            let faults: Vec<usize> = fault.and_then(row).into_iter().collect();
            lines_around(unnamed_lines(&case.input), &faults, GivenAnswer::of(result).fault_offset().and_then(row))
        }
    }
}

/// Returns the lines of the values that differ, else the line of the fault.
fn fault_lines(case: &Case, result: &CaseResult, built: &Built, lines: &[Line<'_>]) -> Vec<usize> {
    let differences = model_differences(case, result);
    if !differences.is_empty() {
        let places = differences.iter().take(SHOWN).filter_map(|one| locate_field(built, &one.path, Some(one.wanted)));
        return places.filter_map(|(field, offset)| line_of(lines, &field.path, offset)).collect();
    }
    let other = first_differing_offset(case, result).map(|place| place as u64);
    let offset = other.or(case.expect.offset).or(built.fault.map(|offset| offset as u64));
    offset.and_then(|offset| line_at(lines, offset)).into_iter().collect()
}

/// Returns the line of the offset or the path that the program reports.
fn reported_line(result: &CaseResult, built: &Built, lines: &[Line<'_>]) -> Option<usize> {
    let said = GivenAnswer::of(result);
    match (said.fault_offset(), said.text_of("at")) {
        (Some(offset), _) => line_at(lines, offset),
        (None, "") => None,
        (None, path) => {
            let (field, offset) = locate_field(built, path, None)?;
            line_of(lines, &field.path, offset)
        }
    }
}

/// Returns the last line of the file itself that begins at or before an offset.
fn line_at(lines: &[Line<'_>], offset: u64) -> Option<usize> {
    lines.iter().rposition(|line| line.field.space.is_none() && line.offset as u64 <= offset)
}

fn line_of(lines: &[Line<'_>], path: &str, offset: usize) -> Option<usize> {
    lines.iter().rposition(|line| line.field.path == path && line.offset <= offset)
}

/// Returns the lines around the faults and around the line that the program reports.
fn lines_around(mut lines: Vec<String>, faults: &[usize], said: Option<usize>) -> Vec<ExcerptLine> {
    // Without lines, none is wanted.
    let last = lines.len().saturating_sub(1);
    let said = said.map(|place| place.min(last));
    let mut wanted: BTreeSet<usize> = BTreeSet::new();
    for place in faults.iter().copied().chain(said) {
        // There may be fewer lines before.
        wanted.extend(place.saturating_sub(AROUND)..=place.saturating_add(AROUND).min(last));
    }
    if wanted.is_empty() {
        wanted.extend(0..lines.len().min(BEGINNING));
    }
    let gap = || ExcerptLine { text: "…".to_owned(), ..ExcerptLine::default() };
    let mut shown = Vec::new();
    let mut next = 0;
    for index in wanted {
        let Some(text) = lines.get_mut(index).map(std::mem::take) else { continue };
        if index > next {
            shown.push(gap());
        }
        shown.push(ExcerptLine { text, is_fault: faults.contains(&index), is_said: Some(index) == said });
        next = index + 1;
    }
    if next < lines.len() {
        shown.push(gap());
    }
    shown
}

/// Lists bytes without names.
fn unnamed_lines(input: &[u8]) -> Vec<String> {
    let rows = input.chunks(ROW).enumerate().map(|(row, bytes)| {
        let pairs: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{:08x}  {}", row * ROW, pairs.join(" "))
    });
    rows.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the first characters of each line, with its marks.
    fn shown(lines: usize, faults: &[usize], said: Option<usize>) -> Vec<String> {
        let all = (0..lines).map(|row| row.to_string()).collect();
        let mark = |line: ExcerptLine| {
            format!("{}{}{}", line.text, if line.is_fault { ">" } else { "" }, if line.is_said { "*" } else { "" })
        };
        lines_around(all, faults, said).into_iter().map(mark).collect()
    }

    #[test]
    fn lines_around_places() {
        assert_eq!(shown(20, &[10], None).join(" "), "… 6 7 8 9 10> 11 12 13 14 …");
        assert_eq!(shown(30, &[1], Some(20)).join(" "), "0 1> 2 3 4 5 … 16 17 18 19 20* 21 22 23 24 …");
        assert_eq!(shown(9, &[3, 1], Some(3)).join(" "), "0 1> 2 3>* 4 5 6 7 …");
        assert_eq!(shown(3, &[], Some(7)).join(" "), "0 1 2*", "past the end");
        assert_eq!(shown(20, &[], None).len(), 13);
        assert_eq!(shown(0, &[4], None), [""; 0]);
    }
}
