use super::text::{CaseText, Defaults, File};
use super::{Case, Expect, Files, Level, Op, Readings};
use crate::SuiteError;
use crate::source::{Built, Source};
use bpx_schema::threads::thread_count;
use bpx_schema::value::bytes_from_hex;
use rayon::prelude::*;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// The folder of the cases, which has a folder for each format.
const CASES: &str = "cases";
/// The folder in `cases` for cases that follow from schemas, which also has a folder for each format.
const DERIVED: &str = "derived/";

/// All cases, in the order of their ids.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Suite {
    /// The cases.
    pub cases: Vec<Case>,
    /// The readings that the cases depend on.
    pub readings: Readings,
}

impl Suite {
    /// Loads all cases below `cases` and `cases/derived` in a folder, with the texts below `golden` beside it.
    ///
    /// # Errors
    /// Returns the fault of the first malformed case, with the file or the id.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        Self::read(&Files::folder(folder))
    }

    /// Loads the written cases, which are all cases but the cases below `cases/derived`.
    ///
    /// # Errors
    /// Returns the errors of [`Self::load`].
    pub fn load_written(folder: &Path) -> Result<Self, SuiteError> {
        Self::of(&Files::folder(folder), |name| !name.starts_with(DERIVED))
    }

    /// Loads all cases, from a folder or from the program.
    ///
    /// # Errors
    /// Returns the fault of the first malformed case, with the file or the id.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        Self::of(files, |_| true)
    }

    /// Loads the cases of the files with these names below `cases`.
    fn of(files: &Files, is_wanted: impl Fn(&str) -> bool) -> Result<Self, SuiteError> {
        let mut texts = Vec::new();
        for name in files.toml_below(CASES)? {
            // The names are those of files below this folder.
            let below = name.strip_prefix(CASES).unwrap_or_default().trim_start_matches('/');
            if !is_wanted(below) {
                continue;
            }
            let below = below.strip_prefix(DERIVED).unwrap_or(below);
            // Files without a folder are about all formats.
            if let Some((format, _)) = below.split_once('/') {
                let File { default, cases } = parse_toml(files, &name)?;
                let default = Arc::new(default);
                texts.extend(cases.into_iter().map(|case| (format.to_owned(), Arc::clone(&default), case)));
            }
        }
        let loader = Loader { files, sources: Mutex::default() };
        let load =
            |(format, default, case): (String, Arc<Defaults>, CaseText)| loader.load_case(&format, &default, case);
        // Most of the time goes into building the files of the cases.
        let loaded: Vec<_> = if thread_count() > 1 {
            texts.into_par_iter().map(load).collect()
        } else {
            texts.into_iter().map(load).collect()
        };
        let mut cases = BTreeMap::new();
        for case in loaded {
            let case = case?;
            if let Some(other) = cases.insert(case.id.clone(), case) {
                return Err(malformed_case(&other.id, "another case has this id"));
            }
        }
        Ok(Self { cases: cases.into_values().collect(), readings: Readings::read(files)? })
    }
}

struct Loader<'a> {
    files: &'a Files,
    sources: Mutex<HashMap<String, Arc<Source>>>,
}

impl Loader<'_> {
    fn load_case(&self, format: &str, default: &Defaults, mut text: CaseText) -> Result<Case, SuiteError> {
        let op = text.op.or(default.op).unwrap_or(Op::Validate);
        if let Some(json) = text.json.take() {
            let model = serde_json::from_str(&json).map_err(|error| malformed_case(&text.id, error.to_string()))?;
            match op {
                Op::Encode => text.model = Some(model),
                // The empty path is the whole model.
                _ => drop(text.expect.model.insert(String::new(), model)),
            }
        }
        if (op == Op::Encode) != text.model.is_some() {
            return Err(malformed_case(
                &text.id,
                "expected `model` or `json` in cases with the op `encode`, and in no other cases",
            ));
        }
        let (input, built) = self.load_input(default, &text)?;
        let names = self.load_further_file(text.names.as_ref().or(default.names.as_ref()), &text.id)?;
        let dict = self.load_further_file(text.dict.as_ref().or(default.dict.as_ref()), &text.id)?;
        let source = text.source.or_else(|| default.source.clone()).filter(|_| built.is_some());
        let id = text.id;
        let sound = id.split('.').all(|part| {
            !part.is_empty() && part.chars().all(|one| one.is_ascii_lowercase() || one.is_ascii_digit() || one == '-')
        });
        if !sound || !id.starts_with(&format!("{format}.")) {
            let message = format!("expected an id of `{format}.` and words of a-z, 0-9 and `-`, separated by dots");
            return Err(malformed_case(&id, message));
        }
        let mut expectations = std::iter::once(&text.expect).chain(text.otherwise.values());
        if let Some(word) = expectations.find_map(Expect::unknown_word) {
            return Err(malformed_case(&id, format!("expected a verdict or a class, found `{word}`")));
        }
        if (op == Op::Record) != text.record.is_some() {
            return Err(malformed_case(&id, "expected `record` in cases with the op `record`, and in no other cases"));
        }
        let clauses = text.clause.as_ref().or(default.clause.as_ref());
        let readings = text.reading.as_ref().or(default.reading.as_ref());
        let clauses = clauses.map_or(Vec::new(), |clauses| clauses.words().to_vec());
        let readings = readings.map_or(Vec::new(), |readings| readings.words().to_vec());
        let several = |own: Vec<String>, shared: &[String]| [shared, &own].concat();
        Ok(Case {
            id,
            title: text.title,
            clauses,
            readings,
            level: text.level.or(default.level).unwrap_or(Level::Must),
            format: format.to_owned(),
            version: text.version.or(default.version),
            features: several(text.features, &default.features),
            flags: several(text.flags, &default.flags),
            op,
            input,
            record: text.record,
            names,
            dict,
            source,
            fault: text.fault,
            built,
            expect: text.expect,
            otherwise: text.otherwise,
        })
    }

    /// Returns the bytes of a case, and the fields in its text.
    fn load_input(&self, default: &Defaults, text: &CaseText) -> Result<(Vec<u8>, Option<Built>), SuiteError> {
        if let Some(model) = &text.model {
            return Ok((model.to_string().into_bytes(), None));
        }
        if let Some(hex) = &text.hex {
            let digits: String = hex.split_whitespace().collect();
            let bytes = bytes_from_hex(&digits)
                .ok_or_else(|| malformed_case(&text.id, "expected pairs of hexadecimal digits in `hex`"))?;
            return Ok((bytes, None));
        }
        let name = text.source.as_ref().or(default.source.as_ref());
        let name =
            name.ok_or_else(|| malformed_case(&text.id, "expected one of `source`, `hex` and `model`, found none"))?;
        let in_case = |source| SuiteError::Source { place: text.id.clone(), source };
        let source = self.load_source(name, &text.id)?;
        let built = match (&text.fault, &text.patch) {
            (Some(_), Some(_)) => return Err(malformed_case(&text.id, "expected `fault` or `patch`, found both")),
            (Some(fault), None) => source.build_fault(fault),
            (None, Some(patch)) => source.build_patched(&format!("fault \"{}\" {{ {patch} }}", text.id)),
            (None, None) => source.build(),
        }
        .map_err(in_case)?;
        Ok((built.bytes.clone(), Some(built)))
    }

    /// Returns the bytes of a further file that a case needs.
    fn load_further_file(&self, name: Option<&String>, case: &str) -> Result<Option<Vec<u8>>, SuiteError> {
        let Some(name) = name.filter(|name| !name.is_empty()) else { return Ok(None) };
        let (name, fault) = name.split_once("::").map_or((&**name, None), |(name, fault)| (name, Some(fault)));
        let source = self.load_source(name, case)?;
        let built = fault.map_or_else(|| source.build(), |fault| source.build_fault(fault));
        let in_case = |source| SuiteError::Source { place: case.to_owned(), source };
        Ok(Some(built.map_err(in_case)?.bytes))
    }

    fn load_source(&self, name: &str, case: &str) -> Result<Arc<Source>, SuiteError> {
        // A thread holds the lock only to look up and to insert, which cannot fail.
        let sources = || self.sources.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(source) = sources().get(name) {
            return Ok(Arc::clone(source));
        }
        let text = self.files.read(&format!("golden/{name}.src"))?;
        let source = Source::parse(&text).map_err(|source| SuiteError::Source { place: case.to_owned(), source })?;
        // Another thread may have read the text in the meantime.
        Ok(Arc::clone(sources().entry(name.to_owned()).or_insert_with(|| Arc::new(source))))
    }
}

fn malformed_case(case: &str, message: impl Into<String>) -> SuiteError {
    SuiteError::Case { case: case.to_owned(), message: message.into() }
}

/// Reads a file of TOML.
pub(super) fn parse_toml<T: DeserializeOwned>(files: &Files, name: &str) -> Result<T, SuiteError> {
    let text = files.read(name)?;
    toml::from_str(&text).map_err(|error| SuiteError::text_error(files.path_of(name), &error))
}
