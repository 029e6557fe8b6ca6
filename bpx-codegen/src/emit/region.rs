//! `#[schema(region(..))]`: bytes that lie elsewhere, as data and as code that follows them.

use super::literals::{list, option, place, text};
use crate::check::Field;
use crate::parse::{RegionAttr, Tree, name_of};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

impl RegionAttr {
    /// Returns the region as data.
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

    /// Returns code of whether some region is not empty, as far as a writer knows.
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

    /// Returns code that computes and follows the regions; `index` is the place of the field in `FIELDS`.
    pub(crate) fn read_all(&self, field: &Field, index: usize, content: &syn::Type) -> TokenStream {
        let Some(each) = &self.each else {
            return TokenStream::new();
        };
        let name = &field.name;
        let (label, array) = (name_of(name), name_of(each));
        let (start, starts) = (format_ident!("__at_{}", each), format_ident!("__starts_{}", each));
        let number = |tree: &Option<Tree>| tree.as_ref().map_or_else(|| quote!(0), |tree| tree.count(&label));
        let (offset, size) = (number(&self.at), number(&self.size));
        let content_size = option(self.content_size.as_ref().map(|_| number(&self.content_size)));
        let steps = self.steps.iter().rev().fold(quote!(None), |rest, (transform, when)| {
            let (when, transform) = (when.condition(&label), transform.value("TransformType"));
            quote!(if #when { Some(#transform) } else { #rest })
        });
        let checks = self.checks.iter().rev().fold(quote!(None), |rest, (algorithms, when, stored)| {
            let (when, stored) = (when.condition(&label), stored.count(&label));
            let mut types = algorithms.iter().map(|name| name.value("ChecksumType"));
            let (first, second) = (types.next(), option(types.next()));
            quote!(if #when {
                    Some(rt::StoredCheck { algorithms: (#first, #second), value: #stored })
                } else { #rest })
        });
        let args = field.attrs.args.iter().map(|tree| tree.argument(&label));
        let schema = place(index);
        let cost = Tree::search_cost(self.expressions().chain(&field.attrs.args));
        quote! {
            __d.charge_regions(#each.len(), #cost)?;
            let mut #name = rt::Regions::<#content>::default();
            for entry in &#each {
                #name.push(rt::Stored {
                    offset: #offset,
                    size: #size,
                    transform: #steps,
                    content_size: #content_size,
                    check: #checks,
                });
            }
            __d.regions::<#content, _>(#schema, #name.list(), (#array, #start, &#starts, &#each), &|__d, entry| {
                Ok(rt::Arguments::of([#(#args),*]))
            })?;
        }
    }
}
