//! Sections that a type of file requires, or allows once.

use super::head::{entry_member, head_size, header_member};
use crate::bpx::uses::{SectionUse, SectionUses};
use crate::bpx::{MainHeader, SectionHeader};
use bpx_schema::fault;
use bpx_schema::report::{Error, Finding, Location, Path, Report, Rule, Segment};

impl SectionUses {
    /// Returns the finding for a missing section that a rule requires.
    pub(in crate::bpx) fn missing(&self, rule: &Rule, kind: u8) -> Finding {
        let at = Location { file: head_size(0), content: None };
        self.absent(rule, self.get(kind).unwrap_or(&SectionUse::any(kind, "of its own")), at)
    }

    /// Returns the same finding, with the place of the table.
    fn absent(&self, rule: &Rule, one: &SectionUse, at: Location) -> Finding {
        let message = format!("{} needs a section {} (type {})", self.file, one.name, one.kind);
        let path = Path::new(vec![Segment::Field("table".into())]);
        rule.finding(at, message).at(path)
    }

    /// Reports missing and duplicate sections; if an interpretation excuses a missing section, `excused` is the rule
    /// that it breaks instead.
    pub(in crate::bpx) fn check(
        &self,
        table: &[SectionHeader],
        excused: impl Fn(u8) -> Option<&'static Rule>,
        report: &mut Report,
    ) {
        let kinds: Vec<_> = table.iter().map(|entry| entry.kind).collect();
        let at = Location { file: head_size(0), content: None };
        self.check_kinds(&kinds, at, |index| entry_member(index, SectionHeader::KIND), excused, report);
    }

    /// Checks as [`check`](Self::check) does, from the types of the sections, the place of the table, and the places
    /// of the types in it.
    pub(in crate::bpx) fn check_kinds(
        &self,
        kinds: &[u8],
        at: Location,
        place: impl Fn(u64) -> (Path, Location),
        excused: impl Fn(u8) -> Option<&'static Rule>,
        report: &mut Report,
    ) {
        for (one, rule) in self.list.iter().filter_map(|one| Some((one, one.required?))) {
            if !kinds.contains(&one.kind) && !fault!(IgnoresMissing) {
                report.add(self.absent(excused(one.kind).unwrap_or(rule), one, at));
            }
        }
        let mut first = [None; 256];
        for (index, kind) in (0_u64..).zip(kinds) {
            if !self.get(*kind).is_some_and(|one| one.single) {
                continue;
            }
            let Some(seen) = first.get_mut(usize::from(*kind)) else { continue };
            match seen {
                Some(_) if fault!(IgnoresDuplicates) => {}
                Some(first) => {
                    let message = format!("duplicate section of type {kind}: section {first} is used");
                    let (path, at) = place(index);
                    report.add(self.single.finding(at, message).at(path));
                }
                None => *seen = Some(index),
            }
        }
    }
}

/// Returns the error for a file that is opened as one of another type.
pub(in crate::bpx) fn other_kind(rule: &Rule, kind: u8, wanted: u8) -> Error {
    let (kind, wanted) = (char::from(kind), char::from(wanted));
    let message = format!("expected a file of type {wanted:?}, found {kind:?}");
    let (path, at) = header_member(MainHeader::KIND);
    rule.finding(at, message).at(path).into()
}
