//! `info` and `ls` for formats that are not containers: BPAT, BLK and GPB.

mod about;
mod blk;
mod bpat;
mod gpb;

pub(crate) use self::about::About;

use self::about::Entry;
use crate::args::{Input, LsArgs};
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::input::{self, Opened};
use crate::output;
use bpx_formats::Format;
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Describes a file; `None` if it is a container.
pub(crate) fn of(args: &Input, file: &Opened) -> Result<Option<(Format, About)>, Failure> {
    let format = crate::format::format_of(args.given.format.as_deref(), file)?;
    let options = input::options(&args.given)?;
    let about = match format {
        Format::Blk => blk::describe(&file.bytes()?, &options),
        Format::Bpat => bpat::describe(&file.bytes()?, &options),
        Format::Gpb => gpb::describe(&file.bytes()?, &options),
        _ => return Ok(None),
    };
    Ok(Some((format, about.in_file(&file.name)?)))
}

/// Prints the properties of a file.
pub(crate) fn info(file: &Opened, format: Format, about: &About, as_json: bool) -> Result<Exit, Failure> {
    let size = file.source.size();
    if as_json {
        let mut json = json!({ "file": file.name, "format": format.name(), "size": size.to_string() });
        if let Value::Object(map) = &mut json {
            map.extend(about.facts.clone());
        }
        output::print_json(&json).in_file("<stdout>")?;
        return Ok(Exit::Fine);
    }
    let mut text = format!("{}: {}, {size} bytes\n", file.name, format.name().to_uppercase());
    for (name, value) in &about.facts {
        let value = value.as_str().map_or_else(|| value.to_string(), |text| output::printable(text).into_owned());
        let _ = writeln!(text, "{}: {value}", name.replace('_', " "));
    }
    output::print(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Lists the entries of a file.
pub(crate) fn ls(file: &Opened, about: &About, args: &LsArgs, globs: &Globs) -> Result<Exit, Failure> {
    let list: Vec<&Entry> = about.entries.iter().filter(|entry| globs.allow(&entry.name)).collect();
    if list.is_empty() && !globs.is_empty() {
        return Err(Failure::Input { name: file.name.clone(), message: "nothing matches".to_owned() });
    }
    if args.json {
        let entry = |entry: &&Entry| {
            let offset = entry.offset.map(|offset| offset.to_string());
            json!({ "name": entry.name, "offset": offset, "about": entry.about })
        };
        let entries: Value = list.iter().map(entry).collect();
        output::print_json(&json!({ "file": file.name, "entries": entries })).in_file("<stdout>")?;
        return Ok(Exit::Fine);
    }
    let mut text = String::new();
    for entry in list {
        let name = output::printable(&entry.name);
        let offset = entry.offset.map_or_else(|| "-".to_owned(), |offset| offset.to_string());
        let _ = match args.long {
            true => writeln!(text, "{offset:>12}  {name}  {}", output::printable(&entry.about)),
            false => writeln!(text, "{name}"),
        };
    }
    output::print(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}
