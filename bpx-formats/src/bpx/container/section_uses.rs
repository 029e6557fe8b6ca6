//! Reports missing sections that a type of file requires.

use super::head::head_size;
use crate::bpx::layout::table_path;
use crate::bpx::uses::{SectionUse, SectionUses};
use bpx_schema::report::{Finding, Location};

impl SectionUses {
    /// Returns the finding for a missing section, which `rule` makes from a location and a message.
    pub(in crate::bpx) fn missing_section(&self, rule: impl FnOnce(Location, String) -> Finding, kind: u8) -> Finding {
        let at = Location { file: head_size(0), content: None };
        let other = SectionUse::any(kind, "of its own");
        let one = self.get(kind).unwrap_or(&other);
        let message = format!("{} needs a section {} (type {})", self.file, one.name, one.kind);
        rule(at, message).with_path(table_path())
    }
}
