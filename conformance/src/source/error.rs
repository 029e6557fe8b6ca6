//! Errors that point into the text.

use std::fmt;

/// The reason why a text cannot be read or built, and its position in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SourceError {
    /// Line, from 1; 0 for a fault without a position in the text.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
    /// One sentence, lower case, no full stop.
    pub message: String,
}

impl fmt::Display for SourceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "line {}, column {}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SourceError {}

/// A position in the text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Position {
    pub line: u32,
    pub column: u32,
}

impl Position {
    pub(super) fn error_at(self, message: impl Into<String>) -> SourceError {
        SourceError { line: self.line, column: self.column, message: message.into() }
    }
}
