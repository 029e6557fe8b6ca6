//! Reads `assert(..)`: a condition, and the properties of the finding that is reported if the condition does not hold.

use super::expr::ExprTree;
use super::values::{for_each_word, parse_members, parse_text, parse_value};
use bpx_model::{Class, Constraint, Expr, Severity};
use proc_macro2::{Group, Span, TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::{Error, Ident, LitStr, Result, Token, parenthesized};

/// `assert(condition, class = SizeMismatch, severity = note, text = "..", on = member, code = "..", spec = "..", lenient = "..")`
pub(crate) struct AssertAttr {
    /// The array whose elements the rule is about; `None` for a rule of the structure.
    pub(crate) each: Option<Ident>,
    pub(crate) condition: ExprTree,
    pub(crate) class: Option<Class>,
    pub(crate) severity: Severity,
    pub(crate) text: Vec<PieceAttr>,
    /// The path of the reported member; empty for the whole structure.
    pub(crate) on: Vec<Ident>,
    pub(crate) code: Option<String>,
    pub(crate) spec: Option<String>,
    pub(crate) lenient: Option<String>,
}

/// A piece of a message.
pub(crate) enum PieceAttr {
    Words(String),
    Value(ExprTree),
    /// A whole number in hexadecimal.
    Hex(ExprTree),
}

/// The words that may follow a condition, for messages.
const WORDS: &str = "`class`, `severity`, `text`, `on`, `code`, `spec`, `lenient`";

impl AssertAttr {
    /// Returns an assertion with a condition and no other settings.
    pub(crate) fn from_condition(condition: ExprTree) -> Self {
        Self {
            each: None,
            condition,
            class: None,
            severity: Severity::Error,
            text: Vec::new(),
            on: Vec::new(),
            code: None,
            spec: None,
            lenient: None,
        }
    }

    /// Reads `(condition, ..)`.
    pub(super) fn read(input: ParseStream<'_>) -> Result<Self> {
        let content;
        parenthesized!(content in input);
        let mut assert = Self::from_condition(ExprTree::parse(&content)?);
        if !content.is_empty() {
            content.parse::<Token![,]>()?;
            assert.read_words(&content)?;
        }
        Ok(assert)
    }

    /// Reads `(array, assert(..), ..)`: rules of the elements of an array.
    pub(super) fn read_each(input: ParseStream<'_>) -> Result<Vec<Self>> {
        let content;
        parenthesized!(content in input);
        let array: Ident = content.parse()?;
        if content.peek(Token![.]) {
            let message = "expected a list of this structure, found a member: state the rules of a nested list in the \
                structure that has the list";
            return Err(Error::new(array.span(), message));
        }
        let mut rules = Vec::new();
        while !content.is_empty() {
            content.parse::<Token![,]>()?;
            if content.is_empty() {
                break;
            }
            let word: Ident = content.parse()?;
            if word != "assert" {
                return Err(Error::new(word.span(), "expected `assert(..)` for a rule of elements"));
            }
            rules.push(Self { each: Some(array.clone()), ..Self::read(&content)? });
        }
        if rules.is_empty() {
            return Err(Error::new(
                array.span(),
                "expected rules for the elements of this array: `each(array, assert(entry.a < 3))`",
            ));
        }
        Ok(rules)
    }

    /// Returns whether a finding is located at the end of the structure.
    pub(crate) fn is_at_end(&self) -> bool {
        matches!(&*self.on, [position] if position == Constraint::POSITION)
    }

    /// Returns the members that a rule of elements uses under `name`: sums over the elements before, numbers of the
    /// first elements with the same value, or numbers of overlapped regions.
    pub(crate) fn members_under(&self, name: &str) -> Vec<Ident> {
        let mut members: Vec<Ident> = Vec::new();
        for part in ExprTree::parts_of(&self.expressions()) {
            if let (Expr::Path(_), [first, member]) = (part.expr, part.names())
                && self.each.is_some()
                && first == name
                && !members.contains(member)
            {
                members.push(member.clone());
            }
        }
        members
    }

    /// Reads the words after the condition.
    fn read_words(&mut self, input: ParseStream<'_>) -> Result<()> {
        if input.peek(LitStr) {
            return Err(
                input.error("expected a word after a condition, found a text: state the message as `text = \"..\"`")
            );
        }
        let mut seen: Vec<String> = Vec::new();
        for_each_word(input, |key, input| {
            let word = key.to_string();
            if seen.contains(&word) {
                return Err(Error::new(key.span(), format!("`{word}` is stated twice")));
            }
            match &*word {
                "class" => self.class = Some(parse_class(input)?),
                "severity" => self.severity = parse_severity(input)?,
                "text" => self.text = parse_pieces(&parse_value::<LitStr>(input)?)?,
                "on" => {
                    input.parse::<Token![=]>()?;
                    self.on = parse_members(input)?;
                }
                "code" => self.code = Some(parse_text(input)?),
                "spec" => self.spec = Some(parse_text(input)?),
                "lenient" => self.lenient = Some(parse_text(input)?),
                _ => {
                    return Err(Error::new(
                        key.span(),
                        format!("unknown word `{word}` after a condition; known: {WORDS}"),
                    ));
                }
            }
            seen.push(word);
            Ok(())
        })
    }

    /// Returns the expressions whose values the message contains.
    pub(crate) fn text_values(&self) -> Vec<&ExprTree> {
        let values = self.text.iter().filter_map(|piece| match piece {
            PieceAttr::Value(tree) | PieceAttr::Hex(tree) => Some(tree),
            PieceAttr::Words(_) => None,
        });
        values.collect()
    }

    /// Returns the condition and all expressions in the message.
    pub(crate) fn expressions(&self) -> Vec<&ExprTree> {
        let mut all = vec![&self.condition];
        all.extend(self.text_values());
        all
    }
}

/// Reads `= SizeMismatch`
fn parse_class(input: ParseStream<'_>) -> Result<Class> {
    let name: Ident = parse_value(input)?;
    let found = Class::ALL.iter().find(|class| name == format!("{class:?}"));
    found.copied().ok_or_else(|| {
        let known: Vec<_> = Class::ALL.iter().map(|class| format!("{class:?}")).collect();
        Error::new(name.span(), format!("expected one of the classes of faults {}, found `{name}`", known.join(", ")))
    })
}

/// Reads `= note`
pub(super) fn parse_severity(input: ParseStream<'_>) -> Result<Severity> {
    input.parse::<Token![=]>()?;
    let name = Ident::parse_any(input)?;
    let found = Severity::ALL.iter().find(|severity| name == severity.name());
    found.copied().ok_or_else(|| {
        let known: Vec<_> = Severity::ALL.iter().map(|severity| severity.name()).collect();
        Error::new(name.span(), format!("expected one of the severities {}, found `{name}`", known.join(", ")))
    })
}

/// Reads a message with expressions in braces, `{expression}`, or `{expression:#x}` for a whole number in hexadecimal;
/// `{{` and `}}` are braces.
fn parse_pieces(literal: &LitStr) -> Result<Vec<PieceAttr>> {
    let fault = |message: &str| Error::new(literal.span(), message);
    let sentence = literal.value();
    let (mut pieces, mut words) = (Vec::new(), String::new());
    let mut rest = &*sentence;
    while let Some((before, brace)) = rest.find(['{', '}']).map(|place| rest.split_at(place)) {
        words.push_str(before);
        let doubled = ["{", "}"].into_iter().find(|one| brace.starts_with(&one.repeat(2)));
        if let Some((one, after)) = doubled.and_then(|one| Some((one, brace.get(2..)?))) {
            words.push_str(one);
            rest = after;
            continue;
        }
        let open = brace.strip_prefix('{').ok_or_else(|| fault("a `}` without `{`; a brace itself is written `}}`"))?;
        let (expression, after) = open.split_once('}').ok_or_else(|| fault("a `{` without `}`"))?;
        let decimal = expression.strip_suffix(":#x");
        let tokens: TokenStream = decimal
            .unwrap_or(expression)
            .parse()
            .map_err(|_| fault("expected an expression between `{` and `}`, found none"))?;
        let tree = ExprTree::parse.parse2(respan_tokens(tokens, literal.span()));
        let tree = tree.map_err(|error| match expression.split_once(':') {
            Some(_) => fault(&format!(
                "expected an expression between `{{` and `}}`, or an expression and `:#x`, which shows a whole number in \
                    hexadecimal, found `{expression}`"
            )),
            None => error,
        })?;
        if !words.is_empty() {
            pieces.push(PieceAttr::Words(std::mem::take(&mut words)));
        }
        pieces.push(if decimal.is_some() { PieceAttr::Hex(tree) } else { PieceAttr::Value(tree) });
        rest = after;
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(PieceAttr::Words(words));
    }
    Ok(pieces)
}

/// Returns the same tokens with the span of the literal that contains them.
fn respan_tokens(tokens: TokenStream, span: Span) -> TokenStream {
    let tokens = tokens.into_iter().map(|mut token| {
        if let TokenTree::Group(group) = &token {
            token = TokenTree::Group(Group::new(group.delimiter(), respan_tokens(group.stream(), span)));
        }
        token.set_span(span);
        token
    });
    tokens.collect()
}
