use crate::args::Input;
use crate::exit::{Exit, Failure};
use crate::{input, output};
use bpx_formats::{Format, ModelError, ReadOptions};
use bpx_schema::Limits;
use serde_json::Value;
use std::path::Path;

/// Writes a file from its JSON.
pub(crate) fn run(args: &Input, out: &Path) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let bytes = file.bytes()?;
    let not_json = |error: String| Failure::Input { name: file.name.clone(), message: format!("not JSON: {error}") };
    let text = std::str::from_utf8(&bytes).map_err(|error| not_json(error.to_string()))?;
    let depth = bpx_formats::bpx::sd::json::levels(&Limits::default());
    let model = bpx_schema::value::parse_json(text, depth).map_err(|error| not_json(error.to_string()))?;
    let stated = model.get("format").and_then(Value::as_str);
    if let (Some(wanted), Some(stated)) = (args.given.format.as_deref(), stated)
        && wanted != stated
    {
        return Err(Failure::Usage(format!("{}: the model is of the format {stated}, not {wanted}", file.name)));
    }
    let encoded = write(&model, &input::options(&args.given)?, &file.name)?;
    output::save(out, file.stamp.as_ref(), &encoded)?;
    Ok(Exit::Fine)
}

/// The file that a model describes.
pub(crate) fn write(model: &Value, options: &ReadOptions, name: &str) -> Result<Vec<u8>, Failure> {
    Format::from_json(model, options).map_err(|error| match error {
        ModelError::File(error) => Failure::File { name: name.to_owned(), error },
        other => Failure::Input { name: name.to_owned(), message: other.to_string() },
    })
}
