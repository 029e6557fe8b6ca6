//! Schemas: exports of the format schemas and of user schemas, and a user schema for the open file.

use super::{Reply, Request, file};
use crate::failure::Failure;
use crate::host::Download;
use crate::session::Session;
use bpx_formats::{find_schema, formats as known_formats};
use bpx_schema::schema::Model;
use bpx_workbench::export::{Target, export, python_bundle};
use serde_json::{Value, json};
use std::io::Write;

/// Lists the names of the schemas and the export targets.
pub(super) fn list_schemas(_: &Request) -> Reply {
    let schemas: Vec<_> = known_formats().iter().flat_map(|format| format.schemas()).map(|(name, _)| name).collect();
    let targets: Vec<_> =
        Target::ALL.iter().map(|target| json!({ "name": target.name(), "extension": target.extension() })).collect();
    Ok((json!({ "schemas": schemas, "targets": targets }), Vec::new()))
}

/// Writes an exported schema as a download. The schema belongs to a format, or is a user schema in the file `file`.
pub(super) fn save_schema(request: &Request) -> Reply {
    let (name, target) = (request.text("schema")?, request.text("target")?);
    let missing = |what: &str, name: &str| Failure::new(format!("expected {what}, found `{name}`"));
    let target = Target::from_name(target).ok_or_else(|| missing("a target of exports", target))?;
    let model = if request.0.get("file").is_some() {
        user_model(request)?
    } else {
        let (_, structure) = find_schema(name).ok_or_else(|| missing("the name of a schema", name))?;
        Model::from_root(structure)
    };
    let text = if target == Target::Python { python_bundle(&model, name)? } else { export(&model, name, target)? };
    Download.write_all(text.as_bytes()).map_err(bpx_schema::Error::from)?;
    Ok((Value::Null, Vec::new()))
}

/// Returns the schema that a file of the page states as JSON.
fn user_model(request: &Request) -> Result<Model, Failure> {
    let bytes = file::all_bytes(request.file_number("file")?)?;
    let model = Model::from_json(&String::from_utf8_lossy(&bytes));
    model.map_err(|error| Failure::new(format!("not a schema: {error}")))
}

/// Reads the open file by a user schema, which is JSON.
pub(super) fn use_schema(session: &mut Session, request: &Request) -> Reply {
    let name = request.text("name")?;
    let named = |failure: Failure| Failure { message: format!("{name}: {}", failure.message), ..failure };
    let model = user_model(request).map_err(named)?;
    let structures: Vec<_> = model.structures.keys().cloned().collect();
    let root = request.0.get("structure").and_then(Value::as_str).map_or_else(|| model.root.to_string(), str::to_owned);
    let model = Model { root: root.clone().into(), ..model };
    session.use_schema(name, model).map_err(named)?;
    Ok((json!({ "root": root, "structures": structures }), Vec::new()))
}
