use super::foreign;
use crate::args::CatArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::input::Opened;
use crate::{input, output, package, shader};
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::describe::named_parts;
use bpx_formats::{FileFormat, Part, ReadOptions};
use std::path::Path;

/// Prints the bytes of an object, a part of a texture or a model, the code of a stage, the extended data of a symbol
/// or, with a schema, a value at the top level.
pub(crate) fn run(args: &CatArgs) -> Result<Exit, Failure> {
    let file = input::open_file(&args.input.file)?;
    let options = input::read_options(&args.input.given)?.with_check(args.check);
    if let Some(schema) = foreign::open_schema(&args.foreign, &options)? {
        let parts = schema.parts(file.in_memory()?, &options).in_file(&file.name)?;
        return print_part(&schema, &file, &parts, &options, args);
    }
    crate::format::require_format(&BpxFormat, args.input.given.format.as_deref(), &file)?;
    if let Some(parts) = named_parts(&file.source, crate::limits::run_limits()).in_file(&file.name)? {
        return print_part(&BpxFormat, &file, &parts, &options, args);
    }
    if let Some(shader) = shader::of(&args.input, &file)? {
        return shader::cat_shader(&file.name, &shader, args);
    }
    let (file, package) = package::open_file(&args.input, &file)?;
    let found = match (&args.name, args.index) {
        (_, Some(index)) => package.object(index),
        (Some(name), None) => package.find(name).or_else(|| match name.strip_prefix("./") {
            // Some writers begin all names with it.
            Some(plain) => package.find(plain),
            None => package.find(&format!("./{name}")),
        }),
        (None, None) => None,
    };
    let object = found.ok_or_else(|| Failure::Usage(format!("{file}: no such object; `bpx ls` lists all objects")))?;
    output::save_with(Path::new("-"), None, |out| {
        if args.check {
            return package.for_each_of([object.index()], |_, bytes| bytes.copy_to(out).map(drop));
        }
        object.reader()?.copy_to(out).map(drop)
    })?;
    Ok(Exit::Fine)
}

/// Prints the bytes of a part.
fn print_part(
    format: &dyn FileFormat,
    file: &Opened,
    parts: &[Part],
    options: &ReadOptions,
    args: &CatArgs,
) -> Result<Exit, Failure> {
    let called = |part: &&Part, name: &str| part.name == name || part.title.as_deref() == Some(name);
    let found = match (&args.name, args.index) {
        (_, Some(index)) => parts.get(index),
        (Some(name), None) => parts.iter().find(|part| called(part, name)),
        (None, None) => None,
    };
    let part = found.ok_or_else(|| Failure::Usage(format!("{}: no such part; `bpx ls` lists all parts", file.name)))?;
    let bytes = format.read_part(&file.source, part, options).in_file(&file.name)?;
    output::save_with(Path::new("-"), None, |out| Ok(out.write_all(&bytes)?))?;
    Ok(Exit::Fine)
}
