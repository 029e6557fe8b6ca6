//! Reads the tokens of a member as types and names.

use super::structure::{Context, token_text};
use super::tokens::{Kind, Token};
use crate::nesting::Nesting;

/// The types and names that the tokens of a member declare.
pub(super) enum FoundDeclarators {
    /// The type and the name of each member.
    Members(Vec<(String, String)>),
    Function,
    /// Words before parentheses that are not a function.
    Unclear,
    Nothing,
}

/// Reads `uint32_t a, b[4]`, `a: u32`, `a [4]byte`.
pub(super) fn read_declarators(tokens: &[Token<'_>], context: &Context<'_>) -> FoundDeclarators {
    let first = tokens.first().and_then(Token::as_word).unwrap_or("");
    if matches!(first, "static" | "typedef" | "using" | "friend" | "template" | "type" | "fn" | "def" | "let" | "var") {
        return FoundDeclarators::Nothing;
    }
    if let [_, colon, ty @ ..] = tokens
        && colon.is_sign(':')
        && !is_number(ty.first())
    {
        let ty = join_type(tokens_before(ty, '='), context);
        return FoundDeclarators::Members(vec![(element_last(&ty), first.to_owned())]);
    }
    match is_function(tokens) {
        Some(true) => return FoundDeclarators::Function,
        Some(false) => return FoundDeclarators::Unclear,
        None => {}
    }
    if context.name_first {
        let Some((_, ty)) = tokens.split_first().filter(|_| !first.is_empty()) else {
            return FoundDeclarators::Nothing;
        };
        return FoundDeclarators::Members(vec![(element_last(&join_type(ty, context)), first.to_owned())]);
    }
    let mut found = Vec::new();
    let mut base = String::new();
    for part in split_commas(tokens) {
        let part = tokens_before(part, '=');
        let declared = tokens_before(part, ':');
        let Some((ahead, name, dims)) = around_name(declared) else { continue };
        let has_bits = part.len() > declared.len();
        // `uint32_t : 5` has no name.
        let (ahead, name) =
            if has_bits && ahead.is_empty() && found.is_empty() { (declared, "") } else { (ahead, name) };
        let stars = ahead.iter().filter(|token| token.is_sign('*') || token.is_sign('&')).count();
        if found.is_empty() {
            let plain: Vec<_> =
                ahead.iter().filter(|token| !token.is_sign('*') && !token.is_sign('&')).copied().collect();
            base = join_type(&plain, context);
        }
        let dims = join_type(dims, context);
        let ty = match part.get(declared.len() + 1..).filter(|bits| !bits.is_empty()) {
            Some(bits) => match super::values::evaluate_tokens(bits, context.constants) {
                Some(bits) => format!("{base}:{bits}"),
                None => format!("{base} : {}", join_type(bits, context)),
            },
            None => format!("{base}{}{dims}", "*".repeat(stars)),
        };
        found.push((ty, name.to_owned()));
    }
    if found.is_empty() { FoundDeclarators::Nothing } else { FoundDeclarators::Members(found) }
}

/// Returns whether the first parenthesis outside of square brackets belongs to a function, because a name precedes the
/// parenthesis; returns `None` without a parenthesis.
fn is_function(tokens: &[Token<'_>]) -> Option<bool> {
    let mut depth = Nesting::NONE;
    let bracket = tokens.iter().position(|token| {
        match token.kind {
            Kind::Sign('[') => depth.open_bracket(),
            Kind::Sign(']') => depth.close_bracket(),
            _ => {}
        }
        depth == Nesting::NONE && token.is_sign('(')
    })?;
    Some(bracket > 0)
}

fn is_number(token: Option<&Token<'_>>) -> bool {
    token.and_then(Token::as_word).is_some_and(|word| word.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the tokens before the first sign that is `sign`.
fn tokens_before<'p, 't>(tokens: &'p [Token<'t>], sign: char) -> &'p [Token<'t>] {
    tokens.split(|token| token.is_sign(sign)).next().unwrap_or(tokens)
}

/// Splits at commas outside of brackets.
fn split_commas<'p, 't>(tokens: &'p [Token<'t>]) -> Vec<&'p [Token<'t>]> {
    let mut depth = Nesting::NONE;
    tokens
        .split(|token| {
            match token.kind {
                Kind::Sign('[' | '(' | '<' | '{') => depth.open_bracket(),
                Kind::Sign(']' | ')' | '>' | '}') => depth.close_bracket(),
                _ => {}
            }
            depth == Nesting::NONE && token.is_sign(',')
        })
        .collect()
}

/// Splits a declarator at its name: the last word outside of brackets.
fn around_name<'p, 't>(tokens: &'p [Token<'t>]) -> Option<(&'p [Token<'t>], &'t str, &'p [Token<'t>])> {
    let mut depth = Nesting::NONE;
    let mut last = None;
    for (at, token) in tokens.iter().enumerate() {
        match token.kind {
            Kind::Sign('[' | '<') => depth.open_bracket(),
            Kind::Sign(']' | '>') => depth.close_bracket(),
            Kind::Word(word) if depth == Nesting::NONE => last = Some((at, word)),
            _ => {}
        }
    }
    let (at, name) = last?;
    Some((tokens.get(..at)?, name, tokens.get(at + 1..)?))
}

/// Writes a type in a uniform way: `[u8; 4]`, `u8[16]`, `unsigned int`; the values of known constants replace their
/// names.
fn join_type(tokens: &[Token<'_>], context: &Context<'_>) -> String {
    let mut joined = String::new();
    let mut rest = tokens;
    let mut after_word = false;
    while let Some((token, after)) = rest.split_first() {
        let is_word = token.as_word().is_some_and(|word| !matches!(word, "struct" | "enum" | "union"));
        if token.as_word().is_some() && !is_word {
            rest = after;
            continue;
        }
        if is_word && after_word {
            joined.push(' ');
        }
        joined.push_str(&token_text(token));
        after_word = is_word;
        rest = after;
        if token.is_sign(';') {
            joined.push(' ');
        }
        let end =
            after.iter().position(|token| token.is_sign(']')).filter(|_| token.is_sign('[') || token.is_sign(';'));
        if let Some((inside, following)) = end.and_then(|end| after.split_at_checked(end))
            && let Some(value) = super::values::evaluate_tokens(inside, context.constants)
        {
            joined.push_str(&value.to_string());
            rest = following;
        }
    }
    joined
}

/// Turns `[4]byte` into `byte[4]`.
fn element_last(ty: &str) -> String {
    let array = ty.strip_prefix('[').and_then(|rest| rest.split_once(']')).filter(|(_, of)| !of.is_empty());
    array.map_or_else(|| ty.to_owned(), |(count, of)| format!("{of}[{count}]"))
}
