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
        /// The model that the program read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<Json>,
        /// The bytes that the program wrote, in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
        /// The file with the bytes that the program wrote.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// The program did what was asked, but the file has findings.
    Warn {
        /// The findings.
        #[serde(default)]
        findings: Vec<Finding>,
        /// The model that the program read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        model: Option<Json>,
        /// The bytes that the program wrote, in hexadecimal.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        hex: Option<String>,
        /// The file with the bytes that the program wrote.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        path: Option<String>,
    },
    /// The program refused the file.
    Reject {
        /// `malformed`, `invalid` or `unsupported`, if the implementation distinguishes them.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        verdict: Option<String>,
        /// Class of the fault, in a word of the implementation or of the suite.
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
    /// The program does not support the case.
    Skip {
        /// Why.
        reason: String,
    },
    /// The adapter failed, not the implementation.
    Error {
        /// How.
        message: String,
    },
}

/// A finding in a file that the program accepts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
pub struct Finding {
    /// Class of the fault, in a word of the implementation or of the suite.
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
    /// Returns the model and the bytes of an answer that accepts the file, so that the caller can replace them.
    pub(crate) fn accepted_parts(&mut self) -> Option<(&mut Option<Json>, &mut Option<String>, &mut Option<String>)> {
        match self {
            Self::Ok { model, hex, path } | Self::Warn { model, hex, path, .. } => Some((model, hex, path)),
            _ => None,
        }
    }
}
