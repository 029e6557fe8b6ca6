//! Reads LaTeX sources: headings, paragraphs, macros of tables, environments such as `tabular`, and `bytefield`.

mod environment;
mod macros;
pub(in crate::forms) mod marks;
mod picture;
mod table;
mod text;

use self::environment::is_list;
use self::marks::plain_text;
use self::text::{Bracket, Cursor, is_silent, printed_sign, without_comment};
use super::State;
use crate::forms::block::{Block, Heading};
use crate::forms::line::Line;
use crate::forms::lists::{self, Item, Part};
use crate::model::Skipped;
use crate::name::MAX_NAME;
use crate::nesting::Nesting;
use crate::prose::Prose;

/// The numbers of the last section, subsection, subsubsection and paragraph.
pub(in crate::forms) type Counters = [u32; 4];

/// Returns whether lines are LaTeX, because a line begins with a heading, an environment or a definition.
pub(crate) fn is_latex(lines: &[Line<'_>]) -> bool {
    let marks = ["\\section", "\\subsection", "\\begin{", "\\newcommand", "\\chapter", "\\documentclass"];
    lines.iter().any(|line| marks.iter().any(|mark| line.text.trim_start().starts_with(mark)))
}

/// Passes the blocks of a source to `give`, in order.
pub(crate) fn read_blocks(lines: &[Line<'_>], state: &mut State<'_, '_>, give: &mut dyn FnMut(Block)) {
    let macros = macros::Macros::of(lines);
    let (mut text, mut starts) = (String::new(), Vec::with_capacity(lines.len()));
    for (at, line) in lines.iter().enumerate() {
        if at > 0 {
            text.push('\n');
            starts.push(text.len());
        }
        text.push_str(&macros.expand_line(without_comment(&line.text)));
    }
    let first = lines.first().map_or(1, |line| line.number);
    let (words, paragraph, items) = (String::new(), Prose::default(), Vec::new());
    let mut reader =
        Reader { text: &text, first, starts, give, words, paragraph, items, depth: Nesting::NONE, is_item: false };
    reader.read_source(state);
}

/// Returns the names of the files that a line includes.
pub(in crate::forms) fn included_files(line: &str) -> impl Iterator<Item = &str> {
    let line = without_comment(line);
    ["\\input{", "\\include{", "\\subfile{"].into_iter().flat_map(move |command| {
        line.split(command).skip(1).filter_map(|rest| rest.split_once('}')).map(|(name, _)| name.trim())
    })
}

struct Reader<'a, 'g> {
    text: &'a str,
    first: usize,
    /// The offsets of all lines except the first.
    starts: Vec<usize>,
    give: &'g mut dyn FnMut(Block),
    /// The words of the current line.
    words: String,
    paragraph: Prose,
    /// The items of a list, each with its text as a paragraph.
    items: Vec<(Item, Prose)>,
    /// The number of open lists.
    depth: Nesting,
    /// Whether the paragraph is the first paragraph of an item.
    is_item: bool,
}

impl<'a> Reader<'a, '_> {
    fn read_source(&mut self, state: &mut State<'_, '_>) {
        let mut cursor = Cursor::new(self.text);
        loop {
            let at = cursor.position();
            match cursor.next_char() {
                None => break,
                Some('\\') => self.read_command(&mut cursor, at, state),
                Some('\n') => {
                    self.end_line(at);
                    if cursor.remaining_text().split('\n').next().is_some_and(|line| line.trim().is_empty()) {
                        self.end_paragraph(at);
                    }
                }
                Some('{' | '}' | '$') => {}
                Some('~') => self.words.push(' '),
                Some(other) => self.words.push(other),
            }
        }
        self.end_paragraph(self.text.len());
        self.end_list();
    }

    fn read_command(&mut self, cursor: &mut Cursor<'a>, at: usize, state: &mut State<'_, '_>) {
        let command = cursor.take_command();
        match command {
            "chapter" | "section" | "subsection" | "subsubsection" | "paragraph" => {
                self.end_paragraph(at);
                self.end_list();
                self.read_heading(command, cursor, at, &mut state.counters);
            }
            "begin" => {
                self.end_line(at);
                self.read_environment(cursor, at);
            }
            "end" => {
                if cursor.take_argument().is_some_and(is_list) {
                    self.end_paragraph(at);
                    self.depth.close_bracket();
                    if self.depth == Nesting::NONE {
                        self.end_list();
                    }
                }
            }
            "item" => {
                self.end_paragraph(at);
                self.is_item = self.depth > Nesting::NONE;
                if let Some(label) = cursor.take_group(Bracket::Square) {
                    self.words.push_str(plain_text(label).trim_end_matches(':'));
                    self.words.push_str(if cursor.remaining_text().trim_start().starts_with('(') { " " } else { ": " });
                }
            }
            "newline" | "par" | "\\" => self.end_paragraph(at),
            "includegraphics" => {
                cursor.take_arguments();
                let line = self.line_of_byte(at);
                self.give_block(Block::Picture(line));
            }
            "input" | "include" | "subfile" => {
                self.end_paragraph(at);
                if let Some(name) = cursor.take_argument() {
                    self.include_file(name.trim(), at, state);
                }
            }
            "lstinputlisting" | "verbatiminput" => {
                let reason = format!("the file `{}` is not read", cursor.take_argument().unwrap_or(""));
                self.skip_part(at, reason);
            }
            command if is_silent(command) => drop(cursor.take_arguments()),
            command
                if command.to_lowercase().contains("table")
                    && cursor.remaining_text().trim_start().starts_with(['{', '[']) =>
            {
                self.end_paragraph(at);
                let arguments = cursor.take_arguments();
                self.macro_table(&arguments, at, cursor.position());
            }
            command => {
                if let Some(sign) = printed_sign(command) {
                    self.words.push_str(sign);
                }
            }
        }
    }

    /// Reads another file of the document where the command includes the file.
    fn include_file(&mut self, name: &str, at: usize, state: &mut State<'_, '_>) {
        self.end_list();
        if !state.include_file(name, self.give) {
            let reason = format!("expected the included file `{name}` among the given files, found no such file");
            self.skip_part(at, reason);
        }
    }

    fn skip_part(&mut self, at: usize, reason: String) {
        let line = self.line_of_byte(at);
        self.give_block(Block::Skipped(Skipped::open_part(line, reason)));
    }

    fn give_block(&mut self, block: Block) {
        self.end_list();
        (self.give)(block);
    }

    fn read_heading(&mut self, command: &str, cursor: &mut Cursor<'a>, at: usize, counters: &mut Counters) {
        let level = match command {
            "chapter" | "section" => 1,
            "subsection" => 2,
            "subsubsection" => 3,
            _ => 4,
        };
        let starred = cursor.remaining_text().starts_with('*');
        if starred {
            cursor.next_char();
        }
        let Some(title) = cursor.take_argument().map(plain_text) else { return };
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
        let line = self.line_of_byte(at);
        self.give_block(Block::Heading(Heading { line, number, depth: level, title }));
    }

    /// Returns the line that contains an offset of the text.
    fn line_of_byte(&self, at: usize) -> usize {
        self.first + self.starts.partition_point(|start| *start <= at)
    }

    fn end_line(&mut self, at: usize) {
        let text = std::mem::take(&mut self.words);
        if !text.trim().is_empty() {
            let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
            let line = self.line_of_byte(at);
            self.paragraph.push_line(line, &text);
        }
    }

    fn end_paragraph(&mut self, at: usize) {
        self.end_line(at);
        if !self.paragraph.is_empty() {
            let paragraph = std::mem::take(&mut self.paragraph);
            if self.depth > Nesting::NONE {
                // Further paragraphs of an item explain it.
                let depth = self.depth.outer_count() + usize::from(!self.is_item);
                let item = Item { line: paragraph.line(), depth, text: paragraph.text().to_owned() };
                self.items.push((item, paragraph));
            } else {
                self.give_block(Block::Prose(paragraph));
            }
        }
        self.is_item = false;
    }

    /// Passes the items of a list on, as a table or as paragraphs.
    fn end_list(&mut self) {
        let (items, mut paragraphs): (Vec<_>, Vec<_>) = std::mem::take(&mut self.items).into_iter().unzip();
        lists::read_parts(&items, &mut |part| match part {
            Part::Block(block) => (self.give)(block),
            Part::Item(at) => {
                let paragraph = paragraphs.get_mut(at).map(std::mem::take);
                paragraph.into_iter().for_each(|paragraph| (self.give)(Block::Prose(paragraph)));
            }
        });
    }
}
