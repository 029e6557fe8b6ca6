//! What a declaration does not hold, so that a writer must not leave it out without a word.

use super::Encoder;
use crate::report::{Class, Result};
use crate::schema::Field;

impl Encoder<'_> {
    /// Returns the same encoder, which leaves out the contents of [`Regions`](super::Regions): the caller places them.
    /// Bytes between places that no field holds are zero.
    #[must_use]
    pub fn without_regions(mut self) -> Self {
        self.skip_regions = true;
        self
    }

    /// Rejects to leave out the contents of regions, when there are some.
    ///
    /// # Errors
    /// Unless this is an encoder [`without_regions`](Self::without_regions).
    pub fn leave_regions(&self, field: &Field, held: bool) -> Result<()> {
        if !held || self.skip_regions {
            return Ok(());
        }
        let message = "the contents of the regions are not part of the value, and cannot be written by the declaration yet: \
                       place them with a builder";
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }

    /// Rejects to invent the bytes before a field that lies elsewhere.
    pub(super) fn expect_no_gap(&self, field: &Field, gap: u64) -> Result<()> {
        if gap == 0 || self.skip_regions {
            return Ok(());
        }
        let message = format!(
            "lies {gap} bytes behind the field before, and no field holds these bytes: they cannot be written by the \
             declaration yet, place the field with a builder"
        );
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }
}
