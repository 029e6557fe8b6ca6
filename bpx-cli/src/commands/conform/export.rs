use super::select::{self, Place};
use crate::args::{SuiteExportArgs, SuiteTarget};
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use conformance::export::{Difference, Export, Version, c_tables};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Writes the suite as static files; fails if its version is too low for its changes since an earlier export.
pub(super) fn run(args: &SuiteExportArgs) -> Result<Exit, Failure> {
    let mut export = Place::find_suite(args.suite.as_deref())?.export_suite()?;
    // The earlier export may be in the folder that is overwritten below.
    let old = args.since.as_deref().map(select::read_export).transpose()?;
    let since = old.map(|old| (old.version, Difference::between(&old, &export)));
    if let Some(format) = &args.format {
        let known: Vec<_> = export.formats.iter().map(|one| one.format.clone()).collect();
        export.formats.retain(|one| one.format == *format);
        if export.formats.is_empty() {
            return Err(Failure::Usage(format!("expected a format, one of {}, found `{format}`", known.join(", "))));
        }
        let wanted: Vec<_> =
            export.formats.iter().flat_map(|one| &one.cases).filter_map(|case| case.file.clone()).collect();
        export.files.retain(|name, _| wanted.contains(name));
    }
    match args.target {
        SuiteTarget::Json => export.write(&args.folder).map_err(select::unread_export)?,
        SuiteTarget::C => {
            fs::create_dir_all(&args.folder).in_file(&args.folder.display().to_string())?;
            for (name, text) in c_tables(&export) {
                output::save_file(&args.folder.join(name), None, text.as_bytes())?;
            }
        }
    }
    let (text, fine) = describe_export(&export, &args.folder, since.as_ref());
    output::print_text(&text).in_file("<stdout>")?;
    Ok(if fine { Exit::Fine } else { Exit::Invalid })
}

/// Describes what was written, and returns whether the version is high enough.
fn describe_export(export: &Export, folder: &Path, since: Option<&(Version, Difference)>) -> (String, bool) {
    let mut text = String::new();
    let mut fine = true;
    if let Some((old, difference)) = since {
        for line in &difference.lines {
            let _ = writeln!(text, "{line}");
        }
        fine = export.version >= difference.least;
        let (change, least) = (difference.change.name(), difference.least);
        let _ =
            writeln!(text, "since {old}: {change}; the required version is {least}, the suite has {}", export.version);
    }
    let cases: usize = export.formats.iter().map(|format| format.cases.len()).sum();
    let _ = writeln!(text, "{}: suite {}, {cases} cases", folder.display(), export.version);
    (text, fine)
}
