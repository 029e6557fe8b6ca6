//! The keys by which corrections name tables.

use crate::forms::block::Block;
use crate::model::{Document, Table};
use std::collections::HashMap;
use std::fmt;

/// The section and the name of a table, and its number among the tables with both, from 1.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Key {
    pub section: String,
    pub name: String,
    pub number: usize,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` in section `{}`", self.name, self.section)?;
        if self.number > 1 { write!(f, ", number {}", self.number) } else { Ok(()) }
    }
}

/// The largest number of tables that [`Keys::of`] skips to find the table of a block.
const NEAR: usize = 64;

/// The keys of the tables among the blocks of a document.
pub(crate) struct Keys {
    /// The key of the table, by the index of the block.
    of: Vec<Option<Key>>,
    found: HashMap<Key, usize>,
}

impl Keys {
    /// Finds the section and the name of each table among blocks in the document that was built from the blocks.
    pub(crate) fn of(blocks: &[Block], document: &Document) -> Self {
        let mut tables = document.tables.as_slice();
        let mut counts: HashMap<(String, String), usize> = HashMap::new();
        let mut keys = Self { of: Vec::with_capacity(blocks.len()), found: HashMap::new() };
        for (index, block) in blocks.iter().enumerate() {
            let line = match block {
                Block::Grid(grid) => grid.line,
                Block::Diagram(diagram) => diagram.line,
                Block::Heading(_) | Block::Prose(_) | Block::Picture(_) | Block::Skipped(_) => {
                    keys.of.push(None);
                    continue;
                }
            };
            // Tables are in the order of their blocks; lines are not, where a file includes another.
            let at = tables.iter().take(NEAR).position(|table| table.line == line);
            let table = at.and_then(|at| tables.get(at..)).and_then(<[Table]>::split_first).map(|(table, rest)| {
                tables = rest;
                table
            });
            let key = table.filter(|_| matches!(block, Block::Grid(_))).map(|table| {
                let number = counts.entry((table.section.clone(), table.name.clone())).or_default();
                *number += 1;
                Key { section: table.section.clone(), name: table.name.clone(), number: *number }
            });
            keys.found.extend(key.clone().map(|key| (key, index)));
            keys.of.push(key);
        }
        keys
    }

    /// Returns the key of the table at a block.
    pub(super) fn key_at(&self, index: usize) -> Option<&Key> {
        self.of.get(index)?.as_ref()
    }

    /// Returns the index of the block that contains a table.
    pub(super) fn block_of(&self, key: &Key) -> Option<usize> {
        self.found.get(key).copied()
    }

    /// Returns the names of the tables in a section, each name once.
    pub(super) fn tables_in_section<'k>(&'k self, section: &'k str) -> impl Iterator<Item = &'k str> {
        let keys = self.of.iter().flatten().filter(move |key| key.section == section && key.number == 1);
        keys.map(|key| key.name.as_str())
    }
}
