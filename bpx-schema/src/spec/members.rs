//! Lists of members, a line each: `name type`, under a line that names the structure; and enumerations in braces.

use super::block::{Block, Grid, Row, Taken};
use super::columns::{self, Role};
use super::heading::is_rule;
use super::line::Line;
use super::model::Form;

/// Reads a list: titles of columns over a line of dashes, then members up to the next heading.
pub(super) fn list(lines: &[Line]) -> Option<Taken> {
    let [titles, rule, rest @ ..] = lines else { return None };
    let words: Vec<_> = titles.text.split_whitespace().collect();
    if !is_rule(&rule.text, '-') || words.len() < 2 || !words.iter().all(|word| columns::is_title_word(word)) {
        return None;
    }
    let describes = words.last().is_some_and(|word| columns::role(word) == Some(Role::Notes));
    let end = rest.iter().enumerate().position(|(at, line)| {
        let next = rest.get(at.saturating_add(1));
        line.text.trim().is_empty() || next.is_some_and(|next| is_rule(&next.text, '='))
    });
    let body = rest.get(..end.unwrap_or(rest.len()))?;
    let blocks = if describes { vec![described(titles.number, body)] } else { structures(titles.number, body) };
    (!blocks.is_empty()).then(|| (blocks, body.len().saturating_add(2)))
}

/// Names and what they mean.
fn described(line: usize, body: &[Line]) -> Block {
    let header = ["Name", "Description"].map(str::to_owned).to_vec();
    let mut grid = Grid { line, form: Form::Members, header, ..Grid::default() };
    for line in body {
        let (name, notes) = line.text.trim().split_once(' ').unwrap_or((line.text.trim(), ""));
        let known = grid.rows.iter().any(|row| row.cells.first().is_some_and(|cell| cell == name));
        let open = grid.rows.last_mut().and_then(|row| row.cells.last_mut()).filter(|cell| !cell.ends_with('.'));
        // A second line of the same name, after a sentence without an end, is the rest of that sentence.
        if let Some(open) = open.filter(|_| known) {
            open.push(' ');
            open.push_str(line.text.trim());
        } else {
            let cells = vec![name.to_owned(), notes.trim().to_owned()];
            grid.rows.push(Row { line: line.number, cells, when: String::new() });
        }
    }
    Block::Grid(grid)
}

/// Structures and their members.
fn structures(line: usize, body: &[Line]) -> Vec<Block> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut nested: Vec<Grid> = Vec::new();
    let mut when = String::new();
    for line in body.iter().filter(|line| !is_rule(&line.text, '-')) {
        let text = line.text.trim();
        if let Some(condition) = text.strip_prefix('[') {
            condition.trim().clone_into(&mut when);
        } else if text == "]" {
            when.clear();
        } else if let Some((name, ty)) = text.split_once(' ') {
            if grids.is_empty() {
                grids.push(grid(line.number, None, None));
            }
            let (ty, notes) = split_type(ty);
            let inside = inline_structure(line.number, &ty, &notes);
            let known =
                |grid: &Grid| nested.iter().any(|other| other.name == grid.name && other.cells().eq(grid.cells()));
            let inside = inside.filter(|grid| !known(grid));
            nested.extend(inside);
            let cells = vec![name.to_owned(), ty, notes];
            if let Some(grid) = grids.last_mut() {
                grid.rows.push(Row { line: line.number, cells, when: when.clone() });
            }
        } else {
            let (code, name) = text.split_once("->").unwrap_or(("", text));
            grids.push(grid(line.number, Some(name.to_owned()), columns::number(code)));
        }
    }
    let codes = kinds(line, &grids);
    grids.retain(|grid| !grid.rows.is_empty());
    codes.into_iter().chain(grids).chain(nested).map(Block::Grid).collect()
}

/// The numbers of structures, as an enumeration.
fn kinds(line: usize, grids: &[Grid]) -> Option<Grid> {
    let row = |grid: &Grid| {
        let cells = vec![grid.name.clone()?, grid.code?.to_string()];
        Some(Row { line: grid.line, cells, when: String::new() })
    };
    let rows: Vec<_> = grids.iter().filter_map(row).collect();
    let header = ["Name", "Value"].map(str::to_owned).to_vec();
    (!rows.is_empty()).then(|| Grid { line, form: Form::Members, header, rows, ..Grid::default() })
}

fn grid(line: usize, name: Option<String>, code: Option<u64>) -> Grid {
    let header = ["Name", "Type", "Notes"].map(str::to_owned).to_vec();
    Grid { line, form: Form::Members, name, code, header, rows: Vec::new() }
}

/// The type and what is said after it: `enum X`, or one word.
fn split_type(text: &str) -> (String, String) {
    let words = if text.starts_with("enum ") { 2 } else { 1 };
    let mut parts = text.trim().splitn(words + 1, ' ');
    let ty = parts.by_ref().take(words).collect::<Vec<_>>().join(" ");
    (ty, parts.next().unwrap_or_default().trim().to_owned())
}

/// `Type[] { byte a, byte b }` defines the structure at the member that holds it.
fn inline_structure(line: usize, ty: &str, notes: &str) -> Option<Grid> {
    let inside = notes.strip_prefix('{')?.split('}').next()?;
    let row = |member: &str| {
        let (ty, name) = member.trim().rsplit_once(' ')?;
        Some(Row { line, cells: vec![name.to_owned(), ty.to_owned()], when: String::new() })
    };
    let rows: Option<Vec<_>> = inside.split(',').map(row).collect();
    let name = ty.split('[').next().unwrap_or(ty).to_owned();
    rows.filter(|_| !inside.contains('|')).map(|rows| Grid { rows, ..grid(line, Some(name), None) })
}

/// Reads `enum Name { A = 1, B = 2 }`, over lines or in one.
pub(super) fn enumeration(lines: &[Line]) -> Option<Taken> {
    let first = lines.first()?;
    let rest = first.text.trim().strip_prefix("enum ")?;
    let (name, open) = rest.split_once('{').map_or((rest, false), |(name, _)| (name, true));
    if name.trim().is_empty() || name.trim().contains(' ') {
        return None;
    }
    if !open && lines.get(1).is_none_or(|line| !line.text.trim().starts_with('{')) {
        return None;
    }
    let end = lines.iter().position(|line| line.text.contains('}'))?;
    let header = ["Name", "Value"].map(str::to_owned).to_vec();
    let name = Some(name.trim().to_owned());
    let mut grid = Grid { line: first.number, form: Form::Members, name, header, ..Grid::default() };
    for line in lines.get(..=end)? {
        let text = line.text.rsplit('{').next().unwrap_or_default().split('}').next().unwrap_or_default();
        for (name, value) in text.split(',').filter_map(|item| item.split_once('=')) {
            let cells = vec![name.trim().to_owned(), value.trim().to_owned()];
            grid.rows.push(Row { line: line.number, cells, when: String::new() });
        }
    }
    (!grid.rows.is_empty()).then_some((vec![Block::Grid(grid)], end.saturating_add(1)))
}
