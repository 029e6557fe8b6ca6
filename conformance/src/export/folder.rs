use super::reader::FolderReader;
use super::{ExportedFormat, Version};
use crate::SuiteError;
use crate::suite::{Case, Clause, Explanations, Files, Flag, Interpretation, Readings, Suite};
use bpx_schema::report::Class;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Name of the document that lists the other documents.
const INDEX: &str = "suite.json";
/// The README of the folder.
const README: &str = include_str!("README.md");
/// The JSON schema of the documents.
const SCHEMA: &str = include_str!("suite.schema.json");

/// The suite as documents.
#[derive(Debug, Clone, PartialEq)]
pub struct Export {
    /// The version of the suite.
    pub version: Version,
    /// The readings that have several options, and their options.
    pub options: Readings,
    /// The documents, by format.
    pub formats: Vec<ExportedFormat>,
    /// Large inputs, by the paths of their files.
    pub files: BTreeMap<String, Vec<u8>>,
}

#[derive(Deserialize, Serialize)]
struct Index {
    suite: Version,
    protocol: u32,
    formats: BTreeMap<String, Listed>,
    /// The words for faults, each with the verdict that it means.
    classes: BTreeMap<String, String>,
    /// The readings that have several options, and their options.
    #[serde(default)]
    options: Readings,
}

#[derive(Deserialize, Serialize)]
struct Listed {
    file: String,
    cases: usize,
}

/// Returns whether a folder is an exported suite.
#[must_use]
pub fn is_export(folder: &Path) -> bool {
    folder.join(INDEX).is_file()
}

impl Export {
    /// Describes the suite in a folder or in the program.
    ///
    /// # Errors
    /// Returns an error if a text cannot be read.
    pub fn new(files: &Files) -> Result<Self, SuiteError> {
        Self::of(&Suite::read(files)?, files)
    }

    /// Describes cases with the version and the explanations of the suite.
    ///
    /// # Errors
    /// Returns an error if a text cannot be read.
    pub fn of(suite: &Suite, files: &Files) -> Result<Self, SuiteError> {
        let (version, explained) = (Version::read(files)?, Explanations::read(files)?);
        let names: BTreeSet<&str> = suite.cases.iter().map(|case| &*case.format).collect();
        let of = |name: &str| suite.cases.iter().filter(|case| case.format == name).collect::<Vec<&Case>>();
        let formats: Vec<_> =
            names.iter().map(|name| ExportedFormat::new(version, name, &of(name), &explained)).collect();
        let inputs: BTreeMap<&str, &Case> = suite.cases.iter().map(|case| (&*case.id, case)).collect();
        let listed = formats.iter().flat_map(|format| &format.cases);
        let large = listed.filter_map(|case| Some((case.file.clone()?, inputs.get(&*case.id)?.input.clone())));
        let files = large.collect();
        Ok(Self { version, options: suite.readings.without_clauses(), formats, files })
    }

    /// Writes the documents into a folder, and replaces the large inputs of an earlier export.
    ///
    /// # Errors
    /// Returns an error if a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), SuiteError> {
        let bytes = folder.join("bytes");
        if bytes.is_dir() {
            for entry in fs::read_dir(&bytes).map_err(SuiteError::io_error_at(&bytes))? {
                let path = entry.map_err(SuiteError::io_error_at(&bytes))?.path();
                if path.extension().is_some_and(|extension| extension == "bin") {
                    fs::remove_file(&path).map_err(SuiteError::io_error_at(&path))?;
                }
            }
        }
        fs::create_dir_all(&bytes).map_err(SuiteError::io_error_at(&bytes))?;
        let formats = self.formats.iter().map(|format| {
            let listed = Listed { file: document_name(&format.format), cases: format.cases.len() };
            (format.format.clone(), listed)
        });
        let classes = Class::ALL.iter().map(|class| (class.name().to_owned(), class.verdict().name().to_owned()));
        let (formats, classes) = (formats.collect(), classes.collect());
        let index = Index {
            suite: self.version,
            protocol: crate::protocol::VERSION,
            formats,
            classes,
            options: self.options.clone(),
        };
        save_file(&folder.join(INDEX), format!("{:#}\n", to_json(&index)).as_bytes())?;
        for format in &self.formats {
            save_file(&folder.join(document_name(&format.format)), document_text(format).as_bytes())?;
        }
        for (name, bytes) in &self.files {
            save_file(&folder.join(name), bytes)?;
        }
        save_file(&folder.join("README.md"), README.as_bytes())?;
        save_file(&folder.join("suite.schema.json"), SCHEMA.as_bytes())
    }

    /// Reads the documents of a folder.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or does not match the schema.
    pub fn read(folder: &Path) -> Result<Self, SuiteError> {
        let mut reader = FolderReader::open(folder)?;
        let index: Index = reader.read_document(INDEX)?;
        let Index { suite: version, options, formats, .. } = index;
        let mut export = Self { version, options, formats: Vec::new(), files: BTreeMap::new() };
        for listed in formats.values() {
            let format: ExportedFormat = reader.read_document(&listed.file)?;
            // Writing the export makes a file of this name.
            reader.check_name(&document_name(&format.format))?;
            for name in format.cases.iter().filter_map(|case| case.file.as_ref()) {
                // Each case gets a copy.
                match export.files.get(name) {
                    Some(bytes) => reader.charge(name, bytes.len())?,
                    None => drop(export.files.insert(name.clone(), reader.read(name)?)),
                }
            }
            export.formats.push(format);
        }
        Ok(export)
    }

    /// Returns the cases.
    ///
    /// # Errors
    /// Returns an error if a case has no bytes.
    pub fn suite(&self) -> Result<Suite, SuiteError> {
        let mut cases = BTreeMap::new();
        for format in &self.formats {
            for case in &format.cases {
                let large = case.file.as_ref().and_then(|name| self.files.get(name)).cloned();
                let in_case = |message| SuiteError::Case { case: case.id.clone(), message };
                cases.insert(case.id.clone(), case.case(&format.format, large).map_err(in_case)?);
            }
        }
        Ok(Suite { cases: cases.into_values().collect(), readings: self.options.clone() })
    }

    /// Returns the explanations of the ids in cases.
    #[must_use]
    pub fn explanations(&self) -> Explanations {
        let mut explained = Explanations { version: Some(self.version), ..Explanations::default() };
        for format in &self.formats {
            for (id, clause) in &format.clauses {
                let super::ExportedClause { document, section, level, text, readings } = clause.clone();
                let clause = Clause { id: id.clone(), document, section, level, text, readings, ..Clause::default() };
                explained.clauses.insert(id.clone(), clause);
            }
            for (number, reading) in &format.readings {
                let super::ExportedReading { title, text } = reading.clone();
                explained.readings.insert(number.clone(), Interpretation { title, text });
            }
            let flags = format.flags.iter();
            let flags =
                flags.map(|(name, flag)| (name.clone(), Flag { what: flag.what.clone(), harm: flag.harm.clone() }));
            explained.flags.extend(flags);
        }
        explained
    }
}

fn document_name(format: &str) -> String {
    format!("{format}.json")
}

/// Returns a document with a line for each case, so that a difference of two exports shows which cases differ.
fn document_text(format: &ExportedFormat) -> String {
    let mut text = String::from("{\n");
    let Json::Object(members) = to_json(format) else { return text };
    for (name, value) in &members {
        let rows = match value {
            Json::Array(list) => Some(("[", "]", list.iter().map(Json::to_string).collect::<Vec<_>>())),
            Json::Object(map) => {
                let rows = map.iter().map(|(name, value)| format!("{}: {value}", Json::from(name.as_str()))).collect();
                Some(("{", "}", rows))
            }
            _ => None,
        };
        let value = match rows {
            Some((open, close, rows)) if !rows.is_empty() => format!("{open}\n{}\n{close}", rows.join(",\n")),
            _ => value.to_string(),
        };
        let comma = if members.keys().next_back() == Some(name) { "" } else { "," };
        text.push_str(&format!("{}: {value}{comma}\n", Json::from(name.as_str())));
    }
    text + "}\n"
}

fn to_json(value: &impl Serialize) -> Json {
    // The keys of what is exported are texts, so that JSON has a place for each.
    serde_json::to_value(value).unwrap_or_default()
}

fn save_file(path: &Path, bytes: &[u8]) -> Result<(), SuiteError> {
    fs::write(path, bytes).map_err(SuiteError::io_error_at(path))
}
