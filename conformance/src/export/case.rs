use crate::suite::{Case, Expect, Level, Op};
use bpx_schema::value::{bytes_from_hex, hex};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// The size of the largest input in a document, in bytes; larger inputs are separate files.
pub const INLINE: usize = 4 << 10;

/// A case in a document of the suite.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct ExportedCase {
    /// Id of the case.
    pub id: String,
    /// A short description of the bytes.
    pub title: String,
    /// SHA-256 of question, bytes and expectation.
    pub hash: String,
    /// The operation.
    pub op: Op,
    /// Whether a program must, should or may pass the case.
    pub level: Level,
    /// Version of the format, if the case requires a version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// For `record`, the name of the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub record: Option<String>,
    /// The features that an implementation must support.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub features: Vec<String>,
    /// Ids of clauses, which the document explains.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub clauses: Vec<String>,
    /// Readings that the expectation depends on, including the readings of the clauses.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The mistakes that the case finds.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flags: Vec<String>,
    /// The bytes, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hex: Option<String>,
    /// The path of the file with the bytes, relative to the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The model to write, for `encode`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<Json>,
    /// The name map that the file shares with other files, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub names: Option<String>,
    /// The dictionary of the file's compression, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dict: Option<String>,
    /// The expectation.
    pub expect: Expect,
    /// The expectations for programs that follow another option of a reading, by reading and option, such as
    /// `I-16=option`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub otherwise: BTreeMap<String, Expect>,
}

impl ExportedCase {
    /// Describes a case; `readings` has all readings that the case depends on.
    #[must_use]
    pub fn new(case: &Case, readings: Vec<String>) -> Self {
        let is_model = case.op == Op::Encode;
        let is_large = !is_model && case.input.len() > INLINE;
        let is_small = !is_model && !is_large;
        Self {
            id: case.id.clone(),
            title: case.title.clone(),
            hash: case.hash(),
            op: case.op,
            level: case.level,
            version: case.version,
            record: case.record.clone(),
            features: case.features.clone(),
            clauses: case.clauses.clone(),
            readings,
            flags: case.flags.clone(),
            hex: is_small.then(|| hex(&case.input)),
            file: is_large.then(|| format!("bytes/{}.bin", case.id)),
            model: is_model.then(|| case.model()),
            names: case.names.as_deref().map(hex),
            dict: case.dict.as_deref().map(hex),
            expect: case.expect.clone(),
            otherwise: case.otherwise.clone(),
        }
    }

    /// Returns the case; `large` has the bytes of the case's file.
    ///
    /// # Errors
    /// Returns an error that names the missing part of the description.
    pub fn case(&self, format: &str, large: Option<Vec<u8>>) -> Result<Case, String> {
        let bytes = |name: &str, digits: &Option<String>| match digits {
            Some(digits) => {
                let wrong = || format!("expected pairs of hexadecimal digits in `{name}`");
                bytes_from_hex(digits).map(Some).ok_or_else(wrong)
            }
            None => Ok(None),
        };
        let model = self.model.as_ref().map(|model| model.to_string().into_bytes());
        let input = bytes("hex", &self.hex)?.or(large).or(model);
        Ok(Case {
            id: self.id.clone(),
            title: self.title.clone(),
            clauses: self.clauses.clone(),
            readings: self.readings.clone(),
            level: self.level,
            format: format.to_owned(),
            version: self.version,
            features: self.features.clone(),
            flags: self.flags.clone(),
            op: self.op,
            input: input.ok_or("expected one of `hex`, `file` and `model`, found none")?,
            record: self.record.clone(),
            names: bytes("names", &self.names)?,
            dict: bytes("dict", &self.dict)?,
            source: None,
            fault: None,
            built: None,
            expect: self.expect.clone(),
            otherwise: self.otherwise.clone(),
        })
    }
}
