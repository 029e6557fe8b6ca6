//! Pairs rows that have a name and a number with declarations, by name, else by number.

use super::super::name::normal_name;
use std::collections::{HashMap, HashSet};

/// The name and the number of a row or of a declaration.
#[derive(Debug, Clone, Copy)]
pub(super) struct NamedItem<'a> {
    /// The name of the row or declaration.
    pub name: &'a str,
    /// The number of the row or declaration.
    pub number: u64,
}

impl NamedItem<'_> {
    fn is_same(self, other: Self) -> bool {
        normal_name(self.name) == normal_name(other.name)
    }
}

/// The pairs of rows and declarations, by their indexes.
#[derive(Debug, Default)]
pub(super) struct Pairs {
    /// For each row, the index of the declaration with the same name, else with the same number.
    pub rows: Vec<Option<usize>>,
    /// The indexes of the declarations without a row.
    pub extra: Vec<usize>,
}

impl Pairs {
    /// Pairs rows with declarations.
    pub(super) fn of(rows: &[NamedItem<'_>], declared: &[NamedItem<'_>]) -> Self {
        let (mut names, mut numbers) = (HashMap::new(), HashMap::new());
        for (index, one) in declared.iter().enumerate() {
            names.entry(normal_name(one.name)).or_insert(index);
            numbers.entry(one.number).or_insert(index);
        }
        let find =
            |row: &NamedItem<'_>| names.get(&normal_name(row.name)).or_else(|| numbers.get(&row.number)).copied();
        let rows: Vec<_> = rows.iter().map(find).collect();
        let found: HashSet<_> = rows.iter().flatten().collect();
        let extra = (0..declared.len()).filter(|index| !found.contains(index)).collect();
        Self { rows, extra }
    }
}

/// Returns the difference between a row and its declaration: the last word of the id of the difference, and a message.
pub(super) fn compare_named(row: NamedItem<'_>, declared: NamedItem<'_>) -> Option<(&'static str, String)> {
    let (number, name) = (row.number, declared.name);
    if !row.is_same(declared) {
        return Some(("renamed", format!("{number} is declared as `{name}`")));
    }
    (number != declared.number).then(|| ("differs", format!("{number} in the document, {} declared", declared.number)))
}
