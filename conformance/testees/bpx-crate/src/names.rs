//! Names of the crate's variants, as the crate prints them; case does not count.

use crate::answer::{Failure, usage};
use std::fmt::Debug;

/// Returns the name of a variant.
pub fn name_of(value: impl Debug) -> String {
    format!("{value:?}").to_lowercase()
}

/// Returns the variant that has a name.
pub fn named<T: Copy + Debug>(all: &[T], name: &str) -> Result<T, Failure> {
    match all.iter().find(|value| name_of(value) == name.to_lowercase()) {
        Some(value) => Ok(*value),
        None => usage(format!("`{name}` is not one of {all:?}")),
    }
}
