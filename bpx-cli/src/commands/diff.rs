use super::foreign;
use crate::args::{Foreign, Given};
use crate::exit::{Exit, Failure, InFile};
use crate::input::Opened;
use crate::{input, output};
use bpx_formats::model::{Difference, derived_in_both, diff};
use bpx_formats::{FileFormat, ModelOptions, ReadOptions};
use bpx_schema::Budget;
use bpx_schema::json::{JsonLeaf, JsonRef, JsonSink, JsonText};
use std::io::Write;
use std::path::Path;

/// The largest number of characters of a value to show.
const SHOWN: usize = 100;

/// Compares two files by their models (D-66).
pub(crate) fn run(files: [(&Path, &Given); 2], schema: &Foreign, all: bool, as_json: bool) -> Result<Exit, Failure> {
    let [(_, given), _] = &files;
    let schema = foreign::open_schema(schema, &input::read_options(given)?)?;
    let [old, new] = files.map(|(path, given)| {
        let (options, file) = (input::read_options(given)?, input::open_file(path)?);
        Ok((foreign::choose_format(schema.as_ref(), given, &file)?, options, file))
    });
    let (old, new) = (old?, new?);
    let size = old.2.source.size() + new.2.source.size();
    let budget = Budget::new(crate::limits::run_limits(), size);
    let formats = [old.0, new.0];
    let read = |(format, options, file): (&dyn FileFormat, ReadOptions, Opened)| {
        let model = format.to_json_within(file.in_memory()?, &options, ModelOptions::default(), &budget);
        model.in_file(&file.name)
    };
    let (old, new) = (read(old)?, read(new)?);
    let derived = derived_in_both([(formats[0], old.root()), (formats[1], new.root())]);
    let found = diff(old.root(), new.root(), &|around, member| !all && derived(around, member));
    output::save_with(Path::new("-"), None, |out| {
        if as_json {
            let mut text = JsonText::pretty(out);
            write_json(&found, &mut text);
            return Ok(text.finish()?.write_all(b"\n")?);
        }
        Ok(found.iter().try_for_each(|one| write_line(one, out))?)
    })?;
    Ok(if found.is_empty() { Exit::Fine } else { Exit::Invalid })
}

fn write_json(found: &[Difference<'_>], sink: &mut dyn JsonSink) {
    sink.open_array();
    for one in found {
        sink.open_object();
        sink.member("path", JsonLeaf::Text(&one.path));
        for (key, value) in [("old", one.old), ("new", one.new)] {
            if let Some(value) = value {
                sink.key(key);
                value.write(sink);
            }
        }
        sink.close();
    }
    sink.close();
}

fn write_line(one: &Difference<'_>, out: &mut dyn Write) -> std::io::Result<()> {
    match (one.old, one.new) {
        (Some(old), Some(new)) => writeln!(out, "{}: {} -> {}", one.path, shorten_json(old), shorten_json(new)),
        (Some(old), None) => writeln!(out, "{}: {} is gone", one.path, shorten_json(old)),
        (None, Some(new)) => writeln!(out, "{}: {} is new", one.path, shorten_json(new)),
        (None, None) => Ok(()),
    }
}

/// Returns a value as JSON, cut if it is long.
fn shorten_json(value: JsonRef<'_>) -> String {
    let text = value.to_string();
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}… ({} characters)", text.split_at(end).0, text.chars().count()),
        None => text,
    }
}
