//! Revisions of short documents: each change is reported once, with its effects.
#![allow(missing_docs, unreachable_pub, clippy::unwrap_used, clippy::panic)]

mod codes;
mod fields;
mod large;
mod sections;
mod structures;

use bpx_documents::{declare, read};
use bpx_schema::schema::Model;
use bpx_workbench::diff::{Change, Level, Options, diff};

/// Returns the schema that a document states.
fn schema(text: &str) -> Model {
    declare(&read(&[("format.md", text)])).model
}

/// Returns the changes between two documents.
fn changes(old: &str, new: &str) -> Vec<Change> {
    diff(&schema(old), &schema(new), &Options::default()).unwrap()
}

/// Describes the changes of a level and those before it: rule, path, states, and what both readers do.
fn reported(old: &str, new: &str, level: Level) -> Vec<String> {
    let one = |change: &Change| {
        let effects = [change.effects.old_reads_new, change.effects.new_reads_old].map(|effect| match effect.name() {
            "accepts-more" => "more",
            "rejects" => "rejects",
            "reads-differently" => "differs",
            name => name,
        });
        format!("{} {} ({} -> {}) {}", change.rule.id, change.path(), change.old, change.new, effects.join("/"))
    };
    changes(old, new).iter().filter(|change| change.rule.level <= level).map(one).collect()
}

/// Returns a chapter with a structure.
fn structure(title: &str, rows: &str) -> String {
    format!("## {title}\n\n| Field | Type | Size (bytes) | Notes |\n|---|---|---|---|\n{rows}\n")
}

/// Returns a chapter with a set of values.
fn values(title: &str, rows: &str) -> String {
    format!("## {title}\n\n| Name | Value | Description |\n|---|---|---|\n{rows}\n")
}

/// A structure that no test changes.
fn header() -> String {
    structure("1 Header", "| Magic | u8[4] | 4 | always \"LITE\" |\n| Count | u32 | 4 | how many follow |\n")
}

/// Returns a document: little-endian, with the header first.
fn document(parts: &[String]) -> String {
    format!("# A format\n\nAll numbers are little endian.\n\n{}{}", header(), parts.concat())
}
