use crate::args::CatArgs;
use crate::exit::{Exit, Failure};
use crate::{input, output, package, parts, shader};
use std::path::Path;

/// Prints the bytes of an object, of a part of a texture or a model, or the code of a stage.
pub(crate) fn run(args: &CatArgs) -> Result<Exit, Failure> {
    let file = input::open(&args.input.file)?;
    if let Some(parts) = parts::of(&args.input, &file)? {
        return parts.cat(args);
    }
    if let Some(shader) = shader::of(&args.input, &file)? {
        return shader::cat(&file.name, &shader, args);
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
    let object = found.ok_or_else(|| Failure::Usage(format!("{file}: no such object; `bpx ls` shows all")))?;
    output::save_with(Path::new("-"), None, |out| {
        if args.check {
            return package.for_each_of([object.index()], |_, bytes| bytes.copy_to(out).map(drop));
        }
        object.reader()?.copy_to(out).map(drop)
    })?;
    Ok(Exit::Fine)
}
