//! Creates tables from the items of a list: a table of the fields, and tables of their codes.

use super::codes::{self, Code};
use super::entry::Entry;
use crate::forms::block::{Block, Grid, Row};
use crate::model::Form;

/// A field, with the lines below it.
pub(super) struct Item {
    pub line: usize,
    pub entry: Entry,
    pub when: String,
    /// The line, the column and the text of each line below.
    pub below: Vec<(usize, usize, String)>,
}

/// A structure that is being read.
#[derive(Default)]
pub(super) struct Structure {
    pub line: usize,
    pub name: Option<String>,
    pub items: Vec<Item>,
    /// The names that items count, and the indexes of these items.
    counts: Vec<(String, usize)>,
}

impl Structure {
    pub(super) fn new(line: usize, name: Option<String>) -> Self {
        Self { line, name, ..Self::default() }
    }

    pub(super) fn push_item(&mut self, item: Item) {
        self.counts.extend(counted_field(&item.entry.name).map(|what| (what, self.items.len())));
        self.items.push(item);
    }

    /// Finds the name of the only field that counts repeated elements: `Number of packets`, `numPackets`.
    pub(super) fn count_of(&self, what: &str) -> Option<String> {
        let wanted = crate::name::normal_name(what);
        let stem = wanted.strip_suffix('y').map_or(wanted.clone(), |stem| format!("{stem}i"));
        let counts = |(counted, _): &&(String, usize)| counted.starts_with(&wanted) || counted.starts_with(&stem);
        let mut found = self.counts.iter().filter(|_| !wanted.is_empty()).filter(counts);
        let (_, first) = found.next()?;
        found.next().is_none().then(|| self.items.get(*first).map(|item| item.entry.name.clone()))?
    }

    /// Creates the table of the fields, and the tables of their codes.
    pub(super) fn into_tables(self) -> (Option<Grid>, Vec<Block>) {
        let with_offset = self.items.iter().any(|item| item.entry.offset.is_some());
        // Only places of bits, and ranges in hexadecimal, have no type.
        let are_places = with_offset && self.items.iter().all(|item| item.entry.ty.is_empty());
        let are_bytes = self.items.iter().any(|item| item.entry.offset.as_ref().is_some_and(|at| at.starts_with("0x")));
        let titles: &[&str] = match (are_places, with_offset) {
            (true, _) if are_bytes => &["Offset", "Name", "Notes"],
            (true, _) => &["Bit", "Name", "Notes"],
            (_, true) => &["Offset", "Type", "Name", "Notes"],
            _ => &["Type", "Name", "Notes"],
        };
        let header = titles.iter().map(|title| (*title).to_owned()).collect();
        let mut grid = Grid { line: self.line, form: Form::Listing, name: self.name, header, ..Grid::default() };
        let mut codes = Vec::new();
        for item in self.items {
            let Item { line, entry, when, below } = item;
            let (set, notes) = split_explained(&entry.name, &below);
            let notes = format!("{} {notes}", entry.notes).trim().to_owned();
            if let Some(first) = set.first().map(|(line, _)| *line) {
                codes.push(codes::codes_table(first, Some(entry.name.clone()), set));
            }
            let mut cells = vec![entry.ty, entry.name, notes];
            if are_places {
                cells.remove(0);
            }
            if with_offset {
                // The cell of an item without an offset is empty.
                cells.insert(0, entry.offset.unwrap_or_default());
            }
            grid.rows.push(Row { line, cells, when });
        }
        ((!grid.rows.is_empty()).then_some(grid), codes)
    }
}

/// Splits the lines below a field into codes and notes. The lines are codes only if all of them are codes, because
/// other lines may be values too: `n = so many times`.
fn split_explained(name: &str, below: &[(usize, usize, String)]) -> (Vec<(usize, Code)>, String) {
    let joined = || below.iter().map(|(_, _, text)| text.as_str()).collect::<Vec<_>>().join(" ");
    let mut set: Vec<(usize, Code)> = Vec::new();
    let mut notes: Vec<&str> = Vec::new();
    let mut column = None;
    for (line, at, text) in below {
        match (codes::read_code(text), column) {
            (Some(code), None) => {
                column = Some(*at);
                set.push((*line, code));
            }
            (Some(code), Some(column)) if column == *at => set.push((*line, code)),
            (_, Some(column)) if *at > column => {
                if let Some((_, last)) = set.last_mut() {
                    last.notes = format!("{} {text}", last.notes).trim().to_owned();
                }
            }
            (None, None) => notes.push(text),
            _ => return (Vec::new(), joined()),
        }
    }
    let mut values: Vec<_> = set.iter().map(|(_, code)| code.value.as_str()).collect();
    values.sort_unstable();
    let is_twice = values.windows(2).any(|pair| pair.first() == pair.last());
    // A single value does not show the set of all values.
    let is_alone = set.len() == 1 && !name.to_lowercase().contains("flag");
    if is_twice || is_alone {
        return (Vec::new(), joined());
    }
    (set, notes.join(" "))
}

/// Returns the name of the elements that a field counts, according to the name of the field.
fn counted_field(name: &str) -> Option<String> {
    let name = crate::name::normal_name(name);
    let lead = ["numberof", "num", "count", "n"].iter().find_map(|lead| name.strip_prefix(lead));
    let counted = lead.or_else(|| name.strip_suffix("count"))?;
    Some(counted.strip_prefix("of").unwrap_or(counted).to_owned())
}
