//! The readings of the texts that cases depend on, as `cases/readings.toml` lists them.

use super::load::parse_toml;
use super::{Book, Case, Expect, Files};
use crate::SuiteError;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, HashMap};
use std::sync::OnceLock;

/// The readings, by their numbers in `docs/interpretations.md`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct Readings {
    list: BTreeMap<String, Reading>,
    /// The files of the clauses, which are read only if a program follows another reading.
    #[serde(skip)]
    files: Option<Files>,
    #[serde(skip)]
    clauses: OnceLock<Result<Clauses, String>>,
}

/// The readings of each clause that has readings.
type Clauses = HashMap<String, Vec<String>>;

/// The file that lists the readings.
const LIST: &str = "cases/readings.toml";

/// A reading of a passage that can be understood in several ways.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct Reading {
    /// The option that the expectations follow.
    pub ours: String,
    /// All options by name, each with a sentence.
    #[serde(flatten)]
    pub options: BTreeMap<String, String>,
}

impl Readings {
    /// Reads `cases/readings.toml` of a suite, if it exists.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read or has another structure, or if a reading lacks the suite's own
    /// option.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        if !files.has_file(LIST) {
            return Ok(Self::default());
        }
        let list: BTreeMap<String, Reading> = parse_toml(files, LIST)?;
        match list.iter().find(|(_, reading)| !reading.options.contains_key(&reading.ours)) {
            Some((id, reading)) => {
                let message = format!("{id}: expected an option of the reading, found `{}`", reading.ours);
                Err(SuiteError::text_error(files.path_of(LIST), &message))
            }
            None => Ok(Self { list, files: Some(files.clone()), clauses: OnceLock::new() }),
        }
    }

    /// Returns the list without the clauses, for cases that name the readings of their clauses themselves.
    #[must_use]
    pub fn without_clauses(&self) -> Self {
        Self { list: self.list.clone(), files: None, clauses: OnceLock::new() }
    }

    /// Returns all readings with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Reading)> {
        self.list.iter().map(|(id, reading)| (&**id, reading))
    }

    /// Checks an option of a reading.
    ///
    /// # Errors
    /// Returns an error that names the existing options.
    pub fn check_option(&self, id: &str, option: &str) -> Result<(), String> {
        let Some(reading) = self.list.get(id) else {
            return Err(format!("expected a reading of `cases/readings.toml`, found `{id}`"));
        };
        if reading.options.contains_key(option) {
            return Ok(());
        }
        let options: Vec<&str> = reading.options.keys().map(String::as_str).collect();
        Err(format!("expected an option of {id} ({}), found `{option}`", options.join(", ")))
    }

    /// Returns the chosen options that differ from the options of the suite, by the number of the reading.
    #[must_use]
    pub fn deviating_options(&self, chosen: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let other = |id: &str, option: &str| self.list.get(id).is_some_and(|reading| reading.ours != option);
        let others = chosen.iter().filter(|(id, option)| other(id, option));
        others.map(|(id, option)| (id.clone(), option.clone())).collect()
    }

    /// Returns all readings that the expectation of a case depends on: the case's own readings, and the readings of its
    /// clauses.
    ///
    /// # Errors
    /// Returns an error if the clauses cannot be read.
    pub fn of<'a>(&'a self, case: &'a Case) -> Result<impl Iterator<Item = &'a str>, String> {
        let clauses = self.clauses.get_or_init(|| self.files.as_ref().map_or_else(|| Ok(Clauses::new()), read_clauses));
        let clauses = clauses.as_ref().map_err(Clone::clone)?;
        let of_clauses = case.clauses.iter().filter_map(|clause| clauses.get(clause)).flatten();
        Ok(case.readings.iter().chain(of_clauses).map(String::as_str))
    }

    /// Returns the expectation of a case for a program that follows other options of these readings.
    ///
    /// # Errors
    /// Returns the reason if the case states no such expectation.
    pub fn expectation_for<'a>(
        &'a self,
        case: &'a Case,
        others: &BTreeMap<String, String>,
    ) -> Result<&'a Expect, String> {
        let mut expect = &case.expect;
        for (id, option) in others {
            if self.of(case)?.any(|reading| reading == *id) {
                let otherwise = case.otherwise.get(&format!("{id}={option}"));
                expect = otherwise.ok_or_else(|| format!("follows another reading of {id}"))?;
            }
        }
        Ok(expect)
    }
}

/// Reads the clauses of a suite, if the suite has clauses.
fn read_clauses(files: &Files) -> Result<Clauses, String> {
    if !files.has_file("docs/clauses.toml") {
        return Ok(Clauses::new());
    }
    let book = Book::read(files).map_err(|error| error.to_string())?;
    let clauses = book.clauses.into_iter().filter(|clause| !clause.readings.is_empty());
    Ok(clauses.map(|clause| (clause.id, clause.readings)).collect())
}
