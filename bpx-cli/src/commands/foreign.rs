//! Files by a schema that is not compiled in.

use super::schema::read;
use crate::args::Foreign;
use crate::exit::{Failure, InFile};
use bpx_schema::interpret::Interpreter;
use bpx_schema::report::{Mode, Report, Validator};
use bpx_schema::schema::Model;
use bpx_schema::value::JsonWatch;
use bpx_schema::watch::Watch;
use bpx_schema::{Limits, Result};
use serde_json::Value;

/// A schema, and the structure that files are.
pub(crate) struct Schema {
    model: Model,
    structure: String,
}

/// The schema that the command line names, if any.
pub(crate) fn open(args: &Foreign) -> std::result::Result<Option<Schema>, Failure> {
    let Some(path) = &args.schema else { return Ok(None) };
    let model = read(path)?;
    let structure = args.structure.clone().unwrap_or_else(|| model.root.to_string());
    Interpreter::new(&model).in_file(&path.display().to_string())?;
    let Some(found) = model.get(&structure) else {
        let names = model.structures.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
        return Err(Failure::Usage(format!("the schema has no structure `{structure}`; it has: {names}")));
    };
    if !found.params.is_empty() {
        let params = found.params.join(", ");
        let message = format!("`{structure}` needs what another structure passes: {params}; name one that holds it");
        return Err(Failure::Usage(message));
    }
    Ok(Some(Schema { model, structure }))
}

impl Schema {
    /// Tells a listener every part.
    pub(crate) fn watch(&self, bytes: &[u8], watch: &mut dyn Watch) -> Result<()> {
        Interpreter::new(&self.model)?.run(&self.structure, bytes, &[], Limits::default(), watch)
    }

    /// Checks every rule.
    pub(crate) fn verify(&self, bytes: &[u8], mode: Mode) -> Result<Report> {
        let mut validator = Validator::new(mode);
        let read = self.watch(bytes, &mut validator);
        Ok(validator.finish(read)?)
    }

    /// All values, as JSON.
    pub(crate) fn to_json(&self, bytes: &[u8]) -> Result<Value> {
        let mut json = JsonWatch::default();
        self.watch(bytes, &mut json)?;
        Ok(json.finish())
    }
}
