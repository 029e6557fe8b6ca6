use crate::args::{Input, RoundtripMode};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_formats::bpx::container::{Container, Editor};
use bpx_formats::bpx::json::{ModelOptions, file_to_json};
use bpx_formats::bpx::v0;
use bpx_schema::Limits;
use std::path::Path;
use std::sync::Arc;

/// Reads a file and writes it again.
pub(crate) fn run(args: &Input, out: &Path, mode: RoundtripMode) -> Result<Exit, Failure> {
    let file = input::open(&args.file)?;
    super::identify::format(args.format.as_deref(), &file)?;
    let (source, limits) = (Arc::clone(&file.source), Limits::default());
    let bytes = match mode {
        RoundtripMode::Preserve => {
            let mut bytes = Vec::new();
            let written = if v0::is_version_0(&*source).in_file(&file.name)? {
                v0::Container::open(source, limits).and_then(|container| container.write_to(&mut bytes))
            } else {
                Container::open(source, limits).and_then(|container| Editor::of(&container).write_to(&mut bytes))
            };
            written.in_file(&file.name)?;
            bytes
        }
        RoundtripMode::Model => {
            let model = file_to_json(source, limits, ModelOptions::default()).in_file(&file.name)?;
            super::encode::write(&model, &file.name)?
        }
    };
    output::save(out, &bytes)?;
    Ok(Exit::Fine)
}
