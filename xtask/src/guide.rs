//! Writes the page of attributes in the guide from the table that the macros read.

use crate::check::compare_generated;
use crate::command::Outcome;

/// Rewrites the page; with `--check`, only compares the page.
pub(crate) fn write(args: &[String]) -> Outcome {
    compare_generated("guide", "GUIDE", args)
}
