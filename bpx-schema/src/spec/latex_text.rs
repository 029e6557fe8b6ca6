//! LaTeX as characters: commands, groups, and the words that are left when both are taken away.

/// Commands whose arguments are no words of the text.
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

/// A position in LaTeX.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        Self { text, at: 0 }
    }

    /// Bytes that were passed.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Passes a character.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.at = self.at.saturating_add(next.len_utf8());
        Some(next)
    }

    /// After a backslash: the name of a command of letters, or one other character.
    pub(super) fn command(&mut self) -> &'a str {
        let rest = self.rest();
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let len = if letters == 0 { rest.chars().next().map_or(0, char::len_utf8) } else { letters };
        self.at = self.at.saturating_add(len);
        rest.get(..len).unwrap_or_default()
    }

    /// The group that begins after spaces, without its brackets; passes nothing when there is none.
    pub(super) fn group(&mut self, open: char, close: char) -> Option<&'a str> {
        let mut cursor = *self;
        while cursor.rest().starts_with(char::is_whitespace) {
            cursor.next();
        }
        if cursor.next() != Some(open) {
            return None;
        }
        let start = cursor.at;
        let mut depth = 1_usize;
        loop {
            let here = cursor.at;
            match cursor.next()? {
                '\\' => {
                    cursor.next();
                }
                c if c == close => depth = depth.saturating_sub(1),
                c if c == open => depth = depth.saturating_add(1),
                _ => {}
            }
            if depth == 0 {
                *self = cursor;
                return self.text.get(start..here);
            }
        }
    }

    /// The argument in braces, after one in brackets that may be there.
    pub(super) fn argument(&mut self) -> Option<&'a str> {
        let mut cursor = *self;
        cursor.group('[', ']');
        let argument = cursor.group('{', '}')?;
        *self = cursor;
        Some(argument)
    }

    /// All arguments that follow.
    pub(super) fn arguments(&mut self) -> Vec<&'a str> {
        std::iter::from_fn(|| self.argument()).collect()
    }

    /// Up to a text, which is passed too; to the end when there is none.
    pub(super) fn until(&mut self, end: &str) -> &'a str {
        let rest = self.rest();
        let len = rest.find(end).unwrap_or(rest.len());
        self.at = self.at.saturating_add(len).saturating_add(end.len()).min(self.text.len());
        rest.get(..len).unwrap_or_default()
    }
}

/// Whether the arguments of a command are no words.
pub(super) fn is_silent(command: &str) -> bool {
    SILENT.contains(&command)
}

/// The words of a piece, in one line.
pub(super) fn plain(text: &str) -> String {
    let mut cursor = Cursor::new(text);
    let mut words = String::new();
    while let Some(c) = cursor.next() {
        match c {
            '\\' => {
                let command = cursor.command();
                if is_silent(command) {
                    cursor.arguments();
                } else if let Some(sign) = sign(command) {
                    words.push_str(sign);
                }
            }
            '{' | '}' | '$' => {}
            '~' => words.push(' '),
            other => words.push(other),
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a command prints, when that is a sign.
pub(super) fn sign(command: &str) -> Option<&str> {
    Some(match command {
        "_" | "&" | "%" | "#" | "$" | "{" | "}" => command,
        "times" => "×",
        "geq" | "ge" => "≥",
        "leq" | "le" => "≤",
        "ldots" | "dots" => "…",
        "textasciitilde" => "~",
        "newline" | "\\" | "," | " " | ";" | "quad" => " ",
        _ => return None,
    })
}
