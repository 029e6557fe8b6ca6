//! What is wrong with a symbol, and where its description lies.

use super::{Symbol, SymbolTable};
use crate::bpx::shared;
use bpx_schema::codec::{FieldRef, Space};
use bpx_schema::report::{Class, Finding, Segment, Severity};

/// A fault of a field of a symbol, wherever the symbol stands.
pub(super) struct Fault {
    pub(super) field: FieldRef,
    pub(super) class: Class,
    pub(super) code: &'static str,
    pub(super) spec: &'static str,
    pub(super) message: String,
}

/// More bytes are referred to than may be read.
pub(super) fn beyond(field: FieldRef, spec: &'static str) -> Fault {
    let (class, message) = shared::beyond();
    Fault { field, class, code: "shader.limit", spec, message }
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
        let offset = (index as u64).saturating_mul(Symbol::SIZE as u64).saturating_add(fault.field.offset());
        let path = fault.field.path([
            Segment::Field("sections".into()),
            Segment::Index(self.section as u64),
            Segment::Field("symbol_table".into()),
            SymbolTable::SYMBOLS.segment(),
            Segment::Index(index as u64),
        ]);
        Finding::new(fault.class, self.space.location(offset), fault.message).code(fault.code).spec(fault.spec).at(path)
    }

    /// The same as a warning.
    pub(super) fn warning(self, index: usize, fault: Fault) -> Finding {
        self.finding(index, fault).severity(Severity::Warning)
    }
}
