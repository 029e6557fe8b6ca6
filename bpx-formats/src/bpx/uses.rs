//! Which sections a file of a type has: the tables "Required" and "Single Time" of the specification.

use super::SectionHeader;
use super::container::{entry_member, head_size, header_member};
use bpx_schema::fault;
use bpx_schema::report::{Error, Finding, Location, Path, Report, Rule, Segment};

/// How a type of sections is used in a type of files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionUse {
    /// Type of the section.
    pub kind: u8,
    /// Name, as the specification spells it.
    pub name: &'static str,
    /// The rule that there is one, unless there need not be any.
    pub required: Option<&'static Rule>,
    /// Whether there is at most one.
    pub single: bool,
}

/// The sections that a type of files has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SectionUses {
    /// What the file is, with its article.
    pub file: &'static str,
    /// Section of the specification that says so.
    pub spec: &'static str,
    /// The rule that a section is there once.
    pub single: &'static Rule,
    /// Every type of sections that the file knows; others are kept as they are.
    pub list: &'static [SectionUse],
}

impl SectionUse {
    /// Any number of them, or none.
    #[must_use]
    pub const fn any(kind: u8, name: &'static str) -> Self {
        Self { kind, name, required: None, single: false }
    }

    /// With a rule that there is one.
    #[must_use]
    pub const fn required(mut self, rule: &'static Rule) -> Self {
        self.required = Some(rule);
        self
    }

    /// At most one.
    #[must_use]
    pub const fn single(mut self) -> Self {
        self.single = true;
        self
    }
}

impl SectionUses {
    /// The use of a type of sections, when the file knows it.
    #[must_use]
    pub fn get(&self, kind: u8) -> Option<&'static SectionUse> {
        self.list.iter().find(|one| one.kind == kind)
    }

    /// The fault of a section that must be there by a rule, and is not.
    pub(super) fn missing(&self, rule: &Rule, kind: u8) -> Finding {
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
    pub(super) fn check(
        &self,
        table: &[SectionHeader],
        excused: impl Fn(u8) -> Option<&'static Rule>,
        report: &mut Report,
    ) {
        let kinds: Vec<_> = table.iter().map(|entry| entry.kind).collect();
        let at = Location { file: head_size(0), content: None };
        self.check_kinds(&kinds, at, |index| entry_member(index, "kind"), excused, report);
    }

    /// As [`check`](Self::check), from the types of the sections, the place of the table, and those of the types in it.
    pub(super) fn check_kinds(
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
pub(super) fn other_kind(rule: &Rule, kind: u8, wanted: u8) -> Error {
    let (kind, wanted) = (char::from(kind), char::from(wanted));
    let message = format!("the type of the file is {kind:?}, {wanted:?} is wanted");
    let path = Path::new(vec![Segment::Field("header".into()), Segment::Field("kind".into())]);
    rule.finding(header_member("kind"), message).at(path).into()
}
