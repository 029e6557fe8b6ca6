use super::load::load;
use crate::args::{SchemaDiffArgs, SchemaLevel};
use crate::exit::{Exit, Failure, InFile};
use crate::{input, output};
use bpx_schema::diff::{self, Change, Ignore, Ignored, Level, Options};
use serde_json::json;
use std::path::Path;

/// A file of changes that are meant.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreFile {
    #[serde(default)]
    ignore: Vec<Ignore>,
}

/// Tells what changed between two schemas.
pub(crate) fn run(args: &SchemaDiffArgs) -> Result<Exit, Failure> {
    let (old, new) = (load(&args.old)?, load(&args.new)?);
    let entries = args.ignore.as_deref().map(ignore_file).transpose()?.unwrap_or_default().ignore;
    for (name, model) in [(&args.old, &old), (&args.new, &new)] {
        // So that a fault of a schema is told with its name.
        bpx_schema::interpret::Interpreter::new(model).in_file(name)?;
    }
    let options = Options::default().with_samples(args.samples);
    let level = match args.level {
        SchemaLevel::Wire => Level::Wire,
        SchemaLevel::Model => Level::Model,
        SchemaLevel::Source => Level::Source,
    };
    let changes = diff::diff(&old, &new, options).in_file(&args.new)?;
    let Ignored { left, ignored, stale } = Ignored::of(changes, &entries);
    let (told, below): (Vec<Change>, Vec<Change>) = left.into_iter().partition(|change| change.rule.level <= level);
    if let Some(folder) = &args.witness {
        save_witnesses(folder, &told)?;
    }
    let text = if args.json {
        let stale: Vec<_> =
            stale.iter().map(|one| json!({ "rule": one.rule, "path": one.path, "why": one.why })).collect();
        let effects = diff::effects(&told);
        let report = json!({
            "changes": diff::json(&told),
            "below": below.len(),
            "ignored": ignored,
            "stale": stale,
            "old_reads_new": effects.old_reads_new.name(),
            "new_reads_old": effects.new_reads_old.name(),
        });
        format!("{report:#}\n")
    } else if args.markdown {
        diff::markdown(&told)
    } else {
        format!("{}{}", diff::text(&told), summary(&told, below.len(), ignored))
    };
    output::print(&text).in_file("<stdout>")?;
    for entry in &stale {
        output::warning(&format!("stale: no change is `{}` at `{}` ({})", entry.rule, entry.path, entry.why));
    }
    Ok(if told.is_empty() && stale.is_empty() { Exit::Fine } else { Exit::Invalid })
}

fn ignore_file(path: &Path) -> Result<IgnoreFile, Failure> {
    let file = input::open(path)?;
    let text = String::from_utf8_lossy(&file.bytes()?).into_owned();
    toml::from_str(&text)
        .map_err(|error| Failure::Input { name: file.name, message: format!("not an ignore file: {error}") })
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

fn summary(told: &[Change], below: usize, ignored: usize) -> String {
    let effects = diff::effects(told);
    let shown = told.iter().filter(|change| !change.witnesses.is_empty()).count();
    let breaking = told.iter().filter(|change| change.is_breaking()).count();
    let one = |count: usize, word: &str| if count == 1 { format!("1 {word}") } else { format!("{count} {word}s") };
    format!(
        "{}, {breaking} breaking, {shown} with a witness; {below} below the level, {ignored} ignored\n\
         old readers, new files: {}; new readers, old files: {}\n",
        one(told.len(), "change"),
        effects.old_reads_new.name(),
        effects.new_reads_old.name(),
    )
}
