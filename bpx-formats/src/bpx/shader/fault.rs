//! What is wrong with a symbol, and where its description lies.

use super::Symbol;
use crate::bpx::shared;
use bpx_schema::codec::{Codec, Space};
use bpx_schema::report::{Class, Finding, Path, Segment, Severity};

/// A fault of a member of a symbol, wherever the symbol stands.
pub(super) struct Fault {
    pub(super) member: &'static str,
    pub(super) class: Class,
    pub(super) code: &'static str,
    pub(super) spec: &'static str,
    pub(super) message: String,
}

/// More bytes are referred to than may be read.
pub(super) fn beyond(member: &'static str, spec: &'static str) -> Fault {
    let (class, message) = shared::beyond();
    Fault { member, class, code: "shader.limit", spec, message }
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
        Finding::new(fault.class, self.space.location(offset), fault.message).code(fault.code).spec(fault.spec).at(path)
    }

    /// The same as a warning.
    pub(super) fn warning(self, index: usize, fault: Fault) -> Finding {
        self.finding(index, fault).severity(Severity::Warning)
    }
}
