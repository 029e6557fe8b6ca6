use super::Files;
use crate::SuiteError;
use serde::{Deserialize, Serialize};

/// The semantic version of the suite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    /// The number that rises when a program that passed may fail.
    pub major: u32,
    /// The number that rises when cases are added.
    pub minor: u32,
    /// The number that rises when only words change.
    pub patch: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    version: Version,
}

impl Version {
    /// The file with the version.
    pub(super) const FILE: &str = "version.toml";

    /// Reads `version.toml` of a suite.
    ///
    /// # Errors
    /// Returns an error if the file does not exist or does not state a version.
    pub fn read(files: &Files) -> Result<Self, SuiteError> {
        let text = files.read(Self::FILE)?;
        let read: Text = toml::from_str(&text).map_err(|error| SuiteError::text_error(Self::FILE, &error))?;
        Ok(read.version)
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let numbers: Option<Vec<u32>> = text.split('.').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major, minor, patch]) => Ok(Self { major, minor, patch }),
            _ => Err(format!("expected a version such as 1.0.0, found `{text}`")),
        }
    }
}
