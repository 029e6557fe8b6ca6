mod base;
mod summary;

use self::summary::{Since, Summary};
use super::current::{State, compare_file};
use super::generate::{generate_all, output_path};
use crate::args::{CiArgs, FailOn};
use crate::commands::schema::{Compared, How, Loaded, compare_schemas, of_document, save_witnesses};
use crate::document;
use crate::exit::{Exit, Failure, InFile};
use crate::output;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Checks a document in a repository, and summarizes the findings.
pub(super) fn run(args: &CiArgs) -> Result<Exit, Failure> {
    if args.files.iter().any(|file| file.as_os_str() == "-") {
        return Err(Failure::Usage("expected files of a repository, found stdin".to_owned()));
    }
    let document = document::read_document(&args.files, &args.reading.fix)?;
    document.print_account(args.reading.account);
    let loaded = of_document(document)?;
    let generated =
        args.generated.iter().map(|output| check_current(&loaded, output)).collect::<Result<Vec<_>, _>>()?;
    let since = changes_since(args, &loaded)?;
    let fails = is_fault(args, &loaded, &generated, &since);
    let summary =
        Summary { document: loaded.document.as_ref(), title: &loaded.title, generated: &generated, since: &since };
    let text = summary.to_markdown();
    match &args.summary {
        None => output::print_text(&text).in_file("<stdout>")?,
        Some(path) => {
            let name = path.display().to_string();
            let mut file = std::fs::File::options().append(true).create(true).open(path).in_file(&name)?;
            file.write_all(text.as_bytes()).in_file(&name)?;
        }
    }
    Ok(if fails { Exit::Invalid } else { Exit::Fine })
}

/// Returns a generated file, and whether it is current.
fn check_current(loaded: &Loaded, output: &Path) -> Result<(PathBuf, State), Failure> {
    let path = output_path(output, &loaded.name);
    let generated = generate_all(loaded, &path);
    let state = compare_file(&path, |out| generated.write_content(out))?;
    if state != State::Current {
        output::print_warning(&format!("{}: {}: run `bpx spec generate` to write it", path.display(), state.name()));
    }
    Ok((path, state))
}

/// Returns the changes since the commit.
fn changes_since(args: &CiArgs, new: &Loaded) -> Result<Since, Failure> {
    let Some(commit) = args.base.as_deref().filter(|commit| !base::is_none(commit)) else { return Ok(Since::Nothing) };
    let commit = commit.to_owned();
    let Some(old) = base::read_at_commit(&commit, &args.files, &args.reading.fix)? else {
        return Ok(Since::New { commit });
    };
    let Ok(old) = of_document(old) else { return Ok(Since::Unread { commit }) };
    let how = How { level: args.level.into(), samples: args.samples, ignore: args.ignore.as_deref() };
    let compared = compare_schemas((&format!("{}, {commit}", old.name), &old.model), (&new.name, &new.model), &how)?;
    for entry in &compared.stale {
        output::print_warning(&format!(
            "stale: no change of the rule `{}` at `{}` ({})",
            entry.rule, entry.path, entry.why
        ));
    }
    let witnesses = match &args.witness {
        Some(folder) => save_witnesses(folder, &compared.changes)?,
        None => Vec::new(),
    };
    Ok(Since::Compared { commit, compared, witnesses, folder: args.witness.clone() })
}

fn is_fault(args: &CiArgs, loaded: &Loaded, generated: &[(PathBuf, State)], since: &Since) -> bool {
    let is_open = args.reading.strict && loaded.document.as_ref().is_some_and(document::Doc::is_open);
    let is_old = generated.iter().any(|(_, state)| *state != State::Current);
    let changes = match since {
        Since::Compared { compared: Compared { changes, stale, .. }, .. } => {
            let fails = match args.fail_on {
                FailOn::Never => false,
                FailOn::Breaking => changes.iter().any(bpx_workbench::diff::Change::is_breaking),
                FailOn::Any => !changes.is_empty(),
            };
            fails || !stale.is_empty()
        }
        Since::Nothing | Since::New { .. } | Since::Unread { .. } => false,
    };
    is_open || is_old || changes
}
