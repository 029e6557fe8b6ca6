use super::find::unknown_structure;
use super::{Loaded, load_with};
use crate::args::ExportArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_workbench::export::{PYTHON_RUNTIME, Target, export, python_bundle, python_runtime};
use std::path::Path;

/// Writes a schema for another language.
pub(crate) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let Loaded { mut model, name, .. } = load_with(&args.format, &args.more)?;
    let format = name.as_str();
    if let Some(name) = &args.structure {
        model = model.part(name).ok_or_else(|| unknown_structure(format, &model, name))?;
    }
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    let text = match (args.target, args.bundle) {
        (Target::Python, true) => python_bundle(&model, format),
        (target, true) => {
            let message = format!(
                "expected `--bundle` only with `--target python`: an export for `{}` is always one file",
                target.name()
            );
            return Err(Failure::Usage(message));
        }
        (target, false) => export(&model, format, target),
    };
    let text = text.in_file(format)?;
    if args.target == Target::Python && !args.bundle && path != Path::new("-") {
        output::save(&path.with_file_name(PYTHON_RUNTIME), None, python_runtime().as_bytes())?;
    }
    output::save(path, None, text.as_bytes())?;
    Ok(Exit::Fine)
}
