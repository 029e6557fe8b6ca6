//! `#[schema(region(..))]`: bytes that lie elsewhere, perhaps transformed, perhaps checked; without a place, bytes of a field
//! that follows the one before.

use super::algorithm::Named;
use super::attrs::{each, tree};
use super::declaration::{Errors, Field};
use super::expr::{Expr, Kind as Value, Known, Scope, Tree, Words};
use super::name_of;
use super::schema::{list, option, place, text};
use super::types::Shape;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote};
use syn::parse::ParseStream;
use syn::punctuated::Punctuated;
use syn::{Error, Ident, Result, Token, parenthesized};

/// What the attribute says.
pub(crate) struct RegionAttr {
    span: Span,
    each: Option<Ident>,
    at: Option<Tree>,
    size: Option<Tree>,
    content_size: Option<Tree>,
    steps: Vec<(Named, Tree)>,
    checks: Vec<(Vec<Named>, Tree, Tree)>,
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
                "each" => region.each = Some(super::attrs::value(input)?),
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
                    region.checks.push((names, when, super::attrs::value(&content)?));
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

    /// Checks names and combinations.
    pub(crate) fn check(&self, scope: &Scope, shape: &Shape, errors: &mut Errors) {
        let many = matches!(shape, Shape::Regions(_));
        if many != self.each.is_some() {
            errors.add(Error::new(
                self.span,
                "`each = array` goes with a field of type `Regions<T>`: one region for each element",
            ));
        }
        if many && (self.at.is_none() || self.size.is_none()) {
            errors.add(Error::new(self.span, "regions need `at` and `size`"));
        }
        if self.at.is_some()
            && !many
            && (self.size.is_some() || self.content_size.is_some() || !self.steps.is_empty() || !self.checks.is_empty())
        {
            errors.add(Error::new(
                self.span,
                "a single region is only moved (`at`); sizes, transforms and checks are for `Regions<T>`, and for fields \
                 in place, without `at`",
            ));
        }
        if self.is_in_place() && self.steps.is_empty() && self.size.is_none() {
            errors.add(Error::new(
                self.span,
                "where, or how is it stored? `region(at = header.table_offset)`, `region(transform(zlib))`",
            ));
        }
        // A single field is written where it lies, so that the writer has to know the place.
        let inner = match (many, self.at.is_some()) {
            (true, _) => scope.with_entry().with_words(Words::All),
            (false, true) => scope.clone(),
            // A size that is not known to a writer follows from what it writes.
            (false, false) => scope.with_words(Words::All),
        };
        if let Some(each) = &self.each {
            match scope.find(&name_of(each)) {
                None => errors.add(Error::new(each.span(), scope.unknown(&name_of(each)))),
                Some(Known::Structures) => {}
                Some(_) => errors.add(Error::new(
                    each.span(),
                    format!("`{}` is no list of structures: each of them describes one region", name_of(each)),
                )),
            }
            if scope.find("entry").is_some() {
                let message = "`entry` in the description of regions is an element of the array, which hides the field \
                               or parameter of that name: rename it";
                errors.add(Error::new(each.span(), message));
            }
        }
        let stored = self.checks.iter().map(|(_, _, stored)| stored);
        for tree in [&self.at, &self.size, &self.content_size].into_iter().flatten().chain(stored) {
            errors.take(tree.check(&inner, Value::Int));
        }
        let conditions = self.steps.iter().map(|(_, when)| when).chain(self.checks.iter().map(|(_, when, _)| when));
        for tree in conditions {
            errors.take(tree.check(if self.is_in_place() { scope } else { &inner }, Value::Bool));
        }
    }

    /// Whether the bytes follow those of the field before.
    pub(crate) fn is_in_place(&self) -> bool {
        self.each.is_none() && self.at.is_none()
    }

    /// Whether it takes all bytes that are left.
    pub(crate) fn takes_all(&self) -> bool {
        self.is_in_place() && self.size.is_none()
    }

    /// What is stated about bytes in place: size, size of the content, checksums.
    fn statements(&self) -> impl Iterator<Item = &Tree> {
        let sizes = [&self.size, &self.content_size].into_iter().flatten();
        let checks = self.checks.iter().map(|(_, _, stored)| stored);
        sizes.chain(checks).filter(|_| self.is_in_place())
    }

    /// The fields, or holders of members, that state something about bytes in place.
    pub(crate) fn stating(&self) -> impl Iterator<Item = &Ident> {
        let parts = self.statements().flat_map(|tree| tree.root().all());
        parts.filter(|part| matches!(part.expr, Expr::Path(_))).filter_map(|part| part.names().first())
    }

    /// All expressions.
    pub(crate) fn expressions(&self) -> impl Iterator<Item = &Tree> {
        let places = [&self.at, &self.size, &self.content_size].into_iter().flatten();
        let steps = self.steps.iter().map(|(_, when)| when);
        places.chain(steps).chain(self.checks.iter().flat_map(|(_, when, stored)| [when, stored]))
    }

    /// As data.
    pub(crate) fn schema(&self) -> TokenStream {
        let each = option(self.each.as_ref().map(|each| text(&name_of(each))));
        let expr = |tree: &Option<Tree>| option(tree.as_ref().map(Tree::schema));
        let (at, size, content_size) = (expr(&self.at), expr(&self.size), expr(&self.content_size));
        let steps = list(self.steps.iter().map(|(transform, when)| {
            let (when, transform) = (when.schema(), transform.schema("TransformType"));
            quote!(rt::Step { when: #when, transform: #transform })
        }));
        let checks = list(self.checks.iter().map(|(algorithms, when, stored)| {
            let (when, stored) = (when.schema(), stored.schema());
            let algorithms = list(algorithms.iter().map(|name| name.schema("ChecksumType")));
            quote!(rt::Check { when: #when, algorithms: #algorithms, stored: #stored })
        }));
        quote!(rt::Region { each: #each, at: #at, size: #size, steps: #steps, content_size: #content_size, checks: #checks })
    }

    /// The array that describes the regions.
    pub(crate) fn each(&self) -> Option<&Ident> {
        self.each.as_ref()
    }

    /// Code that says whether some region is not empty, as far as a writer knows.
    pub(crate) fn holds_bytes(&self) -> TokenStream {
        let Some(each) = &self.each else { return quote!(false) };
        match self.size.as_ref().filter(|size| !size.needs_space()) {
            Some(size) => {
                let size = size.code();
                quote!(#each.iter().any(|entry| #size != Some(0)))
            }
            None => quote!(!#each.is_empty()),
        }
    }

    /// Where a single region lies.
    pub(crate) fn at(&self) -> Option<&Tree> {
        self.at.as_ref()
    }

    /// Code that reads a field in place from the content of the bytes that hold it.
    pub(crate) fn read_in_place(&self, label: &str, schema: &TokenStream, read: &TokenStream) -> TokenStream {
        let size = self.size.as_ref().map_or_else(|| quote!(__d.remaining()), |size| size.count(label));
        let stored = self.stored(label, &quote!(0), &size);
        quote!(__d.stored(#schema, #stored, |__d| Ok(#read))?)
    }

    /// Code that writes a field in place into content of its own, and stores that; `spans` say where fields lie that state
    /// something about it.
    pub(crate) fn write_in_place(&self, index: usize, spans: &TokenStream, write: &TokenStream) -> TokenStream {
        let index = Literal::usize_unsuffixed(index);
        let transform = self.steps.iter().rev().fold(quote!(None), |rest, (transform, when)| {
            let (when, transform) = (when.wanted(), transform.value("TransformType"));
            quote!(if #when { Some(#transform) } else { #rest })
        });
        let stated = |tree: Option<&Tree>| match tree.filter(|tree| !tree.needs_space()) {
            Some(tree) => tree.code(),
            None => quote!(None),
        };
        let (size, content_size) = (stated(self.size.as_ref()), stated(self.content_size.as_ref()));
        let numbered = self.checks.iter().enumerate().rev();
        let check = numbered.fold(quote!((None, None)), |rest, (place, (algorithms, when, stored))| {
            let (when, stored, place) = (when.wanted(), stated(Some(stored)), Literal::usize_unsuffixed(place));
            let algorithm = option(algorithms.first().map(|first| {
                let first = first.value("ChecksumType");
                quote!((#place, #first))
            }));
            quote!(if #when { (#algorithm, #stored) } else { #rest })
        });
        quote! {
            let (__check, __sum) = #check;
            let __storing = rt::Storing {
                fields: &FIELDS,
                index: #index,
                spans: #spans,
                transform: #transform,
                check: __check,
                stated: [#size, #content_size, __sum],
            };
            __e.stored(__storing, |__e| { #write Ok(()) })?;
        }
    }

    /// Code of how bytes are stored.
    fn stored(&self, label: &str, offset: &TokenStream, size: &TokenStream) -> TokenStream {
        let content_size = option(self.content_size.as_ref().map(|tree| tree.count(label)));
        let steps = self.steps.iter().rev().fold(quote!(None), |rest, (transform, when)| {
            let (when, transform) = (when.condition(label), transform.value("TransformType"));
            quote!(if #when { Some(#transform) } else { #rest })
        });
        let checks = self.checks.iter().rev().fold(quote!(None), |rest, (algorithms, when, stored)| {
            let (when, stored) = (when.condition(label), stored.count(label));
            let mut types = algorithms.iter().map(|name| name.value("ChecksumType"));
            let (first, second) = (types.next(), option(types.next()));
            quote!(if #when {
                    Some(rt::StoredCheck { algorithms: (#first, #second), value: #stored })
                } else { #rest })
        });
        quote!(rt::Stored {
            offset: #offset,
            size: #size,
            transform: #steps,
            content_size: #content_size,
            check: #checks,
        })
    }

    /// Code that computes and follows the regions; `index` is the place of the field in `FIELDS`.
    pub(crate) fn read_all(&self, field: &Field, index: usize, content: &syn::Type) -> TokenStream {
        let Some(each) = &self.each else {
            return TokenStream::new();
        };
        let name = &field.name;
        let (label, array) = (name_of(name), name_of(each));
        let (start, starts) = (format_ident!("__at_{}", each), format_ident!("__starts_{}", each));
        let number = |tree: &Option<Tree>| tree.as_ref().map_or_else(|| quote!(0), |tree| tree.count(&label));
        let (offset, size) = (number(&self.at), number(&self.size));
        let stored = self.stored(&label, &offset, &size);
        let count = Literal::usize_unsuffixed(field.attrs.args.len());
        let args = field.attrs.args.iter().map(|tree| tree.argument(&label));
        let schema = place(index);
        let cost = Tree::search_cost(self.expressions().chain(&field.attrs.args));
        quote! {
            __d.charge_regions(#each.len(), #cost)?;
            let mut #name = rt::Regions::<#content>::default();
            for entry in &#each {
                #name.push(#stored);
            }
            __d.regions::<#content, _, #count>(#schema, #name.list(), (#array, #start, &#starts, &#each), &|__d, entry| {
                Ok([#(#args),*])
            })?;
        }
    }
}
