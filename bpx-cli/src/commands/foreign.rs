//! Reads files by a schema that is not compiled in.

use super::schema::{Loaded, load_schema};
use crate::args::{Foreign, Given};
use crate::exit::{Failure, InFile};
use crate::input::Opened;
use bpx_formats::{FileFormat, ReadOptions, SchemaFormat};
use bpx_schema::schema::{Structure, Text};

/// Returns the format of the schema that the command line names, if any.
pub(crate) fn open_schema(args: &Foreign, options: &ReadOptions) -> Result<Option<SchemaFormat>, Failure> {
    if args.schema.is_empty() {
        return Ok(None);
    }
    let Loaded { model, name, document, .. } = load_schema(&args.schema, &args.fix)?;
    if model.structures.is_empty() {
        return Err(Failure::Usage(format!("expected a structure in the schema `{name}`, found only sets of values")));
    }
    let structure = args.structure.clone().unwrap_or_else(|| model.root.to_string());
    let format = SchemaFormat::new(name.clone(), model);
    format.check(options).in_file(&name)?;
    let Some(found) = format.model().get(&structure) else {
        let names = format.model().structures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("the schema has no structure `{structure}`; it has: {names}")));
    };
    if let Some(document) = &document {
        document.report_corrections();
        document.warn_of(format.model(), &structure);
    }
    let args = argument_values(found, &args.given)?;
    Ok(Some(format.with_structure(structure, args)))
}

/// Returns the format of a file: the schema of the command line, if there is one, else the format that the file has.
pub(crate) fn choose_format<'f>(
    schema: Option<&'f SchemaFormat>,
    given: &Given,
    file: &Opened,
) -> Result<&'f dyn FileFormat, Failure> {
    match schema {
        Some(schema) => Ok(schema),
        None => crate::format::format_of(given.format.as_deref(), file),
    }
}

/// Returns the values of the parameters of a structure, in their order.
fn argument_values(structure: &Structure, given: &[(String, i128)]) -> Result<Vec<i128>, Failure> {
    let name = &structure.name;
    let find = |param: &Text| given.iter().find(|(name, _)| *name == **param).map(|(_, number)| *number);
    if let Some((unknown, _)) = given.iter().find(|(given, _)| structure.params.iter().all(|param| **param != *given)) {
        let known = structure.params.join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        return Err(Failure::Usage(format!("`{name}` has no parameter `{unknown}`; it has: {known}")));
    }
    let twice = given.iter().enumerate().find(|(at, (name, _))| given.iter().take(*at).any(|(other, _)| other == name));
    if let Some((_, (twice, _))) = twice {
        return Err(Failure::Usage(format!("`{twice}` is given twice")));
    }
    let missing: Vec<_> = structure.params.iter().filter(|param| find(param).is_none()).collect();
    if let Some(first) = missing.first() {
        let all = missing.iter().map(|param| format!("`{param}`")).collect::<Vec<_>>().join(", ");
        let message = format!("`{name}` needs the values of its parameters {all}: pass --given {first}=NUMBER");
        return Err(Failure::Usage(message));
    }
    Ok(structure.params.iter().filter_map(find).collect())
}
