use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure};
use crate::{input, json, output};
use bpx_formats::{FileFormat, Registry};
use std::path::Path;

/// Writes a file from its JSON.
pub(crate) fn run(args: &Input, out: &Path, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let model = json::read_json_file(&file)?;
    let options = input::read_options(&args.given)?;
    let encoded = match foreign::open_schema(schema, &options)? {
        Some(schema) => schema.from_json(model.root(), &options),
        None => {
            require_format(args.given.format.as_deref(), model.root().member("format").as_str(), &file.name)?;
            Registry::standard().from_json(model.root(), &options)
        }
    };
    let encoded = encoded.map_err(|error| Failure::of(&file.name, error))?;
    drop(model);
    output::save_file(out, file.stamp.as_ref(), &encoded)?;
    Ok(Exit::Fine)
}

/// Rejects a model whose format differs from the format on the command line.
fn require_format(wanted: Option<&str>, stated: Option<&str>, name: &str) -> Result<(), Failure> {
    match (wanted, stated) {
        (Some(wanted), Some(stated)) if wanted != stated => Err(Failure::Usage(format!(
            "{name}: expected a model of the format {wanted}, found a model of the format {stated}"
        ))),
        _ => Ok(()),
    }
}
