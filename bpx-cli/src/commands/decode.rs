use super::foreign;
use crate::args::{Foreign, Input};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::ModelOptions;
use std::path::Path;

/// Writes a file as JSON.
pub(crate) fn run(args: &Input, out: Option<&Path>, brief: bool, schema: &Foreign) -> Result<Exit, Failure> {
    let file = input::open_to_change(&args.file)?;
    let save = |model: &serde_json::Value| {
        output::save(out.unwrap_or(Path::new("-")), file.stamp.as_ref(), format!("{model:#}\n").as_bytes())
    };
    if let Some(schema) = foreign::open(schema)? {
        save(&schema.to_json(&file.bytes()?).in_file(&file.name)?)?;
        return Ok(Exit::Fine);
    }
    let format = super::identify::format(args.given.format.as_deref(), &file)?;
    let options = input::options(&args.given)?;
    let model =
        format.to_json(file.in_memory()?, &options, ModelOptions::default().with_brief(brief)).in_file(&file.name)?;
    super::convert::warn_of_losses(format, &file, &options)?;
    save(&model)?;
    Ok(Exit::Fine)
}
