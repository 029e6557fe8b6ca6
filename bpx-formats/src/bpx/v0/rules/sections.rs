//! Required sections, and sections that may occur once.

use super::super::package::{FILE, REGISTRY};
use super::super::read::entry_member;
use super::super::{HEADER, PACKAGE, SectionHeader, registry, section_uses};
use super::context::ValidationContext;
use bpx_schema::report::{Location, Report};

pub(super) fn check(file: &ValidationContext<'_>, report: &mut Report) {
    let Some(uses) = section_uses(file.layout.header.kind) else { return };
    // A package without assets needs neither files nor paths.
    let bare = file.layout.header.kind == PACKAGE
        && file.of_kind(REGISTRY).next().is_none_or(|section| file.stored(section).size == 0)
        && file.of_kind(FILE).next().is_none();
    let excused = |kind| (bare && kind != REGISTRY).then_some(&registry::PACKAGE_REQUIRED_OF_EMPTY);
    let kinds: Vec<_> = file.layout.table.iter().map(|entry| entry.kind).collect();
    let table = Location { file: HEADER, content: None };
    uses.check_kinds(&kinds, table, |index| entry_member(index, SectionHeader::KIND), excused, report);
}
