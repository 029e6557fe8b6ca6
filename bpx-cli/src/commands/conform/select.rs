use crate::args::Selection;
use crate::exit::Failure;
use conformance::suite::{Case, Explanations, Suite, SuiteError, is_like};
use std::path::{Path, PathBuf};

/// Loads the suite.
pub(super) fn load(given: Option<&Path>) -> Result<Suite, Failure> {
    let folder = folder(given)?;
    Suite::load(&folder).map_err(|error| told(&folder, &error))
}

/// Loads what the ids in cases stand for.
pub(super) fn explanations(given: Option<&Path>) -> Result<Explanations, Failure> {
    let folder = folder(given)?;
    Explanations::load(&folder).map_err(|error| told(&folder, &error))
}

fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map(Path::to_owned).or_else(found).ok_or_else(|| {
        Failure::Usage("no suite here or above: `--suite DIR` says where the folder with `cases` is".to_owned())
    })
}

fn told(folder: &Path, error: &SuiteError) -> Failure {
    Failure::Input { name: folder.display().to_string(), message: error.to_string() }
}

/// `conformance/cases` in this folder or one above.
fn found() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("conformance")).find(|folder| Path::is_dir(&folder.join("cases")))
}

/// The cases that are wanted.
pub(super) fn select<'a>(suite: &'a Suite, selection: &Selection) -> Result<Vec<&'a Case>, Failure> {
    let wanted = |wanted: &Option<String>, has: &str| wanted.as_deref().is_none_or(|wanted| wanted == has);
    let cases = suite.cases.iter().filter(|case| {
        wanted(&selection.format, &case.format)
            && wanted(&selection.level, case.level.name())
            && selection.clause.as_ref().is_none_or(|clause| case.clauses.contains(clause))
            && selection.feature.as_ref().is_none_or(|feature| case.features.contains(feature))
            && selection.case.as_ref().is_none_or(|pattern| is_like(&case.id, pattern))
    });
    let cases: Vec<_> = cases.collect();
    if cases.is_empty() {
        return Err(Failure::Usage("no case is meant; `bpx conform list` lists all".to_owned()));
    }
    Ok(cases)
}
