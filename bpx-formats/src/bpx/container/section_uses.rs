//! Sections that a file of a type must have, or may have once.

use super::head::{entry_member, head_size, header_member};
use crate::bpx::uses::{SectionUse, SectionUses};
use crate::bpx::{MainHeader, SectionHeader};
use bpx_schema::fault;
use bpx_schema::report::{Class, Error, Finding, Location, Path, Report, Segment};

impl SectionUses {
    /// The fault of a section that must be there, and is not.
    pub(in crate::bpx) fn missing(&self, kind: u8) -> Finding {
        let at = Location { file: head_size(0), content: None };
        self.absent(self.get(kind).unwrap_or(&SectionUse::any(kind, "of its own")), at)
    }

    /// The same, from the place of the table.
    fn absent(&self, one: &SectionUse, at: Location) -> Finding {
        let message = format!("{} needs a section {} (type {})", self.file, one.name, one.kind);
        let path = Path::new(vec![Segment::Field("table".into())]);
        Finding::new(Class::Missing, at, message).code(one.required).spec(self.spec).at(path)
    }

    /// Adds what is missing, and what stands twice; `excuse` is the interpretation that excuses a missing section, or
    /// empty.
    pub(in crate::bpx) fn check(
        &self,
        table: &[SectionHeader],
        excuse: impl Fn(u8) -> &'static str,
        report: &mut Report,
    ) {
        let kinds: Vec<_> = table.iter().map(|entry| entry.kind).collect();
        let at = Location { file: head_size(0), content: None };
        self.check_kinds(&kinds, at, |index| entry_member(index, SectionHeader::KIND), excuse, report);
    }

    /// As [`check`](Self::check), from the types of the sections, the place of the table, and those of the types in it.
    pub(in crate::bpx) fn check_kinds(
        &self,
        kinds: &[u8],
        at: Location,
        place: impl Fn(u64) -> (Path, Location),
        excuse: impl Fn(u8) -> &'static str,
        report: &mut Report,
    ) {
        for one in self.list.iter().filter(|one| !one.required.is_empty()) {
            if !kinds.contains(&one.kind) && !fault!(IgnoresMissing) {
                report.add(self.absent(one, at).lenient(excuse(one.kind)));
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
                    let finding = Finding::new(Class::Duplicate, at, message).code(self.single).spec(self.spec);
                    report.add(finding.at(path));
                }
                None => *seen = Some(index),
            }
        }
    }
}

/// The error for a file that is read as one of another type; `code` and `spec` are those of the type that is wanted.
pub(in crate::bpx) fn other_kind(kind: u8, wanted: u8, code: &'static str, spec: &'static str) -> Error {
    let (kind, wanted) = (char::from(kind), char::from(wanted));
    let message = format!("the type of the file is {kind:?}, {wanted:?} is wanted");
    let (path, at) = header_member(MainHeader::KIND);
    Finding::new(Class::BadMagic, at, message).code(code).spec(spec).at(path).into()
}
