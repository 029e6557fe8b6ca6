//! Names of a document as names of declarations, each given once.

use super::super::model::{Document, Table};
use super::super::name::same;
use crate::name::{kebab, upper};

/// The names of structures, in the order of the document.
pub(in super::super) struct Names(Vec<(String, String)>);

impl Names {
    /// Of the tables of a document; the title of its chapter tells apart what is called the same.
    pub(in super::super) fn of(document: &Document) -> Self {
        let tables: Vec<(&Table, _, _)> = document
            .structures()
            .map(|(_, table, ..)| (table, upper(table.title()), super::chapter(document, table)))
            .collect();
        let mut names: Vec<(String, String)> = Vec::new();
        for (table, own, chapter) in &tables {
            let chapters = tables.iter().filter(|(_, other, _)| other == own).map(|(.., chapter)| chapter);
            let several = chapters.collect::<std::collections::BTreeSet<_>>().len() > 1;
            let name = if several { upper(&format!("{chapter} {own}")) } else { own.clone() };
            let name = if name.is_empty() { "Structure".to_owned() } else { name };
            let taken: Vec<_> = names.iter().map(|(_, name)| name.clone()).collect();
            names.push((table.name.clone(), unused(&name, &taken)));
        }
        Self(names)
    }

    /// Of the structure at this place.
    pub(in super::super) fn name(&self, index: usize) -> Option<&str> {
        self.0.get(index).map(|(_, name)| name.as_str())
    }

    /// Of the structure that the document calls so; none when several are, as cases of a choice.
    pub(super) fn find(&self, text: &str) -> Option<&str> {
        let mut found = self.0.iter().filter(|(stated, _)| same(stated, text)).map(|(_, name)| name.as_str());
        found.next().filter(|_| found.next().is_none())
    }
}

/// The name of a field that no other has.
pub(super) fn field(name: &str, taken: &mut Vec<String>) -> String {
    // What stands in brackets is a unit, or how many.
    let bare: String = name.chars().take_while(|one| !matches!(one, '(' | '[')).collect();
    let spaced: String = bare.trim().chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    let snake = kebab(spaced.trim_matches('_')).replace('-', "_");
    let snake = if snake.is_empty() { "field".to_owned() } else { snake };
    let name = unused(&snake, taken);
    taken.push(name.clone());
    name
}

fn unused(name: &str, taken: &[String]) -> String {
    let free = |name: &String| !taken.contains(name);
    let numbered = (2_u32..).map(|number| format!("{name}{number}"));
    std::iter::once(name.to_owned()).chain(numbered).find(free).unwrap_or_default()
}
