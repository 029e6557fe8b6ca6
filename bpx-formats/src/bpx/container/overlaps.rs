//! Sections that share bytes with others, or with header and table.

use bpx_schema::codec::Stored;
use bpx_schema::report::{Location, Path, Report, Rule};

/// Reports sections that begin in header or table, which end at `head`, and sections that share some of their bytes,
/// each with its rule; `pointer` is the field of an entry with the offset.
pub(in crate::bpx) fn overlaps(
    sections: &[Stored],
    head: u64,
    [in_head, shared]: [&Rule; 2],
    pointer: impl Fn(u64) -> (Path, Location),
    report: &mut Report,
) {
    let mut order: Vec<(usize, &Stored)> = sections.iter().enumerate().filter(|(_, stored)| stored.size > 0).collect();
    order.sort_by_key(|(index, stored)| (stored.offset, stored.size, *index));
    let mut found = Vec::new();
    // The section that reaches furthest so far.
    let mut furthest: Option<(usize, &Stored)> = None;
    for (index, stored) in order {
        let mut add = |rule: &Rule, message: String| {
            let (path, at) = pointer(index as u64);
            found.push((index, rule.finding(at, message).at(path)));
        };
        if stored.offset < head {
            let message = format!("points to offset {}, inside of header or table", stored.offset);
            add(in_head, message);
        }
        if let Some((other, before)) = furthest
            && stored.offset < end(before)
            && (stored.offset, stored.size) != (before.offset, before.size)
        {
            let message = format!("shares some of its bytes with section {other}");
            add(shared, message);
        }
        if furthest.is_none_or(|(_, before)| end(stored) > end(before)) {
            furthest = Some((index, stored));
        }
    }
    found.sort_by_key(|(index, _)| *index);
    for (_, finding) in found {
        report.add(finding);
    }
}

fn end(stored: &Stored) -> u64 {
    stored.offset.saturating_add(stored.size)
}
