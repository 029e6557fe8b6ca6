use crate::args::{Input, RoundtripMode};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::bpx::container::{Container, Editor};
use bpx_formats::bpx::json::{ModelOptions, to_json};
use bpx_schema::Limits;
use std::path::Path;
use std::sync::Arc;

/// Reads a file and writes it again.
pub(crate) fn run(args: &Input, out: &Path, mode: RoundtripMode) -> Result<Exit, Failure> {
    let file = input::open(&args.file)?;
    super::identify::format(args.format.as_deref(), &file)?;
    let container = Container::open(Arc::clone(&file.source), Limits::default()).in_file(&file.name)?;
    let bytes = match mode {
        RoundtripMode::Preserve => {
            let mut bytes = Vec::new();
            Editor::of(&container).write_to(&mut bytes).in_file(&file.name)?;
            bytes
        }
        RoundtripMode::Model => {
            let model = to_json(&container, ModelOptions::default()).in_file(&file.name)?;
            super::encode::write(&model, &file.name)?
        }
    };
    output::save(out, &bytes)?;
    Ok(Exit::Fine)
}
