//! LaTeX sources: headings, paragraphs, macros of tables, `tabular` and its kin, `bytefield`.

pub(in crate::forms) mod text;

use self::text::{Bracket, Cursor, is_silent, plain, sign};
use crate::forms::block::{Block, Grid, Heading, Row};
use crate::forms::line::Line;
use crate::forms::text::diagram::repeated;
use crate::model::{BitBox, Diagram, DiagramRow, Form};
use crate::name::MAX_NAME;
use crate::prose::{Prose, Sentence};

/// Numbers of the last section, subsection and so on.
pub(crate) type Counters = [u32; 4];

/// Returns whether lines are LaTeX: a heading, an environment, or a definition.
pub(crate) fn is_latex(lines: &[Line<'_>]) -> bool {
    let marks = ["\\section", "\\subsection", "\\begin{", "\\newcommand", "\\chapter", "\\documentclass"];
    lines.iter().any(|line| marks.iter().any(|mark| line.text.trim_start().starts_with(mark)))
}

/// Returns the blocks of a source, in order.
pub(crate) fn blocks(lines: &[Line<'_>], counters: &mut Counters, give: &mut dyn FnMut(Block)) {
    let (mut text, mut starts) = (String::new(), Vec::with_capacity(lines.len()));
    for line in lines {
        if !starts.is_empty() {
            text.push('\n');
        }
        starts.push(text.len());
        text.push_str(without_comment(&line.text));
    }
    let first = lines.first().map_or(1, |line| line.number);
    let (words, paragraph) = (String::new(), Prose::default());
    Reader { text: &text, first, starts, give, words, paragraph }.read(counters);
}

fn without_comment(line: &str) -> &str {
    let comment = line.match_indices('%').find(|(at, _)| !line.get(..*at).unwrap_or_default().ends_with('\\'));
    comment.and_then(|(at, _)| line.get(..at)).unwrap_or(line)
}

struct Reader<'a, 'g> {
    text: &'a str,
    first: usize,
    /// Where lines begin.
    starts: Vec<usize>,
    give: &'g mut dyn FnMut(Block),
    /// Words of the line that is being read.
    words: String,
    paragraph: Prose,
}

impl<'a> Reader<'a, '_> {
    fn read(&mut self, counters: &mut Counters) {
        let mut cursor = Cursor::new(self.text);
        loop {
            let at = cursor.at();
            match cursor.next() {
                None => break,
                Some('\\') => self.command(&mut cursor, at, counters),
                Some('\n') => {
                    self.end_line(at);
                    if cursor.rest().split('\n').next().is_some_and(|line| line.trim().is_empty()) {
                        self.end_paragraph(at);
                    }
                }
                Some('{' | '}' | '$') => {}
                Some('~') => self.words.push(' '),
                Some(other) => self.words.push(other),
            }
        }
        self.end_paragraph(self.text.len());
    }

    fn command(&mut self, cursor: &mut Cursor<'a>, at: usize, counters: &mut Counters) {
        let command = cursor.command();
        match command {
            "chapter" | "section" | "subsection" | "subsubsection" | "paragraph" => {
                self.end_paragraph(at);
                self.heading(command, cursor, at, counters);
            }
            "begin" => {
                self.end_line(at);
                self.environment(cursor, at);
            }
            "end" => drop(cursor.argument()),
            "item" | "newline" | "par" | "\\" => self.end_paragraph(at),
            "includegraphics" => {
                cursor.arguments();
                let line = self.line(at);
                (self.give)(Block::Picture(line));
            }
            command if is_silent(command) => drop(cursor.arguments()),
            command
                if command.to_lowercase().contains("table") && cursor.rest().trim_start().starts_with(['{', '[']) =>
            {
                self.end_paragraph(at);
                let arguments = cursor.arguments();
                self.macro_table(&arguments, at, cursor.at());
            }
            command => {
                if let Some(sign) = sign(command) {
                    self.words.push_str(sign);
                }
            }
        }
    }

    fn heading(&mut self, command: &str, cursor: &mut Cursor<'a>, at: usize, counters: &mut Counters) {
        let level = match command {
            "chapter" | "section" => 1,
            "subsection" => 2,
            "subsubsection" => 3,
            _ => 4,
        };
        let starred = cursor.rest().starts_with('*');
        if starred {
            cursor.next();
        }
        let Some(title) = cursor.argument().map(plain) else { return };
        if title.len() > MAX_NAME {
            // A longer text is not a title.
            return self.words.push_str(&title);
        }
        let mut number = Vec::new();
        if !starred {
            for (counter, depth) in counters.iter_mut().zip(1..) {
                match depth {
                    depth if depth == level => *counter += 1,
                    depth if depth > level => *counter = 0,
                    _ => {}
                }
            }
            number.extend(counters.iter().copied().take(level));
        }
        let line = self.line(at);
        (self.give)(Block::Heading(Heading { line, number, depth: level, title }));
    }

    fn environment(&mut self, cursor: &mut Cursor<'a>, at: usize) {
        let Some(name) = cursor.argument() else { return };
        let end = format!("\\end{{{name}}}");
        match name {
            "bytefield" => {
                self.end_paragraph(at);
                let width = cursor.argument().and_then(|width| width.trim().parse().ok());
                let start = cursor.at();
                let body = cursor.until(&end);
                self.bytefield(width, body, start);
            }
            name if name.starts_with("tabular") || name.starts_with("longtable") => {
                self.end_paragraph(at);
                cursor.arguments();
                let start = cursor.at();
                let body = cursor.until(&end);
                let mut rows = self.rows(body, start).into_iter();
                let header = rows.next().map(|row| row.cells).unwrap_or_default();
                self.grid(header, rows.collect(), at);
            }
            "equation" | "equation*" | "align" | "align*" | "verbatim" | "lstlisting" => drop(cursor.until(&end)),
            _ => {
                cursor.group(Bracket::Square);
            }
        }
    }

    /// Reads a macro of rows: the last argument has them, one before it may have the titles.
    fn macro_table(&mut self, arguments: &[&'a str], at: usize, end: usize) {
        let Some((body, before)) = arguments.split_last() else { return };
        let titles = before.iter().rev().find(|argument| argument.contains('&'));
        let header = titles.map(|titles| cells(titles)).unwrap_or_default();
        let mut rows = self.rows(body, end.saturating_sub(body.len()).saturating_sub(1));
        let known = |cells: &[String]| cells.iter().all(|cell| crate::columns::role(cell).is_some());
        let header = match rows.first() {
            Some(first) if header.is_empty() && known(&first.cells) => rows.remove(0).cells,
            _ => header,
        };
        self.grid(header, rows, at);
    }

    fn grid(&mut self, header: Vec<String>, rows: Vec<Row>, at: usize) {
        if !rows.is_empty() {
            let line = self.line(at);
            (self.give)(Block::grid(Grid { line, form: Form::Latex, header, rows, ..Grid::default() }));
        }
    }

    /// Rows that end with `\\`.
    fn rows(&self, body: &str, start: usize) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut at = start;
        for piece in body.split("\\\\") {
            let piece_at = at;
            at = at.saturating_add(piece.len()).saturating_add(2);
            let cells = cells(piece);
            if cells.iter().any(|cell| !cell.is_empty()) {
                let lead = piece.len().saturating_sub(piece.trim_start().len());
                rows.push(Row { line: self.line(piece_at.saturating_add(lead)), cells, when: String::new() });
            }
        }
        rows
    }

    fn bytefield(&mut self, width: Option<u64>, body: &'a str, start: usize) {
        let mut diagram = Diagram { line: self.line(start), form: Form::Latex, width, ..Diagram::default() };
        let mut cursor = Cursor::new(body);
        let mut row: Vec<BitBox> = Vec::new();
        let mut line = diagram.line;
        loop {
            let at = cursor.at();
            let Some(c) = cursor.next() else { break };
            if c != '\\' {
                continue;
            }
            let here = self.line(start.saturating_add(at));
            match cursor.command() {
                command @ ("bitbox" | "wordbox") => {
                    let Some(count) = cursor.argument().and_then(|count| count.trim().parse::<u64>().ok()) else {
                        continue;
                    };
                    let rows = if command == "wordbox" { width } else { Some(1) };
                    let bits = rows.and_then(|bits| bits.checked_mul(count));
                    let text = plain(cursor.argument().unwrap_or_default());
                    let (name, _) = text.split_once('[').unwrap_or((&text, ""));
                    line = if row.is_empty() { here } else { line };
                    row.push(BitBox { name: name.trim().to_owned(), times: repeated(&text), bits });
                }
                "begin" => {
                    let group = cursor.argument().is_some_and(|name| name.ends_with("wordgroup"));
                    let text = cursor.argument().filter(|_| group).unwrap_or_default();
                    let quantity = Sentence { line: here, text }.quantities().first().copied();
                    diagram.bracket = diagram.bracket.or(quantity.map(|quantity| (here, quantity.bits)));
                }
                "\\" if !row.is_empty() => diagram.rows.push(DiagramRow { line, boxes: std::mem::take(&mut row) }),
                "bitheader" => drop(cursor.argument()),
                _ => {}
            }
        }
        if !row.is_empty() {
            diagram.rows.push(DiagramRow { line, boxes: row });
        }
        (self.give)(Block::diagram(diagram));
    }

    /// Returns the line of a byte.
    fn line(&self, at: usize) -> usize {
        let lines = self.starts.partition_point(|start| *start <= at);
        self.first.saturating_add(lines.saturating_sub(1))
    }

    fn end_line(&mut self, at: usize) {
        let text = std::mem::take(&mut self.words);
        if !text.trim().is_empty() {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let line = self.line(at);
            self.paragraph.push(line, &text);
        }
    }

    fn end_paragraph(&mut self, at: usize) {
        self.end_line(at);
        if !self.paragraph.is_empty() {
            let paragraph = std::mem::take(&mut self.paragraph);
            (self.give)(Block::Prose(paragraph));
        }
    }
}

/// Returns the cells of a row.
fn cells(row: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut cursor = Cursor::new(row);
    let mut from = 0;
    loop {
        let at = cursor.at();
        match cursor.next() {
            Some('\\') => drop(cursor.next()),
            Some('&') | None => {
                if let Some(last) = cells.last_mut() {
                    *last = plain(row.get(from..at).unwrap_or_default());
                }
                if at >= row.len() {
                    return cells;
                }
                from = cursor.at();
                cells.push(String::new());
            }
            Some(_) => {}
        }
    }
}
