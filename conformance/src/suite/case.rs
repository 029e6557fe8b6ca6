use super::Expect;
use crate::source::Built;
use bpx_schema::value::hex;
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// The level of obligation of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// An implementation that fails the case does not conform.
    Must,
    /// An implementation should pass.
    Should,
    /// An implementation may pass.
    May,
}

/// The task of an implementation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    /// Identify format and version.
    Identify,
    /// Read the file, and return its model.
    Decode,
    /// Decide whether the file is valid.
    Validate,
    /// Write the file that a model describes.
    Encode,
    /// Read the file and write it again.
    Roundtrip,
    /// Write the file in its canonical form.
    Canonicalize,
    /// Write the files that the file holds into a folder; the model lists the files in the folder afterwards.
    Unpack,
    /// Read one record, which is not a file, check its rules, and write it again.
    Record,
}

/// A question, and the expected answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// The id of the case: unique, and never reused for another case.
    pub id: String,
    /// A short description of the bytes.
    pub title: String,
    /// Ids of clauses in `docs/clauses.toml` and `docs/clauses`.
    pub clauses: Vec<String>,
    /// Numbers in `docs/interpretations.md` that the expectation depends on and the clauses of the case do not list.
    pub readings: Vec<String>,
    /// The level of obligation of the case.
    pub level: Level,
    /// Name of the format, in lower case.
    pub format: String,
    /// Version of the format of the bytes, if the case requires a version.
    pub version: Option<u32>,
    /// The features that an implementation has to support to get the case.
    pub features: Vec<String>,
    /// Names of the mistakes that the case finds, explained in `cases/flags.toml`.
    pub flags: Vec<String>,
    /// The operation.
    pub op: Op,
    /// The file; for `encode`, the JSON of its model; for `record`, the record alone.
    pub input: Vec<u8>,
    /// For `record`, the structure of the bytes, by its name in schemas and exports.
    pub record: Option<String>,
    /// The name map that the file shares with other files, as stored, if the file needs a name map.
    pub names: Option<Vec<u8>>,
    /// The dictionary of the file's compression, if the file needs a dictionary.
    pub dict: Option<Vec<u8>>,
    /// Name of the text that the bytes come from, if any.
    pub source: Option<String>,
    /// Name of the fault in the text, if the bytes have a fault of the text.
    pub fault: Option<String>,
    /// The fields in the text, if the bytes come from a text.
    pub built: Option<Built>,
    /// The expectation.
    pub expect: Expect,
    /// The expectations for programs that follow another option of a reading, by reading and option, such as
    /// `I-16=option`.
    pub otherwise: BTreeMap<String, Expect>,
}

impl Level {
    /// Every level, the most binding first.
    pub const ALL: [Self; 3] = [Self::Must, Self::Should, Self::May];

    /// Returns the name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Must => "must",
            Self::Should => "should",
            Self::May => "may",
        }
    }
}

impl Op {
    /// Every op.
    pub const ALL: [Self; 8] = [
        Self::Identify,
        Self::Decode,
        Self::Validate,
        Self::Encode,
        Self::Roundtrip,
        Self::Canonicalize,
        Self::Unpack,
        Self::Record,
    ];

    /// Returns the name, in lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Identify => "identify",
            Self::Decode => "decode",
            Self::Validate => "validate",
            Self::Encode => "encode",
            Self::Roundtrip => "roundtrip",
            Self::Canonicalize => "canonicalize",
            Self::Unpack => "unpack",
            Self::Record => "record",
        }
    }
}

impl Case {
    /// Returns whether a program has to refuse the bytes.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        !self.expect.allows_acceptance()
    }

    /// Returns whether the case was derived from a schema.
    #[must_use]
    pub fn is_derived(&self) -> bool {
        self.id.split('.').nth(1) == Some("derived")
    }

    /// Returns the model that a case with the op `encode` asks to write; null for other cases, whose input is a file.
    #[must_use]
    pub fn model(&self) -> Json {
        // The input of such a case is JSON, because it was loaded from a model.
        serde_json::from_slice(&self.input).ok().filter(|_| self.op == Op::Encode).unwrap_or_default()
    }

    /// Returns the SHA-256 of everything that defines the case, in hexadecimal: the question, the bytes, the
    /// expectation (D-22).
    #[must_use]
    pub fn hash(&self) -> String {
        let mut hasher = Sha256::new();
        let head = format!("{}\n{}\n{:?}\n", self.op.name(), self.format, self.version);
        hasher.update(head.as_bytes());
        hasher.update((self.input.len() as u64).to_le_bytes());
        hasher.update(&self.input);
        if let Some(record) = &self.record {
            hasher.update(format!("record {record}\n"));
        }
        for (what, bytes) in [("names", &self.names), ("dict", &self.dict)] {
            if let Some(bytes) = bytes {
                hasher.update(format!("{what} {}\n", bytes.len()));
                hasher.update(bytes);
            }
        }
        // The keys of both are texts, so that JSON has a place for each.
        hasher.update(serde_json::to_string(&self.expect).unwrap_or_default());
        if !self.otherwise.is_empty() {
            hasher.update(serde_json::to_string(&self.otherwise).unwrap_or_default());
        }
        hex(&hasher.finalize())
    }
}
