//! Leaves out changes that are intended.

use super::Change;
use bpx_model::pattern::is_like;

/// A description of changes that a report omits. A file has a table `[[ignore]]` for each one.
#[derive(Debug, Clone, PartialEq, Eq, serde::Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Ignore {
    /// Id of a rule; `*` matches any characters.
    pub rule: String,
    /// Structure and member, such as `SectionHeader.flags`; `*` matches any characters.
    pub path: String,
    /// The reason for the change.
    pub why: String,
}

/// The result of leaving out ignored changes.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Ignored {
    /// Changes that no entry ignores.
    pub left: Vec<Change>,
    /// The number of ignored changes.
    pub ignored: usize,
    /// Stale entries, which ignore no change.
    pub stale: Vec<Ignore>,
}

impl Ignored {
    /// Leaves out the changes that the entries ignore.
    #[must_use]
    pub fn of(changes: Vec<Change>, entries: &[Ignore]) -> Self {
        let mut used = vec![false; entries.len()];
        let mut result = Self { left: changes, ..Self::default() };
        result.left.retain(|change| {
            let path = change.path();
            let mut ignored = false;
            for (entry, used) in entries.iter().zip(&mut used) {
                let matches = is_like(change.rule.id, &entry.rule) && is_like(&path, &entry.path);
                *used |= matches;
                ignored |= matches;
            }
            result.ignored += usize::from(ignored);
            !ignored
        });
        let stale = entries.iter().zip(used).filter(|(_, used)| !used);
        result.stale = stale.map(|(entry, _)| entry.clone()).collect();
        result
    }
}
