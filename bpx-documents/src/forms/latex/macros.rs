//! Expands macros that a document defines for parts of a row: `\newcommand{\field}[3]{#1 & #2 & #3 \\}`.

use super::text::{Bracket, Cursor, without_comment};
use crate::forms::line::Line;
use std::borrow::Cow;
use std::collections::HashMap;

/// The largest number of macros.
const MAX_MACROS: usize = 256;

/// The largest size of a macro, and of a line after the expansion of macros, in bytes.
const MAX_LEN: usize = 4096;

/// The largest depth of nested macros.
const MAX_DEPTH: usize = 4;

/// The macros of a document that print cells or words.
#[derive(Debug, Default)]
pub(super) struct Macros {
    /// The number of arguments and the text of a macro, by the name of the macro.
    known: HashMap<String, (usize, String)>,
}

impl Macros {
    /// Finds the definitions of macros; macros that make a table or an environment are left out.
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let is_definition = |line: &Line<'_>| line.text.contains("command") || line.text.contains("\\def\\");
        let mut macros = Self::default();
        for line in lines.iter().filter(|line| is_definition(line)).take(MAX_MACROS) {
            macros.known.extend(read_definition(without_comment(&line.text)));
        }
        macros
    }

    /// Replaces the macros of a line; a macro whose arguments end in another line stays unchanged.
    pub(super) fn expand_line<'t>(&self, line: &'t str) -> Cow<'t, str> {
        let mut line = Cow::Borrowed(line);
        for _ in 0..MAX_DEPTH {
            match self.expand_once(&line).filter(|longer| longer.len() <= MAX_LEN) {
                Some(longer) => line = Cow::Owned(longer),
                None => break,
            }
        }
        line
    }

    /// Replaces macros once; returns `None` if the line has no known macro, or becomes too long.
    fn expand_once(&self, line: &str) -> Option<String> {
        if self.known.is_empty() || !line.contains('\\') || line.contains("command") || line.contains("\\def\\") {
            return None;
        }
        let mut cursor = Cursor::new(line);
        let (mut found, mut text) = (false, String::with_capacity(line.len()));
        while let Some(c) = cursor.next_char() {
            if c != '\\' {
                text.push(c);
                continue;
            }
            let from = cursor.position() - 1;
            let name = cursor.take_command();
            // Without all of its arguments a macro stays as it is.
            let filled =
                self.known.get(name).and_then(|(count, body)| Some(fill_arguments(body, &cursor.take_groups(*count)?)));
            found |= filled.is_some();
            text.push_str(filled.as_deref().unwrap_or_else(|| line.get(from..cursor.position()).unwrap_or("")));
            if text.len() > MAX_LEN {
                return None;
            }
        }
        found.then_some(text)
    }
}

/// Reads `\newcommand{\name}[2]{text}`, `\newcommand\name{text}`, `\def\name#1{text}`.
fn read_definition(line: &str) -> Option<(String, (usize, String))> {
    let commands = ["\\newcommand", "\\renewcommand", "\\providecommand", "\\def"];
    let at = commands.iter().filter_map(|command| Some(line.find(command)? + command.len())).min()?;
    let rest = line.get(at..)?.trim_start_matches('*');
    let mut cursor = Cursor::new(rest);
    let name = match cursor.take_group(Bracket::Curly) {
        Some(name) => name.trim().strip_prefix('\\')?,
        None => {
            cursor.take_until("\\");
            cursor.take_command()
        }
    };
    let count = match cursor.take_group(Bracket::Square) {
        Some(count) => count.trim().parse().ok()?,
        None => {
            let parameters = cursor.remaining_text().split('{').next().unwrap_or("");
            let count = parameters.matches('#').count();
            (0..count).for_each(|_| {
                cursor.take_until("#");
                cursor.next_char();
            });
            count
        }
    };
    // An argument with a default may be missing.
    let body = cursor.remaining_text().starts_with('{').then(|| cursor.take_group(Bracket::Curly)).flatten()?;
    let makes = |word: &str| body.contains(word);
    let is_plain = !makes("\\begin") && !makes("\\end") && !makes("command") && !makes("\\def");
    let fits = !name.is_empty() && count <= 9 && body.len() <= MAX_LEN && !name.to_lowercase().contains("table");
    (fits && is_plain).then(|| (name.to_owned(), (count, body.to_owned())))
}

/// Inserts arguments into the text of a macro.
fn fill_arguments(body: &str, arguments: &[&str]) -> String {
    let mut text = String::with_capacity(body.len());
    let mut chars = body.chars().peekable();
    while let Some(c) = chars.next() {
        let number = chars.peek().and_then(|digit| digit.to_digit(10)).filter(|_| c == '#');
        let argument = number.and_then(|number| arguments.get(usize::try_from(number).ok()?.checked_sub(1)?));
        match argument {
            Some(argument) => {
                text.push_str(argument);
                chars.next();
            }
            None => text.push(c),
        }
    }
    text
}
