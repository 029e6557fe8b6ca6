//! Converts names of a document to unique names of declarations.

use super::super::chapters::Chapters;
use super::super::model::{Document, Table};
use super::super::name::{MAX_NAME, normal_name};
use super::texts;
use super::words::parse_number;
use bpx_model::name::{UnusedNames, to_kebab_case, to_upper_camel_case};
use std::collections::{HashMap, HashSet};

/// The names of structures, in the order of the document.
pub(in super::super) struct Names {
    list: Vec<String>,
    /// The name of the structure, by the normal name in the document; `None` for a name of several structures, such as
    /// the cases of a choice.
    stated: HashMap<String, Option<String>>,
}

impl Names {
    /// Names the tables of a document; the title of the chapter distinguishes tables with the same name.
    pub(in super::super) fn of(document: &Document) -> Self {
        let titles = Chapters::of(document);
        let tables: Vec<(&Table, _, _)> = document
            .structures()
            .map(|(_, table, ..)| {
                (table, to_upper_camel_case(table.title()), texts::chapter_title(document, &titles, table))
            })
            .collect();
        let mut chapters: HashMap<&str, HashSet<&str>> = HashMap::new();
        for (_, own, chapter) in &tables {
            chapters.entry(own).or_default().insert(chapter);
        }
        let mut names = Self { list: Vec::new(), stated: HashMap::new() };
        let mut taken = UnusedNames::default();
        for (table, own, chapter) in &tables {
            let several = chapters.get(own.as_str()).is_some_and(|chapters| chapters.len() > 1);
            let name = if several { to_upper_camel_case(&format!("{chapter} {own}")) } else { own.clone() };
            let name = if name.is_empty() { "Structure".to_owned() } else { name };
            let name = taken.take_name(&name);
            let stated = normal_name(&table.name);
            let known = names.stated.contains_key(&stated);
            names.stated.insert(stated, (!known).then(|| name.clone()));
            names.list.push(name);
        }
        names
    }

    /// Returns the name of the structure with an index, in the order of the document.
    pub(in super::super) fn name_at(&self, index: usize) -> Option<&str> {
        self.list.get(index).map(String::as_str)
    }

    /// Returns the names of all structures.
    pub(in super::super) fn all_names(&self) -> impl Iterator<Item = &str> {
        self.list.iter().map(String::as_str)
    }

    /// Returns the name of the structure with this name in the document; `None` if several structures have the name,
    /// such as the cases of a choice.
    pub(super) fn find_structure(&self, text: &str) -> Option<&str> {
        let text = normal_name(text);
        self.stated.get(&text).filter(|_| !text.is_empty())?.as_deref()
    }
}

/// Returns a name for a field that no other field has.
pub(super) fn field_name(name: &str, taken: &mut UnusedNames) -> String {
    // Brackets hold a unit, or a number of elements.
    let bare: String = name.chars().take_while(|one| !matches!(one, '(' | '[')).take(MAX_NAME).collect();
    let spaced: String = bare.trim().chars().map(|one| if one.is_ascii_alphanumeric() { one } else { '_' }).collect();
    let snake = to_kebab_case(spaced.trim_matches('_')).replace('-', "_");
    taken.take_name(if snake.is_empty() { "field" } else { &snake })
}

/// Returns the name of a value. A value without a name, or with a number as its name, gets the first words of its
/// notes.
pub(super) fn code_name(name: &str, notes: &str) -> String {
    let is_number = |text: &str| parse_number(&text.to_lowercase()).is_some();
    let bare = name.trim();
    if !bare.is_empty() && !is_number(bare) {
        return name.to_owned();
    }
    let phrase = notes.split(['.', ',', ';', ':', '(', '\n']).next().unwrap_or(notes);
    let mut words = String::new();
    for word in phrase.split_whitespace() {
        if words.len() + word.len() >= MAX_WORDS {
            break;
        }
        words.push_str(if words.is_empty() { "" } else { " " });
        words.push_str(word);
    }
    if words.chars().any(|c| c.is_ascii_alphabetic()) { words } else { name.to_owned() }
}

/// The largest size of a name from notes, in bytes.
const MAX_WORDS: usize = 40;
