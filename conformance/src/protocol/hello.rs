use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The description that a program under test gives of itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Hello {
    /// Version of the protocol that it speaks.
    pub protocol: u32,
    /// Name of the implementation.
    pub name: String,
    /// Its version.
    #[serde(default)]
    pub version: String,
    /// The language that it is written in.
    #[serde(default)]
    pub language: String,
    /// The address of the project.
    #[serde(default)]
    pub homepage: String,
    /// The address for reports of faults.
    #[serde(default)]
    pub issues: String,
    /// The formats that it knows, with their versions; all versions when the list is empty.
    pub formats: BTreeMap<String, Vec<u32>>,
    /// The ops that it supports.
    pub ops: Vec<String>,
    /// The features that it supports; all if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<String>>,
    /// Whether it answers `warn` to a file that it accepts with findings.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub warnings: bool,
    /// The readings of the texts that it follows, where there are several: `{"I-30": "base-1"}`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub readings: BTreeMap<String, String>,
    /// Its own words for classes of faults, and ours.
    #[serde(default)]
    pub classes: BTreeMap<String, String>,
}
