//! Compares two schemas, for all commands that show changes.

use crate::exit::{Failure, InFile};
use crate::{input, output};
use bpx_schema::interpret::Interpreter;
use bpx_schema::schema::Model;
use bpx_workbench::diff::{self, Change, Ignore, Ignored, Level, Options};
use std::path::Path;

/// A file of intended changes.
#[derive(Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct IgnoreFile {
    #[serde(default)]
    ignore: Vec<Ignore>,
}

/// The options of a comparison.
pub(crate) struct How<'a> {
    pub level: Level,
    pub samples: usize,
    pub ignore: Option<&'a Path>,
}

/// The changes at a level, and the numbers of other changes.
pub(crate) struct Compared {
    pub changes: Vec<Change>,
    pub below: usize,
    pub ignored: usize,
    pub stale: Vec<Ignore>,
}

/// Compares two schemas, each with its name.
pub(crate) fn compare_schemas(old: (&str, &Model), new: (&str, &Model), how: &How<'_>) -> Result<Compared, Failure> {
    // Without a file of intended changes, no change is intended.
    let entries = how.ignore.map(ignore_file).transpose()?.unwrap_or_default().ignore;
    for (name, model) in [old, new] {
        // A fault of a schema is reported with the name of the schema. A schema of codes alone has no root to check.
        if !model.structures.is_empty() {
            Interpreter::with_algorithms(model, bpx_formats::algorithms()).in_file(name)?;
        }
    }
    let options = Options::default().with_samples(how.samples).with_algorithms(bpx_formats::algorithms());
    let changes = diff::diff(old.1, new.1, &options).in_file(new.0)?;
    let Ignored { left: mut changes, ignored, stale, .. } = Ignored::of(changes, &entries);
    let all = changes.len();
    changes.retain(|change| change.rule.level <= how.level);
    let below = all - changes.len();
    Ok(Compared { changes, below, ignored, stale })
}

fn ignore_file(path: &Path) -> Result<IgnoreFile, Failure> {
    let file = input::open_file(path)?;
    let text = String::from_utf8_lossy(&file.whole_bytes()?).into_owned();
    toml::from_str(&text)
        .map_err(|error| Failure::Input { name: file.name, message: format!("not an ignore file: {error}") })
}

/// Writes each witness as a file, `rule@path.direction.bin`; returns the names.
pub(crate) fn save_witnesses(folder: &Path, changes: &[Change]) -> Result<Vec<String>, Failure> {
    std::fs::create_dir_all(folder).in_file(&folder.display().to_string())?;
    let mut names = Vec::new();
    for change in changes {
        for witness in &change.witnesses {
            let path: String = change.path().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
            let name = format!("{}@{path}.{}.bin", change.rule.id, witness.direction.name());
            output::save_file(&folder.join(&name), None, &witness.bytes)?;
            names.push(name);
        }
    }
    Ok(names)
}
