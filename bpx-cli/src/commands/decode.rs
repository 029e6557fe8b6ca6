use crate::args::Input;
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::bpx::json::{ModelOptions, file_to_json};
use bpx_schema::Limits;
use std::path::Path;
use std::sync::Arc;

/// Writes a file as JSON.
pub(crate) fn run(args: &Input, out: Option<&Path>, brief: bool) -> Result<Exit, Failure> {
    let file = input::open(&args.file)?;
    super::identify::format(args.format.as_deref(), &file)?;
    let options = ModelOptions::default().with_brief(brief);
    let model = file_to_json(Arc::clone(&file.source), Limits::default(), options).in_file(&file.name)?;
    output::save(out.unwrap_or(Path::new("-")), format!("{model:#}\n").as_bytes())?;
    Ok(Exit::Fine)
}
