use crate::args::TablesArgs;
use crate::document::{self, Doc};
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use crate::printed::write_printable;
use bpx_documents::{Document, IDS, Inconsistency, Section};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::Value;
use std::io::Write;
use std::path::Path;

/// Shows the tables and contradictions of a document.
pub(super) fn run(args: &TablesArgs) -> Result<Exit, Failure> {
    if let Some(unknown) = args.ignore.iter().find(|id| !IDS.iter().any(|(known, _)| known == id)) {
        let known = IDS.iter().map(|(id, _)| *id).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("expected the id of a finding, one of {known}, found `{unknown}`")));
    }
    let mut doc = document::read_document(&args.files, &args.reading.fix)?;
    if args.toml {
        output::print_text(&doc.tables_toml()).in_file("<stdout>")?;
        doc.print_account(args.reading.account);
        return Ok(doc.strict_exit(args.reading.strict));
    }
    let document = &mut doc.document;
    if let Some(section) = &args.section {
        select_section(document, section)?;
    }
    document.inconsistencies.retain(|found| !args.ignore.iter().any(|id| id == found.id));
    output::save_with(Path::new("-"), None, |out| match args.json {
        true => write_json(&doc, out),
        false => write_printable(out, |out| doc.document.tables.iter().try_for_each(|table| writeln!(out, "{table}"))),
    })?;
    if !args.json {
        for found in &doc.document.inconsistencies {
            output::print_located(&doc.line_name(found.line), found.id, &describe_inconsistency(&doc, found));
        }
    }
    if !args.json {
        doc.print_account(args.reading.account);
    }
    doc.demand_tables()?;
    Ok(if doc.document.inconsistencies.is_empty() { doc.strict_exit(args.reading.strict) } else { Exit::Invalid })
}

/// Writes everything known of a document as JSON; each finding has its file, and its line in the file.
fn write_json(document: &Doc, out: &mut dyn Write) -> bpx_schema::Result<()> {
    serde_json::to_writer_pretty(&mut *out, &Placed(document)).map_err(std::io::Error::from)?;
    Ok(writeln!(out)?)
}

struct Placed<'d>(&'d Doc);

impl Serialize for Placed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Found<'d> {
            #[serde(flatten)]
            found: &'d Inconsistency,
            place: String,
        }
        let Document { sources, sections, tables, stated, inconsistencies, .. } = &self.0.document;
        let placed = |found| Found { found, place: self.0.line_name(found.line) };
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("sources", sources)?;
        map.serialize_entry("sections", sections)?;
        map.serialize_entry("tables", tables)?;
        map.serialize_entry("stated", stated)?;
        map.serialize_entry("inconsistencies", &inconsistencies.iter().map(placed).collect::<Vec<_>>())?;
        if let Value::Object(account) = self.0.account_json() {
            account.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
        }
        map.end()
    }
}

/// Keeps one section and its subsections.
fn select_section(document: &mut Document, wanted: &str) -> Result<(), Failure> {
    let is_wanted = |section: &Section| section.number == wanted || section.title.eq_ignore_ascii_case(wanted);
    let Some(at) = document.sections.iter().position(is_wanted) else {
        return Err(Failure::Usage(format!("the document has no section `{wanted}`")));
    };
    let (first, after) = document.sections.split_at(at + 1);
    let Some(section) = first.last().cloned() else { return Ok(()) };
    let end = after.iter().find(|other| other.depth <= section.depth).map_or(usize::MAX, |other| other.line);
    let range = section.line..end;
    document.sections.retain(|section| range.contains(&section.line));
    document.tables.retain(|table| range.contains(&table.line));
    document.stated.retain(|stated| range.contains(&stated.line));
    document.inconsistencies.retain(|found| range.contains(&found.line));
    Ok(())
}

fn describe_inconsistency(document: &Doc, found: &Inconsistency) -> String {
    let mut notes = Vec::new();
    if !found.section.is_empty() {
        notes.push(format!("section {}", found.section));
    }
    let against: Vec<_> = found.against.iter().map(|line| document.line_name(*line)).collect();
    if !against.is_empty() {
        notes.push(format!("against {}", against.join(", ")));
    }
    let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
    let subject = if found.subject.is_empty() { String::new() } else { format!("{}: ", found.subject) };
    output::printable_text(&format!("{subject}{}{notes}", found.message)).into_owned()
}
