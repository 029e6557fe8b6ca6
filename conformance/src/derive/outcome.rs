//! Expectations of derived cases.

use super::bound::BoundPiece;
use crate::suite::{Expect, Level};
use bpx_schema::report::{Class, Severity, Verdict};
use bpx_workbench::vectors::Fault;

/// The expectation of a case, its level, and the mistakes that it finds.
#[derive(Debug, Clone)]
pub(super) struct Outcome {
    pub(super) expect: Expect,
    pub(super) level: Level,
    /// Numbers of the interpretations that allow a reader to accept the faults.
    pub(super) readings: Vec<String>,
    pub(super) flags: Vec<&'static str>,
}

impl Outcome {
    pub(super) fn valid() -> Self {
        Self { expect: Expect::default(), level: Level::Must, readings: Vec::new(), flags: Vec::new() }
    }

    /// Expects one fault, whose verdict, class and path are certain.
    pub(super) fn one_fault(class: Class, path: String, offset: Option<u64>) -> Self {
        let expect = Expect { path: Some(path), offset, ..expect_fault(&[class.verdict()], &[class]) };
        Self { expect, level: Level::Must, readings: Vec::new(), flags: vec![reader_flag(class)] }
    }

    /// Expects faults, of which a reader may report any.
    pub(super) fn any_fault(verdicts: &[Verdict], classes: &[Class], flags: Vec<&'static str>) -> Self {
        Self { expect: expect_fault(verdicts, classes), level: Level::Must, readings: Vec::new(), flags }
    }

    /// Returns the outcome of a value's faults by the rules of its record. `alone` states that nothing else depends on
    /// the value.
    pub(super) fn of(piece: &BoundPiece<'_>, faults: &[Fault], alone: bool) -> Option<Self> {
        let faults: Vec<&Fault> = rejecting_faults(faults).collect();
        let strict: Vec<&Fault> = faults.iter().copied().filter(|fault| fault.lenient.is_empty()).collect();
        let Some(first) = strict.first().or(faults.first()).copied() else {
            return alone.then(Self::valid);
        };
        let offset = (piece.span.offset as u64) + first.offset;
        let exact = Self::with_synonyms(first.class, piece.path_in_file(&first.path), offset);
        if matches!(first.class, Class::UnsupportedVersion | Class::BadMagic) {
            return Some(exact);
        }
        let several = strict.iter().any(|fault| (fault.class, &fault.path) != (first.class, &first.path));
        if strict.is_empty() {
            return alone.then(|| exact.with_excuses(excusing_readings(&faults)));
        }
        if alone && !several {
            return Some(exact);
        }
        Some(Self::any_fault(&[Verdict::Malformed, Verdict::Invalid], &[], exact.flags))
    }

    /// Returns the outcome of a single record with these faults. A program writes a record without faults unchanged.
    pub(super) fn of_record(faults: &[Fault]) -> Self {
        let faults: Vec<&Fault> = rejecting_faults(faults).collect();
        let outcome = match &*faults {
            [] => {
                let valid = Self::valid();
                return Self { expect: Expect { same_bytes: true, ..valid.expect }, ..valid };
            }
            [one] => Self::with_synonyms(one.class, one.path.to_string(), one.offset),
            several => {
                let classes: Vec<Class> = several.iter().flat_map(|fault| class_alternatives(fault.class)).collect();
                let verdicts: Vec<Verdict> = classes.iter().map(|class| class.verdict()).collect();
                let mut flags: Vec<_> = several.iter().map(|fault| reader_flag(fault.class)).collect();
                flags.sort_unstable();
                flags.dedup();
                Self::any_fault(&verdicts, &classes, flags)
            }
        };
        if faults.iter().all(|fault| !fault.lenient.is_empty()) {
            outcome.with_excuses(excusing_readings(&faults))
        } else {
            outcome
        }
    }

    /// Expects one fault like [`Self::one_fault`], but allows all classes that describe the fault.
    fn with_synonyms(class: Class, path: String, offset: u64) -> Self {
        let exact = Self::one_fault(class, path, Some(offset));
        let classes = class_alternatives(class);
        let verdicts: Vec<Verdict> = classes.iter().map(|class| class.verdict()).collect();
        let Expect { verdict, class, .. } = expect_fault(&verdicts, &classes);
        Self { expect: Expect { verdict, class, ..exact.expect }, ..exact }
    }

    /// Allows a reader to accept the fault by these interpretations.
    pub(super) fn with_excuses(self, readings: Vec<String>) -> Self {
        // A reader that accepts the file reports the fault, if it can.
        let verdicts = self.expect.verdict.words().iter().map(|one| &**one).chain(["warn"]);
        let expect = Expect { verdict: one_or_more(verdicts), ..self.expect.clone() };
        Self { expect, level: Level::Should, readings, flags: self.flags }
    }
}

/// Returns the faults for which a reader rejects a file; notes and warnings leave it valid.
fn rejecting_faults(faults: &[Fault]) -> impl Iterator<Item = &Fault> {
    faults.iter().filter(|fault| fault.severity == Severity::Error)
}

/// Returns the interpretations by which a reader may accept faults.
fn excusing_readings(faults: &[&Fault]) -> Vec<String> {
    let mut list: Vec<String> = faults.iter().map(|fault| fault.lenient.clone()).collect();
    list.retain(|reading| !reading.is_empty());
    list.sort();
    list.dedup();
    list
}

/// Returns a class, and the other classes that a reader may report for the same fault.
fn class_alternatives(class: Class) -> Vec<Class> {
    match class {
        // A reader that identifies formats by the signature does not recognize the file.
        Class::BadMagic => vec![class, Class::UnknownFormat],
        _ => vec![class],
    }
}

fn expect_fault(verdicts: &[Verdict], classes: &[Class]) -> Expect {
    let class = (!classes.is_empty()).then(|| one_or_more(classes.iter().map(|class| class.name())));
    Expect { verdict: verdict_names(verdicts), class, ..Expect::default() }
}

fn verdict_names(verdicts: &[Verdict]) -> crate::suite::OneOrMore {
    one_or_more(verdicts.iter().map(|verdict| verdict.name()))
}

fn one_or_more<'n>(names: impl Iterator<Item = &'n str>) -> crate::suite::OneOrMore {
    use crate::suite::OneOrMore;
    let mut list: Vec<String> = Vec::new();
    for name in names {
        if !list.iter().any(|one| one == name) {
            list.push(name.to_owned());
        }
    }
    match <[String; 1]>::try_from(list) {
        Ok([one]) => OneOrMore::One(one),
        Err(list) => OneOrMore::More(list),
    }
}

/// Returns the name of the mistake of a reader that misses a fault of this class.
fn reader_flag(class: Class) -> &'static str {
    match class {
        Class::BadMagic => "accepts-foreign-files",
        Class::UnsupportedVersion => "accepts-unknown-version",
        Class::ChecksumMismatch => "skips-checksum",
        Class::ReservedNotZero => "ignores-reserved",
        Class::UnknownFlag => "ignores-unknown-flags",
        Class::UnknownCode | Class::UnknownTag => "accepts-unknown-codes",
        Class::BadText | Class::Unterminated => "accepts-broken-texts",
        Class::BadVarint => "accepts-broken-numbers",
        Class::Truncated | Class::OutOfBounds => "reads-past-end",
        Class::CountMismatch => "trusts-counts",
        _ => "ignores-ranges",
    }
}
