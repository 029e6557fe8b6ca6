//! Reads tables of LaTeX, with rows between `\\`, cells between `&`, and titles before `\endhead`.

use super::marks::{self, plain_text};
use super::text::{Bracket, Cursor, is_silent};
use crate::forms::spans::{Cell, MOST_COLUMNS};
use crate::nesting::Nesting;

/// The offset and the cells of a row.
type Row = (usize, Vec<Cell>);

/// The rows of an environment.
#[derive(Debug, Default)]
pub(super) struct Body {
    pub rows: Vec<Row>,
    /// The text of `\caption`.
    pub caption: Option<String>,
}

/// Reads the rows of an environment such as `tabular` or `longtable`.
pub(super) fn read_table(body: &str) -> Body {
    let mut found = Body::default();
    // Rows of the table, and those of a head or a foot that pages repeat.
    let (mut head, mut rows): (Option<Vec<Row>>, Vec<Row>) = (None, Vec::new());
    let mut open: Vec<usize> = Vec::new();
    for (at, piece) in split_pieces(body) {
        let mut piece = Piece { at, rest: piece };
        for _ in 0..MAX_DIRECTIVES {
            let Some(directive) = piece.skip_directive() else { break };
            match directive {
                Directive::Caption(text) => found.caption = found.caption.or(Some(text)),
                // The first head is the one with all titles; what ends a head or a foot is not a row of the table.
                Directive::EndHead => {
                    let own = std::mem::take(&mut rows);
                    head = head.or(Some(own));
                }
                Directive::EndFoot => rows.clear(),
                Directive::Row(text) => rows.push((piece.at, vec![Cell { text, ..Cell::default() }])),
                Directive::Rule => {}
            }
        }
        let cells = drop_spanned(row_cells(piece.rest), &mut open);
        if cells.iter().any(|cell| !cell.text.is_empty()) {
            rows.push((piece.at, cells));
        }
    }
    let titles = head.as_ref().map(Vec::len);
    found.rows = head.into_iter().flatten().chain(rows).collect();
    // A title over all columns is not a row of titles.
    let lone = found.rows.iter().take_while(|(_, cells)| matches!(cells.as_slice(), [one] if one.wide > 1)).count();
    let titles = titles.unwrap_or(1 + lone);
    found.rows.iter_mut().take(titles).flat_map(|(_, cells)| cells).for_each(|cell| cell.title = true);
    found
}

/// Removes the empty cells that LaTeX needs below a cell that spans rows.
fn drop_spanned(cells: Vec<Cell>, open: &mut Vec<usize>) -> Vec<Cell> {
    let mut kept = Vec::with_capacity(cells.len());
    let mut column = 0_usize;
    for cell in cells {
        let wide = cell.wide.clamp(1, MOST_COLUMNS);
        // Cells after the last column of a table span no rows.
        let end = (column + wide).min(MOST_COLUMNS);
        if open.len() < end {
            open.resize(end, 0);
        }
        let below = open.get_mut(column).filter(|rows| **rows > 0);
        match below {
            Some(rows) if cell.text.is_empty() => *rows -= 1,
            _ => {
                let rows = cell.tall.max(1) - 1;
                open.iter_mut().skip(column).take(wide).for_each(|open| *open = rows);
                kept.push(cell);
            }
        }
        column += wide;
    }
    kept
}

/// The largest number of commands before a row.
const MAX_DIRECTIVES: usize = 32;

enum Directive {
    Caption(String),
    EndHead,
    EndFoot,
    /// A row that a macro with an unknown definition makes.
    Row(String),
    Rule,
}

/// The unread rest of a row, and its offset.
struct Piece<'a> {
    at: usize,
    rest: &'a str,
}

impl<'a> Piece<'a> {
    /// Skips a command before the cells; returns its meaning for the table.
    fn skip_directive(&mut self) -> Option<Directive> {
        let text = self.rest.trim_start();
        let after = text.strip_prefix('\\')?;
        let mut cursor = Cursor::new(after);
        let directive = match cursor.take_command() {
            "caption" => Directive::Caption(plain_text(cursor.take_argument()?)),
            "endfirsthead" | "endhead" => Directive::EndHead,
            "endfoot" | "endlastfoot" => Directive::EndFoot,
            "hline" | "toprule" | "midrule" | "bottomrule" | "firsthline" | "lasthline" | "centering" => {
                cursor.take_group(Bracket::Square);
                Directive::Rule
            }
            "cmidrule" | "cline" | "hhline" | "specialrule" | "addlinespace" | "label" | "rowcolor"
            | "captionsetup" => {
                // `\cmidrule(lr){1-2}`
                if cursor.remaining_text().starts_with('(') {
                    cursor.take_until(")");
                }
                cursor.take_arguments();
                cursor.take_group(Bracket::Square);
                Directive::Rule
            }
            command if marks::may_change_argument(command, cursor.remaining_text()) => {
                let arguments = cursor.take_arguments();
                let rest = cursor.remaining_text().trim_start();
                if arguments.len() < 2 || rest.is_empty() || rest.starts_with('&') {
                    return None;
                }
                Directive::Row(format!("\\{command} {}", plain_text(&arguments.join(" "))))
            }
            _ => return None,
        };
        self.at += self.rest.len() - cursor.remaining_text().len();
        self.rest = cursor.remaining_text();
        Some(directive)
    }
}

/// Splits a body at `\\` and `\tabularnewline` outside of braces and environments; returns each piece with its offset.
fn split_pieces(body: &str) -> Vec<(usize, &str)> {
    let mut found = Vec::new();
    let mut cursor = Cursor::new(body);
    let (mut from, mut depth) = (0, Nesting::NONE);
    loop {
        let at = cursor.position();
        match cursor.next_char() {
            Some('{') => depth.open_bracket(),
            Some('}') => depth.close_bracket(),
            Some('\\') => {
                let command = cursor.take_command();
                match command {
                    "begin" => depth.open_bracket(),
                    "end" => depth.close_bracket(),
                    "\\" | "tabularnewline" if depth == Nesting::NONE => {
                        found.push((from, cursor.text_between(from, at)));
                        if cursor.remaining_text().starts_with('*') {
                            cursor.next_char();
                        }
                        // `\\[2pt]`; brackets that hold no length are a cell.
                        let length = cursor.remaining_text().strip_prefix('[').and_then(|rest| rest.split(']').next());
                        if length.is_some_and(is_length) {
                            cursor.take_group(Bracket::Square);
                        }
                        from = cursor.position();
                    }
                    _ => {}
                }
            }
            Some(_) => {}
            None => {
                found.push((from, cursor.text_between(from, at)));
                return found;
            }
        }
    }
}

fn is_length(text: &str) -> bool {
    if text.len() > 32 {
        return false;
    }
    let unit = text.trim().trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | ' '));
    unit.starts_with('\\') || matches!(unit, "pt" | "em" | "ex" | "mm" | "cm" | "in" | "bp" | "pc")
}

/// Returns the cells of a row.
pub(super) fn row_cells(row: &str) -> Vec<Cell> {
    let (mut escaped, mut depth) = (false, Nesting::NONE);
    let separates = |c| {
        match c {
            _ if escaped => {}
            '{' => depth.open_bracket(),
            '}' => depth.close_bracket(),
            _ => {}
        }
        let separates = c == '&' && !escaped && depth == Nesting::NONE;
        escaped = c == '\\' && !escaped;
        separates
    };
    row.split(separates).map(read_cell).collect()
}

/// Reads a cell: `\multicolumn{2}{c}{\multirow{3}{*}{Text}}`.
fn read_cell(text: &str) -> Cell {
    let mut cell = Cell::default();
    let mut inside = text;
    // One may contain the other, with colors before them; a table has no deeper nesting.
    for _ in 0..8 {
        let trimmed = inside.trim();
        let Some(rest) = trimmed.strip_prefix('\\') else { break };
        let mut cursor = Cursor::new(rest);
        let command = cursor.take_command();
        if !matches!(command, "multicolumn" | "multirow" | "SetCell") && !is_silent(command) {
            break;
        }
        let optional = cursor.take_group(Bracket::Square);
        let arguments = cursor.take_arguments();
        let after = cursor.remaining_text();
        let count =
            |at: usize| arguments.get(at).and_then(|text: &&str| text.trim().trim_start_matches('-').parse().ok());
        inside = match command {
            "multicolumn" => {
                cell.wide = count(0).unwrap_or(1);
                arguments.get(2).copied().unwrap_or("")
            }
            "multirow" => {
                cell.tall = count(0).unwrap_or(1);
                arguments.last().copied().unwrap_or("")
            }
            "SetCell" => {
                let spans = |key: &str| {
                    optional.and_then(|text| text.split(key).nth(1)?.split(',').next()?.trim().parse().ok())
                };
                (cell.wide, cell.tall) = (spans("c=").unwrap_or(1), spans("r=").unwrap_or(1));
                after
            }
            _ => after,
        };
    }
    cell.text = plain_text(inside);
    cell
}
