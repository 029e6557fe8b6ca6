//! The page of attributes in the guide, made of the table that the macros read.

use crate::check::generated;
use crate::command::Outcome;

/// Rewrites the page, or compares it.
pub(crate) fn write(args: &[String]) -> Outcome {
    generated("guide", "GUIDE", args)
}
