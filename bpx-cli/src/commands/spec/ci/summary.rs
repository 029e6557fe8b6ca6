//! The summary of a check, in Markdown.

use super::super::current::State;
use crate::commands::schema::Compared;
use crate::document::Doc;
use bpx_workbench::diff::{self, Change};
use std::fmt::Write;
use std::path::PathBuf;

/// The changes since a commit.
pub(super) enum Since {
    /// No commit was named.
    Nothing,
    /// The commit has no such document.
    New { commit: String },
    /// Nothing of the document at the commit is understood.
    Unread { commit: String },
    /// The changes, and the names of the witnesses in their folder.
    Compared { commit: String, compared: Compared, witnesses: Vec<String>, folder: Option<PathBuf> },
}

/// The results of a check.
pub(super) struct Summary<'a> {
    pub document: Option<&'a Doc>,
    pub title: &'a str,
    pub generated: &'a [(PathBuf, State)],
    pub since: &'a Since,
}

impl Summary<'_> {
    /// Returns the summary as Markdown.
    pub(super) fn to_markdown(&self) -> String {
        let mut text = format!("## {}\n\n", inline_text(self.title));
        // Writing to a `String` cannot fail.
        let _ = self.write_summary(&mut text);
        text
    }

    fn write_summary(&self, out: &mut String) -> std::fmt::Result {
        if let Some(document) = self.document {
            writeln!(out, "{}: {}.\n", inline_text(&document.name()), document.describe_state())?;
            write_open_parts(document, out)?;
        }
        if !self.generated.is_empty() {
            out.push_str("| generated file | state |\n|---|---|\n");
            for (path, state) in self.generated {
                let state =
                    if *state == State::Current { state.name().to_owned() } else { format!("**{}**", state.name()) };
                writeln!(out, "| `{}` | {state} |", path.display())?;
            }
            out.push('\n');
        }
        match self.since {
            Since::Nothing => Ok(()),
            Since::New { commit } => writeln!(out, "The document is new since `{commit}`.\n"),
            Since::Unread { commit } => writeln!(out, "At `{commit}`, no table of the document was understood.\n"),
            Since::Compared { commit, compared, witnesses, folder } => {
                write_changes(commit, compared, out)?;
                let Some(folder) = folder.as_ref().filter(|_| !witnesses.is_empty()) else { return Ok(()) };
                writeln!(out, "\nFiles of the witnesses, in `{}`:\n", folder.display())?;
                witnesses.iter().try_for_each(|name| writeln!(out, "* `{name}`"))?;
                writeln!(out)
            }
        }
    }
}

/// Lists the parts that were not understood, and the corrections that were not applied.
fn write_open_parts(document: &Doc, out: &mut String) -> std::fmt::Result {
    let all = document.account.to_string();
    let lines = all.lines().count();
    if document.account.is_open() {
        out.push_str("```text\n");
        all.lines()
            // The last line is the sum, which each account has.
            .take(lines.saturating_sub(1))
            .try_for_each(|line| writeln!(out, "{}", line.replace("```", "'''")))?;
        out.push_str("```\n\n");
    }
    for one in &document.unapplied {
        writeln!(out, "* A correction was not applied ({}): {}", inline_text(&one.place), inline_text(&one.message))?;
    }
    if !document.unapplied.is_empty() {
        out.push('\n');
    }
    Ok(())
}

fn write_changes(commit: &str, compared: &Compared, out: &mut String) -> std::fmt::Result {
    let Compared { changes, below, ignored, stale } = compared;
    writeln!(out, "### Changes since `{commit}`\n")?;
    let breaking = changes.iter().filter(|change| change.is_breaking()).count();
    let word = if changes.len() == 1 { "change" } else { "changes" };
    writeln!(
        out,
        "{} {word}, {breaking} breaking; {below} below the chosen level, {ignored} ignored.\n",
        changes.len()
    )?;
    for entry in stale {
        writeln!(
            out,
            "* **stale**: no change of the rule `{}` at `{}` ({})",
            entry.rule,
            entry.path,
            inline_text(&entry.why)
        )?;
    }
    if changes.is_empty() {
        return Ok(());
    }
    write_classes(changes, out)?;
    diff::write_markdown(changes, out)
}

/// Counts the changes by their effect on readers.
fn write_classes(changes: &[Change], out: &mut String) -> std::fmt::Result {
    out.push_str("| effect | old readers, new files | new readers, old files |\n|---|---|---|\n");
    let mut effects: Vec<_> =
        changes.iter().flat_map(|change| [change.effects.old_reads_new, change.effects.new_reads_old]).collect();
    // The worst first.
    effects.sort_unstable_by(|a, b| b.cmp(a));
    effects.dedup();
    for effect in effects {
        let old = changes.iter().filter(|change| change.effects.old_reads_new == effect).count();
        let new = changes.iter().filter(|change| change.effects.new_reads_old == effect).count();
        writeln!(out, "| {} | {old} | {new} |", effect.name())?;
    }
    writeln!(out)
}

/// Returns a text of a document for one line of Markdown.
fn inline_text(text: &str) -> String {
    let mut line = String::new();
    for one in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if matches!(one, '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '|' | '#') {
            line.push('\\');
        }
        line.push(one);
    }
    line
}
