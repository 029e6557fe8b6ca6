//! Sections that a file of a type must have, or may have once.

use super::head::{entry_member, head_size, header_member};
use crate::bpx::uses::{SectionUse, SectionUses};
use crate::bpx::{MainHeader, SectionHeader};
use bpx_schema::fault;
use bpx_schema::report::{Error, Finding, Location, Path, Report, Rule, Segment};

impl SectionUses {
    /// The fault of a section that must be there by a rule, and is not.
    pub(in crate::bpx) fn missing(&self, rule: &Rule, kind: u8) -> Finding {
        let at = Location { file: head_size(0), content: None };
        self.absent(rule, self.get(kind).unwrap_or(&SectionUse::any(kind, "of its own")), at)
    }

    /// The same, from the place of the table.
    fn absent(&self, rule: &Rule, one: &SectionUse, at: Location) -> Finding {
        let message = format!("{} needs a section {} (type {})", self.file, one.name, one.kind);
        let path = Path::new(vec![Segment::Field("table".into())]);
        rule.finding(at, message).at(path)
    }

    /// Adds what is missing, and what is there twice; `excused` is the rule that a missing section breaks instead of its
    /// own, when an interpretation excuses it.
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

    /// As [`check`](Self::check), from the types of the sections, the place of the table, and those of the types in it.
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
                    let message = format!("a section of type {kind} stands already as number {first}, which counts");
                    let (path, at) = place(index);
                    report.add(self.single.finding(at, message).at(path));
                }
                None => *seen = Some(index),
            }
        }
    }
}

/// The error for a file that is read as one of another type than the rule wants.
pub(in crate::bpx) fn other_kind(rule: &Rule, kind: u8, wanted: u8) -> Error {
    let (kind, wanted) = (char::from(kind), char::from(wanted));
    let message = format!("the type of the file is {kind:?}, {wanted:?} is wanted");
    let (path, at) = header_member(MainHeader::KIND);
    rule.finding(at, message).at(path).into()
}
