//! Faults of symbols, and the symbol tables that contain the symbols.

use super::{Symbol, SymbolTable};
use crate::bpx::layout::section_path;
use crate::bpx::shared;
use crate::elements::element_offset;
use bpx_schema::codec::{FieldRef, Space};
use bpx_schema::report::{Class, Finding, Rule, Segment};
use std::sync::LazyLock;

/// A fault of a field of a symbol, without the path and the offset of the symbol.
pub(super) struct Fault {
    pub(super) field: FieldRef,
    pub(super) rule: &'static Rule,
    pub(super) class: Class,
    pub(super) message: String,
}

impl Fault {
    /// Creates a fault of the first class of the rule.
    pub(super) fn new(rule: &'static Rule, field: FieldRef, message: String) -> Self {
        Self { field, rule, class: rule.class, message }
    }
}

/// The rule that the name of a symbol is a text.
pub(super) static NAME: LazyLock<Rule> = LazyLock::new(|| Symbol::RULE_SHADER_NAME.rule());
/// The rule that all names of symbols together read no more bytes than a limit allows.
pub(super) static NAME_LIMIT: LazyLock<Rule> = LazyLock::new(|| Symbol::RULE_SHADER_LIMIT.rule());

/// Returns the fault that references read more bytes than the limit allows.
pub(super) fn beyond_limit(rule: &'static Rule, field: FieldRef) -> Fault {
    Fault::new(rule, field, shared::limit_message().to_owned())
}

/// The symbol table of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Number of the section that contains the symbol table, counted from 0.
    pub(super) section: usize,
    /// The space that contains the bytes of the symbol table.
    pub(super) space: Space,
}

impl Place {
    /// Returns the fault of a symbol as a finding with path and offset.
    pub(super) fn into_finding(self, index: usize, fault: Fault) -> Finding {
        let offset = element_offset(fault.field.offset(), index as u64, Symbol::SIZE as u64);
        let symbol =
            [Segment::Field("symbol_table".into()), SymbolTable::SYMBOLS.segment(), Segment::Index(index as u64)];
        let path = fault.field.path(section_path(self.section).into_iter().chain(symbol));
        fault.rule.finding_of(fault.class, self.space.location(offset), fault.message).with_path(path)
    }
}
