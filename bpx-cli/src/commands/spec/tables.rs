use super::place;
use crate::args::TablesArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_schema::spec::{Document, IDS, Inconsistency, Section};
use serde_json::Value;
use std::fmt::Write;

/// Shows the tables of a document, and where it contradicts itself.
pub(super) fn run(args: &TablesArgs) -> Result<Exit, Failure> {
    if let Some(unknown) = args.ignore.iter().find(|id| !IDS.iter().any(|(known, _)| known == id)) {
        let known = IDS.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("no finding has the id `{unknown}`; known: {known}")));
    }
    let mut document = super::read(&args.files)?;
    if let Some(section) = &args.section {
        select(&mut document, section)?;
    }
    document.inconsistencies.retain(|found| !args.ignore.iter().any(|id| id == found.id));
    if args.json {
        let json = serde_json::to_value(&document).map_err(std::io::Error::from).in_file("<stdout>")?;
        output::print_json(&placed(json, &document)).in_file("<stdout>")?;
    } else {
        let mut text = String::new();
        for table in &document.tables {
            for line in table.to_string().lines() {
                let _ = writeln!(text, "{}", output::printable(line));
            }
            text.push('\n');
        }
        output::print(&text).in_file("<stdout>")?;
        for found in &document.inconsistencies {
            output::located(&place(&document, found.line), found.id, &sentence(&document, found));
        }
    }
    Ok(if document.inconsistencies.is_empty() { Exit::Fine } else { Exit::Invalid })
}

/// Keeps one section and what is in it.
fn select(document: &mut Document, wanted: &str) -> Result<(), Failure> {
    let is_wanted = |section: &Section| section.number == wanted || section.title.eq_ignore_ascii_case(wanted);
    let Some(at) = document.sections.iter().position(is_wanted) else {
        return Err(Failure::Usage(format!("the document has no section `{wanted}`")));
    };
    let (first, after) = document.sections.split_at(at.saturating_add(1));
    let Some(section) = first.last().cloned() else { return Ok(()) };
    let end = after.iter().find(|other| other.depth <= section.depth).map_or(usize::MAX, |other| other.line);
    let range = section.line..end;
    document.sections.retain(|section| range.contains(&section.line));
    document.tables.retain(|table| range.contains(&table.line));
    document.stated.retain(|stated| range.contains(&stated.line));
    document.inconsistencies.retain(|found| range.contains(&found.line));
    Ok(())
}

fn sentence(document: &Document, found: &Inconsistency) -> String {
    let mut notes = Vec::new();
    if !found.section.is_empty() {
        notes.push(format!("section {}", found.section));
    }
    let against: Vec<_> = found.against.iter().map(|line| place(document, *line)).collect();
    if !against.is_empty() {
        notes.push(format!("against {}", against.join(", ")));
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    let subject = if found.subject.is_empty() { String::new() } else { format!("{}: ", found.subject) };
    output::printable(&format!("{subject}{}{notes}", found.message)).into_owned()
}

/// Adds to each finding the file and the line in it.
fn placed(mut json: Value, document: &Document) -> Value {
    let found = json.get_mut("inconsistencies").and_then(Value::as_array_mut);
    for (json, found) in found.into_iter().flatten().zip(&document.inconsistencies) {
        if let Some(json) = json.as_object_mut() {
            json.insert("place".to_owned(), place(document, found.line).into());
        }
    }
    json
}
