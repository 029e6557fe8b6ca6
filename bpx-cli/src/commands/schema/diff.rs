use super::compare::{Compared, How, compare_schemas, save_witnesses};
use super::load::{Loaded, load_side};
use crate::args::SchemaDiffArgs;
use crate::document::Doc;
use crate::exit::{Exit, Failure};
use crate::output;
use crate::printed::write_printable;
use bpx_workbench::diff::{self, Change, Effects};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::path::Path;

/// Shows the changes between two schemas.
pub(crate) fn run(args: &SchemaDiffArgs) -> Result<Exit, Failure> {
    let (old, new) =
        (load_and_report(&args.old, &args.old_with, args)?, load_and_report(&args.new, &args.new_with, args)?);
    let how = How { level: args.level.into(), samples: args.samples, ignore: args.ignore.as_deref() };
    let Compared { changes, below, ignored, stale } =
        compare_schemas((&args.old, &old.model), (&args.new, &new.model), &how)?;
    if let Some(folder) = &args.witness {
        save_witnesses(folder, &changes)?;
    }
    output::save_with(Path::new("-"), None, |out| {
        if args.json {
            let stale = stale.iter().map(|one| json!({ "rule": one.rule, "path": one.path, "why": one.why })).collect();
            let Effects { old_reads_new, new_reads_old } = diff::worst_effects(&changes);
            let (old_reads_new, new_reads_old) = (old_reads_new.name(), new_reads_old.name());
            let report = Report { changes: &changes, below, ignored, stale, old_reads_new, new_reads_old };
            serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
            return Ok(writeln!(out)?);
        }
        write_printable(out, |out| match args.markdown {
            true => diff::write_markdown(&changes, out),
            false => diff::write_text(&changes, out)
                .and_then(|()| out.write_str(&summarize_changes(&changes, below, ignored))),
        })
    })?;
    for entry in &stale {
        output::print_warning(&format!(
            "stale: no change of the rule `{}` at `{}` ({})",
            entry.rule, entry.path, entry.why
        ));
    }
    let is_open = [old, new].iter().filter_map(|side| side.document.as_ref()).any(Doc::is_open);
    let is_fine = changes.is_empty() && stale.is_empty() && !(args.reading.strict && is_open);
    Ok(if is_fine { Exit::Fine } else { Exit::Invalid })
}

/// Loads one of the schemas, and prints the parts of its document that were not understood.
fn load_and_report(first: &str, more: &[String], args: &SchemaDiffArgs) -> Result<Loaded, Failure> {
    let names: Vec<_> = [first].into_iter().map(ToOwned::to_owned).chain(more.iter().cloned()).collect();
    let side = load_side(&names, &args.reading.fix)?;
    if let Some(document) = side.document.as_ref().filter(|document| document.is_open() || args.reading.account) {
        document.print_account(args.reading.account);
    }
    Ok(side)
}

/// The JSON output.
#[derive(Serialize)]
struct Report<'r> {
    #[serde(serialize_with = "serialize_changes")]
    changes: &'r [Change],
    below: usize,
    ignored: usize,
    stale: Vec<Value>,
    old_reads_new: &'static str,
    new_reads_old: &'static str,
}

/// Serializes changes one by one, without collecting them, because each part of a schema may have a change.
fn serialize_changes<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(changes.iter().map(diff::one_json))
}

fn summarize_changes(changes: &[Change], below: usize, ignored: usize) -> String {
    let effects = diff::worst_effects(changes);
    let shown = changes.iter().filter(|change| !change.witnesses.is_empty()).count();
    let breaking = changes.iter().filter(|change| change.is_breaking()).count();
    let one = |count: usize, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
    format!(
        "{}, {breaking} breaking, {shown} with a witness; {below} below the chosen level, {ignored} ignored\n\
         old readers, new files: {}; new readers, old files: {}\n",
        one(changes.len(), "change"),
        effects.old_reads_new.name(),
        effects.new_reads_old.name(),
    )
}
