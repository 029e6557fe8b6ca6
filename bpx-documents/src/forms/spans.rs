//! Creates a [`Grid`] from rows whose cells may span rows and columns.

use super::block::{Grid, Row};
use crate::model::Form;

/// A cell of a table in markup.
#[derive(Debug, Clone, Default)]
pub(in crate::forms) struct Cell {
    pub text: String,
    /// Whether the markup calls the cell a title.
    pub title: bool,
    /// Whether all text of the cell is bold.
    pub bold: bool,
    /// The number of columns that the cell takes; 0 means 1.
    pub wide: usize,
    /// The number of rows that the cell takes; 0 means 1.
    pub tall: usize,
}

impl Cell {
    pub(in crate::forms) fn plain_cell(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

/// The part of a table in markup that is read.
#[derive(Debug, Clone, Default)]
pub(in crate::forms) struct SpannedTable {
    pub line: usize,
    pub form: Form,
    /// The name in the caption.
    pub name: Option<String>,
    /// The line and the cells of each row.
    pub rows: Vec<(usize, Vec<Cell>)>,
}

/// Returns the ended tables in the order of the text, because an inner table ends before the outer table.
pub(in crate::forms) fn take_in_order(done: &mut Vec<SpannedTable>) -> Vec<SpannedTable> {
    let mut done = std::mem::take(done);
    done.sort_by_key(|table| table.line);
    done
}

/// The largest number of columns of a table.
pub(in crate::forms) const MOST_COLUMNS: usize = 256;

/// A cell that continues in the rows below.
#[derive(Debug, Clone)]
struct ContinuedCell {
    text: String,
    title: bool,
    rows: usize,
}

/// A row in which every cell is in its column.
struct PlacedRow {
    line: usize,
    cells: Vec<String>,
    titles: bool,
    bold: bool,
    /// The number of columns of the cell, if the row has only one cell.
    alone: Option<usize>,
}

impl SpannedTable {
    /// Returns the table as a grid; returns `None` if the table has no rows except titles.
    pub(in crate::forms) fn into_grid(self) -> Option<Grid> {
        let (line, form, mut name) = (self.line, self.form, self.name.filter(|name| !name.is_empty()));
        let rows = place_cells(self.rows);
        let columns = rows.iter().map(|row| row.cells.len()).fold(0, usize::max);
        let marked = rows.iter().take_while(|row| row.titles).count();
        // Rows that are only titles are not a header if nothing follows them.
        let marked = if marked == rows.len() { marked.min(1) } else { marked };
        // Some documents make the titles bold instead.
        let bold = rows.first().is_some_and(|row| row.bold && row.cells.len() > 1 && row.alone.is_none());
        let titles = if marked == 0 && bold && rows.len() > 1 { 1 } else { marked };
        let mut grid = Grid { line, form, ..Grid::default() };
        for (at, row) in rows.into_iter().enumerate() {
            if at >= titles {
                grid.rows.push(Row { line: row.line, cells: row.cells, when: String::new() });
            } else if row.alone.is_some_and(|wide| wide >= columns.max(2)) {
                // One title over all columns is that of the table.
                name = name.or_else(|| row.cells.into_iter().next().filter(|text| !text.is_empty()));
            } else {
                join_titles(&mut grid.header, row.cells);
            }
        }
        if grid.header.iter().all(String::is_empty) {
            grid.header.clear();
        }
        grid.name = name;
        (!grid.rows.is_empty()).then_some(grid)
    }
}

/// Adds another row of titles: `Size` above `bits` becomes `Size bits`.
fn join_titles(header: &mut Vec<String>, titles: Vec<String>) {
    header.resize(header.len().max(titles.len()), String::new());
    for (above, title) in header.iter_mut().zip(titles).filter(|(above, title)| *above != title && !title.is_empty()) {
        if !above.is_empty() {
            above.push(' ');
        }
        above.push_str(&title);
    }
}

/// Assigns cells to columns. A cell that spans rows is repeated in each row; a cell that spans columns is in the first
/// column; a title that spans columns is in each column.
fn place_cells(rows: Vec<(usize, Vec<Cell>)>) -> Vec<PlacedRow> {
    let mut budget = CopyBudget::of(rows.iter().flat_map(|(_, cells)| cells));
    let mut below: Vec<Option<ContinuedCell>> = Vec::new();
    let mut done = Vec::with_capacity(rows.len());
    for (line, cells) in rows {
        let all = |is: fn(&Cell) -> bool| cells.iter().any(is) && cells.iter().all(|c| is(c) || c.text.is_empty());
        let (mut titles, bold) = (all(|cell| cell.title), all(|cell| cell.bold));
        let alone = match cells.as_slice() {
            [one] if below.iter().all(Option::is_none) => Some(one.wide.max(1)),
            _ => None,
        };
        let (mut placed, written) = (Vec::new(), cells.len());
        for cell in cells {
            titles &= fill_from_above(&mut placed, &mut below, &mut budget, false);
            let wide = cell.wide.clamp(1, MOST_COLUMNS);
            let copied = if cell.title && alone.is_none() { cell.text.len() } else { 0 };
            let wide = if budget.pay_copies(wide - 1, copied) { wide } else { 1 };
            for column in 0..wide {
                let text = if column == 0 || copied > 0 { cell.text.clone() } else { String::new() };
                let at = placed.len();
                if cell.tall > 1 {
                    below.resize(below.len().max(at + 1), None);
                    let rest = ContinuedCell { text: text.clone(), title: cell.title, rows: cell.tall - 1 };
                    below.iter_mut().skip(at).take(1).for_each(|slot| *slot = Some(rest.clone()));
                }
                placed.push(text);
            }
        }
        titles &= fill_from_above(&mut placed, &mut below, &mut budget, true);
        while below.last().is_some_and(Option::is_none) {
            below.pop();
        }
        // Empty cells at the end are kept if the document has them.
        while placed.len() > written && placed.last().is_some_and(String::is_empty) {
            placed.pop();
        }
        if !placed.iter().all(String::is_empty) {
            done.push(PlacedRow { line, cells: placed, titles, bold, alone });
        }
    }
    done
}

/// The number of bytes that the copies of cells of a table may still take.
pub(in crate::forms) struct CopyBudget(usize);

impl CopyBudget {
    /// Returns the budget of a table, whose copies may take a few times as much as the cells themselves.
    pub(in crate::forms) fn of<'c>(cells: impl Iterator<Item = &'c Cell>) -> Self {
        let letters = cells.map(|cell| cell.text.len() + 16).fold(0, usize::saturating_add);
        Self(letters.saturating_mul(8).saturating_add(1 << 16))
    }

    /// Pays for a copy of a cell whose text has `size` bytes; returns whether the budget was sufficient.
    pub(in crate::forms) fn pay_copy(&mut self, size: usize) -> bool {
        self.pay_copies(1, size)
    }

    /// Pays for copies of a cell, as [`pay_copy`](Self::pay_copy) does; a budget that is too small becomes 0.
    fn pay_copies(&mut self, count: usize, size: usize) -> bool {
        let left = size.checked_add(24).and_then(|price| price.checked_mul(count));
        let left = left.and_then(|price| self.0.checked_sub(price));
        self.0 = left.unwrap_or(0);
        left.is_some()
    }
}

/// Adds the cells that continue from rows above, up to the first free column or to the end; returns whether all of
/// these cells are titles.
fn fill_from_above(
    placed: &mut Vec<String>,
    below: &mut [Option<ContinuedCell>],
    budget: &mut CopyBudget,
    to_end: bool,
) -> bool {
    let mut titles = true;
    loop {
        let Some(slot) = below.get_mut(placed.len()) else { return titles };
        let paid = budget.pay_copy(slot.as_ref().map_or(0, |open| open.text.len()));
        let Some(open) = slot.as_mut().filter(|_| paid) else {
            if !to_end || !paid {
                return titles;
            }
            placed.push(String::new());
            continue;
        };
        titles &= open.title;
        let text = open.text.clone();
        open.rows -= 1;
        if open.rows == 0 {
            *slot = None;
        }
        placed.push(text);
    }
}
