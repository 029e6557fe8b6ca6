//! The results of subcommands.

use serde_json::{Value as Json, json};
use std::error::Error;
use std::fmt::Display;

/// The line to print, or the failure.
pub type Answer = Result<Json, Failure>;

/// The reason for a failure.
pub enum Failure {
    /// This program was used wrongly.
    Usage(String),
    /// The crate refused the input; the value is the line to print.
    Rejected(Json),
}

/// Returns a failure for wrong use of this program.
pub fn usage<T>(message: impl Display) -> Result<T, Failure> {
    Err(Failure::Usage(message.to_string()))
}

/// Marks results of the crate with the step at which it refused.
pub trait At<T> {
    /// Returns the value, or the refusal of the crate at this step.
    fn at(self, step: &str) -> Result<T, Failure>;
}

impl<T, E: Error> At<T> for Result<T, E> {
    fn at(self, step: &str) -> Result<T, Failure> {
        self.map_err(|error| Failure::Rejected(json!({ "error": error_json(step, &error) })))
    }
}

/// Returns an error of the crate as JSON: step, kind, message.
pub fn error_json(step: &str, error: &dyn Error) -> Json {
    json!({ "step": step, "kind": kind(&format!("{error:?}")), "message": error.to_string() })
}

/// Returns the names of the variants of an error, outermost first: `Bpx(Checksum { actual: 1, expected: 2 })` gives
/// `Bpx.Checksum`.
fn kind(debug: &str) -> String {
    let mut names = Vec::new();
    let mut rest = debug;
    loop {
        let end = rest.find(|c: char| !c.is_alphanumeric()).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        if !name.starts_with(|c: char| c.is_ascii_uppercase()) {
            break;
        }
        names.push(name);
        let Some(inner) = after.strip_prefix('(') else { break };
        rest = inner;
    }
    names.join(".")
}
