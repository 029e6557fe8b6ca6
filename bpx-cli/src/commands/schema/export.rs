use super::find::{find, unknown_structure};
use crate::args::ExportArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_workbench::export::export;
use std::path::Path;

/// Writes a schema for another language.
pub(crate) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let (format, mut model) = find(&args.format)?;
    if let Some(name) = &args.structure {
        model = model.part(name).ok_or_else(|| unknown_structure(format, &model, name))?;
    }
    let text = export(&model, format, args.target).in_file(format)?;
    output::save(args.output.as_deref().unwrap_or(Path::new("-")), None, text.as_bytes())?;
    Ok(Exit::Fine)
}
