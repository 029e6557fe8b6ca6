//! `#[schema(region(..))]`: bytes that lie elsewhere, perhaps transformed, perhaps checked.

use super::algorithm::Named;
use super::expr::Tree;
use super::values::{each, tree, value};
use proc_macro2::Span;
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

/// `zlib if condition`
fn step(input: ParseStream<'_>) -> Result<(Named, Tree)> {
    let transform = Named::transform(input)?;
    input.parse::<Token![if]>()?;
    Ok((transform, input.parse()?))
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
                    content.parse::<Token![if]>()?;
                    let when = content.parse()?;
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

    /// Returns all expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let places = [&self.at, &self.size, &self.content_size].into_iter().flatten();
        let steps = self.steps.iter().map(|(_, when)| when);
        places.chain(steps).chain(self.checks.iter().flat_map(|(_, when, stored)| [when, stored]))
    }
}
