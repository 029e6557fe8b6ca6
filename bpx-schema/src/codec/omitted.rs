//! Parts that a value does not hold. A writer must not omit them silently.

use super::Encoder;
use crate::report::{Class, Result};
use crate::schema::Field;

impl Encoder<'_> {
    /// Returns the same encoder, which omits the contents of [`Regions`](super::Regions), for the caller to place.
    /// Bytes between places that no field holds are zero.
    #[must_use]
    pub fn without_regions(mut self) -> Self {
        self.skip_regions = true;
        self
    }

    /// Rejects regions with contents, which this encoder would omit.
    ///
    /// # Errors
    /// Returns an error unless this is an encoder [`without_regions`](Self::without_regions).
    pub fn leave_regions(&self, field: &Field, held: bool) -> Result<()> {
        if !held || self.skip_regions {
            return Ok(());
        }
        let message = "the value does not hold the contents of its regions, so it cannot be written alone: place the \
            contents with a builder or `FileWriter`";
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }

    /// Rejects a gap before a field that has an offset of its own, because no field holds its bytes.
    pub(super) fn expect_no_gap(&self, field: &Field, gap: u64) -> Result<()> {
        if gap == 0 || self.skip_regions {
            return Ok(());
        }
        let message = format!(
            "lies {gap} bytes after the field before, and no field holds these bytes: place the field with a builder"
        );
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }
}
