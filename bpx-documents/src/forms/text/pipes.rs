//! Reads tables between `|`: Markdown, with or without `|` at the ends, rows over several lines, or a whole table in
//! one line.

use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::columns::append_words;
use crate::forms::line::Line;
use crate::model::Form;
use crate::prose::Prose;

/// Reads a table.
pub(crate) fn read_table(lines: &[Line<'_>]) -> Option<TakenLines> {
    let (first, below) = lines.split_first()?;
    if let Some(header) = read_titles(&first.text) {
        let mut grid = Grid { line: first.number, form: Form::Pipes, header, ..Grid::default() };
        // The first cell of a row may be a title too: `^ 0 | u32 |`.
        let taken = broken_rows(below, &mut grid, &['|', '^']);
        return (!grid.rows.is_empty()).then(|| (vec![Block::grid(grid)], 1 + taken));
    }
    read_inline(first).or_else(|| {
        let (second, below) = below.split_first().filter(|_| first.text.contains('|'))?;
        let with_rule = is_separator(&second.text);
        let leads = first.text.trim_start().starts_with('|');
        // Without a rule below the titles, only `|` at both ends makes a table.
        let broken = leads && first.text.trim_end().ends_with('|') && second.text.trim_start().starts_with('|');
        let header = (with_rule || broken).then(|| row_cells(&first.text)).filter(|header| header.len() >= 2)?;
        let mut grid = Grid { line: first.number, form: Form::Pipes, header, ..Grid::default() };
        let rest = if with_rule { below } else { lines.split_at(1).1 };
        let taken = if leads { broken_rows(rest, &mut grid, &['|']) } else { add_rows(rest, &mut grid) };
        (!grid.rows.is_empty()).then_some((vec![Block::grid(grid)], 1 + usize::from(with_rule) + taken))
    })
}

/// Returns the titles of a table whose marks show that the cells are titles, as in wikis: `^ A ^ B ^`, `|| A || B ||`,
/// `|= A |= B |`, `|_. A |_. B |`.
fn read_titles(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    let mark = ["^", "||", "|=", "|_."].into_iter().find(|mark| text.starts_with(mark))?;
    let ends = if mark.len() > 2 || mark == "|=" { text.ends_with('|') || mark == "|=" } else { text.ends_with(mark) };
    // Rules of other tables begin so too.
    let is_rule = text.chars().all(|c| matches!(c, '|' | '=' | '^' | '+' | '-'));
    let inside = text.trim_end_matches(['|', '^']);
    let cells = inside.split(mark).skip(1).map(|cell| plain_text(cell.trim_end().trim_end_matches('|')));
    let cells: Vec<_> = cells.collect();
    (ends && !is_rule && cells.len() >= 2).then_some(cells)
}

/// Adds rows of one line each, up to a line of dashes; a line without a first cell continues the row above. Returns the
/// number of lines.
fn add_rows(lines: &[Line<'_>], grid: &mut Grid) -> usize {
    let mut taken = 0;
    for line in lines.iter().take_while(|line| line.text.contains('|')) {
        taken += 1;
        if is_separator(&line.text) {
            break;
        }
        let continues = line.text.trim_start().starts_with('|');
        let mut cells = row_cells(&line.text);
        if continues {
            cells.insert(0, String::new());
        }
        match grid.rows.last_mut().filter(|_| continues) {
            Some(above) => above.cells.iter_mut().zip(&cells).for_each(|(above, cell)| append_words(above, cell)),
            None => grid.rows.push(Row { line: line.number, cells, when: String::new() }),
        }
    }
    taken
}

/// Adds rows that begin with one of the marks; a row may continue in lines without such a mark. Returns the number of
/// lines.
fn broken_rows(lines: &[Line<'_>], grid: &mut Grid, marks: &[char]) -> usize {
    let pipes = grid.header.len() + 1;
    let mut rest = lines.iter().peekable();
    while let Some(first) = rest.next_if(|line| line.text.trim_start().starts_with(marks)) {
        let mut text = first.text.trim().to_owned();
        if text.starts_with('^') {
            text = text.replace('^', "|");
        }
        let count = |text: &str| text.matches('|').count();
        let goes_on = |more: &str| more.contains('|') && (more == "|" || !more.starts_with('|'));
        let mut found = count(&text);
        while let Some(more) = rest.next_if(|line| found < pipes && goes_on(line.text.trim())) {
            found += count(&more.text);
            text.push(' ');
            text.push_str(more.text.trim());
        }
        if !is_separator(&text) {
            grid.rows.push(Row { line: first.number, cells: row_cells(&text), when: String::new() });
        }
    }
    lines.len() - rest.len()
}

/// Reads a table whose line ends are lost: `words: |A|B| |-|-| |1|2|`.
fn read_inline(line: &Line<'_>) -> Option<TakenLines> {
    let at = line.text.find('|')?;
    let (prose, table) = line.text.split_at_checked(at)?;
    let mut pieces = table.trim().split("| |");
    let (titles, rule) = (pieces.next()?, pieces.next()?);
    let header = is_separator(rule).then(|| row_cells(titles)).filter(|header| header.len() >= 2)?;
    let row = |piece| Row { line: line.number, cells: row_cells(piece), when: String::new() };
    let rows = pieces.map(row).collect();
    let grid = Grid { line: line.number, form: Form::Pipes, header, rows, ..Grid::default() };
    let mut paragraph = Prose::default();
    paragraph.push_line(line.number, prose.trim_start_matches('§'));
    let paragraph = Some(Block::Prose(paragraph)).filter(|_| !prose.trim().is_empty());
    Some((paragraph.into_iter().chain([Block::grid(grid)]).collect(), 1))
}

/// Returns the cells of a row; `|` at an end of the row begins no cell.
fn row_cells(text: &str) -> Vec<String> {
    let text = text.trim();
    let text = text.strip_prefix('|').unwrap_or(text);
    let text = text.strip_suffix('|').unwrap_or(text);
    // A bar after a backslash belongs to the text.
    let text = text.replace("\\|", "\u{0}");
    text.split('|').map(|cell| plain_text(&cell.replace('\u{0}', "|"))).collect()
}

/// Removes the marks of code, emphasis and links from a cell.
fn plain_text(cell: &str) -> String {
    let mut text = String::new();
    let mut rest = cell;
    while let Some((before, after)) = rest.split_once("](") {
        let Some(((before, shown), (_, after))) = before.rsplit_once('[').zip(after.split_once(')')) else { break };
        text.push_str(before);
        text.push_str(shown);
        rest = after;
    }
    text.push_str(rest);
    text.replace('`', "").trim().trim_matches('*').to_owned()
}

/// Returns whether a line is the line of dashes below the titles.
fn is_separator(text: &str) -> bool {
    let text = text.trim();
    text.contains('-') && text.contains('|') && text.chars().all(|c| matches!(c, '-' | '|' | ':' | ' ' | '\t'))
}
