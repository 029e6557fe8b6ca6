//! What is wrong with a symbol, and where its description lies.

use super::Symbol;
use crate::bpx::shared;
use bpx_schema::codec::{Codec, Space};
use bpx_schema::report::{Class, Finding, Path, Rule, Segment};

/// A fault of a member of a symbol, wherever the symbol stands.
pub(super) struct Fault {
    pub(super) member: &'static str,
    pub(super) rule: &'static Rule,
    pub(super) class: Class,
    pub(super) message: String,
}

impl Fault {
    /// A fault of the kind that the rule names first.
    pub(super) fn new(rule: &'static Rule, member: &'static str, message: String) -> Self {
        Self { member, rule, class: rule.class, message }
    }
}

/// More bytes are referred to than may be read.
pub(super) fn beyond(rule: &'static Rule, member: &'static str) -> Fault {
    Fault::new(rule, member, shared::beyond().to_owned())
}

/// The symbol table of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Number of the section.
    pub(super) section: usize,
    /// Where its content lies.
    pub(super) space: Space,
}

impl Place {
    /// The fault of a symbol as an error with path and place.
    pub(super) fn finding(self, index: usize, fault: Fault) -> Finding {
        let member = <Symbol as Codec>::schema().field(fault.member).and_then(|field| field.offset);
        let offset = (index as u64).saturating_mul(Symbol::SIZE as u64).saturating_add(member.unwrap_or_default());
        let path = Path::new(vec![
            Segment::Field("sections".into()),
            Segment::Index(self.section as u64),
            Segment::Field("symbol_table".into()),
            Segment::Field("symbols".into()),
            Segment::Index(index as u64),
            Segment::Field(fault.member.into()),
        ]);
        fault.rule.finding_of(fault.class, self.space.location(offset), fault.message).at(path)
    }
}
