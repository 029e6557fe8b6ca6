//! Reads records of Pascal: `Pot = packed record .. end;`.

use super::alignment::Alignment;
use super::row::{MemberRow, member_row};
use super::structure::member_tables;
use super::values::parse_number;
use crate::forms::block::{Block, TakenLines};
use crate::forms::line::Line;
use crate::model::Skipped;
use std::collections::HashMap;

/// The largest number of lines of a record.
const MAX_LINES: usize = 500;

/// Reads the record that begins at the first line.
pub(super) fn read_record(lines: &[Line<'_>]) -> Option<TakenLines> {
    let first = lines.first()?;
    let (name, words) = first.text.trim().split_once('=')?;
    let words = words.trim().to_lowercase();
    let packed = match words.as_str() {
        "packed record" => true,
        "record" => false,
        _ => return None,
    };
    let name = name.split_whitespace().next_back().filter(|name| crate::name::is_identifier(name))?;
    let is_end = |line: &Line<'_>| ["end", "end;"].iter().any(|end| line.text.trim().eq_ignore_ascii_case(end));
    let end = lines.iter().take(MAX_LINES).position(is_end)?;
    let mut rows = Vec::new();
    let mut skipped = None;
    for line in lines.get(1..end)? {
        let (code, notes) = split_comment(line.text.trim());
        if code.is_empty() {
            continue;
        }
        let Some(members) = read_members(line.number, code, notes) else {
            // A record within another one has an end of its own, and `case` begins alternatives.
            let words = crate::prose::line_beginning(code);
            let reason = format!("the record ends before `{words}`, which is not understood");
            let name = name.to_owned();
            skipped = Some(Block::Skipped(Skipped { line: line.number, name, reason, open: true }));
            break;
        };
        rows.extend(members);
    }
    let table = member_tables(
        (first.number, Some(name.to_owned())),
        rows,
        &Alignment::packed_if(packed),
        None,
        &HashMap::new(),
    );
    Some((table.into_iter().chain(skipped).collect(), end + 1))
}

/// Splits a comment off the end of a line: `// text`, `{ text }`, `(* text *)`.
fn split_comment(text: &str) -> (&str, &str) {
    let at = ["//", "{", "(*"].iter().filter_map(|mark| text.find(mark)).min().unwrap_or(text.len());
    let (code, notes) = text.split_at(at);
    (code.trim_end(), notes.trim_matches(|c: char| matches!(c, '/' | '{' | '}' | '(' | ')' | '*') || c.is_whitespace()))
}

/// Reads `Pots, Lids: array[0..3] of Byte;`.
fn read_members(line: usize, code: &str, notes: &str) -> Option<Vec<MemberRow>> {
    let (names, ty) = code.strip_suffix(';').unwrap_or(code).split_once(':')?;
    let ty = element_last(ty.trim())?;
    let names: Option<Vec<_>> =
        names.split(',').map(str::trim).map(|name| crate::name::is_identifier(name).then_some(name)).collect();
    Some(names?.into_iter().map(|name| member_row(line, &ty, name, notes)).collect())
}

/// Turns `array[0..3] of Byte` into `Byte[4]`.
fn element_last(ty: &str) -> Option<String> {
    let lower = ty.to_lowercase();
    let Some(rest) = lower.strip_prefix("packed ").unwrap_or(&lower).strip_prefix("array") else {
        let is_type = !ty.is_empty() && !ty.contains([';', ':', '(', '=']) && !lower.contains("record");
        return is_type.then(|| ty.to_owned());
    };
    let (dims, of) = rest.trim_start().strip_prefix('[')?.split_once(']')?;
    let of = ty.get(ty.len() - of.len()..)?.trim_start().get("of ".len()..)?.trim();
    let count = |dim: &str| {
        let (low, high) = dim.split_once("..")?;
        let (low, high) = (parse_number(low.trim())?, parse_number(high.trim())?);
        high.checked_sub(low)?.checked_add(1).filter(|count| *count > 0)
    };
    let counts: Option<Vec<_>> = dims.split(',').map(count).collect();
    // A bound that is a name states no number.
    let counts =
        counts.map_or_else(|| format!("[{dims}]"), |counts| counts.iter().map(|count| format!("[{count}]")).collect());
    (crate::name::is_identifier(of)).then(|| format!("{of}{counts}"))
}
