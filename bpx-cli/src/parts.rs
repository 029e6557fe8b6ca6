//! Lists the parts of a file for `ls`.

use crate::args::LsArgs;
use crate::exit::{Exit, Failure, InFile};
use crate::globs::Globs;
use crate::output;
use bpx_formats::Part;
use bpx_formats::description::{Fact, Many};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// Lists parts that lie in sections.
pub(crate) fn list_placed(name: &str, parts: &[Part], args: &LsArgs, globs: &Globs) -> Result<Exit, Failure> {
    if args.tree {
        return Err(Failure::Usage("--tree shows the folders of a package, but this file has no folders".to_owned()));
    }
    let list = matching_parts(name, parts, globs, "no part matches the given patterns")?;
    if args.json {
        return print_json(name, "parts", &list, placed_json);
    }
    let mut text = String::new();
    for part in list {
        let title = part.title.as_ref().map_or(String::new(), |title| format!("  {}", output::printable_text(title)));
        let name = &part.name;
        let _ = match args.long {
            true => {
                // Each part of a texture or a model has a section, an offset and a size.
                let (section, offset) = (part.section.unwrap_or(0), part.offset.unwrap_or(0));
                let size = part.size.unwrap_or(0);
                writeln!(text, "{size:>12}  {section:>4}:{offset:<10}  {name}{title}  {}", part.about)
            }
            false => writeln!(text, "{name}{title}"),
        };
    }
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Lists parts of a file without sections.
pub(crate) fn list_plain(name: &str, parts: &[Part], args: &LsArgs, globs: &Globs) -> Result<Exit, Failure> {
    let list = matching_parts(name, parts, globs, "nothing matches")?;
    if args.json {
        return print_json(name, "entries", &list, plain_json);
    }
    let mut text = String::new();
    for part in list {
        let name = output::printable_text(&part.name);
        let offset = part.offset.map_or_else(|| "-".to_owned(), |offset| offset.to_string());
        let _ = match args.long {
            true => writeln!(text, "{offset:>12}  {name}  {}", output::printable_text(&part.about)),
            false => writeln!(text, "{name}"),
        };
    }
    output::print_text(&text).in_file("<stdout>")?;
    Ok(Exit::Fine)
}

/// Returns the parts whose name or title matches `globs`; the error for an empty result has the message `none`.
fn matching_parts<'p>(name: &str, parts: &'p [Part], globs: &Globs, none: &str) -> Result<Vec<&'p Part>, Failure> {
    let meant = |part: &&Part| {
        globs.allows_name(&part.name) || part.title.as_ref().is_some_and(|title| globs.allows_name(title))
    };
    let list: Vec<_> = parts.iter().filter(meant).collect();
    if list.is_empty() && !globs.is_empty() {
        return Err(Failure::Input { name: name.to_owned(), message: none.to_owned() });
    }
    Ok(list)
}

fn print_json(name: &str, key: &str, list: &[&Part], json: fn(&Part) -> Value) -> Result<Exit, Failure> {
    let list = Many::new(|take| list.iter().map(|part| json(part)).try_for_each(take));
    output::print_facts(name, vec![(key.to_owned(), Fact::List(list))])?;
    Ok(Exit::Fine)
}

fn placed_json(part: &Part) -> Value {
    json!({
        "name": part.name,
        "title": part.title,
        "section": part.section,
        "offset": part.offset.map(|offset| offset.to_string()),
        "size": part.size.map(|size| size.to_string()),
        "about": part.about,
    })
}

fn plain_json(part: &Part) -> Value {
    json!({ "name": part.name, "offset": part.offset.map(|offset| offset.to_string()), "about": part.about })
}
