//! Enumerations: `enum Name { A = 1, B, C = 1 << 3 }`.

use super::tokens::{Kind, Token};
use super::values;
use crate::forms::block::{Block, Grid, Row};
use crate::model::{Form, Skipped};
use crate::nesting::Nesting;
use std::collections::HashMap;

/// A name, with the tokens of its value.
#[derive(Default)]
struct Item<'t> {
    line: usize,
    name: &'t str,
    value: Vec<Token<'t>>,
    /// The data of a Rust variant.
    payload: Vec<Token<'t>>,
    notes: String,
}

impl Item<'_> {
    /// Adds a comment in the same line.
    fn add_comment(&mut self, text: &str) {
        let text = text.trim_start_matches('<').trim();
        self.notes = format!("{} {text}", self.notes).trim().to_owned();
    }
}

/// Reads an enumeration; `inside` are the tokens between its braces.
pub(super) fn read_enumeration(
    line: usize,
    name: Option<String>,
    inside: &[Token<'_>],
    constants: &HashMap<String, i128>,
) -> Vec<Block> {
    let header = ["Name", "Value", "Notes"].map(str::to_owned).to_vec();
    // A report about an enumeration without a name belongs to no known structure.
    let own = name.clone().unwrap_or_default();
    let mut grid = Grid { line, form: Form::Listing, name, header, ..Grid::default() };
    let mut known = constants.clone();
    // The value of the next name without one; `None` after a value that is not understood.
    let mut next = Some(0_i128);
    let mut last = String::new();
    let mut with_data = 0_usize;
    for item in split_items(inside) {
        let tokens = if item.value.is_empty() { &item.payload } else { &item.value };
        let stated = values::evaluate_tokens(tokens, &known);
        if item.value.is_empty() && !item.payload.is_empty() && stated.is_none() {
            with_data += 1;
        }
        let value = if tokens.is_empty() || item.value.is_empty() && stated.is_none() { next } else { stated };
        let text = match value {
            Some(value) => plain_value(value, tokens),
            None if tokens.is_empty() => format!("{last} + 1"),
            None => super::structure::source_text(tokens),
        };
        if let Some(value) = value {
            known.insert(item.name.to_owned(), value);
        }
        next = value.and_then(|value| value.checked_add(1));
        item.name.clone_into(&mut last);
        grid.rows.push(Row {
            line: item.line,
            cells: vec![item.name.to_owned(), text, item.notes],
            when: String::new(),
        });
    }
    let mut blocks = Vec::new();
    if !grid.rows.is_empty() {
        blocks.push(Block::grid(grid));
    }
    if with_data > 0 {
        let reason =
            format!("{with_data} variants hold data, and the document does not state where files store the data");
        blocks.push(Block::Skipped(Skipped { line, name: own, reason, open: true }));
    }
    blocks
}

/// Writes a value in the form of the document if the form is a hexadecimal number, else as a decimal number.
fn plain_value(value: i128, tokens: &[Token<'_>]) -> String {
    match tokens {
        [Token { kind: Kind::Word(word), .. }]
            if word.starts_with("0x") && values::parse_number(word) == Some(value) =>
        {
            word.trim_end_matches(['u', 'U', 'l', 'L']).to_owned()
        }
        _ => value.to_string(),
    }
}

/// Takes the comments before a line; returns their text if the last comment is right before the line.
fn take_comments(before: &mut Vec<(usize, &str)>, line: usize) -> String {
    let is_near = before.last().is_some_and(|(last, _)| last + 1 >= line);
    let notes = before.drain(..).map(|(_, text)| text).collect::<Vec<_>>().join(" ");
    if is_near { notes } else { String::new() }
}

/// Splits the tokens between braces into items.
fn split_items<'t>(inside: &[Token<'t>]) -> Vec<Item<'t>> {
    let mut found: Vec<Item<'t>> = Vec::new();
    let mut item = Item::default();
    let mut before: Vec<(usize, &str)> = Vec::new();
    let (mut depth, mut in_value) = (Nesting::NONE, false);
    // Names on lines of their own, without commas.
    let commas = inside.iter().any(|token| token.is_sign(','));
    for token in inside {
        let outside = depth == Nesting::NONE;
        if token.first && !commas && outside && !item.name.is_empty() && !token.is_comment() && !token.is_sign('=') {
            found.push(std::mem::take(&mut item));
            in_value = false;
        }
        match token.kind {
            Kind::Comment(text) => {
                let last = if item.name.is_empty() { found.last_mut() } else { Some(&mut item) };
                match last.filter(|last| !token.first && last.line == token.line) {
                    Some(last) => last.add_comment(text),
                    None => before.push((token.line, text)),
                }
            }
            Kind::Sign(',' | ';') if outside => {
                found.push(std::mem::take(&mut item));
                in_value = false;
            }
            Kind::Sign('=') if outside && !item.name.is_empty() => in_value = true,
            Kind::Sign(sign) => {
                match sign {
                    '(' | '{' | '[' => depth.open_bracket(),
                    ')' | '}' | ']' => depth.close_bracket(),
                    _ => {}
                }
                let closed = depth == Nesting::NONE;
                let outer = matches!(sign, '(' | '{') && outside || matches!(sign, ')' | '}') && closed;
                if in_value {
                    item.value.push(*token);
                } else if !outer && !item.name.is_empty() {
                    item.payload.push(*token);
                }
            }
            Kind::Word(word) if item.name.is_empty() && outside => {
                item.name = word;
                item.line = token.line;
                item.notes = take_comments(&mut before, token.line);
            }
            Kind::Word(_) | Kind::Quote(_) if in_value => item.value.push(*token),
            Kind::Word(_) | Kind::Quote(_) if !outside && !item.name.is_empty() => item.payload.push(*token),
            // `case none = 0` of Swift, `Default` between brackets: the last word is the name.
            Kind::Word(word) if outside => item.name = word,
            _ => {}
        }
    }
    found.push(item);
    found.retain(|item| !item.name.is_empty());
    found
}
