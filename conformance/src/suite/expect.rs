use bpx_schema::report::{Class, Verdict};
use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The word of a verdict for a file that is accepted with findings.
const WARN: &str = "warn";

/// The expectation of a case.
#[derive(Debug, Clone, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Expect {
    /// `valid`, `warn` (accepted, with findings), `malformed`, `invalid` or `unsupported`; several verdicts if the
    /// specification leaves the verdict open.
    #[serde(default)]
    pub verdict: OneOrMore,
    /// Class of the fault.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<OneOrMore>,
    /// The path in the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The offset in the file, in bytes from its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// Values of the model, by their paths; other values are not compared.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    pub model: serde_json::Map<String, Json>,
    /// Whether the written bytes have to equal the bytes that were read.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub same_bytes: bool,
    /// For `encode`, whether the written bytes have to hold the model of the question.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub decodes: bool,
    /// For `encode`, names of members that a writer computes, and that are not compared.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub free: Vec<String>,
    /// SHA-256 of the bytes that are written, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// A word, or a list of words.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum OneOrMore {
    /// One.
    One(String),
    /// Any of these words.
    More(Vec<String>),
}

impl Default for OneOrMore {
    fn default() -> Self {
        Self::One(Verdict::Valid.name().to_owned())
    }
}

impl OneOrMore {
    /// Returns the words.
    #[must_use]
    pub fn words(&self) -> &[String] {
        match self {
            Self::One(word) => std::slice::from_ref(word),
            Self::More(words) => words,
        }
    }
}

impl From<Vec<String>> for OneOrMore {
    fn from(words: Vec<String>) -> Self {
        match <[String; 1]>::try_from(words) {
            Ok([word]) => Self::One(word),
            Err(words) => Self::More(words),
        }
    }
}

impl std::fmt::Display for OneOrMore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.words().join(" or "))
    }
}

impl Expect {
    /// Returns whether an implementation may accept the bytes, with findings or without.
    #[must_use]
    pub fn allows_acceptance(&self) -> bool {
        self.verdict.words().iter().any(|word| is_accepting(word))
    }

    /// Returns whether an implementation may refuse the bytes.
    #[must_use]
    pub fn allows_rejection(&self) -> bool {
        !self.verdict.words().iter().all(|word| is_accepting(word))
    }

    /// Returns whether an implementation may accept the bytes and report findings.
    #[must_use]
    pub fn allows_findings(&self) -> bool {
        self.verdict.words().iter().any(|word| word == WARN)
    }

    /// Returns whether an implementation that accepts the bytes has to report findings.
    #[must_use]
    pub fn wants_findings(&self) -> bool {
        self.allows_findings() && self.verdict.words().iter().all(|word| word != Verdict::Valid.name())
    }

    /// Returns the first word that is not in the vocabulary.
    #[must_use]
    pub fn unknown_word(&self) -> Option<&str> {
        let verdicts = [Verdict::Valid, Verdict::Malformed, Verdict::Invalid, Verdict::Unsupported];
        let verdict = |word: &&String| **word != WARN && verdicts.iter().all(|verdict| verdict.name() != **word);
        let class = |word: &&String| Class::ALL.iter().all(|class| class.name() != **word);
        let classes = self.class.as_ref().map_or(&[][..], OneOrMore::words);
        let unknown = self.verdict.words().iter().find(verdict).or_else(|| classes.iter().find(class));
        unknown.map(String::as_str)
    }
}

/// Returns whether a verdict allows a program to accept the file.
fn is_accepting(word: &str) -> bool {
    word == Verdict::Valid.name() || word == WARN
}
