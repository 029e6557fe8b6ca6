//! Converts text with tags to plain text.

use crate::nesting::Nesting;
use html5gum::{Token, Tokenizer};

/// A text, collected while its tags are read.
#[derive(Debug, Clone, Default)]
pub(in crate::forms) struct Marks {
    text: String,
    bold: Nesting,
    /// The number of bold letters, and the number of all letters.
    letters: (usize, usize),
    /// The offset of raised or lowered text, and the mark for the text.
    raised: Option<(usize, char)>,
}

impl Marks {
    /// Adds text between tags.
    pub(in crate::forms) fn push_text(&mut self, text: &str) {
        let letters = text.chars().filter(|c| !c.is_whitespace()).count();
        self.letters.1 += letters;
        if self.bold > Nesting::NONE {
            self.letters.0 += letters;
        }
        self.text.push_str(text);
    }

    /// Adds a tag; a tag that breaks a line becomes a space.
    pub(in crate::forms) fn add_tag(&mut self, name: &str, opens: bool) {
        match name {
            "b" | "strong" if opens => self.bold.open_bracket(),
            "b" | "strong" => self.bold.close_bracket(),
            "sup" if opens => self.raised = Some((self.text.len(), '^')),
            "sub" if opens => self.raised = Some((self.text.len(), '~')),
            "sup" | "sub" => self.end_raised(),
            "br" | "p" | "div" | "li" | "ul" | "ol" | "dl" | "dt" | "dd" | "tr" | "td" | "hr" | "pre" => {
                self.text.push(' ');
            }
            _ => {}
        }
    }

    /// Adds text that may have tags and entities.
    pub(in crate::forms) fn add_html(&mut self, text: &str) {
        if !text.contains(['<', '&']) {
            self.push_text(text);
            return;
        }
        for token in Tokenizer::new(text) {
            let Ok(token) = token;
            match token {
                Token::String(text) => self.push_text(&String::from_utf8_lossy(&text)),
                // `List<u8>` has no tag.
                Token::StartTag(tag) if !is_element(&tag.name) => {
                    self.push_text(&format!("<{}>", String::from_utf8_lossy(&tag.name)));
                }
                Token::StartTag(tag) => self.add_tag(&String::from_utf8_lossy(&tag.name), true),
                Token::EndTag(tag) => self.add_tag(&String::from_utf8_lossy(&tag.name), false),
                _ => {}
            }
        }
    }

    /// Ends raised text. After a digit, raised text is an exponent, or the base of a number; after a word, raised text
    /// is the sign of a footnote.
    fn end_raised(&mut self) {
        let Some((at, mark)) = self.raised.take() else { return };
        let Some((before, inside)) = self.text.split_at_checked(at) else { return };
        let last = before.trim_end().chars().next_back();
        let is_sign = inside.chars().all(|c| c.is_ascii_digit() || !c.is_alphanumeric());
        if last.is_some_and(|c| c.is_ascii_digit() || c == ')') {
            self.text.insert(at, mark);
        } else if mark == '^' && is_sign && inside.chars().count() <= 4 {
            self.text.truncate(at);
        }
    }

    /// Returns whether the whole text is bold.
    pub(in crate::forms) fn is_bold(&self) -> bool {
        self.letters.1 > 0 && self.letters.0 == self.letters.1
    }

    /// Returns the text, with one space between words.
    pub(in crate::forms) fn plain_text(&self) -> String {
        let mut plain = String::with_capacity(self.text.len());
        for word in self.text.split_whitespace() {
            if !plain.is_empty() {
                plain.push(' ');
            }
            plain.push_str(word);
        }
        plain
    }
}

/// Returns whether HTML has an element with this name, or MediaWiki has such an element for texts.
fn is_element(name: &[u8]) -> bool {
    const ELEMENTS: &[&[u8]] = &[
        b"a",
        b"abbr",
        b"b",
        b"bdi",
        b"bdo",
        b"big",
        b"blockquote",
        b"br",
        b"caption",
        b"center",
        b"cite",
        b"code",
        b"col",
        b"dd",
        b"del",
        b"details",
        b"dfn",
        b"div",
        b"dl",
        b"dt",
        b"em",
        b"font",
        b"hr",
        b"i",
        b"img",
        b"input",
        b"ins",
        b"kbd",
        b"label",
        b"li",
        b"mark",
        b"math",
        b"nobr",
        b"noinclude",
        b"nowiki",
        b"ol",
        b"p",
        b"pre",
        b"q",
        b"ref",
        b"s",
        b"samp",
        b"small",
        b"span",
        b"strike",
        b"strong",
        b"sub",
        b"summary",
        b"sup",
        b"table",
        b"tbody",
        b"td",
        b"th",
        b"thead",
        b"tr",
        b"tt",
        b"u",
        b"ul",
        b"var",
        b"wbr",
    ];
    ELEMENTS.iter().any(|one| one.eq_ignore_ascii_case(name))
}
