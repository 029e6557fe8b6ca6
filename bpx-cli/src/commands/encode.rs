use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, json, output};
use bpx_formats::{Format, ModelError, ReadOptions};
use bpx_schema::json::JsonRef;
use std::path::Path;

/// Writes a file from its JSON.
pub(crate) fn run(args: &Input, out: &Path, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let model = json::read(&file)?;
    if let Some(schema) = foreign::open(schema, &args.given)? {
        let encoded = schema.assemble(model.root()).in_file(&file.name)?;
        output::save(out, file.stamp.as_ref(), &encoded)?;
        return Ok(Exit::Fine);
    }
    let stated = model.root().member("format").as_str();
    if let (Some(wanted), Some(stated)) = (args.given.format.as_deref(), stated)
        && wanted != stated
    {
        return Err(Failure::Usage(format!(
            "{}: expected a model of the format {wanted}, found one of {stated}",
            file.name
        )));
    }
    let encoded = write(model.root(), &input::options(&args.given)?, &file.name)?;
    drop(model);
    output::save(out, file.stamp.as_ref(), &encoded)?;
    Ok(Exit::Fine)
}

/// Writes the file that a model describes.
pub(crate) fn write(model: JsonRef<'_>, options: &ReadOptions, name: &str) -> Result<Vec<u8>, Failure> {
    Format::from_json(model, options).map_err(|error| match error {
        ModelError::File(error) => Failure::File { name: name.to_owned(), error },
        other => Failure::Input { name: name.to_owned(), message: other.to_string() },
    })
}
