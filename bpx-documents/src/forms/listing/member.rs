//! Splits a structure into members, each with its tokens and comments.

use super::tokens::{Kind, Token};
use crate::nesting::Nesting;

/// A member of a structure in a source.
#[derive(Debug, Default)]
pub(super) struct Member<'t> {
    pub line: usize,
    tokens: Vec<Token<'t>>,
    pub notes: String,
    /// The line and the column of the last comment after the member.
    trailing: Option<(usize, usize)>,
    /// Whether the name of the member comes before the type.
    pub names_first: bool,
    /// Whether the item is a condition of the preprocessor instead of a member.
    pub is_conditional: bool,
    last: usize,
}

impl<'t> Member<'t> {
    /// Begins the member in a line, with the comments right before the line.
    fn begin_at(&mut self, line: usize, before: &mut Vec<(usize, &str)>) {
        self.line = line;
        let is_near = before.last().is_some_and(|(last, _)| last + 1 >= line);
        let notes = before.drain(..).map(|(_, text)| text).collect::<Vec<_>>().join(" ");
        if is_near {
            self.notes = notes;
        }
    }

    /// Returns the tokens with attributes, before the braces of a type.
    pub(super) fn attributes(&self) -> &[Token<'t>] {
        self.tokens.split(|token| token.is_sign('{')).next().unwrap_or(&[])
    }

    /// Returns the tokens without attributes, and without words that do not change the layout.
    pub(super) fn layout_tokens(&self) -> Vec<Token<'t>> {
        let mut kept = Vec::with_capacity(self.tokens.len());
        let mut rest = self.tokens.as_slice();
        // `[[attribute]]` and `[Attribute]` at the beginning.
        while let Some((token, after)) =
            rest.split_first().filter(|(token, _)| token.is_sign('[') || token.is_sign('#'))
        {
            rest = tokens_after_group(if token.is_sign('[') { rest } else { after });
        }
        while let Some((token, after)) = rest.split_first() {
            match token.as_word() {
                Some("__attribute__" | "alignas" | "_Alignas" | "__declspec") => {
                    rest = tokens_after_group(after);
                    continue;
                }
                Some("pub") if after.first().is_some_and(|token| token.is_sign('(')) => {
                    rest = tokens_after_group(after);
                    continue;
                }
                Some(
                    "pub" | "const" | "volatile" | "public" | "private" | "protected" | "internal" | "readonly"
                    | "fixed" | "mutable" | "__packed",
                ) if !after
                    .first()
                    .is_some_and(|token| token.is_sign(':') || token.is_sign(',') || token.is_sign(';')) => {}
                _ => kept.push(*token),
            }
            rest = after;
        }
        kept
    }
}

/// Returns the tokens after the group in brackets at the beginning, or all tokens if there is no such group.
fn tokens_after_group<'p, 't>(tokens: &'p [Token<'t>]) -> &'p [Token<'t>] {
    let mut depth = Nesting::NONE;
    let ends = |token: &Token<'t>| {
        match token.kind {
            Kind::Sign('(' | '[') => depth.open_bracket(),
            Kind::Sign(')' | ']') => depth.close_bracket(),
            _ => {}
        }
        depth == Nesting::NONE
    };
    let group = tokens.split_inclusive(ends).next();
    let group = group.filter(|group| group.first().is_some_and(|token| token.is_sign('(') || token.is_sign('[')));
    tokens.split_at(group.map_or(0, <[_]>::len)).1
}

/// The separators of members.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    Semicolons,
    /// `name: Type`, with a comma or a line end after each member.
    Colons,
    Lines,
}

fn member_style(inside: &[Token<'_>]) -> Style {
    let mut depth = Nesting::NONE;
    let mut words = inside.iter().filter(|token| !token.is_comment() && token.as_word() != Some("pub"));
    for token in inside {
        match token.kind {
            Kind::Sign('{' | '(' | '[') => depth.open_bracket(),
            Kind::Sign('}' | ')' | ']') => depth.close_bracket(),
            Kind::Sign(';') if depth == Nesting::NONE => return Style::Semicolons,
            _ => {}
        }
    }
    let colon = words.clone().any(|token| token.is_sign(':'))
        && words.nth(1).is_some_and(|token| token.is_sign(':') || token.is_sign('(') || token.is_sign('['));
    if colon { Style::Colons } else { Style::Lines }
}

/// Splits the tokens between braces into members.
pub(super) fn split_members<'t>(inside: &[Token<'t>]) -> Vec<Member<'t>> {
    let style = member_style(inside);
    let mut found: Vec<Member<'t>> = Vec::new();
    let mut member = Member::default();
    let mut before: Vec<(usize, &str)> = Vec::new();
    let mut depth = Nesting::NONE;
    let mut directive = None;
    for (at, token) in inside.iter().enumerate() {
        let outside = depth == Nesting::NONE;
        if token.first && outside && style != Style::Semicolons && !member.tokens.is_empty() && !token.is_comment() {
            found.push(std::mem::take(&mut member));
        }
        if directive == Some(token.line) {
            continue;
        }
        match token.kind {
            Kind::Comment(text) if outside => {
                assign_comment(token, text, &mut member, &mut found, &mut before);
                continue;
            }
            Kind::Sign('#') if token.first && outside && style == Style::Semicolons => {
                directive = Some(token.line);
                if !is_constant(inside.get(at..).unwrap_or(&[])) {
                    found.push(Member { line: token.line, is_conditional: true, ..Member::default() });
                }
                continue;
            }
            Kind::Sign('{' | '(' | '[') => depth.open_bracket(),
            Kind::Sign('<') if style == Style::Colons => depth.open_bracket(),
            Kind::Sign('>') if style == Style::Colons => depth.close_bracket(),
            Kind::Sign('}' | ')' | ']') => depth.close_bracket(),
            _ => {}
        }
        // `public:` begins a part of a class.
        let is_label = style == Style::Semicolons
            && token.is_sign(':')
            && matches!(member.tokens.as_slice(), [one] if one.as_word().is_some_and(|word| matches!(word, "public" | "private" | "protected")));
        if is_label {
            member = Member::default();
            continue;
        }
        let outside = depth == Nesting::NONE;
        let ends = outside
            && match style {
                Style::Semicolons => token.is_sign(';'),
                Style::Colons => token.is_sign(','),
                Style::Lines => token.is_sign(';'),
            };
        // The body of a function ends without a semicolon.
        let body = outside
            && token.is_sign('}')
            && member.tokens.iter().take_while(|token| !token.is_sign('{')).any(|token| token.is_sign('('));
        if member.tokens.is_empty() {
            member.begin_at(token.line, &mut before);
        }
        if !ends {
            member.tokens.push(*token);
        }
        member.last = token.line;
        if ends || body {
            found.push(std::mem::take(&mut member));
        }
    }
    found.push(member);
    found.iter_mut().for_each(|member| member.names_first = style == Style::Colons);
    found.retain(|member| !member.tokens.is_empty() || member.is_conditional);
    found
}

/// Returns whether a directive only defines or removes a constant in one line.
fn is_constant(directive: &[Token<'_>]) -> bool {
    let line = directive.first().map_or(0, |token| token.line);
    let goes_on = directive.iter().take_while(|token| token.line == line).any(|token| token.is_sign('\\'));
    !goes_on && matches!(directive.get(1).and_then(Token::as_word), Some("define" | "undef"))
}

/// Assigns a comment to the member before the comment, or to the next member.
fn assign_comment<'t>(
    token: &Token<'t>,
    text: &'t str,
    member: &mut Member<'t>,
    found: &mut [Member<'t>],
    before: &mut Vec<(usize, &'t str)>,
) {
    let back = text.strip_prefix('<').map(str::trim);
    let above = if member.tokens.is_empty() { found.last_mut() } else { Some(member) };
    if let Some(above) = above {
        let follows = !token.first && above.last == token.line;
        let goes_on = above.trailing.is_some_and(|(line, column)| line + 1 == token.line && column <= token.column);
        if follows || back.is_some() || goes_on && before.is_empty() {
            if follows || goes_on || back.is_some() {
                above.trailing = Some((
                    token.line,
                    if goes_on { above.trailing.map_or(0, |(_, column)| column) } else { token.column },
                ));
            }
            let text = back.unwrap_or(text);
            if !above.notes.is_empty() && !text.is_empty() {
                above.notes.push(' ');
            }
            above.notes.push_str(text);
            return;
        }
    }
    if before.last().is_some_and(|(line, _)| line + 1 < token.line) {
        before.clear();
    }
    if !text.is_empty() {
        before.push((token.line, text));
    }
}
