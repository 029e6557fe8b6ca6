//! What the assembler knows about values that it has written, and that a reader would read in another way if numbers or
//! the size of the space changed.

use crate::codec::after_rest;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{ComputedValue, Expr, List, Text};
use crate::value::{Scope, eval_int};

/// The path of a number whose written value is not that of the JSON, and the written value.
pub(super) type SetNumber = (List<Text>, i128);

/// What is known of the space that is being written.
#[derive(Default)]
pub(super) struct WrittenSpace {
    /// The position after the last list that takes all bytes up to the end of the space.
    pub(super) filled: Option<u64>,
    /// Conditions and counts that need the size of the space.
    pub(super) pending: Vec<PendingValue>,
    /// Whether a layout places the bytes later, so that positions are not known.
    pub(super) is_elsewhere: bool,
}

/// A condition or a count that needs the size of the space, and the value for which a field was written.
pub(super) struct PendingValue {
    /// The expression. Its only unknown value is the size of the space.
    pub(super) expr: Expr,
    pub(super) shown: String,
    pub(super) field: String,
    pub(super) position: u64,
    pub(super) value: i128,
}

impl WrittenSpace {
    /// Creates the space of a field that a layout places later.
    pub(super) fn elsewhere() -> Self {
        Self { is_elsewhere: true, ..Self::default() }
    }

    /// Checks a space of `size` bytes after it was written.
    ///
    /// # Errors
    /// `TrailingBytes` when bytes follow a list that takes all bytes, `Inconsistent` when a reader would compute another
    /// condition or count than that for which a field was written.
    pub(super) fn expect_read_alike(self, size: u64) -> Result<()> {
        if let Some(end) = self.filled.filter(|end| *end < size) {
            let location = Location { file: end, content: None };
            return Err(Error::fault(Class::TrailingBytes, location, after_rest(size - end)));
        }
        for PendingValue { expr, shown, field, position, value } in self.pending {
            let found = eval_int(&expr, &SizeScope { size });
            if found != Some(value) {
                return Err(other_value(&shown, value, found, position).in_field(&field));
            }
        }
        Ok(())
    }
}

/// Provides the size of a space, and no other value.
struct SizeScope {
    size: u64,
}

impl Scope for SizeScope {
    fn value(&self, _: &[Text]) -> Option<ComputedValue<'_>> {
        None
    }

    fn size(&self) -> i128 {
        self.size.into()
    }
}

#[cold]
pub(super) fn other_value(expr: &str, wanted: i128, found: Option<i128>, position: u64) -> Error {
    let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string());
    let message = format!("expected `{expr}` to be {wanted}, as the field was written, found {found}");
    Error::fault(Class::Inconsistent, Location { file: position, content: None }, message)
}
