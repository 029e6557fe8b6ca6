//! The structure of the files of cases.

use super::expect::OneOrMore;
use super::{Expect, Level, Op};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A file of cases.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    /// Defaults of all cases of the file.
    #[serde(default)]
    pub(super) default: Defaults,
    #[serde(default, rename = "case")]
    pub(super) cases: Vec<CaseText>,
}

/// Values that cases may have in common.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Defaults {
    pub(super) source: Option<String>,
    pub(super) clause: Option<OneOrMore>,
    pub(super) reading: Option<OneOrMore>,
    pub(super) level: Option<Level>,
    pub(super) op: Option<Op>,
    pub(super) version: Option<u32>,
    #[serde(default)]
    pub(super) features: Vec<String>,
    #[serde(default)]
    pub(super) flags: Vec<String>,
    pub(super) names: Option<String>,
    pub(super) dict: Option<String>,
}

/// A case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CaseText {
    pub(super) id: String,
    pub(super) title: String,
    pub(super) clause: Option<OneOrMore>,
    /// Numbers in `docs/interpretations.md` that the expectation depends on, beside those of its clauses.
    pub(super) reading: Option<OneOrMore>,
    pub(super) level: Option<Level>,
    pub(super) op: Option<Op>,
    /// Name of the structure, for `record`.
    pub(super) record: Option<String>,
    pub(super) version: Option<u32>,
    #[serde(default)]
    pub(super) features: Vec<String>,
    #[serde(default)]
    pub(super) flags: Vec<String>,
    /// Name of a text in `golden/`, without `.src`.
    pub(super) source: Option<String>,
    /// Name of one of its faults.
    pub(super) fault: Option<String>,
    /// Patches in the language of the texts.
    pub(super) patch: Option<String>,
    /// Name of a text with the names that the file shares with others, or `text::fault`; empty for none.
    pub(super) names: Option<String>,
    /// The same for the dictionary of its compression.
    pub(super) dict: Option<String>,
    /// Bytes in hexadecimal instead of a text.
    pub(super) hex: Option<String>,
    /// A model in JSON, which has values that TOML lacks: for `encode` the model, for `decode` the whole model to be
    /// read.
    pub(super) json: Option<String>,
    /// The model, for `encode`.
    pub(super) model: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) expect: Expect,
    /// The expectation for a program that follows another option of a reading, by `I-16=option`.
    #[serde(default)]
    pub(super) otherwise: BTreeMap<String, Expect>,
}
