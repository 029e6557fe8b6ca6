//! `#[schema(region(..))]`: bytes that lie elsewhere, perhaps transformed, perhaps checked; without a place, bytes of a field
//! that follows the one before.

use super::algorithm::Named;
use super::expr::Tree;
use super::values::{each, members, tree, value};
use bpx_model::Expr;
use proc_macro2::Span;
use quote::quote;
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Result, Token, parenthesized};

/// What `region(..)` states.
pub(crate) struct RegionAttr {
    pub(crate) span: Span,
    pub(crate) each: Option<Ident>,
    pub(crate) at: Option<Tree>,
    pub(crate) size: Option<Tree>,
    pub(crate) content_size: Option<Tree>,
    pub(crate) steps: Vec<(Named, Tree)>,
    pub(crate) checks: Vec<(Vec<Named>, Tree, Tree)>,
    pub(crate) place: PlaceAttr,
    /// What a writer sets, or `None` when the other words say enough.
    pub(crate) set: Option<Vec<SetAttr>>,
}

/// `place(align = 16, after = strings, reverse, share)`
#[derive(Default)]
pub(crate) struct PlaceAttr {
    pub(crate) span: Option<Span>,
    pub(crate) align: Option<Tree>,
    pub(crate) after: Option<Ident>,
    pub(crate) reverse: bool,
    pub(crate) share: bool,
}

/// `entry.pointer = region.offset`
pub(crate) struct SetAttr {
    pub(crate) target: Vec<Ident>,
    pub(crate) value: Tree,
}

/// Reads `(a.b = expression, ..)`.
pub(super) fn settings(input: ParseStream<'_>) -> Result<Vec<SetAttr>> {
    let content;
    parenthesized!(content in input);
    let one = |input: ParseStream<'_>| Ok(SetAttr { target: members(input)?, value: value(input)? });
    Ok(Punctuated::<_, Token![,]>::parse_terminated_with(&content, one)?.into_iter().collect())
}

fn placement(span: Span, input: ParseStream<'_>) -> Result<PlaceAttr> {
    let content;
    parenthesized!(content in input);
    let mut place = PlaceAttr { span: Some(span), ..PlaceAttr::default() };
    each(&content, |key, input| {
        match key.to_string().as_str() {
            "align" => place.align = Some(tree(input)?),
            "after" => place.after = Some(value(input)?),
            "reverse" => place.reverse = true,
            "share" => place.share = true,
            other => {
                let message = format!("unknown: `{other}`; known: align, after, reverse, share");
                return Err(Error::new(key.span(), message));
            }
        }
        Ok(())
    })?;
    Ok(place)
}

/// `zlib if condition`, or `zlib`
fn step(input: ParseStream<'_>) -> Result<(Named, Tree)> {
    let transform = Named::transform(input)?;
    Ok((transform, condition(input)?))
}

/// `if condition`; without it, always.
fn condition(input: ParseStream<'_>) -> Result<Tree> {
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
            size: None,
            content_size: None,
            steps: Vec::new(),
            checks: Vec::new(),
            place: PlaceAttr::default(),
            set: None,
        };
        each(input, |key, input| {
            match key.to_string().as_str() {
                "each" => region.each = Some(value(input)?),
                "at" => region.at = Some(tree(input)?),
                "size" => region.size = Some(tree(input)?),
                "content_size" => region.content_size = Some(tree(input)?),
                "transform" => {
                    let content;
                    parenthesized!(content in input);
                    let steps = Punctuated::<_, Token![,]>::parse_terminated_with(&content, step)?;
                    region.steps.extend(steps);
                }
                "check" => {
                    let content;
                    parenthesized!(content in input);
                    let names = Punctuated::<_, Token![|]>::parse_separated_nonempty_with(&content, Named::checksum)?;
                    let names: Vec<_> = names.into_iter().collect();
                    if names.len() > 2 {
                        return Err(content.error("at most two algorithms: the specified one, and one that is excused"));
                    }
                    let when = condition(&content)?;
                    content.parse::<Token![,]>()?;
                    let stored: Ident = content.parse()?;
                    if stored != "stored" {
                        return Err(Error::new(stored.span(), "`stored = ..` says where the value is"));
                    }
                    region.checks.push((names, when, value(&content)?));
                }
                "place" => region.place = placement(key.span(), input)?,
                "set" => region.set = Some(settings(input)?),
                other => {
                    return Err(Error::new(
                        key.span(),
                        format!(
                            "unknown: `{other}`; known: each, at, size, content_size, transform, check, place, set"
                        ),
                    ));
                }
            }
            Ok(())
        })?;
        Ok(region)
    }

    /// Whether the bytes follow those of the field before.
    pub(crate) fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none()
    }

    /// Whether it takes all bytes that are left.
    pub(crate) fn takes_all(&self) -> bool {
        self.is_in_place() && self.size.is_none()
    }

    /// Returns what is stated about bytes in place: size, size of the content, checksums.
    fn statements(&self) -> impl Iterator<Item = &Tree> {
        let sizes = [&self.size, &self.content_size].into_iter().flatten();
        let checks = self.checks.iter().map(|(_, _, stored)| stored);
        sizes.chain(checks).filter(|_| self.is_in_place())
    }

    /// Returns the fields, or holders of members, that state something about bytes in place.
    pub(crate) fn stating(&self) -> impl Iterator<Item = &Ident> {
        let parts = self.statements().flat_map(|tree| tree.root().all());
        parts.filter(|part| matches!(part.expr, Expr::Path(_))).filter_map(|part| part.names().first())
    }

    /// Returns what a reader takes facts from, with the names of the facts.
    pub(crate) fn facts(&self) -> impl Iterator<Item = (&Tree, &'static str)> {
        let places = [(&self.at, "offset"), (&self.size, "stored_size"), (&self.content_size, "content_size")];
        let checks = self.checks.iter().map(|(_, _, stored)| (stored, "checksum"));
        places.into_iter().filter_map(|(tree, fact)| Some((tree.as_ref()?, fact))).chain(checks)
    }

    /// Returns all expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let places = [&self.at, &self.size, &self.content_size].into_iter().flatten();
        let steps = self.steps.iter().map(|(_, when)| when);
        places.chain(steps).chain(self.checks.iter().flat_map(|(_, when, stored)| [when, stored]))
    }
}
