use super::Expect;
use crate::source::Built;
use bpx_schema::value::hex;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// How binding a case is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// An implementation that fails is none of the format.
    Must,
    /// It had better.
    Should,
    /// It is free to.
    May,
}

/// What an implementation is asked to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    /// Tell format and version.
    Identify,
    /// Read the file, and tell its model.
    Decode,
    /// Tell whether the file is sound.
    Validate,
    /// Write the file that a model describes.
    Encode,
    /// Read the file and write it again.
    Roundtrip,
    /// Write the file in its canonical form.
    Canonicalize,
    /// Write the files that the file holds into a folder; the model is what lies there afterwards.
    Unpack,
    /// Read one record, which is no file, hold it against the rules that it states, and write it again.
    Record,
}

/// One question, and the answer to it.
#[derive(Debug, Clone, PartialEq)]
pub struct Case {
    /// Unique, and never given to another case.
    pub id: String,
    /// What is special about the bytes, in a few words.
    pub title: String,
    /// Ids of clauses in `docs/clauses.toml` and `docs/clauses`.
    pub clauses: Vec<String>,
    /// How binding it is.
    pub level: Level,
    /// Name of the format, in lower case.
    pub format: String,
    /// Version of the format that the bytes are of, when that matters.
    pub version: Option<u32>,
    /// What an implementation has to be able to do to be asked.
    pub features: Vec<String>,
    /// Names of the mistakes that the case finds, explained in `cases/flags.toml`.
    pub flags: Vec<String>,
    /// What to do.
    pub op: Op,
    /// The file; for `encode`, the JSON of its model; for `record`, the record alone.
    pub input: Vec<u8>,
    /// For `record`, the structure that the bytes are, as schemas and exports call it.
    pub record: Option<String>,
    /// The map of names that the file shares with others, as stored, when it needs one.
    pub names: Option<Vec<u8>>,
    /// The dictionary of its compression, when it needs one.
    pub dict: Option<Vec<u8>>,
    /// Name of the text that the bytes come from, when they do.
    pub source: Option<String>,
    /// Name of the text's fault, when the case is one of them.
    pub fault: Option<String>,
    /// What the text says of every field, when the bytes come from one.
    pub built: Option<Built>,
    /// What has to come of it.
    pub expect: Expect,
}

impl Level {
    /// Every level, the most binding first.
    pub const ALL: [Self; 3] = [Self::Must, Self::Should, Self::May];

    /// Name, in lower case.
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

    /// Name, in lower case.
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
    /// Whether the bytes are to be refused.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        !self.expect.allows_acceptance()
    }

    /// Whether the case was not written, but follows from a schema.
    #[must_use]
    pub fn is_derived(&self) -> bool {
        self.id.split('.').nth(1) == Some("derived")
    }

    /// SHA-256 of all that gives the case its meaning, in hexadecimal: what is asked, the bytes, what is
    /// expected.
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
        hasher.update(serde_json::to_string(&self.expect).unwrap_or_default());
        hex(&hasher.finalize())
    }
}
