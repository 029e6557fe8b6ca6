use super::{ExportedCase, Version};
use crate::protocol::VERSION as PROTOCOL;
use crate::suite::{Case, Clause, Explanations, Interpretation};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// The document of a format: its cases, and the meaning of the ids in the cases.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct ExportedFormat {
    /// The version of the suite.
    pub suite: Version,
    /// The version of the protocol.
    pub protocol: u32,
    /// The format.
    pub format: String,
    /// The clauses that cases are about, by id.
    pub clauses: BTreeMap<String, ExportedClause>,
    /// The readings that expectations depend on, by number.
    pub readings: BTreeMap<String, ExportedReading>,
    /// The mistakes that cases find, by name.
    pub flags: BTreeMap<String, ExportedFlag>,
    /// The cases, by id.
    pub cases: Vec<ExportedCase>,
}

/// A clause of a specification.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct ExportedClause {
    /// The specification.
    pub document: String,
    /// Section of the specification.
    pub section: String,
    /// Requirement of the clause.
    pub level: String,
    /// Content of the clause, in words of this project.
    pub text: String,
    /// Readings that apply to the clause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
}

/// A reading of a passage that a specification leaves open.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct ExportedReading {
    /// The subject of the reading.
    pub title: String,
    /// The reading that expectations follow.
    pub text: String,
}

/// A mistake.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct ExportedFlag {
    /// The wrong behaviour.
    pub what: String,
    /// The harm to programs that rely on it.
    pub harm: String,
}

impl ExportedFormat {
    /// Describes the cases of a format.
    #[must_use]
    pub fn new(suite: Version, format: &str, cases: &[&Case], explained: &Explanations) -> Self {
        let cases: Vec<ExportedCase> =
            cases.iter().map(|case| ExportedCase::new(case, readings_of(case, explained))).collect();
        let used =
            |words: fn(&ExportedCase) -> &[String]| -> BTreeSet<&String> { cases.iter().flat_map(words).collect() };
        let clauses = used(|case| &case.clauses).into_iter();
        let clauses = clauses.filter_map(|id| Some((id.clone(), explained.clauses.get(id)?.into()))).collect();
        let readings = used(|case| &case.readings).into_iter();
        let readings =
            readings.filter_map(|number| Some((number.clone(), explained.readings.get(number)?.into()))).collect();
        let flags = used(|case| &case.flags).into_iter();
        let flags = flags.filter_map(|name| {
            let flag = explained.flags.get(name)?;
            Some((name.clone(), ExportedFlag { what: flag.what.clone(), harm: flag.harm.clone() }))
        });
        let flags = flags.collect();
        Self { suite, protocol: PROTOCOL, format: format.to_owned(), clauses, readings, flags, cases }
    }
}

impl From<&Clause> for ExportedClause {
    fn from(clause: &Clause) -> Self {
        let Clause { document, section, level, text, readings, .. } = clause.clone();
        Self { document, section, level, text, readings }
    }
}

impl From<&Interpretation> for ExportedReading {
    fn from(reading: &Interpretation) -> Self {
        let Interpretation { title, text } = reading.clone();
        Self { title, text }
    }
}

/// Returns the readings of a case and of its clauses, by number.
fn readings_of(case: &Case, explained: &Explanations) -> Vec<String> {
    let clauses = case.clauses.iter().filter_map(|id| explained.clauses.get(id));
    let readings = case.readings.iter().chain(clauses.flat_map(|clause| &clause.readings));
    let number = |reading: &str| reading.rsplit('-').next().and_then(|number| number.parse::<u32>().ok());
    let readings: BTreeSet<_> = readings.map(|reading| (number(reading), reading.clone())).collect();
    readings.into_iter().map(|(_, reading)| reading).collect()
}
