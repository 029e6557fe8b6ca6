//! The reason why a request failed, as the page shows it.

use bpx_formats::FileError;
use bpx_schema::report::{Error, Finding};
use serde_json::{Value, json};

/// The reason why a request failed.
#[derive(Debug)]
pub struct Failure {
    /// A sentence.
    pub message: String,
    /// The fault of the file, if a fault is the reason.
    pub finding: Option<Box<Finding>>,
}

impl Failure {
    /// Creates a failure that refers to no offset in a file.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), finding: None }
    }

    /// Returns the failure as JSON.
    #[must_use]
    pub fn to_json(&self) -> Value {
        json!({ "error": self.message, "finding": self.finding.as_deref().map(finding_json) })
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let message = error.to_string();
        match error {
            Error::Fault(finding) => Self { message, finding: Some(finding) },
            _ => Self::new(message),
        }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        Self::new(error.to_string())
    }
}

impl From<FileError> for Failure {
    fn from(error: FileError) -> Self {
        match error {
            FileError::Codec(error) => error.into(),
            other => Self::new(other.to_string()),
        }
    }
}

/// Returns a finding as JSON.
#[must_use]
pub fn finding_json(finding: &Finding) -> Value {
    json!({
        "code": finding.code,
        "class": finding.class.name(),
        "severity": finding.severity.name(),
        "path": finding.path.to_string(),
        "offset": finding.location.file,
        "content_offset": finding.location.content,
        "message": finding.message,
        "spec": finding.spec,
        "interpretation": finding.lenient,
    })
}
