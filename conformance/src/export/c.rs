//! The cases as tables in C.

use super::Export;

/// Returns the files by name.
#[must_use]
pub fn c_tables(_export: &Export) -> Vec<(&'static str, String)> {
    Vec::new()
}
