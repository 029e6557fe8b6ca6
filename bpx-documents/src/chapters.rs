//! Finds chapters, which are the outermost sections.

use super::model::{Document, Table};

/// The chapter of each section, computed once.
pub(super) struct Chapters {
    /// The index of the chapter, by the index of the section.
    of: Vec<Option<usize>>,
    numbered: bool,
}

impl Chapters {
    pub(super) fn of(document: &Document) -> Self {
        let outermost = document.sections.iter().map(|section| section.depth).min();
        let mut last = None;
        let chapter = |(index, section): (usize, &super::Section)| {
            last = if Some(section.depth) == outermost { Some(index) } else { last };
            last
        };
        let of = document.sections.iter().enumerate().map(chapter).collect();
        Self { of, numbered: document.sections.iter().any(|section| !section.number.is_empty()) }
    }

    /// Returns the index of the outermost section that contains a section.
    pub(super) fn outermost_section(&self, within: Option<usize>) -> Option<usize> {
        self.of.get(within?).copied().flatten()
    }

    /// Returns the chapter of a table, or `None` for all tables if the document does not number its sections.
    pub(super) fn chapter_of_table(&self, table: &Table) -> Option<usize> {
        self.outermost_section(table.within).filter(|_| self.numbered)
    }
}
