//! Reads LaTeX as characters, commands and groups.

use std::cell::OnceCell;

/// Commands whose arguments are not words of the text.
const SILENT: &[&str] = &[
    "cite",
    "ref",
    "pageref",
    "label",
    "vspace",
    "hspace",
    "includegraphics",
    "setlength",
    "newcommand",
    "renewcommand",
    "providecommand",
    "newmdenv",
    "NewDocumentCommand",
    "definecolor",
    "color",
    "rowcolors",
    "usepackage",
    "documentclass",
    "pagestyle",
    "fancyhf",
    "input",
    "include",
    "url",
    "bibliography",
    "cline",
];

/// A position in a LaTeX text.
#[derive(Debug)]
pub(crate) struct Cursor<'a> {
    text: &'a str,
    rest: &'a str,
    /// The ends of groups, which are computed when the cursor passes the first group.
    ends: OnceCell<Ends>,
}

/// The beginning and the end of each group of a text.
#[derive(Debug, Default)]
struct Ends {
    braces: Vec<(usize, usize)>,
    brackets: Vec<(usize, usize)>,
}

impl Ends {
    /// Finds the groups of a text in one pass; an unclosed bracket opens no group.
    fn of(text: &str) -> Self {
        let mut ends = Self::default();
        let (mut braces, mut brackets) = (Vec::new(), Vec::new());
        let mut bytes = text.bytes().enumerate();
        while let Some((at, byte)) = bytes.next() {
            match byte {
                b'\\' => drop(bytes.next()),
                b'{' => braces.push(at),
                b'[' => brackets.push(at),
                b'}' => ends.braces.extend(braces.pop().map(|open| (open, at))),
                b']' => ends.brackets.extend(brackets.pop().map(|open| (open, at))),
                _ => {}
            }
        }
        ends.braces.sort_unstable();
        ends.brackets.sort_unstable();
        ends
    }

    fn find_end(&self, bracket: Bracket, open: usize) -> Option<usize> {
        let list = if bracket == Bracket::Curly { &self.braces } else { &self.brackets };
        let at = list.binary_search_by_key(&open, |(open, _)| *open).ok()?;
        list.get(at).map(|(_, end)| *end)
    }
}

/// The brackets around a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Bracket {
    /// `{` and `}`.
    Curly,
    /// `[` and `]`.
    Square,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        Self { text, rest: text, ends: OnceCell::new() }
    }

    /// Returns the number of bytes that were read.
    pub(crate) fn position(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    pub(crate) fn remaining_text(&self) -> &'a str {
        self.rest
    }

    /// Returns the text between two positions that the cursor has passed.
    pub(crate) fn text_between(&self, from: usize, to: usize) -> &'a str {
        self.text.split_at(to).0.split_at(from).1
    }

    /// Reads the next character.
    pub(crate) fn next_char(&mut self) -> Option<char> {
        let mut chars = self.rest.chars();
        let next = chars.next()?;
        self.rest = chars.as_str();
        Some(next)
    }

    /// Reads the name of a command after its backslash: letters, or another single character.
    pub(crate) fn take_command(&mut self) -> &'a str {
        let rest = self.rest;
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let len = if letters == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { letters };
        let (command, after) = rest.split_at(len);
        self.rest = after;
        command
    }

    /// Reads the group that begins after spaces, and returns the text between its brackets; skips nothing if there is
    /// no group.
    pub(crate) fn take_group(&mut self, bracket: Bracket) -> Option<&'a str> {
        let group = self.rest.trim_start();
        let sign = if bracket == Bracket::Curly { '{' } else { '[' };
        if !group.starts_with(sign) {
            return None;
        }
        let open = self.text.len() - group.len();
        let end = self.ends.get_or_init(|| Ends::of(self.text)).find_end(bracket, open)?;
        self.rest = self.text.get(end + 1..)?;
        self.text.get(open + 1..end)
    }

    /// Reads `count` groups in braces, and returns the texts between the braces; returns `None`, and skips nothing, if
    /// there are fewer groups.
    pub(crate) fn take_groups(&mut self, count: usize) -> Option<Vec<&'a str>> {
        let before = self.rest;
        let groups: Option<Vec<_>> = (0..count).map(|_| self.take_group(Bracket::Curly)).collect();
        if groups.is_none() {
            self.rest = before;
        }
        groups
    }

    /// Reads the argument in braces, after an optional argument in brackets.
    pub(crate) fn take_argument(&mut self) -> Option<&'a str> {
        let before = self.rest;
        self.take_group(Bracket::Square);
        let argument = self.take_group(Bracket::Curly);
        if argument.is_none() {
            self.rest = before;
        }
        argument
    }

    /// Reads all arguments that follow.
    pub(crate) fn take_arguments(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.take_argument()).collect()
    }

    /// Reads up to a text, and skips the text; reads the whole rest if the text does not occur.
    pub(crate) fn take_until(&mut self, end: &str) -> &'a str {
        let (inside, after) = self.rest.split_once(end).unwrap_or((self.rest, ""));
        self.rest = after;
        inside
    }
}

/// Returns whether the arguments of a command are not words.
pub(crate) fn is_silent(command: &str) -> bool {
    SILENT.contains(&command)
}

/// Returns the sign that a command prints, if the command prints a sign.
pub(crate) fn printed_sign(command: &str) -> Option<&str> {
    Some(match command {
        "_" | "&" | "%" | "#" | "$" | "{" | "}" => command,
        "times" => "×",
        "geq" | "ge" => "≥",
        "leq" | "le" => "≤",
        "ldots" | "dots" => "…",
        "rightarrow" | "to" | "longrightarrow" | "Rightarrow" | "mapsto" => "->",
        "cdot" => "\u{b7}",
        "pm" => "\u{b1}",
        "textendash" => "\u{2013}",
        "textemdash" => "\u{2014}",
        "textasciitilde" => "~",
        "newline" | "\\" | "," | " " | ";" | "quad" => " ",
        _ => return None,
    })
}

/// Returns a line without the comment at its end.
pub(super) fn without_comment(line: &str) -> &str {
    let mut before = line.match_indices('%').map(|(at, _)| line.split_at(at).0);
    before.find(|before| !before.ends_with('\\')).unwrap_or(line)
}
