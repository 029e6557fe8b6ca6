mod compare;
mod diff;
mod export;
mod find;
mod load;

pub(crate) use self::compare::{Compared, How, compare_schemas, save_witnesses};
pub(crate) use self::load::{Loaded, load_schema, of as of_document};

use self::find::{format_schemas, unknown_structure};
use crate::args::{More, SchemaCommand};
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_schema::schema::{Body, Field, Length, Model, Structure, Type};
use serde_json::{Value, json};
use std::fmt::Write;

/// Shows, exports and compares schemas.
pub(crate) fn run(command: &SchemaCommand) -> Result<Exit, Failure> {
    match command {
        SchemaCommand::List { json } => list_schemas(*json),
        SchemaCommand::Show { format, more, structure, json } => show_schema(format, more, structure.as_deref(), *json),
        SchemaCommand::Diff(args) => diff::run(args),
        SchemaCommand::Export(args) => export::run(args),
    }
}

fn list_schemas(as_json: bool) -> Result<Exit, Failure> {
    let models = format_schemas().map(|(name, schema)| (name, Model::from_root(schema)));
    if as_json {
        let list: Value = models
            .map(|(name, model)| json!({ "format": name, "root": model.root, "structures": model.structures.keys().collect::<Vec<_>>() }))
            .collect();
        output::print_json(&list)?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for (name, model) in models {
        let _ = writeln!(text, "{name}");
        for structure in model.structures.values() {
            let size = structure.size.map_or_else(|| "varies".to_owned(), |size| format!("{size} bytes"));
            let doc = structure.doc.lines().next().unwrap_or("");
            let _ = writeln!(text, "  {:<18} {size:>9}  {doc}", structure.name);
        }
    }
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Loads a schema, with further files and corrections of its document.
fn load_with(first: &str, more: &More) -> Result<Loaded, Failure> {
    let names: Vec<_> = [first.to_owned()].into_iter().chain(more.with.iter().cloned()).collect();
    let loaded = load_schema(&names, &more.fix)?.with_values(&more.wanted)?;
    loaded.warn_of_open();
    Ok(loaded)
}

fn show_schema(format: &str, more: &More, structure: Option<&str>, as_json: bool) -> Result<Exit, Failure> {
    let Loaded { model, .. } = load_with(format, more)?;
    let Some(name) = structure else {
        output::print_with(|out| Ok(model.write_json(out)?))?;
        return Ok(Exit::Fine);
    };
    let structure = model.get(name).ok_or_else(|| unknown_structure(format, &model, name))?;
    if as_json {
        output::print_json(structure)?;
    } else {
        output::print_text(&structure_table(structure)).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}

/// Returns a structure as a table.
fn structure_table(structure: &Structure) -> String {
    let section = if structure.spec.is_empty() { String::new() } else { format!(" (section {})", structure.spec) };
    let mut text = format!("{}{section}\n{}\n\n", structure.name, structure.doc);
    match &structure.body {
        Body::Fields(fields) => fields.iter().for_each(|field| add_line(&mut text, field, "")),
        Body::Switch(cases) => {
            for case in cases.iter() {
                let when = case.when.as_ref().map_or_else(|| "otherwise".to_owned(), |when| format!("when {when}"));
                let _ = writeln!(text, "  {} {when}: {}", case.name, case.doc);
                case.fields.iter().for_each(|field| add_line(&mut text, field, "  "));
            }
        }
        Body::Bits(fields) => {
            for field in fields.iter() {
                let _ = writeln!(
                    text,
                    "  bits {:>3}..{:<3} {:<16} {}",
                    field.bit,
                    u32::from(field.bit) + u32::from(field.bits),
                    field.name,
                    field.doc
                );
            }
        }
    }
    text
}

fn add_line(text: &mut String, field: &Field, indent: &str) {
    let ty = match &field.ty {
        Type::Int { size, signed, .. } => format!("{}{}", if *signed { "i" } else { "u" }, u16::from(*size) * 8),
        Type::Float { size, .. } => format!("f{}", u16::from(*size) * 8),
        Type::Varint { bits, form } => format!("{}{bits}", form.name().to_lowercase()),
        Type::FixedPoint { size, signed, fraction, .. } => {
            format!("{}{}.{fraction}", if *signed { "i" } else { "u" }, u16::from(*size) * 8)
        }
        Type::Digits { size, form } => format!("{}({size})", form.digits.name().to_lowercase()),
        Type::CString => "text".to_owned(),
        Type::Named { link, .. } => link.name().to_owned(),
    };
    let len = match &field.len {
        None => String::new(),
        Some(Length::Fixed(len)) => format!("[{len}]"),
        Some(Length::Count(count)) => format!("[{count}]"),
        Some(Length::Rest) => "[..]".to_owned(),
        Some(Length::Until(condition)) => format!("[until {condition}]"),
        Some(Length::Terminated(bytes)) => format!("[up to \"{}\"]", bytes.escape_ascii()),
    };
    let offset = field.offset.map_or_else(String::new, |offset| offset.to_string());
    let when = field.when.as_ref().map_or_else(String::new, |when| format!(" if {when}"));
    let doc = field.doc.lines().next().unwrap_or("");
    let _ = writeln!(text, "{indent}  {offset:>4}  {:<16} {:<18} {doc}{when}", field.name, format!("{ty}{len}"));
}
