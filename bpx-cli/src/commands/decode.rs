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
    let options = input::read_options(&args.given)?;
    let schema = foreign::open_schema(schema, &options)?;
    let format = foreign::choose_format(schema.as_ref(), &args.given, &file)?;
    let (source, model) = (file.in_memory()?, ModelOptions::default().with_brief(brief));
    json::save_json(out, stamp, (&file.name, file.source.size()), |sink| {
        format.write_json(source, &options, model, sink)
    })?;
    super::convert::warn_of_losses(format, &file, &options)?;
    Ok(Exit::Fine)
}
