use super::load::{Loaded, load_side};
use crate::args::{SchemaDiffArgs, SchemaLevel};
use crate::document::Doc;
use crate::exit::{Exit, Failure, InFile};
use crate::printed::printed;
use crate::{input, output};
use bpx_schema::interpret::Interpreter;
use bpx_workbench::diff::{self, Change, Effects, Ignore, Ignored, Level, Options};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::path::Path;

/// A file of intended changes.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreFile {
    #[serde(default)]
    ignore: Vec<Ignore>,
}

/// Shows the changes between two schemas.
pub(crate) fn run(args: &SchemaDiffArgs) -> Result<Exit, Failure> {
    let (old, new) = (side(&args.old, &args.old_with, args)?, side(&args.new, &args.new_with, args)?);
    let entries = args.ignore.as_deref().map(ignore_file).transpose()?.unwrap_or_default().ignore;
    for (name, model) in [(&args.old, &old.model), (&args.new, &new.model)] {
        // The check reports a fault of a schema with the name of the schema.
        Interpreter::with_algorithms(model, bpx_formats::algorithms()).in_file(name)?;
    }
    let options = Options::default().with_samples(args.samples).with_algorithms(bpx_formats::algorithms());
    let level = match args.level {
        SchemaLevel::Wire => Level::Wire,
        SchemaLevel::Model => Level::Model,
        SchemaLevel::Source => Level::Source,
    };
    let changes = diff::diff(&old.model, &new.model, &options).in_file(&args.new)?;
    let Ignored { left: mut changes, ignored, stale } = Ignored::of(changes, &entries);
    let all = changes.len();
    changes.retain(|change| change.rule.level <= level);
    let below = all.saturating_sub(changes.len());
    if let Some(folder) = &args.witness {
        save_witnesses(folder, &changes)?;
    }
    output::save_with(Path::new("-"), None, |out| {
        if args.json {
            let stale = stale.iter().map(|one| json!({ "rule": one.rule, "path": one.path, "why": one.why })).collect();
            let Effects { old_reads_new, new_reads_old } = diff::effects(&changes);
            let (old_reads_new, new_reads_old) = (old_reads_new.name(), new_reads_old.name());
            let report = Report { changes: &changes, below, ignored, stale, old_reads_new, new_reads_old };
            serde_json::to_writer_pretty(&mut *out, &report).map_err(std::io::Error::from)?;
            return Ok(writeln!(out)?);
        }
        printed(out, |out| match args.markdown {
            true => diff::write_markdown(&changes, out),
            false => diff::write_text(&changes, out).and_then(|()| out.write_str(&summary(&changes, below, ignored))),
        })
    })?;
    for entry in &stale {
        output::warning(&format!("stale: no change is `{}` at `{}` ({})", entry.rule, entry.path, entry.why));
    }
    let is_open = [old, new].iter().filter_map(|side| side.document.as_ref()).any(Doc::is_open);
    let is_fine = changes.is_empty() && stale.is_empty() && !(args.reading.strict && is_open);
    Ok(if is_fine { Exit::Fine } else { Exit::Invalid })
}

/// Loads one side, and accounts for what its document leaves open.
fn side(first: &str, more: &[String], args: &SchemaDiffArgs) -> Result<Loaded, Failure> {
    let names: Vec<_> = [first].into_iter().map(ToOwned::to_owned).chain(more.iter().cloned()).collect();
    let side = load_side(&names, &args.reading.fix)?;
    if let Some(document) = side.document.as_ref().filter(|document| document.is_open() || args.reading.account) {
        document.report(args.reading.account);
    }
    Ok(side)
}

fn ignore_file(path: &Path) -> Result<IgnoreFile, Failure> {
    let file = input::open(path)?;
    let text = String::from_utf8_lossy(&file.bytes()?).into_owned();
    toml::from_str(&text)
        .map_err(|error| Failure::Input { name: file.name, message: format!("not an ignore file: {error}") })
}

/// The JSON output.
#[derive(Serialize)]
struct Report<'r> {
    #[serde(serialize_with = "changes")]
    changes: &'r [Change],
    below: usize,
    ignored: usize,
    stale: Vec<Value>,
    old_reads_new: &'static str,
    new_reads_old: &'static str,
}

/// Serializes changes one by one: there may be as many as parts of the schemas.
fn changes<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(changes.iter().map(diff::one_json))
}

/// Writes each witness as a file: `rule@path.direction.bin`.
fn save_witnesses(folder: &Path, changes: &[Change]) -> Result<(), Failure> {
    std::fs::create_dir_all(folder).in_file(&folder.display().to_string())?;
    for change in changes {
        for witness in &change.witnesses {
            let path: String = change.path().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
            let name = format!("{}@{path}.{}.bin", change.rule.id, witness.direction.name());
            output::save(&folder.join(name), None, &witness.bytes)?;
        }
    }
    Ok(())
}

fn summary(changes: &[Change], below: usize, ignored: usize) -> String {
    let effects = diff::effects(changes);
    let shown = changes.iter().filter(|change| !change.witnesses.is_empty()).count();
    let breaking = changes.iter().filter(|change| change.is_breaking()).count();
    let one = |count: usize, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
    format!(
        "{}, {breaking} breaking, {shown} with a witness; {below} below the level, {ignored} ignored\n\
         old readers, new files: {}; new readers, old files: {}\n",
        one(changes.len(), "change"),
        effects.old_reads_new.name(),
        effects.new_reads_old.name(),
    )
}
