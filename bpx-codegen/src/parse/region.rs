//! Reads `#[schema(region(..))]`: bytes with an offset of their own, or, without an offset, the stored bytes of a field
//! that follows the field before; both with optional transforms and checks.

use super::algorithm::NamedAlgorithm;
use super::expr::ExprTree;
use super::values::{for_each_word, parse_members, parse_tree, parse_value};
use bpx_model::{Expr, LayoutFact, RegionSearch};
use proc_macro2::Span;
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitByteStr, LitInt, Result, Token, parenthesized, token};

/// The settings of `region(..)`.
pub(crate) struct RegionAttr {
    pub(crate) span: Span,
    pub(crate) each: Option<Ident>,
    pub(crate) at: Option<ExprTree>,
    pub(crate) search: Option<RegionSearch>,
    pub(crate) size: Option<ExprTree>,
    pub(crate) content_size: Option<ExprTree>,
    /// The span of `self_ending`, which states that the decoder of the transform finds the end of the stream.
    pub(crate) self_ending: Option<Span>,
    pub(crate) steps: Vec<(NamedAlgorithm, ExprTree)>,
    pub(crate) checks: Vec<(Vec<NamedAlgorithm>, ExprTree, ExprTree)>,
    pub(crate) place: PlaceAttr,
    /// The array whose elements hold the stored bytes, and the expression for the bytes of one element.
    pub(crate) joined: Option<(Ident, ExprTree)>,
    /// The numbers that a writer sets; `None` if the numbers follow from the other words.
    pub(crate) set: Option<Vec<SetAttr>>,
}

/// `place(align = 16, after = strings, reverse, share, padded)`
#[derive(Default)]
pub(crate) struct PlaceAttr {
    pub(crate) span: Option<Span>,
    pub(crate) align: Option<ExprTree>,
    pub(crate) after: Option<Ident>,
    pub(crate) reverse: bool,
    pub(crate) share: bool,
    pub(crate) padded: Option<Span>,
}

/// `entry.pointer = region.offset`
pub(crate) struct SetAttr {
    pub(crate) target: Vec<Ident>,
    pub(crate) value: ExprTree,
}

/// Reads `(a.b = expression, ..)`.
pub(super) fn parse_settings(input: ParseStream<'_>) -> Result<Vec<SetAttr>> {
    let content;
    parenthesized!(content in input);
    let one = |input: ParseStream<'_>| {
        let target = parse_members(input)?;
        if input.peek(token::Bracket) {
            return Err(input.error(
                "a writer cannot set a single element of a list: use `each = list`, which sets a number of each \
                    element, or declare the field with an offset of its own in the structure of the elements, beside \
                    the numbers that state the offset",
            ));
        }
        Ok(SetAttr { target, value: parse_value(input)? })
    };
    Ok(Punctuated::<_, Token![,]>::parse_terminated_with(&content, one)?.into_iter().collect())
}

fn parse_placement(span: Span, input: ParseStream<'_>) -> Result<PlaceAttr> {
    let content;
    parenthesized!(content in input);
    let mut place = PlaceAttr { span: Some(span), ..PlaceAttr::default() };
    for_each_word(&content, |key, input| {
        match key.to_string().as_str() {
            "align" => place.align = Some(parse_tree(input)?),
            "after" => place.after = Some(parse_value(input)?),
            "reverse" => place.reverse = true,
            "share" => place.share = true,
            "padded" => place.padded = Some(key.span()),
            other => {
                let message = format!("unknown word `{other}`; known: align, after, reverse, share, padded");
                return Err(Error::new(key.span(), message));
            }
        }
        Ok(())
    })?;
    Ok(place)
}

/// Reads `= find_last(b"PK\x05\x06", within = 65557)`; returns `None` if another expression follows.
fn parse_search(input: ParseStream<'_>) -> Result<Option<RegionSearch>> {
    let ahead = input.fork();
    let word = ahead.parse::<Token![=]>().and_then(|_| ahead.parse::<Ident>());
    let known = ["find_first", "find_last"];
    let Some(word) = word.ok().filter(|word| known.iter().any(|known| word == known)) else { return Ok(None) };
    if !ahead.peek(token::Paren) {
        return Ok(None);
    }
    input.parse::<Token![=]>()?;
    input.parse::<Ident>()?;
    let content;
    parenthesized!(content in input);
    let bytes: LitByteStr = content.parse()?;
    if bytes.value().is_empty() {
        return Err(Error::new(bytes.span(), "expected at least one byte to search for, found none"));
    }
    let mut within = None;
    if content.parse::<Option<Token![,]>>()?.is_some() && !content.is_empty() {
        let key: Ident = content.parse()?;
        if key != "within" {
            return Err(Error::new(key.span(), format!("unknown word `{key}`; known: within")));
        }
        let number: LitInt = parse_value(&content)?;
        let bound: u64 = number.base10_parse()?;
        if bound < bytes.value().len() as u64 {
            let message =
                format!("expected at least {}, the size of the signature in bytes, found {bound}", bytes.value().len());
            return Err(Error::new(number.span(), message));
        }
        within = Some(bound);
        content.parse::<Option<Token![,]>>()?;
    }
    if !content.is_empty() {
        return Err(content.error("expected only `within = ..`, a number of bytes, after the signature"));
    }
    Ok(Some(RegionSearch { bytes: bytes.value().into(), last: word == "find_last", within }))
}

/// Reads `zlib if condition`, or `zlib`
fn parse_step(input: ParseStream<'_>) -> Result<(NamedAlgorithm, ExprTree)> {
    let transform = NamedAlgorithm::parse_transform(input)?;
    Ok((transform, parse_if_condition(input)?))
}

/// Reads `if condition`; returns a condition that always holds if there is no `if`.
fn parse_if_condition(input: ParseStream<'_>) -> Result<ExprTree> {
    match input.parse::<Option<Token![if]>>()? {
        Some(_) => input.parse(),
        None => syn::parse2(quote!(true)),
    }
}

impl RegionAttr {
    pub(crate) fn read(span: Span, input: ParseStream<'_>) -> Result<Self> {
        let mut region = Self {
            span,
            each: None,
            at: None,
            search: None,
            size: None,
            content_size: None,
            self_ending: None,
            steps: Vec::new(),
            checks: Vec::new(),
            place: PlaceAttr::default(),
            joined: None,
            set: None,
        };
        for_each_word(input, |key, input| {
            match key.to_string().as_str() {
                "each" => region.each = Some(parse_value(input)?),
                "at" => match parse_search(input)? {
                    Some(search) => region.search = Some(search),
                    None => region.at = Some(parse_tree(input)?),
                },
                "size" => region.size = Some(parse_tree(input)?),
                "content_size" => region.content_size = Some(parse_tree(input)?),
                "self_ending" => region.self_ending = Some(key.span()),
                "transform" => {
                    let content;
                    parenthesized!(content in input);
                    let steps = Punctuated::<_, Token![,]>::parse_terminated_with(&content, parse_step)?;
                    region.steps.extend(steps);
                }
                "check" => {
                    let content;
                    parenthesized!(content in input);
                    let names = Punctuated::<_, Token![|]>::parse_separated_nonempty_with(
                        &content,
                        NamedAlgorithm::parse_checksum,
                    )?;
                    let names: Vec<_> = names.into_iter().collect();
                    if names.len() > 2 {
                        return Err(content.error(
                            "expected at most two algorithms: first the specified algorithm, then an algorithm that \
                                is excused",
                        ));
                    }
                    let when = parse_if_condition(&content)?;
                    content.parse::<Token![,]>()?;
                    let stored: Ident = content.parse()?;
                    if stored != "stored" {
                        let message = format!(
                            "expected `stored = ..`, which names the number that states the checksum, found `{stored}`"
                        );
                        return Err(Error::new(stored.span(), message));
                    }
                    region.checks.push((names, when, parse_value(&content)?));
                }
                "joined" => {
                    let content;
                    parenthesized!(content in input);
                    let array = content.parse()?;
                    content.parse::<Token![,]>()?;
                    region.joined = Some((array, content.parse()?));
                }
                "place" => region.place = parse_placement(key.span(), input)?,
                "set" => region.set = Some(parse_settings(input)?),
                other => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "unknown word `{other}`; known: each, at, size, content_size, self_ending, transform, check, \
                            joined, place, set"
                        ),
                    ));
                }
            }
            Ok(())
        })?;
        Ok(region)
    }

    /// Returns whether the bytes follow the field before.
    pub(crate) fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none() && self.search.is_none()
    }

    /// Returns whether the field is read from the content of stored bytes, whose size or form the attribute states.
    pub(crate) fn is_stored(&self) -> bool {
        let more = self.size.is_some() || self.content_size.is_some();
        self.is_in_place() || self.each.is_none() && (more || !self.steps.is_empty() || !self.checks.is_empty())
    }

    /// Returns whether the content is not a part of the surrounding bytes, like [`bpx_model::Region::is_dropped`].
    pub(crate) fn is_dropped(&self) -> bool {
        self.is_stored() && (self.joined.is_some() || !self.steps.is_empty())
    }

    /// Returns whether the region takes all remaining bytes.
    pub(crate) fn takes_all(&self) -> bool {
        self.is_in_place() && self.size.is_none() && self.joined.is_none() && self.self_ending.is_none()
    }

    /// Returns the expressions of stated facts about a field's bytes: their size, the size of the content, checksums.
    fn stored_facts(&self) -> Vec<&ExprTree> {
        let mut statements = Vec::new();
        if self.is_stored() {
            statements.extend(&self.size);
            statements.extend(&self.content_size);
            statements.extend(self.checks.iter().map(|(_, _, stored)| stored));
        }
        statements
    }

    /// Returns the fields that state facts about the bytes of a field, or that have members which do.
    pub(crate) fn stating_fields(&self) -> Vec<&Ident> {
        let parts = ExprTree::parts_of(&self.stored_facts()).into_iter();
        parts.filter(|part| matches!(part.expr, Expr::Path(_))).filter_map(|part| part.names().first()).collect()
    }

    /// Returns the expressions from which a reader takes facts, each with its fact.
    pub(crate) fn facts(&self) -> Vec<(&ExprTree, LayoutFact)> {
        let places = [
            (&self.at, LayoutFact::Offset),
            (&self.size, LayoutFact::StoredSize),
            (&self.content_size, LayoutFact::ContentSize),
        ];
        let mut facts: Vec<_> = places.iter().filter_map(|(tree, fact)| Some((tree.as_ref()?, *fact))).collect();
        facts.extend(self.checks.iter().map(|(_, _, stored)| (stored, LayoutFact::ContentChecksum)));
        facts
    }

    /// Returns all expressions in `region(..)`.
    pub(crate) fn expressions(&self) -> Vec<&ExprTree> {
        let mut all = Vec::new();
        for place in [&self.at, &self.size, &self.content_size] {
            all.extend(place);
        }
        all.extend(self.steps.iter().map(|(_, when)| when));
        all.extend(self.joined.iter().map(|(_, bytes)| bytes));
        self.checks.iter().for_each(|(_, when, stored)| all.extend([when, stored]));
        all
    }
}
