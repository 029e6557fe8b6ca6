use crate::args::Selection;
use crate::exit::Failure;
use conformance::SuiteError;
use conformance::export::{Export, is_export};
use conformance::suite::{Book, Case, Explanations, Files, Suite, is_like};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The source of the suite.
pub(super) enum Place {
    /// The sources of the cases, in a folder or in this program.
    Texts(Files),
    /// An exported folder.
    Export(PathBuf),
}

impl Place {
    /// Returns the suite in the named folder, else the suite in or above the current folder, else the copy in this
    /// program.
    pub(super) fn find_suite(given: Option<&Path>) -> Result<Self, Failure> {
        match given.map(Path::to_owned).or_else(find_folder) {
            Some(folder) if is_export(&folder) => Ok(Self::Export(folder)),
            Some(folder) => Ok(Self::Texts(Files::folder(&folder))),
            None => Files::embedded().map(Self::Texts).map_err(suite_failure),
        }
    }

    /// Returns the suite as documents.
    pub(super) fn export_suite(&self) -> Result<Export, Failure> {
        match self {
            Self::Texts(files) => Export::new(files).map_err(suite_failure),
            Self::Export(folder) => read_export(folder),
        }
    }
}

/// Loads the suite.
pub(super) fn load_suite(given: Option<&Path>) -> Result<Suite, Failure> {
    match Place::find_suite(given)? {
        Place::Texts(files) => Suite::read(&files).map_err(suite_failure),
        Place::Export(folder) => read_export(&folder)?.suite().map_err(suite_failure),
    }
}

/// Loads the explanations of the ids in cases.
pub(super) fn load_explanations(given: Option<&Path>) -> Result<Explanations, Failure> {
    match Place::find_suite(given)? {
        Place::Texts(files) => Explanations::read(&files).map_err(suite_failure),
        Place::Export(folder) => Ok(read_export(&folder)?.explanations()),
    }
}

/// Loads the clauses of the specifications.
pub(super) fn load_book(given: Option<&Path>) -> Result<Book, Failure> {
    match Place::find_suite(given)? {
        Place::Texts(files) => Book::read(&files).map_err(suite_failure),
        Place::Export(_) => Err(Failure::Usage(
            "expected a folder with `cases`, found an exported suite, which has no sources".to_owned(),
        )),
    }
}

/// Reads an exported folder.
pub(super) fn read_export(folder: &Path) -> Result<Export, Failure> {
    Export::read(folder).map_err(unread_export)
}

/// Returns the failure for the folder of an export.
pub(super) fn unread_export(error: SuiteError) -> Failure {
    failure_of("the exported suite", error)
}

fn suite_failure(error: SuiteError) -> Failure {
    failure_of("the suite", error)
}

fn failure_of(name: &str, error: SuiteError) -> Failure {
    match error {
        SuiteError::Io { path, source } => Failure::File { name: path.display().to_string(), error: source.into() },
        error => Failure::Input { name: name.to_owned(), message: error.to_string() },
    }
}

/// Finds `conformance/cases` in the current folder or in a folder above.
fn find_folder() -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    here.ancestors().map(|folder| folder.join("conformance")).find(|folder| Path::is_dir(&folder.join("cases")))
}

/// Returns the selected cases.
pub(super) fn select_cases<'a>(suite: &'a Suite, wanted: &Selection) -> Result<Vec<&'a Case>, Failure> {
    let all: Vec<&Case> = suite.cases.iter().collect();
    let mut cases = all.clone();
    // A value that no case has is reported as a mistake, with the existing values.
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
    let clauses = "docs/clauses.md lists the ids; `*` matches any characters, as in bpx2-8.3-*";
    keep("clause", &wanted.clause, &about, clauses.to_owned())?;
    let ids = "`bpx conform list` lists the ids; `*` matches any characters, as in bpx.header.*";
    keep("case", &wanted.case, &|case, word| is_like(&case.id, word), ids.to_owned())?;
    cases.retain(|case| !wanted.negative || case.is_negative());
    if cases.is_empty() {
        return Err(Failure::Usage("no case matches all of the options; leave one out".to_owned()));
    }
    Ok(cases)
}
