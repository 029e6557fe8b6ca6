//! Reads listings that have the members of a structure without its braces: bit fields, and members around a nested
//! structure.

use super::braces::Braces;
use super::declarator::{self, Found};
use super::member::{self, Member};
use super::structure::{self, Context};
use super::tokens::{Kind, Token, braced, tokens};
use crate::forms::block::Block;
use crate::forms::line::Line;
use crate::nesting::Nesting;

/// Words with which a comment states that the members below it depend on something.
const CONDITIONS: [&str; 4] = ["if ", "when ", "else", "only "];

/// Reads a listing if all of it are members: at least two that are bit fields, or others around a structure that is
/// declared and is a member itself.
pub(super) fn read(lines: &[Line<'_>], braces: &Braces) -> Option<Vec<Block>> {
    let tokens = tokens(lines);
    if !tokens.iter().any(|token| token.is(';')) || tokens.iter().any(depends) {
        return None;
    }
    let context = Context {
        constants: &braces.constants,
        aliases: &braces.aliases,
        packed: braces.packed(lines.len()),
        order: None,
        name_first: false,
    };
    let members = member::split(&tokens);
    let kinds: Option<Vec<Of>> = members.iter().map(|member| Of::member(member, &context)).collect();
    let kinds = kinds.filter(|kinds| kinds.len() > 1)?;
    let are_bits = kinds.iter().all(|kind| *kind == Of::Bits);
    let nests = kinds.contains(&Of::Structure) && kinds.contains(&Of::Plain);
    let line = members.first()?.line;
    (are_bits || nests).then(|| structure::read(line, None, "", &tokens, &context))
}

/// Returns whether a token is a directive, or a comment of its own that states a condition.
fn depends(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Comment(text) => {
            let lower = text.trim().to_lowercase();
            token.first && CONDITIONS.iter().any(|word| lower.starts_with(word))
        }
        Kind::Sign('#') => token.first,
        _ => false,
    }
}

/// What a member is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    Plain,
    Bits,
    /// A structure that is declared, and a member.
    Structure,
}

impl Of {
    /// Returns what a member is; `None` if it is a part of a program.
    fn member(member: &Member<'_>, context: &Context<'_>) -> Option<Self> {
        let tokens = member.bare();
        if member.is_conditional || member.names_first || is_assigned(&tokens) {
            return None;
        }
        if let Some((head, _, after)) = braced(&tokens) {
            let is_structure = head.first().and_then(Token::word) == Some("struct");
            let is_member = after.is_some_and(|after| after.iter().any(|token| token.word().is_some()));
            return (is_structure && is_member).then_some(Self::Structure);
        }
        match declarator::declarators(&tokens, context) {
            Found::Members(found) if found.iter().all(|(ty, _)| !ty.is_empty()) => {
                let are_bits = found.iter().all(|(ty, _)| ty.contains(':'));
                Some(if are_bits { Self::Bits } else { Self::Plain })
            }
            _ => None,
        }
    }
}

/// Returns whether a sign of assignment is outside of brackets: not in `pads[n == 0 ? 0 : 4]`.
fn is_assigned(tokens: &[Token<'_>]) -> bool {
    let mut depth = Nesting::NONE;
    tokens.iter().any(|token| {
        match token.kind {
            Kind::Sign('[' | '{') => depth.open(),
            Kind::Sign(']' | '}') => depth.close(),
            _ => {}
        }
        depth == Nesting::NONE && token.is('=')
    })
}
