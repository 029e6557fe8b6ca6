use super::{Export, ExportedCase, ExportedFormat, Version};
use std::collections::BTreeMap;

/// The effect of a change of the suite on its users.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// The exports are equal.
    None,
    /// Only texts changed.
    Patch,
    /// Cases were added.
    Minor,
    /// A program that passed may fail now, or gets other questions.
    Major,
}

/// The differences of two exports.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// The most important change.
    pub change: Change,
    /// The lowest version that the later export may have.
    pub least: Version,
    /// A line for each case that differs, in the order of the ids.
    pub lines: Vec<String>,
}

impl Difference {
    /// Compares an export with an earlier one.
    #[must_use]
    pub fn between(old: &Export, new: &Export) -> Self {
        let (before, after) = (cases_by_id(old), cases_by_id(new));
        let mut lines = BTreeMap::new();
        let mut change = if explaining_words(old) == explaining_words(new) { Change::None } else { Change::Patch };
        for (id, case) in &after {
            let (one, what) = match before.get(id) {
                None => (Change::Minor, "added"),
                Some(before) if case_meaning(before) != case_meaning(case) => (Change::Major, "changed"),
                Some(before) if before != case => (Change::Patch, "other words"),
                Some(_) => continue,
            };
            change = change.max(one);
            lines.insert(*id, format!("{}: {what} {id}", one.name()));
        }
        for id in before.keys().filter(|id| !after.contains_key(*id)) {
            change = Change::Major;
            lines.insert(*id, format!("{}: removed {id}", Change::Major.name()));
        }
        Self { change, least: old.version.next_after(change), lines: lines.into_values().collect() }
    }
}

impl Version {
    /// Returns the lowest version that may follow with such a change.
    #[must_use]
    pub fn next_after(self, change: Change) -> Self {
        let Self { major, minor, patch } = self;
        match change {
            Change::None => self,
            // No version follows the one with the largest number.
            Change::Patch => Self { major, minor, patch: patch.saturating_add(1) },
            Change::Minor => Self { major, minor: minor.saturating_add(1), patch: 0 },
            Change::Major => Self { major: major.saturating_add(1), minor: 0, patch: 0 },
        }
    }
}

impl Change {
    /// Returns the name of the part of the version that the change raises.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Patch => "patch",
            Self::Minor => "minor",
            Self::Major => "major",
        }
    }
}

fn cases_by_id(export: &Export) -> BTreeMap<&str, &ExportedCase> {
    export.formats.iter().flat_map(|format| &format.cases).map(|case| (&*case.id, case)).collect()
}

/// Returns the parts of a case that decide whether a program gets it, and whether the program passes.
fn case_meaning(case: &ExportedCase) -> impl PartialEq + '_ {
    (&case.hash, case.level, &case.features)
}

/// Returns the explanations of all documents.
fn explaining_words(export: &Export) -> impl PartialEq + use<> {
    let words = |format: &ExportedFormat| (format.clauses.clone(), format.readings.clone(), format.flags.clone());
    export.formats.iter().map(words).collect::<Vec<_>>()
}
