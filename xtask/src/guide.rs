//! The page of attributes in the guide, made of the table that the macros read.

use crate::check::compare_generated;
use crate::command::Outcome;

/// Rewrites the page, or compares it.
pub(crate) fn write(args: &[String]) -> Outcome {
    compare_generated("guide", "GUIDE", args)
}
