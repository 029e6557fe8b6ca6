use crate::args::Given;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::ModelOptions;
use bpx_formats::model::{Difference, diff};
use serde_json::{Value, json};
use std::fmt::Write;
use std::path::Path;

/// Values are shown up to this many characters.
const SHOWN: usize = 100;

/// Compares two files by their models, each read with what it needs.
pub(crate) fn run(files: [(&Path, &Given); 2], all: bool, as_json: bool) -> Result<Exit, Failure> {
    let [old, new] = files.map(|(path, given)| {
        let options = input::options(given)?;
        let file = input::open(path)?;
        let format = super::identify::format(given.format.as_deref(), &file)?;
        format.to_json(file.in_memory()?, &options, ModelOptions::default()).in_file(&file.name)
    });
    let found = diff(&old?, &new?, all);
    if as_json {
        let list: Value = found.iter().map(|one| json!({ "path": one.path, "old": one.old, "new": one.new })).collect();
        output::print_json(&list).in_file("<stdout>")?;
    } else {
        output::print(&text(&found)).in_file("<stdout>")?;
    }
    Ok(if found.is_empty() { Exit::Fine } else { Exit::Invalid })
}

fn text(found: &[Difference]) -> String {
    let mut text = String::new();
    for one in found {
        let _ = match (&one.old, &one.new) {
            (Some(old), Some(new)) => writeln!(text, "{}: {} -> {}", one.path, short(old), short(new)),
            (Some(old), None) => writeln!(text, "{}: {} is gone", one.path, short(old)),
            (None, Some(new)) => writeln!(text, "{}: {} is new", one.path, short(new)),
            (None, None) => Ok(()),
        };
    }
    text
}

/// A value as JSON, cut when it is long.
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", text.get(..end).unwrap_or_default(), text.chars().count()),
        None => text,
    }
}
