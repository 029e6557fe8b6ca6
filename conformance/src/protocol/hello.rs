use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a program under test says of itself.
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
    /// Where it lives.
    #[serde(default)]
    pub homepage: String,
    /// Where faults of it are reported.
    #[serde(default)]
    pub issues: String,
    /// The formats that it knows, with their versions; all versions when the list is empty.
    pub formats: BTreeMap<String, Vec<u32>>,
    /// What it can be asked to do.
    pub ops: Vec<String>,
    /// What it can do beyond that; everything when not given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub features: Option<Vec<String>>,
    /// Its own words for classes of faults, and ours.
    #[serde(default)]
    pub classes: BTreeMap<String, String>,
}
