use super::foreign;
use crate::args::LsArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::{input, output, package, parts, shader};
use bpx_formats::FileFormat;
use bpx_formats::bpx::BpxFormat;
use bpx_formats::bpx::describe::{describe_package, describe_package_v0, named_parts};
use bpx_formats::bpx::package::Object;
use bpx_formats::bpx::package::paths;
use bpx_formats::description::{Fact, Many};
use bpx_schema::value::hex;
use serde_json::{Value, json};
use std::fmt::Write;

/// The size of text that is collected before it is printed, in bytes.
const PIECE: usize = 64 << 10;

/// Lists the objects of a package, the parts of a texture or a model, or stages and symbols of a shader package.
pub(crate) fn run(args: &LsArgs) -> Result<Exit, Failure> {
    let globs = Globs::new(&args.globs)?;
    let file = input::open_file(&args.input.file)?;
    let options = input::read_options(&args.input.given)?;
    let schema = foreign::open_schema(&args.foreign, &options)?;
    let format = foreign::choose_format(schema.as_ref(), &args.input.given, &file)?;
    if schema.is_some() || format.name() != BpxFormat.name() {
        let parts = format.parts(file.in_memory()?, &options).in_file(&file.name)?;
        return parts::list_plain(&file.name, &parts, args, &globs);
    }
    // Packages and shader packages have lists of their own: with folders, problems of names, and symbols.
    if let Some(parts) = named_parts(&file.source, crate::limits::run_limits()).in_file(&file.name)? {
        return parts::list_placed(&file.name, &parts, args, &globs);
    }
    if let Some(shader) = shader::of(&args.input, &file)? {
        return shader::list_shader(&file.name, &shader, args, &globs);
    }
    let (name, package) = package::open_file(&args.input, &file)?;
    let objects =
        || package.objects().filter(|object| globs.is_empty() || globs.has_match(&package::object_name(object)));
    if !globs.is_empty() && objects().next().is_none() {
        return Err(Failure::Input { name, message: "no object matches the patterns".to_owned() });
    }
    if args.json {
        let mut about = match package::open_v0(&file)? {
            Some(old) => describe_package_v0(&old),
            None => describe_package(&package),
        };
        let list = Many::new(|take| objects().map(object_json).try_for_each(take));
        about.push(("objects".to_owned(), Fact::List(list)));
        output::print_facts(&name, about)?;
    } else if args.tree {
        print_tree(objects()).in_file("<stdout>")?;
    } else {
        list_objects(objects(), args.long).in_file("<stdout>")?;
    }
    Ok(Exit::Fine)
}

fn list_objects<'p>(objects: impl Iterator<Item = Object<'p>>, long: bool) -> std::io::Result<()> {
    let (mut text, mut count, mut sum) = (String::with_capacity(PIECE), 0_u64, 0_u128);
    for object in objects {
        let name = package::object_name(&object);
        let (header, size) = (object.header(), object.size());
        (count, sum) = (count + 1, sum + u128::from(size));
        if long {
            let _ = write!(text, "{size:>12}  {:>4}:{:<10}  ", header.start, header.offset);
        }
        text.push_str(&output::printable_text(&name));
        text.push('\n');
        if text.len() >= PIECE {
            output::print_text(&text)?;
            text.clear();
        }
    }
    if long {
        let _ = writeln!(text, "{sum:>12}  {count} objects");
    }
    output::print_text(&text)
}

/// Returns the spaces before a name at this depth of folders; a depth above a hundred is shown as a hundred.
fn indent_width(depth: usize) -> usize {
    2 * depth.min(100)
}

/// Prints folders, sorted, each before its content.
fn print_tree<'p>(objects: impl Iterator<Item = Object<'p>>) -> std::io::Result<()> {
    let mut names: Vec<_> = objects.map(|object| (package::object_name(&object), object.size())).collect();
    names.sort();
    let mut text = String::new();
    let mut around: Vec<&str> = Vec::new();
    for (name, size) in &names {
        let mut parts: Vec<_> = name.strip_prefix("./").unwrap_or(name).split('/').collect();
        // A split name has at least one part.
        let last = parts.pop().unwrap_or_default();
        let common = around.iter().zip(&parts).take_while(|(a, b)| a == b).count();
        for (depth, part) in parts.iter().enumerate().skip(common) {
            let _ = writeln!(text, "{:width$}{}/", "", output::printable_text(part), width = indent_width(depth));
        }
        let width = indent_width(parts.len());
        let _ = writeln!(text, "{:width$}{} ({size})", "", output::printable_text(last));
        around = parts;
        if text.len() >= PIECE {
            output::print_text(&std::mem::take(&mut text))?;
        }
    }
    output::print_text(&text)
}

fn object_json(object: Object<'_>) -> Value {
    let bytes = object.name_bytes();
    let name = match (&bytes, object.name()) {
        (_, Ok(name)) => json!(name),
        (Ok(bytes), _) => json!({ "hex": hex(bytes) }),
        (Err(_), _) => Value::Null,
    };
    let problem = match bytes {
        Ok(bytes) => paths::check(bytes).err().map(|reason| reason.to_string()),
        Err(error) => Some(error.to_string()),
    };
    let header = object.header();
    json!({
        "index": object.index(),
        "name": name,
        "size": object.size().to_string(),
        "section": header.start,
        "offset": header.offset,
        "unsafe": problem,
    })
}
