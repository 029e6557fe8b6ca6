//! Reads environments of LaTeX, and macros that make tables.

use super::text::{Bracket, Cursor};
use super::{Reader, picture, table};
use crate::forms::block::Block;
use crate::forms::line::{Line, indentation};
use crate::forms::spans::{Cell, SpannedTable};
use crate::forms::{captions, listing};
use crate::model::Form;
use std::borrow::Cow;

impl<'a> Reader<'a, '_> {
    pub(super) fn read_environment(&mut self, cursor: &mut Cursor<'a>, at: usize) {
        let Some(name) = cursor.take_argument() else { return };
        let end = format!("\\end{{{name}}}");
        match name {
            "bytefield" => {
                self.end_paragraph(at);
                let width = cursor.take_argument().and_then(|width| width.trim().parse().ok());
                let start = cursor.position();
                let body = cursor.take_until(&end);
                let diagram = picture::read_bytefield(width, body, |at| self.line_of_byte(start + at));
                self.give_block(Block::diagram(diagram));
            }
            name if is_table(name) => {
                self.end_paragraph(at);
                cursor.take_arguments();
                let start = cursor.position();
                let body = table::read_table(cursor.take_until(&end));
                self.read_table(body, start, at);
            }
            name if is_list(name) => {
                self.end_paragraph(at);
                self.depth.open_bracket();
                cursor.take_group(Bracket::Square);
            }
            "verbatim" | "Verbatim" | "lstlisting" | "minted" | "alltt" | "code" => {
                self.end_paragraph(at);
                let options = cursor.take_group(Bracket::Square).unwrap_or("");
                let language = options.split("language=").nth(1).unwrap_or("");
                let language = language.split([',', ']']).next().unwrap_or(language);
                let argument = (name == "minted").then(|| cursor.take_argument()).flatten();
                let start = cursor.position();
                let body = cursor.take_until(&end);
                self.read_listing(argument.unwrap_or(language), body, start);
            }
            "equation" | "equation*" | "align" | "align*" => drop(cursor.take_until(&end)),
            _ => {
                cursor.take_group(Bracket::Square);
            }
        }
    }

    /// Reads a macro that makes a table: the last argument has the rows, and an argument before the last may have the
    /// titles.
    pub(super) fn macro_table(&mut self, arguments: &[&'a str], at: usize, end: usize) {
        let Some((body, before)) = arguments.split_last() else { return };
        let titles = before.iter().rev().find(|argument| argument.contains('&'));
        // The brace after it ends the macro.
        let start = end - 1 - body.len();
        let mut body = table::read_table(body);
        let known = |cells: &[Cell]| cells.iter().all(|cell| crate::columns::role_of_title(&cell.text).is_some());
        if let Some(titles) = titles {
            let header = table::row_cells(titles).into_iter().map(|cell| Cell { title: true, ..cell }).collect();
            body.rows.iter_mut().flat_map(|(_, cells)| cells).for_each(|cell| cell.title = false);
            body.rows.insert(0, (0, header));
        } else {
            let titled = body.rows.first().is_some_and(|(_, cells)| known(cells));
            body.rows.iter_mut().take(1).flat_map(|(_, cells)| cells).for_each(|cell| cell.title = titled);
        }
        self.read_table(body, start, at);
    }

    fn read_table(&mut self, body: table::Body, start: usize, at: usize) {
        let name = body.caption.as_deref().and_then(captions::caption_name);
        let line = |at: usize| {
            // A row begins after the spaces after the one before it.
            let at = start + at;
            self.line_of_byte(at + indentation(self.text.split_at(at).1))
        };
        let rows = body.rows.into_iter().map(|(at, cells)| (line(at), cells)).collect();
        let table = SpannedTable { line: self.line_of_byte(at), form: Form::Latex, name, rows };
        if let Some(grid) = table.into_grid() {
            self.give_block(Block::grid(grid));
        }
    }

    fn read_listing(&mut self, language: &str, body: &str, start: usize) {
        self.end_list();
        let mut at = start;
        let mut lines = Vec::new();
        for text in body.split('\n') {
            lines.push(Line { number: self.line_of_byte(at), text: Cow::Borrowed(text) });
            at += text.len() + 1;
        }
        listing::read_blocks(language, &lines, self.give);
    }
}

/// Returns whether an environment is a table.
fn is_table(name: &str) -> bool {
    ["tabular", "longtable", "longtabu", "tabu", "xltabular", "supertabular", "xtabular", "tblr", "longtblr"]
        .iter()
        .any(|one| name.starts_with(one))
}

pub(super) fn is_list(name: &str) -> bool {
    matches!(name.trim_end_matches('*'), "itemize" | "enumerate" | "description" | "compactitem" | "labeling")
}
