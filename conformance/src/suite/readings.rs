//! The readings of the texts that cases depend on, as `cases/readings.toml` lists them.

use super::Case;
use super::expect::Expect;
use super::load::{SuiteError, parse};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// The readings, by their numbers in `docs/interpretations.md`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Readings(BTreeMap<String, Reading>);

/// A reading: how a passage is understood that can be understood in several ways.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Reading {
    /// The option that the expectations follow.
    pub ours: String,
    /// All options by name, each with a sentence.
    #[serde(flatten)]
    pub options: BTreeMap<String, String>,
}

impl Readings {
    /// Reads `cases/readings.toml` in the folder of a suite, if it exists.
    ///
    /// # Errors
    /// When it cannot be read, has another structure, or a reading lacks the suite's own option.
    pub fn load(folder: &Path) -> Result<Self, SuiteError> {
        let path = folder.join("cases/readings.toml");
        if !path.is_file() {
            return Ok(Self::default());
        }
        let readings: Self = parse(&path)?;
        match readings.0.iter().find(|(_, reading)| !reading.options.contains_key(&reading.ours)) {
            Some((id, reading)) => {
                Err(SuiteError::Text { path, message: format!("{id}: `{}` is none of the options", reading.ours) })
            }
            None => Ok(readings),
        }
    }

    /// Returns all readings with their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Reading)> {
        self.0.iter().map(|(id, reading)| (&**id, reading))
    }

    /// Checks an option of a reading.
    ///
    /// # Errors
    /// What is wrong with it, with the names that exist.
    pub fn check(&self, id: &str, option: &str) -> Result<(), String> {
        let Some(reading) = self.0.get(id) else {
            return Err(format!("expected a reading of `cases/readings.toml`, found `{id}`"));
        };
        if reading.options.contains_key(option) {
            return Ok(());
        }
        let options: Vec<&str> = reading.options.keys().map(String::as_str).collect();
        Err(format!("expected an option of {id}, which are {}, found `{option}`", options.join(", ")))
    }

    /// Returns the readings of which another option is chosen than that of the suite.
    #[must_use]
    pub fn others(&self, chosen: &BTreeMap<String, String>) -> BTreeMap<String, String> {
        let other = |id: &str, option: &str| self.0.get(id).is_some_and(|reading| reading.ours != option);
        let others = chosen.iter().filter(|(id, option)| other(id, option));
        others.map(|(id, option)| (id.clone(), option.clone())).collect()
    }
}

impl Case {
    /// Returns all readings that the expectation depends on: its own, and those of its clauses.
    pub fn all_readings(&self) -> impl Iterator<Item = &str> {
        self.readings.iter().chain(&self.clause_readings).map(String::as_str)
    }

    /// Returns the expectation for a program that follows other options of these readings.
    ///
    /// # Errors
    /// Why there is none.
    pub fn expectation(&self, others: &BTreeMap<String, String>) -> Result<&Expect, String> {
        let mut expect = &self.expect;
        for (id, option) in others.iter().filter(|(id, _)| self.all_readings().any(|reading| reading == **id)) {
            let otherwise = self.otherwise.get(&format!("{id}={option}"));
            expect = otherwise.ok_or_else(|| format!("follows another reading of {id}"))?;
        }
        Ok(expect)
    }
}
