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
    /// Numbers in `docs/interpretations.md` that the expectation depends on and the clauses of the case do not list.
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
    /// Name of a fault of the text.
    pub(super) fault: Option<String>,
    /// Patches in the language of the texts.
    pub(super) patch: Option<String>,
    /// Name of the text that builds the name map which the file shares with other files, or `text::fault`; empty for no
    /// map.
    pub(super) names: Option<String>,
    /// Name of the text that builds the dictionary of the compression, or `text::fault`; empty for no dictionary.
    pub(super) dict: Option<String>,
    /// Bytes in hexadecimal instead of a text.
    pub(super) hex: Option<String>,
    /// A model in JSON, which has values that TOML lacks. For `encode`, the model to write; for `decode`, the whole
    /// model that a program must read.
    pub(super) json: Option<String>,
    /// The model to write, for `encode`.
    pub(super) model: Option<serde_json::Value>,
    #[serde(default)]
    pub(super) expect: Expect,
    /// The expectations for programs that follow another option of a reading, by reading and option, such as
    /// `I-16=option`.
    #[serde(default)]
    pub(super) otherwise: BTreeMap<String, Expect>,
}
