//! Writes the bytes that are left in the contents of fields after or between their values.

use super::Assembler;
use super::fields::FieldOwner;
use super::file::gap_of;
use crate::json::REST;
use crate::report::{Class, Result};
use crate::schema::Field;

impl Assembler<'_> {
    /// Rejects left bytes for a member that has no separate content.
    pub(super) fn check_rest(&self, owner: FieldOwner<'_>) -> Result<()> {
        let Some(rest) = owner.object.get(REST) else { return Ok(()) };
        let has_content = |name: &str| owner.fields.iter().any(|one| one.name == name && one.region_stored().is_some());
        match rest.members().find(|(name, _)| !has_content(name)) {
            None if rest.is_object() => Ok(()),
            None => Err(self.unexpected_value("an object", rest).in_field(REST)),
            Some((name, _)) => {
                let message = "expected the name of a field whose stored bytes have a size, a transform or a checksum";
                Err(self.fault(Class::BadReference, message).in_field(name).in_field(REST))
            }
        }
    }

    /// Adds the bytes that are left in the content of a field.
    ///
    /// # Errors
    /// `Inconsistent` where values of the field lie at the same offsets, `LimitExceeded` when the content would exceed
    /// the memory limit.
    pub(super) fn add_rest(&self, owner: FieldOwner<'_>, field: &Field, content: &mut Vec<u8>) -> Result<()> {
        let Some(rest) = owner.object.get(REST).and_then(|rest| rest.get(&field.name)) else { return Ok(()) };
        let runs = rest.as_array().ok_or_else(|| self.unexpected_value("an array", rest));
        for (index, run) in (0_u64..).zip(runs.map_err(|error| error.in_field(REST))?) {
            let added = gap_of(run).and_then(|(offset, data)| self.add_run(content, offset, &data));
            added.map_err(|error| error.in_element(index).in_field(REST))?;
        }
        Ok(())
    }

    fn add_run(&self, content: &mut Vec<u8>, offset: u64, data: &[u8]) -> Result<()> {
        let full = || self.fault(Class::LimitExceeded, self.budget.out_of_memory().to_string());
        let start = usize::try_from(offset).map_err(|_| full())?;
        let end = start.checked_add(data.len()).ok_or_else(full)?;
        if let Some(more) = end.checked_sub(content.len()) {
            self.budget.charge_memory(more as u64).map_err(|_| full())?;
            content.resize(end, 0);
        }
        let place = content.get_mut(start..end).ok_or_else(full)?;
        // Bytes that no value has are zero.
        if data.iter().all(|byte| *byte == 0) {
            return Ok(());
        }
        if place.iter().any(|byte| *byte != 0) {
            let message =
                format!("expected bytes that no value has at offset {offset} of the content, found bytes of values");
            return Err(self.fault(Class::Inconsistent, message));
        }
        place.copy_from_slice(data);
        Ok(())
    }
}
