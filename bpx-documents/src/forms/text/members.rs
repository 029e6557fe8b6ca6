//! Reads lists of members with one line for each member, `name type`, below a line that names the structure; and
//! enumerations in braces.

use super::heading::is_rule;
use crate::columns::{self, Role};
use crate::forms::block::{Block, Grid, Row, TakenLines};
use crate::forms::line::Line;
use crate::model::Form;
use crate::name::MAX_NAME;
use crate::prose::Prose;
use std::collections::HashSet;

/// Reads a list that has titles of columns above a line of dashes, and members up to the next heading or empty line.
pub(crate) fn read_list(lines: &[Line<'_>]) -> Option<TakenLines> {
    let titles = lines.first().filter(|_| begins_list(lines))?;
    let rest = lines.get(2..)?;
    let describes = titles.text.split_whitespace().next_back().and_then(columns::role_of_title) == Some(Role::Notes);
    let end = rest.iter().enumerate().position(|(at, line)| {
        let next = rest.get(at + 1);
        line.text.trim().is_empty() || next.is_some_and(|next| is_rule(&next.text, '='))
    });
    let body = rest.get(..end.unwrap_or(rest.len()))?;
    let blocks =
        if describes { vec![described_names(titles.number, body)] } else { read_structures(titles.number, body) };
    let taken = body.len() + 2;
    if !blocks.is_empty() {
        return Some((blocks, taken));
    }
    // Lists that begin inside of one without members have none either, and are not read again.
    let again = (0..body.len()).any(|at| body.get(at..).is_some_and(begins_list));
    again.then(|| (vec![paragraph_block(lines, taken)], taken))
}

fn paragraph_block(lines: &[Line<'_>], taken: usize) -> Block {
    let mut paragraph = Prose::default();
    lines.iter().take(taken).for_each(|line| paragraph.push_line(line.number, &line.text));
    Block::Prose(paragraph)
}

/// Returns whether the first line has titles of columns, and the second line consists of dashes.
fn begins_list(lines: &[Line<'_>]) -> bool {
    let [titles, rule, ..] = lines else { return false };
    let mut words = titles.text.split_whitespace();
    is_rule(&rule.text, '-') && words.clone().nth(1).is_some() && words.all(columns::is_title_word)
}

/// Reads names and their meanings.
fn described_names(line: usize, body: &[Line<'_>]) -> Block {
    let header = ["Name", "Description"].map(str::to_owned).to_vec();
    let mut grid = Grid { line, form: Form::Members, header, ..Grid::default() };
    let mut names = HashSet::new();
    for line in body {
        let (name, notes) = line.text.trim().split_once(' ').unwrap_or((line.text.trim(), ""));
        let known = !names.insert(name);
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
    Block::grid(grid)
}

/// Reads structures and their members.
fn read_structures(line: usize, body: &[Line<'_>]) -> Vec<Block> {
    let mut grids: Vec<Grid> = Vec::new();
    let mut nested: Vec<Grid> = Vec::new();
    let mut known = HashSet::new();
    let mut when = String::new();
    for line in body.iter().filter(|line| !is_rule(&line.text, '-')) {
        let text = line.text.trim();
        if let Some(condition) = text.strip_prefix('[') {
            condition.trim().clone_into(&mut when);
        } else if text == "]" {
            when.clear();
        } else if let Some((name, ty)) = text.split_once(' ') {
            if grids.is_empty() {
                grids.push(member_grid(line.number, None, None));
            }
            let (ty, notes) = split_type(ty);
            let inside = inline_structure(line.number, &ty, &notes);
            let named = |grid: &Grid| (grid.name.clone(), grid.cells().map(<[String]>::to_vec).collect::<Vec<_>>());
            nested.extend(inside.filter(|grid| known.insert(named(grid))));
            let cells = vec![name.to_owned(), ty, notes];
            if let Some(grid) = grids.last_mut() {
                grid.rows.push(Row { line: line.number, cells, when: when.clone() });
            }
        } else {
            let (code, name) = text.split_once("->").unwrap_or(("", text));
            let name = Some(name.to_owned()).filter(|name| name.len() <= MAX_NAME);
            grids.push(member_grid(line.number, name, columns::cell_number(code)));
        }
    }
    let codes = structure_kinds(line, &grids);
    grids.retain(|grid| !grid.rows.is_empty());
    codes.into_iter().chain(grids).chain(nested).map(Block::grid).collect()
}

/// Returns the numbers of structures, as an enumeration.
fn structure_kinds(line: usize, grids: &[Grid]) -> Option<Grid> {
    let row = |grid: &Grid| {
        let cells = vec![grid.name.clone()?, grid.code?.to_string()];
        Some(Row { line: grid.line, cells, when: String::new() })
    };
    let rows: Vec<_> = grids.iter().filter_map(row).collect();
    let header = ["Name", "Value"].map(str::to_owned).to_vec();
    (!rows.is_empty()).then(|| Grid { line, form: Form::Members, header, rows, ..Grid::default() })
}

fn member_grid(line: usize, name: Option<String>, code: Option<u64>) -> Grid {
    let header = ["Name", "Type", "Notes"].map(str::to_owned).to_vec();
    Grid { line, form: Form::Members, name, code, header, ..Grid::default() }
}

/// Splits a text into a type, which is `enum X` or one word, and the notes after the type.
fn split_type(text: &str) -> (String, String) {
    let words = if text.starts_with("enum ") { 2 } else { 1 };
    let mut parts = text.trim().splitn(words + 1, ' ');
    let ty = parts.by_ref().take(words).collect::<Vec<_>>().join(" ");
    (ty, parts.next().unwrap_or("").trim().to_owned())
}

/// Reads `Type[] { byte a, byte b }`, which defines a structure at the member whose type is the structure.
fn inline_structure(line: usize, ty: &str, notes: &str) -> Option<Grid> {
    let inside = notes.strip_prefix('{')?.split('}').next()?;
    let row = |member: &str| {
        let (ty, name) = member.trim().rsplit_once(' ')?;
        Some(Row { line, cells: vec![name.to_owned(), ty.to_owned()], when: String::new() })
    };
    let rows: Option<Vec<_>> = inside.split(',').map(row).collect();
    let name = ty.split('[').next().filter(|name| name.len() <= MAX_NAME)?.to_owned();
    rows.filter(|_| !inside.contains('|')).map(|rows| Grid { rows, ..member_grid(line, Some(name), None) })
}
