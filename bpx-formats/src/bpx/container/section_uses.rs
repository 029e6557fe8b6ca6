//! Sections that a type of file requires.

use super::head::{head_size, header_member};
use crate::bpx::MainHeader;
use crate::bpx::uses::{SectionUse, SectionUses};
use bpx_schema::report::{Error, Finding, Location, Path, Rule, Segment};

impl SectionUses {
    /// Returns the finding for a missing section, from what makes it of place and message.
    pub(in crate::bpx) fn missing(&self, rule: impl FnOnce(Location, String) -> Finding, kind: u8) -> Finding {
        let at = Location { file: head_size(0), content: None };
        let other = SectionUse::any(kind, "of its own");
        let one = self.get(kind).unwrap_or(&other);
        let message = format!("{} needs a section {} (type {})", self.file, one.name, one.kind);
        rule(at, message).at(Path::new(vec![Segment::Field("table".into())]))
    }
}

/// Returns the error for a file that is opened as one of another type.
pub(in crate::bpx) fn other_kind(rule: &Rule, kind: u8, wanted: u8) -> Error {
    let (kind, wanted) = (char::from(kind), char::from(wanted));
    let message = format!("expected a file of type {wanted:?}, found {kind:?}");
    let (path, at) = header_member(MainHeader::KIND);
    rule.finding(at, message).at(path).into()
}
