use serde::{Deserialize, Serialize};
use serde_json::Value as Json;

/// The answer of a program under test to a question.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
pub struct Answer {
    /// Number of the question.
    pub seq: u64,
    /// The result.
    #[serde(flatten)]
    pub reply: Reply,
}

/// The result of a question.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize)]
#[serde(tag = "result", rename_all = "kebab-case")]
pub enum Reply {
    /// Done.
    Ok {
        /// The model that was read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<Json>,
        /// The bytes that were written, in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
        /// The file with the bytes that were written.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// Done, but the file has findings.
    Warn {
        /// The findings.
        #[serde(default)]
        findings: Vec<Finding>,
        /// As of `Ok`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<Json>,
        /// As of `Ok`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
        /// As of `Ok`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// The file was refused.
    Reject {
        /// `malformed`, `invalid` or `unsupported`, if the implementation distinguishes them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<String>,
        /// Class of the fault, in its own words or ours.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        class: Option<String>,
        /// Why.
        #[serde(default)]
        message: String,
        /// The path in the structure.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        at: Option<String>,
        /// The offset in the file, in bytes from its beginning.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        offset: Option<u64>,
    },
    /// Not supported.
    Skip {
        /// Why.
        reason: String,
    },
    /// The adapter failed; this does not concern the implementation.
    Error {
        /// How.
        message: String,
    },
}

/// A finding in a file that is accepted.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Finding {
    /// Class of the fault, in its own words or ours.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The path in the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    /// The offset in the file, in bytes from its beginning.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<u64>,
    /// A description.
    #[serde(default)]
    pub message: String,
}

impl Reply {
    /// Returns the model and the bytes of an answer that accepts the file, to be replaced by those that were found.
    pub(crate) fn accepted_parts(&mut self) -> Option<(&mut Option<Json>, &mut Option<String>, &mut Option<String>)> {
        match self {
            Self::Ok { model, hex, path } | Self::Warn { model, hex, path, .. } => Some((model, hex, path)),
            _ => None,
        }
    }
}
