use super::find::unknown_structure;
use super::{Loaded, load_with};
use crate::args::ExportArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_schema::interpret::check_schema;
use bpx_schema::schema::Model;
use bpx_workbench::export::{PYTHON_RUNTIME, Target, export, illustrated_markdown, python_bundle, python_runtime};
use std::path::Path;

/// Writes a schema for another language.
pub(crate) fn run(args: &ExportArgs) -> Result<Exit, Failure> {
    let Loaded { mut model, name, .. } = load_with(&args.format, &args.more)?;
    let format = name.as_str();
    if let Some(name) = &args.structure {
        model = model.sub_model(name).ok_or_else(|| unknown_structure(format, &model, name))?;
    }
    let path = args.output.as_deref().unwrap_or(Path::new("-"));
    if let Some(folder) = &args.pictures {
        return write_illustrated(&model, format, args.target, path, folder);
    }
    let text = match (args.target, args.bundle) {
        (Target::Json, false) => {
            check_schema(&model).in_file(format)?;
            output::save_with(path, None, |out| Ok(model.write_json(out)?))?;
            return Ok(Exit::Fine);
        }
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
        output::save_file(&path.with_file_name(PYTHON_RUNTIME), None, python_runtime().as_bytes())?;
    }
    output::save_file(path, None, text.as_bytes())?;
    Ok(Exit::Fine)
}

/// Writes a reference whose structures are pictures in a folder beside it.
fn write_illustrated(model: &Model, format: &str, target: Target, path: &Path, folder: &str) -> Result<Exit, Failure> {
    if target != Target::Markdown {
        let message = format!("expected `--pictures` only with `--target markdown`, found `{}`", target.name());
        return Err(Failure::Usage(message));
    }
    if path == Path::new("-") || !Path::new(folder).is_relative() {
        let message = format!("expected `-o FILE` and a relative folder for `--pictures`, found `{folder}`");
        return Err(Failure::Usage(message));
    }
    let (text, pictures) = illustrated_markdown(model, format, &folder.replace('\\', "/")).in_file(format)?;
    let place = path.with_file_name(folder);
    std::fs::create_dir_all(&place).in_file(&place.display().to_string())?;
    for picture in pictures {
        output::save_file(&place.join(picture.name), None, picture.text.as_bytes())?;
    }
    output::save_file(path, None, text.as_bytes())?;
    Ok(Exit::Fine)
}
