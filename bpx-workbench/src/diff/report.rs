//! Writes changes as text, Markdown and JSON.

use super::{Change, Direction, Witness};
use bpx_schema::value::hex;
use serde_json::{Value, json as value};
use std::fmt::Write;

/// The largest number of a witness's bytes that a report shows.
const SHOWN_BYTES: usize = 64;
/// The largest number of paths of a change that a report shows.
const SHOWN_PATHS: usize = 3;
/// The largest number of characters of a text that a report shows.
const SHOWN_CHARS: usize = 100;

/// Returns changes as text, with a paragraph for each change.
#[must_use]
pub fn changes_text(changes: &[Change]) -> String {
    let mut text = String::new();
    // Writing to a `String` does not fail.
    let _ = write_text(changes, &mut text);
    text
}

/// Writes changes in the form that [`changes_text`] returns.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_text(changes: &[Change], out: &mut dyn Write) -> std::fmt::Result {
    for change in changes {
        // A change of the whole schema has no path.
        let path = change.path();
        let gap = if path.is_empty() { "" } else { " " };
        writeln!(out, "{}{gap}{path}: {}{}", change.rule.id, change.rule.doc, values_text(change))?;
        if let Some(used) = uses_text(change) {
            writeln!(out, "  in {used}")?;
        }
        for direction in Direction::ALL {
            let effect = change.effects.of(direction);
            if effect != super::Effect::Same {
                writeln!(out, "  {}: {}{}", direction.words(), effect.name(), missing_witness(change, direction))?;
            }
        }
        for witness in &change.witnesses {
            writeln!(out, "  witness, {}: {}", direction_text(witness), bytes_text(witness))?;
            let [old, new] = &witness.said;
            writeln!(out, "    old: {}\n    new: {}", one_line(old), one_line(new))?;
        }
    }
    Ok(())
}

/// Returns changes as Markdown: a table, and then the witnesses.
#[must_use]
pub fn changes_markdown(changes: &[Change]) -> String {
    let mut text = String::new();
    // Writing to a `String` does not fail.
    let _ = write_markdown(changes, &mut text);
    text
}

/// Writes changes in the form that [`changes_markdown`] returns.
///
/// # Errors
/// Returns an error if writing fails.
pub fn write_markdown(changes: &[Change], out: &mut dyn Write) -> std::fmt::Result {
    let cell = |text: &str| one_line(text).replace('|', "\\|");
    out.write_str(
        "| level | rule | where | old | new | old readers, new files | new readers, old files |\n|---|---|---|---|---|---|---|\n",
    )?;
    for change in changes {
        writeln!(
            out,
            "| {} | `{}` | {} | {} | {} | {} | {} |",
            change.rule.level.name(),
            change.rule.id,
            path_code(change),
            cell(&change.old),
            cell(&change.new),
            change.effects.old_reads_new.name(),
            change.effects.new_reads_old.name(),
        )?;
    }
    if changes.iter().any(|change| !change.witnesses.is_empty()) {
        out.write_str("\nWitnesses:\n\n")?;
    }
    for change in changes {
        for witness in &change.witnesses {
            let [old, new] = &witness.said;
            writeln!(
                out,
                "* `{}` of `{}`, {}: `{}`\n  * old: {}\n  * new: {}",
                change.rule.id,
                change.path(),
                direction_text(witness),
                bytes_text(witness),
                cell(old),
                cell(new),
            )?;
        }
    }
    Ok(())
}

/// Returns changes as JSON, with all details.
#[must_use]
pub fn changes_json(changes: &[Change]) -> Value {
    changes.iter().map(one_json).collect()
}

/// Returns a change as JSON, with all details.
#[must_use]
pub fn one_json(change: &Change) -> Value {
    let witness = |witness: &Witness| {
        let [old, new] = &witness.said;
        value!({
            "direction": witness.direction.name(),
            "effect": witness.effect.name(),
            "structure": witness.structure,
            "args": witness.args.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "bytes": hex(&witness.bytes),
            "old": old,
            "new": new,
        })
    };
    value!({
        "rule": change.rule.id,
        "level": change.rule.level.name(),
        "path": change.path(),
        "used_by": change.used_by.to_vec(),
        "uses": change.uses,
        "old": change.old,
        "new": change.new,
        "old_reads_new": change.effects.old_reads_new.name(),
        "new_reads_old": change.effects.new_reads_old.name(),
        "witnesses": change.witnesses.iter().map(witness).collect::<Vec<_>>(),
    })
}

/// Returns the path of a change as code in Markdown; empty for a change of the whole schema.
fn path_code(change: &Change) -> String {
    let path = change.path();
    if path.is_empty() { path } else { format!("`{path}`") }
}

fn values_text(change: &Change) -> String {
    match (&*change.old, &*change.new) {
        ("", "") => String::new(),
        (old, "") => format!(" ({})", one_line(old)),
        ("", new) => format!(" ({})", one_line(new)),
        (old, new) => format!(" ({} -> {})", one_line(old), one_line(new)),
    }
}

fn uses_text(change: &Change) -> Option<String> {
    let paths: Vec<&str> = change.used_by.iter().map(String::as_str).filter(|path| !path.is_empty()).collect();
    let shown = paths.iter().take(SHOWN_PATHS).copied().collect::<Vec<_>>().join(", ");
    // The path of a whole file is empty.
    let uses = change.uses - (change.used_by.len() - paths.len());
    match (paths.len(), uses.checked_sub(SHOWN_PATHS)) {
        (0, _) => None,
        (_, Some(more @ 1..)) => Some(format!("{shown} and {more} more")),
        _ => Some(shown),
    }
}

/// Returns a note if a change claims an effect in a direction, but has no witness for it.
fn missing_witness(change: &Change, direction: Direction) -> &'static str {
    let claimed = matches!(change.effects.of(direction), super::Effect::Rejects | super::Effect::ReadsDifferently);
    let shown = change.witnesses.iter().any(|witness| witness.direction == direction);
    if claimed && !shown && change.rule.level == super::Level::Wire { " (no witness found)" } else { "" }
}

fn direction_text(witness: &Witness) -> String {
    let effect = witness.effect.name();
    let args = witness.args.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
    let args = if args.is_empty() { args } else { format!("({args})") };
    format!("{}: {effect}, as {}{args}", witness.direction.words(), witness.structure)
}

fn bytes_text(witness: &Witness) -> String {
    let count = witness.bytes.len();
    let shown = hex(witness.bytes.get(..SHOWN_BYTES).unwrap_or(&witness.bytes));
    let size = bpx_schema::schema::describe_size(count as u64);
    if count > SHOWN_BYTES { format!("{shown}… ({size})") } else { format!("{shown} ({size})") }
}

/// Returns a text on one line, and cuts a long text.
fn one_line(text: &str) -> String {
    let line = |text: &str| text.replace('\n', " ");
    match text.char_indices().nth(SHOWN_CHARS) {
        Some((end, _)) => format!("{}…", line(text.split_at(end).0)),
        None => line(text),
    }
}
