use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The description that a program under test gives of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Hello {
    /// Version of the protocol that the program speaks.
    pub protocol: u32,
    /// Name of the implementation.
    pub name: String,
    /// Version of the implementation.
    #[serde(default)]
    pub version: String,
    /// The programming language of the implementation.
    #[serde(default)]
    pub language: String,
    /// The address of the project.
    #[serde(default)]
    pub homepage: String,
    /// The address for reports of faults.
    #[serde(default)]
    pub issues: String,
    /// The formats that the program knows, each with its versions; an empty list means all versions.
    pub formats: BTreeMap<String, Vec<u32>>,
    /// The operations that the program supports.
    pub ops: Vec<String>,
    /// The features that the program supports; all features if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<String>>,
    /// Whether the program answers `warn` to a file that it accepts with findings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warnings: bool,
    /// The options that the program follows, by the number of the reading: `{"I-30": "base-1"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// The classes of the suite, by the words of the program for them.
    #[serde(default)]
    pub classes: BTreeMap<String, String>,
}
