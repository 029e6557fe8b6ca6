//! `#[schema(region(..))]`: bytes that lie elsewhere, perhaps transformed, perhaps checked; without a place, bytes of a field
//! that follows the one before.

use super::algorithm::Named;
use super::expr::Tree;
use super::values::{each, tree, value};
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
        let mut region =
            Self { span, each: None, at: None, size: None, content_size: None, steps: Vec::new(), checks: Vec::new() };
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
                other => {
                    return Err(Error::new(
                        key.span(),
                        format!("unknown: `{other}`; known: each, at, size, content_size, transform, check"),
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

    /// Returns all expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let places = [&self.at, &self.size, &self.content_size].into_iter().flatten();
        let steps = self.steps.iter().map(|(_, when)| when);
        places.chain(steps).chain(self.checks.iter().flat_map(|(_, when, stored)| [when, stored]))
    }
}
