use crate::args::Selection;
use crate::exit::Failure;
use conformance::suite::{Book, Case, Explanations, Suite, SuiteError, is_like};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Loads the suite.
pub(super) fn load(given: Option<&Path>) -> Result<Suite, Failure> {
    let folder = folder(given)?;
    Suite::load(&folder).map_err(|error| failure(&folder, error))
}

/// Loads the explanations of the ids in cases.
pub(super) fn explanations(given: Option<&Path>) -> Result<Explanations, Failure> {
    let folder = folder(given)?;
    Explanations::load(&folder).map_err(|error| failure(&folder, error))
}

/// Loads the clauses of the texts.
pub(super) fn book(given: Option<&Path>) -> Result<Book, Failure> {
    let folder = folder(given)?;
    Book::load(&folder.join("../docs")).map_err(|error| failure(&folder, error))
}

fn folder(given: Option<&Path>) -> Result<PathBuf, Failure> {
    given.map(Path::to_owned).or_else(find_folder).ok_or_else(|| {
        Failure::Usage("no suite here or above: name the folder with `cases` by `--suite DIR`".to_owned())
    })
}

fn failure(folder: &Path, error: SuiteError) -> Failure {
    match error {
        SuiteError::Io { path, source } => Failure::File { name: path.display().to_string(), error: source.into() },
        error => Failure::Input { name: folder.display().to_string(), message: error.to_string() },
    }
}

/// Finds `conformance/cases` in this folder or one above.
fn find_folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("conformance")).find(|folder| Path::is_dir(&folder.join("cases")))
}

/// Returns the selected cases.
pub(super) fn select<'a>(suite: &'a Suite, wanted: &Selection) -> Result<Vec<&'a Case>, Failure> {
    let all: Vec<&Case> = suite.cases.iter().collect();
    let mut cases = all.clone();
    // A word that no case has is a mistake, reported with the existing words.
    let mut keep = |option: &str, word: &Option<String>, has: &dyn Fn(&Case, &str) -> bool, known: String| {
        let Some(word) = word else { return Ok(()) };
        if !all.iter().any(|case| has(case, word)) {
            return Err(Failure::Usage(format!("no case has `--{option} {word}`; {known}")));
        }
        cases.retain(|case| has(case, word));
        Ok(())
    };
    let words = |of: &dyn Fn(&'a Case) -> Vec<&'a str>| {
        let words: BTreeSet<&str> = all.iter().flat_map(|case| of(case)).collect();
        format!("there are {}", words.into_iter().collect::<Vec<_>>().join(", "))
    };
    let formats = words(&|case| vec![&*case.format]);
    keep("format", &wanted.format, &|case, word| case.format == word, formats)?;
    let levels = words(&|case| vec![case.level.name()]);
    keep("level", &wanted.level, &|case, word| case.level.name() == word, levels)?;
    let ops = words(&|case| vec![case.op.name()]);
    keep("op", &wanted.op, &|case, word| case.op.name() == word, ops)?;
    let features = words(&|case| case.features.iter().map(String::as_str).collect());
    keep("feature", &wanted.feature, &|case, word| case.features.iter().any(|one| one == word), features)?;
    let about = |case: &Case, word: &str| case.clauses.iter().any(|one| is_like(one, word));
    let clauses = "ids are in docs/clauses.md, and `*` matches any characters: bpx2-8.3-*";
    keep("clause", &wanted.clause, &about, clauses.to_owned())?;
    let ids = "`bpx conform list` has the ids, and `*` matches any characters: bpx.header.*";
    keep("case", &wanted.case, &|case, word| is_like(&case.id, word), ids.to_owned())?;
    cases.retain(|case| !wanted.negative || case.is_negative());
    if cases.is_empty() {
        return Err(Failure::Usage("no case has all of that at once; leave out one of the options".to_owned()));
    }
    Ok(cases)
}
