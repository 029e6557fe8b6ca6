//! Reads listings that have the members of a structure, but not its braces: bit fields, and members around a nested
//! structure.

use super::alignment::Alignment;
use super::braces::Braces;
use super::declarator::{self, FoundDeclarators};
use super::member::{self, Member};
use super::structure::{self, Context};
use super::tokens::{Kind, Token, split_braced, split_tokens};
use crate::forms::block::Block;
use crate::forms::line::Line;
use crate::nesting::Nesting;

/// Words with which a comment states that the presence of the following members depends on a condition.
const CONDITIONS: [&str; 4] = ["if ", "when ", "else", "only "];

/// Reads a listing if all of it are members: at least two bit fields, or plain members beside a structure that the
/// listing declares as a member.
pub(super) fn read_members(lines: &[Line<'_>], braces: &Braces) -> Option<Vec<Block>> {
    let tokens = split_tokens(lines);
    if !tokens.iter().any(|token| token.is_sign(';')) || tokens.iter().any(is_condition) {
        return None;
    }
    let context = Context {
        constants: &braces.constants,
        aliases: &braces.aliases,
        alignment: Alignment { most: braces.packing(lines.len()), ..Alignment::default() },
        order: None,
        name_first: false,
    };
    let members = member::split_members(&tokens);
    let kinds: Option<Vec<MemberKind>> = members.iter().map(|member| MemberKind::of_member(member, &context)).collect();
    let kinds = kinds.filter(|kinds| kinds.len() > 1)?;
    let are_bits = kinds.iter().all(|kind| *kind == MemberKind::Bits);
    let nests = kinds.contains(&MemberKind::Structure) && kinds.contains(&MemberKind::Plain);
    let line = members.first()?.line;
    (are_bits || nests).then(|| structure::read_structure(line, None, "", &tokens, &context))
}

/// Returns whether a token is a directive, or a comment on a line of its own that states a condition.
fn is_condition(token: &Token<'_>) -> bool {
    match token.kind {
        Kind::Comment(text) => {
            let lower = text.trim().to_lowercase();
            token.first && CONDITIONS.iter().any(|word| lower.starts_with(word))
        }
        Kind::Sign('#') => token.first,
        _ => false,
    }
}

/// The kind of a member.
#[derive(Clone, Copy, PartialEq, Eq)]
enum MemberKind {
    Plain,
    Bits,
    /// A member whose type is declared with it.
    Structure,
}

impl MemberKind {
    /// Returns the kind of a member; returns `None` if the member is a part of a program.
    fn of_member(member: &Member<'_>, context: &Context<'_>) -> Option<Self> {
        let tokens = member.layout_tokens();
        if member.is_conditional || member.names_first || is_assigned(&tokens) {
            return None;
        }
        if let Some((head, _, after)) = split_braced(&tokens) {
            let is_structure = head.first().and_then(Token::as_word) == Some("struct");
            let is_member = after.is_some_and(|after| after.iter().any(|token| token.as_word().is_some()));
            return (is_structure && is_member).then_some(Self::Structure);
        }
        match declarator::read_declarators(&tokens, context) {
            FoundDeclarators::Members(found) if found.iter().all(|(ty, _)| !ty.is_empty()) => {
                let are_bits = found.iter().all(|(ty, _)| ty.contains(':'));
                Some(if are_bits { Self::Bits } else { Self::Plain })
            }
            _ => None,
        }
    }
}

/// Returns whether an equals sign is outside of brackets, unlike in `pads[n == 0 ? 0 : 4]`.
fn is_assigned(tokens: &[Token<'_>]) -> bool {
    let mut depth = Nesting::NONE;
    tokens.iter().any(|token| {
        match token.kind {
            Kind::Sign('[' | '{') => depth.open_bracket(),
            Kind::Sign(']' | '}') => depth.close_bracket(),
            _ => {}
        }
        depth == Nesting::NONE && token.is_sign('=')
    })
}
