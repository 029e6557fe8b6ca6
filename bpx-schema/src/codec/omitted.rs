//! Rejects values that do not contain all of their parts, because a writer must not omit parts silently.

use super::Encoder;
use crate::report::{Class, Result};
use crate::schema::Field;

impl Encoder<'_> {
    /// Returns the same encoder, which omits the contents of [`Regions`](super::Regions), because the caller places
    /// them. Gaps that belong to no field are filled with zeros.
    #[must_use]
    pub fn without_regions(mut self) -> Self {
        self.skip_regions = true;
        self
    }

    /// Rejects regions with contents, which the encoder would omit, unless the encoder may omit contents.
    ///
    /// # Errors
    /// Returns an error unless the encoder was created by [`without_regions`](Self::without_regions).
    pub fn leave_regions(&self, field: &Field, held: bool) -> Result<()> {
        if !held || self.skip_regions {
            return Ok(());
        }
        let message = "the value does not hold the contents of its regions, so it cannot be written alone; place the \
            contents with a builder or `FileWriter`";
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }

    /// Rejects a gap before a field that has its own offset. The bytes in the gap belong to no field, or to a field
    /// that comes later.
    pub(super) fn expect_no_gap(&self, field: &Field, gap: u64) -> Result<()> {
        if gap == 0 || self.skip_regions {
            return Ok(());
        }
        let message = format!(
            "the field lies {gap} bytes after all that is written before it, and only a layout fills these bytes: \
                write the file with `FileWriter`"
        );
        Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name))
    }
}
