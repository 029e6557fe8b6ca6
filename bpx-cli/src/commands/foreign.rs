//! Files by a schema that is not compiled in.

use super::schema::{Loaded, load};
use crate::args::{Foreign, Given};
use crate::exit::{Failure, InFile};
use bpx_schema::assemble::assemble_file;
use bpx_schema::interpret::Interpreter;
use bpx_schema::json::{JsonRef, JsonSink};
use bpx_schema::report::{Mode, Report, Validator};
use bpx_schema::schema::{Model, Structure, Text};
use bpx_schema::watch::Watch;
use bpx_schema::{Algorithms, Result};

/// A schema, and the structure of files.
pub(crate) struct Schema {
    model: Model,
    structure: String,
    args: Vec<i128>,
    algorithms: Algorithms,
}

/// Returns the schema that the command line names, if any.
///
/// Algorithms are those of the formats, with the dictionary of the command line.
pub(crate) fn open(args: &Foreign, given: &Given) -> std::result::Result<Option<Schema>, Failure> {
    if args.schema.is_empty() {
        return Ok(None);
    }
    let Loaded { model, name, document, .. } = load(&args.schema, &args.fix)?;
    if model.structures.is_empty() {
        return Err(Failure::Usage(format!("expected a structure in the schema `{name}`, found only sets of values")));
    }
    let structure = args.structure.clone().unwrap_or_else(|| model.root.to_string());
    let algorithms = crate::input::options(given)?.algorithms();
    Interpreter::with_algorithms(&model, algorithms.clone()).in_file(&name)?;
    let Some(found) = model.get(&structure) else {
        let names = model.structures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("the schema has no structure `{structure}`; it has: {names}")));
    };
    if let Some(document) = &document {
        document.report_corrections();
        document.warn_of(&structure);
    }
    let args = arguments(found, &args.given)?;
    Ok(Some(Schema { model, structure, args, algorithms }))
}

/// Returns the values of the parameters of a structure, in their order.
fn arguments(structure: &Structure, given: &[(String, i128)]) -> std::result::Result<Vec<i128>, Failure> {
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

impl Schema {
    /// Reports every part to a listener.
    pub(crate) fn watch(&self, bytes: &[u8], watch: &mut dyn Watch) -> Result<()> {
        let interpreter = Interpreter::with_algorithms(&self.model, self.algorithms.clone())?;
        interpreter.run(&self.structure, bytes, &self.args, crate::limits::limits(), watch)
    }

    /// Checks every rule.
    pub(crate) fn verify(&self, bytes: &[u8], mode: Mode) -> Result<Report> {
        let mut validator = Validator::new(mode).with_unread();
        let read = self.watch(bytes, &mut validator);
        Ok(validator.finish(read)?)
    }

    /// Writes all values as JSON, and also the bytes that belong to no value.
    pub(crate) fn write_json(&self, bytes: &[u8], sink: &mut dyn JsonSink) -> Result<()> {
        let interpreter = Interpreter::with_algorithms(&self.model, self.algorithms.clone())?;
        interpreter.write_json(&self.structure, bytes, &self.args, crate::limits::limits(), sink)
    }

    /// Writes the file that JSON describes.
    pub(crate) fn assemble(&self, json: JsonRef<'_>) -> Result<Vec<u8>> {
        assemble_file(&self.model, &self.algorithms, &self.structure, json, &self.args)
    }
}
