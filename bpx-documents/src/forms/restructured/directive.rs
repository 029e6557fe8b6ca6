//! Reads directives of reStructuredText: `.. name:: argument`, options, and the indented lines below.

use super::{Reader, dedent_lines, indented_lines, inline};
use crate::forms::line::{Line, indentation};
use crate::forms::spans::{Cell, SpannedTable};
use crate::forms::{captions, separated};
use crate::model::Form;

/// The parts of a directive.
struct Directive<'t> {
    line: usize,
    argument: &'t str,
    options: Vec<(&'t str, &'t str)>,
    body: &'t [Line<'t>],
}

impl Directive<'_> {
    fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
    }

    /// Returns the number of rows with titles; 0 unless the directive states a number.
    fn title_rows(&self) -> usize {
        self.option("header-rows").and_then(|rows| rows.parse().ok()).unwrap_or(0)
    }

    fn read_table(&self, rows: Vec<(usize, Vec<Cell>)>) -> SpannedTable {
        let name = captions::caption_name(&inline::plain_text(self.argument));
        SpannedTable { line: self.line, form: Form::Restructured, name, rows }
    }
}

impl Reader<'_, '_> {
    /// Reads a directive, a comment or a label; returns the number of lines that are read. The text of a note or a
    /// figure is read like the surrounding text.
    pub(super) fn read_directive(&mut self, lines: &[Line<'_>]) -> Option<usize> {
        let (first, below) = lines.split_first()?;
        let text = first.text.trim();
        let text = text.strip_prefix("..").filter(|rest| rest.is_empty() || rest.starts_with(' '))?.trim();
        let block = || indented_lines(below, indentation(&first.text));
        // Substitutions are directives with a name before them.
        let text = text.strip_prefix('|').and_then(|text| text.split_once("| ")).map_or(text, |(_, text)| text);
        let Some((name, argument)) = text.split_once("::").filter(|(name, _)| !name.contains(' ')) else {
            let is_footnote = text.starts_with('[');
            let is_mark = text.starts_with('_') || is_footnote;
            return Some(if is_mark { 1 } else { block().len() + 1 });
        };
        let argument = argument.trim();
        match name {
            "table" | "rst-table" => {
                self.caption = captions::caption_name(&inline::plain_text(argument));
                Some(self.split_parts(first.number, argument, below).1)
            }
            "list-table" | "flat-table" => {
                let block = block();
                let (directive, _) = self.split_parts(first.number, argument, block);
                let table = directive.read_table(list_rows(directive.body, directive.title_rows()));
                self.flow.add_table(table);
                Some(block.len() + 1)
            }
            "csv-table" => {
                let block = block();
                let (directive, _) = self.split_parts(first.number, argument, block);
                if directive.option("file").or(directive.option("url")).is_some() {
                    self.flow.report_skipped(first.number, "another file has the rows of this table, and is not read");
                } else {
                    let table = directive.read_table(separated_rows(&directive));
                    self.flow.add_table(table);
                }
                Some(block.len() + 1)
            }
            "code-block" | "code" | "sourcecode" | "highlight" | "parsed-literal" | "literalinclude" => {
                let block = block();
                self.read_code(first.number, (name, argument), block);
                Some(block.len() + 1)
            }
            "include" => {
                self.flow.report_skipped(
                    first.number,
                    &format!("{argument} is another file, which is read only when it is given"),
                );
                Some(block().len() + 1)
            }
            "raw" | "math" | "image" | "toctree" | "contents" | "graphviz" | "digraph" | "uml" | "tabularcolumns"
            | "index" | "only" | "meta" | "bibliography" => {
                let raw_text = matches!(name, "only");
                Some(if raw_text { 1 } else { block().len() + 1 })
            }
            _ => {
                if !argument.is_empty() && name != "figure" {
                    self.flow.add_line(first.number, inline::plain_text(argument));
                }
                Some(self.split_parts(first.number, "", below).1)
            }
        }
    }

    /// Reads a block of code; a directive has `name` and `argument`.
    fn read_code(&mut self, line: usize, (name, argument): (&str, &str), block: &[Line<'_>]) {
        let (directive, _) = self.split_parts(line, argument, block);
        let language = if name == "parsed-literal" { "" } else { argument };
        let code = dedent_lines(directive.body);
        if code.is_empty() && name == "literalinclude" {
            self.flow.report_skipped(line, "another file has this listing, and is not read");
        } else if !code.is_empty() {
            self.flow.add_code(language, &code);
        }
    }

    /// Splits the lines below a directive into options and body; also returns the number of lines before the body.
    fn split_parts<'t>(&self, line: usize, argument: &'t str, below: &'t [Line<'t>]) -> (Directive<'t>, usize) {
        let mut options = Vec::new();
        for line in below {
            let Some((key, value)) = line.text.trim().strip_prefix(':').and_then(|text| text.split_once(':')) else {
                break;
            };
            options.push((key.trim(), value.trim()));
        }
        let (above, body) = below.split_at(options.len());
        (Directive { line, argument, options, body }, above.len() + 1)
    }
}

/// Reads the rows of a list `* - cell`; each item is a row, and its inner items are cells.
fn list_rows(body: &[Line<'_>], titles: usize) -> Vec<(usize, Vec<Cell>)> {
    let mut rows: Vec<(usize, Vec<Cell>)> = Vec::new();
    let outer = body.iter().find(|line| !line.text.trim().is_empty()).map_or(0, |line| indentation(&line.text));
    let mut inner = None;
    for line in body.iter().filter(|line| !line.text.trim().is_empty()) {
        let indent = indentation(&line.text);
        let text = line.text.trim();
        let is_mark = |text: &str| text == "-" || text == "*" || text.starts_with("- ") || text.starts_with("* ");
        let cell = if indent == outer && is_mark(text) {
            rows.push((line.number, Vec::new()));
            let rest = text.get(1..).unwrap_or("");
            let cell = rest.trim_start();
            inner = Some(indent + 1 + indentation(rest));
            is_mark(cell).then(|| cell.get(1..).unwrap_or("").trim())
        } else {
            (inner == Some(indent) && is_mark(text)).then(|| text.get(1..).unwrap_or("").trim())
        };
        let title = rows.len() <= titles;
        let Some((_, cells)) = rows.last_mut() else { continue };
        match (cell, cells.last_mut()) {
            (Some(cell), _) => cells.push(Cell { title, ..Cell::plain_cell(cell) }),
            (None, Some(last)) if indent > outer => {
                last.text.push(' ');
                last.text.push_str(text);
            }
            _ => {}
        }
    }
    for cell in rows.iter_mut().flat_map(|(_, cells)| cells) {
        read_spans(cell);
        cell.text = inline::plain_text(&cell.text);
    }
    rows
}

/// Reads the roles that state, in a `flat-table`, how many further columns and rows a cell takes.
fn read_spans(cell: &mut Cell) {
    while let Some((role, rest)) = cell.text.strip_prefix(':').and_then(|text| text.split_once(":`")) {
        let Some((number, after)) = rest.split_once('`') else { return };
        let more = number.trim().parse::<usize>().ok().and_then(|number| number.checked_add(1));
        match (role, more) {
            ("cspan", Some(wide)) => cell.wide = wide,
            ("rspan", Some(tall)) => cell.tall = tall,
            _ => return,
        }
        cell.text = after.trim_start().to_owned();
    }
}

/// Reads rows of values between commas, or between the marks that the option `delim` states.
fn separated_rows(directive: &Directive<'_>) -> Vec<(usize, Vec<Cell>)> {
    let delimiter = match directive.option("delim") {
        Some("tab") => b'\t',
        Some("space") => b' ',
        Some(mark) => mark.bytes().next().unwrap_or(b','),
        None => b',',
    };
    let title = |text: String| Cell { title: true, ..Cell::plain_cell(inline::plain_text(&text)) };
    let mut rows = Vec::new();
    if let Some(header) = directive.option("header") {
        let line = [Line { number: directive.line, text: header.into() }];
        let header = separated::read_records(&line, delimiter).into_iter().next();
        rows.extend(header.map(|(line, cells)| (line, cells.into_iter().map(title).collect())));
    }
    let body = dedent_lines(directive.body);
    for (at, (line, cells)) in separated::read_records(&body, delimiter).into_iter().enumerate() {
        let cell =
            |text: String| Cell { title: at < directive.title_rows(), ..Cell::plain_cell(inline::plain_text(&text)) };
        rows.push((line, cells.into_iter().map(cell).collect()));
    }
    rows
}
