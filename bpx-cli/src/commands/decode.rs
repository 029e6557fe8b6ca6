use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure};
use crate::{input, json};
use bpx_formats::ModelOptions;
use std::path::Path;

/// Writes a file as JSON.
pub(crate) fn run(args: &Input, out: Option<&Path>, brief: bool, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let (out, stamp) = (out.unwrap_or(Path::new("-")), file.stamp.as_ref());
    if let Some(schema) = foreign::open(schema, &args.given)? {
        let bytes = file.bytes()?;
        json::save(out, stamp, (&file.name, file.source.size()), |sink| schema.write_json(&bytes, sink))?;
        return Ok(Exit::Fine);
    }
    let format = crate::format::format_of(args.given.format.as_deref(), &file)?;
    let options = input::options(&args.given)?;
    let (source, model) = (file.in_memory()?, ModelOptions::default().with_brief(brief));
    json::save(out, stamp, (&file.name, file.source.size()), |sink| format.write_json(source, &options, model, sink))?;
    super::convert::warn_of_losses(format, &file, &options)?;
    Ok(Exit::Fine)
}
