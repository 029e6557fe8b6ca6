use crate::args::GenerateArgs;
use crate::commands::schema;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use bpx_codegen::generate::{Input, Module, rust};
use bpx_documents::{declare, names_in};
use bpx_schema::interpret::check;
use std::path::Path;

/// Writes declarations for a document, or for a schema.
pub(super) fn run(args: &GenerateArgs) -> Result<Exit, Failure> {
    let first = args.files.first().map_or(Path::new("-"), |first| first.as_path());
    let stem = first.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let module = if first.extension().is_some_and(|end| end == "json") {
        let model = schema::read(first)?;
        check(&model).in_file(&first.display().to_string())?;
        let only = args.only.as_deref().unwrap_or_default();
        let inside = |_: &str, section: &str| section == only || section.starts_with(&format!("{only}."));
        declarations((&model).into(), args, &stem, inside)?
    } else {
        let document = super::read(&args.files)?;
        let declared = declare(&document);
        let input = Input { model: &declared.model, codes: &declared.model.codes, open: &declared.open };
        let names = args.only.as_ref().map(|only| names_in(&document, only)).unwrap_or_default();
        let inside = |name: &str, _: &str| names.contains(name);
        declarations(input, args, &stem, inside)?
    };
    if args.output == Path::new("-") {
        output::print(&module.text).in_file("<stdout>")?;
    } else {
        std::fs::create_dir_all(&args.output).in_file(&args.output.display().to_string())?;
        output::save(&args.output.join(format!("{}.rs", file_name(&stem))), None, module.text.as_bytes())?;
    }
    for (name, what) in &module.todo {
        output::warning(&output::printable(&format!("{name}: {what}")));
    }
    Ok(Exit::Fine)
}

/// Makes the module; `inside` decides by name and section what belongs to it.
fn declarations(
    input: Input<'_>,
    args: &GenerateArgs,
    stem: &str,
    inside: impl Fn(&str, &str) -> bool,
) -> Result<Module, Failure> {
    let within = |name: &str, section: &str| args.only.is_none() || inside(name, section);
    let module = rust(input, &format!("Generated from `{stem}` by `bpx spec generate`."), within);
    if let Some(only) = args.only.as_ref().filter(|_| !module.text.contains("pub ")) {
        let sections =
            input.model.structures.values().map(|one| &one.spec).chain(input.codes.iter().map(|one| &one.spec));
        let mut sections: Vec<&str> =
            sections.map(|section| &**section).filter(|section| !section.is_empty()).collect();
        sections.sort_unstable();
        sections.dedup();
        let message = format!("no table in section `{only}`; there are some in {}", sections.join(", "));
        return Err(Failure::Usage(message));
    }
    Ok(module)
}

/// Returns a valid name of a module.
fn file_name(stem: &str) -> String {
    let lower: String =
        stem.chars().map(|one| if one.is_ascii_alphanumeric() { one.to_ascii_lowercase() } else { '_' }).collect();
    if lower.starts_with(|first: char| first.is_ascii_digit()) { format!("n{lower}") } else { lower }
}
