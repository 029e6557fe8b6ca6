//! Reads the tokens of a member as types and names.

use super::structure::{Context, text};
use super::tokens::{Kind, Token};

/// The types and names that the tokens of a member declare.
pub(super) enum Found {
    /// Types and names.
    Members(Vec<(String, String)>),
    Function,
    Nothing,
}

/// Reads `uint32_t a, b[4]`, `a: u32`, `a [4]byte`.
pub(super) fn declarators(tokens: &[Token<'_>], context: &Context<'_>) -> Found {
    let first = tokens.first().and_then(Token::word).unwrap_or_default();
    if matches!(first, "static" | "typedef" | "using" | "friend" | "template" | "type" | "fn" | "def" | "let" | "var") {
        return Found::Nothing;
    }
    let second = tokens.get(1);
    if second.is_some_and(|token| token.is(':')) && !is_number(tokens.get(2)) {
        let end = tokens.iter().position(|token| token.is('=')).unwrap_or(tokens.len());
        let ty = join(tokens.get(2..end).unwrap_or_default(), context);
        return Found::Members(vec![(element_last(&ty), first.to_owned())]);
    }
    if tokens.iter().any(|token| token.is('(')) {
        return Found::Function;
    }
    if context.name_first {
        let ty = join(tokens.get(1..).unwrap_or_default(), context);
        return if first.is_empty() {
            Found::Nothing
        } else {
            Found::Members(vec![(element_last(&ty), first.to_owned())])
        };
    }
    let mut found = Vec::new();
    let mut base = String::new();
    for part in parts(tokens) {
        let end = part.iter().position(|token| token.is('=')).unwrap_or(part.len());
        let part = part.get(..end).unwrap_or_default();
        let colon = part.iter().position(|token| token.is(':'));
        let (declared, bits) = part.split_at_checked(colon.unwrap_or(part.len())).unwrap_or((part, &[]));
        let Some(at) = last_name(declared) else { continue };
        let name = declared.get(at).and_then(Token::word).unwrap_or_default();
        let ahead = declared.get(..at).unwrap_or_default();
        let stars = ahead.iter().filter(|token| token.is('*') || token.is('&')).count();
        if found.is_empty() {
            let plain: Vec<_> = ahead.iter().filter(|token| !token.is('*') && !token.is('&')).copied().collect();
            base = join(&plain, context);
        }
        let dims = join(declared.get(at.saturating_add(1)..).unwrap_or_default(), context);
        let ty = match bits.get(1..).filter(|bits| !bits.is_empty()) {
            Some(bits) => match super::values::of_tokens(bits, context.constants) {
                Some(bits) => format!("{base}:{bits}"),
                None => format!("{base} : {}", join(bits, context)),
            },
            None => format!("{base}{}{dims}", "*".repeat(stars)),
        };
        found.push((ty, name.to_owned()));
    }
    if found.is_empty() { Found::Nothing } else { Found::Members(found) }
}

fn is_number(token: Option<&Token<'_>>) -> bool {
    token.and_then(Token::word).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Splits at commas outside of brackets.
fn parts<'p, 't>(tokens: &'p [Token<'t>]) -> Vec<&'p [Token<'t>]> {
    let mut depth = 0_usize;
    tokens
        .split(|token| {
            match token.kind {
                Kind::Sign('[' | '(' | '<' | '{') => depth += 1,
                Kind::Sign(']' | ')' | '>' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0 && token.is(',')
        })
        .collect()
}

/// Returns the index of the name in a declarator: the last word outside of brackets.
fn last_name(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0_usize;
    let mut last = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('[' | '<') => depth += 1,
            Kind::Sign(']' | '>') => depth = depth.saturating_sub(1),
            Kind::Word(_) if depth == 0 => last = Some(at),
            _ => {}
        }
    }
    last
}

/// Writes a type in one way: `[u8; 4]`, `u8[16]`, `unsigned int`; counts of known constants are numbers.
fn join(tokens: &[Token<'_>], context: &Context<'_>) -> String {
    let mut joined = String::new();
    let mut rest = tokens;
    let mut after_word = false;
    while let Some((token, after)) = rest.split_first() {
        let is_word = token.word().is_some_and(|word| !matches!(word, "struct" | "enum" | "union"));
        if token.word().is_some() && !is_word {
            rest = after;
            continue;
        }
        if is_word && after_word {
            joined.push(' ');
        }
        joined.push_str(&text(token));
        after_word = is_word;
        rest = after;
        if token.is(';') {
            joined.push(' ');
        }
        let end = after.iter().position(|token| token.is(']')).filter(|_| token.is('[') || token.is(';'));
        if let Some(inside) = end.and_then(|end| after.get(..end))
            && let Some(value) = super::values::of_tokens(inside, context.constants)
        {
            joined.push_str(&value.to_string());
            rest = after.get(inside.len()..).unwrap_or_default();
        }
    }
    joined
}

/// Turns `[4]byte` into `byte[4]`.
fn element_last(ty: &str) -> String {
    let array = ty.strip_prefix('[').and_then(|rest| rest.split_once(']')).filter(|(_, of)| !of.is_empty());
    array.map_or_else(|| ty.to_owned(), |(count, of)| format!("{of}[{count}]"))
}
