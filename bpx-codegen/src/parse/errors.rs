//! Collects the errors of one declaration, which are reported at once.

use syn::{Error, Result};

/// The errors found so far.
#[derive(Default)]
pub(crate) struct Errors(Option<Error>);

impl Errors {
    pub(crate) fn add(&mut self, error: Error) {
        match &mut self.0 {
            Some(all) => all.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn note_error<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|error| self.add(error)).ok()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns the value if there is no error, and otherwise all errors.
    pub(crate) fn finish_with<T>(mut self, result: Result<T>) -> Result<T> {
        match (result, self.0.take()) {
            (result, None) => result,
            (Ok(_), Some(before)) => Err(before),
            (Err(error), Some(mut before)) => {
                before.combine(error);
                Err(before)
            }
        }
    }

    pub(crate) fn finish(self) -> Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}
