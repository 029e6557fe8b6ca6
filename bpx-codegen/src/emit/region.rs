//! `#[schema(region(..))]`: bytes that have offsets of their own, or are stored in another form, both as data and as
//! code.

use super::literals::{field_at_index, list_literal, option_literal, text_literal};
use crate::check::Field;
use crate::parse::{ExprTree, RegionAttr, name_of};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

impl RegionAttr {
    /// Returns the region as data.
    pub(crate) fn schema_code(&self) -> TokenStream {
        let each = option_literal(self.each.as_ref().map(|each| text_literal(&name_of(each))));
        let expr = |tree: &Option<ExprTree>| option_literal(tree.as_ref().map(ExprTree::schema_code));
        let (at, size, content_size) = (expr(&self.at), expr(&self.size), expr(&self.content_size));
        let search = option_literal(self.search.as_ref().map(|search| {
            let (bytes, last) = (Literal::byte_string(&search.bytes), search.last);
            let within = option_literal(search.within.map(|within| Literal::u64_unsuffixed(within).to_token_stream()));
            quote!(rt::RegionSearch { bytes: Borrowed(#bytes), last: #last, within: #within })
        }));
        let steps = list_literal(self.steps.iter().map(|(transform, when)| {
            let (when, transform) = (when.schema_code(), transform.schema_code("TransformType"));
            quote!(rt::RegionStep { when: #when, transform: #transform })
        }));
        let checks = list_literal(self.checks.iter().map(|(algorithms, when, stored)| {
            let (when, stored) = (when.schema_code(), stored.schema_code());
            let algorithms = list_literal(algorithms.iter().map(|name| name.schema_code("ChecksumType")));
            quote!(rt::RegionChecksum { when: #when, algorithms: #algorithms, stored: #stored })
        }));
        let (align, reverse, share) = (expr(&self.place.align), self.place.reverse, self.place.share);
        let padded = self.place.padded.is_some();
        let after = option_literal(self.place.after.as_ref().map(|after| text_literal(&name_of(after))));
        let joined = option_literal(self.joined.as_ref().map(|(array, bytes)| {
            let (array, bytes) = (text_literal(&name_of(array)), bytes.schema_code());
            quote!(rt::JoinedParts { array: #array, bytes: #bytes })
        }));
        let self_ending = self.self_ending.is_some();
        quote!(rt::Region {
            joined: #joined, self_ending: #self_ending,
            each: #each, at: #at, search: #search, size: #size, steps: #steps, content_size: #content_size, checks: #checks,
            place: rt::Placement { align: #align, after: #after, reverse: #reverse, share: #share, padded: #padded },
        })
    }

    /// Returns code that decides whether some region is not empty, from the values that a writer knows.
    pub(crate) fn holds_bytes(&self) -> TokenStream {
        let Some(each) = &self.each else { return quote!(false) };
        match self.size.as_ref().filter(|size| !size.needs_space()) {
            Some(size) => {
                let size = size.option_code();
                quote!(#each.iter().any(|entry| #size != Some(0)))
            }
            None => quote!(!#each.is_empty()),
        }
    }

    /// Returns code that reads a field from the content of the stored bytes.
    pub(super) fn read_stored(&self, label: &str, schema: &TokenStream, read: &TokenStream) -> TokenStream {
        if let Some((array, _)) = &self.joined {
            let (name, start, parts) = (name_of(array), format_ident!("__at_{}", array), self.join_parts());
            let stored = self.stored_code(label, &quote!(0), &quote!(0));
            return quote!({
                let __parts = #parts;
                __d.read_joined(#schema, #stored, (#name, #start, __parts), |__d| Ok(#read))?
            });
        }
        let size = self.size.as_ref().map_or_else(|| quote!(__d.remaining()), |size| size.read_fact(label, "size"));
        let stored = self.stored_code(label, &quote!(0), &size);
        quote!(__d.read_stored(#schema, #stored, |__d| Ok(#read))?)
    }

    /// Returns code that joins the parts of the stored bytes.
    fn join_parts(&self) -> TokenStream {
        let Some((array, bytes)) = &self.joined else { return quote!(None) };
        let bytes = bytes.option_code();
        quote!(rt::bytes_of_elements(#array.iter(), |entry| { let _ = entry; #bytes }))
    }

    /// Returns code that writes a field into separate content, and stores the content; `spans` has the positions of the
    /// fields that state facts about that field.
    pub(super) fn write_stored(&self, index: usize, spans: &TokenStream, write: &TokenStream) -> TokenStream {
        let storing = self.storing_code(index, spans);
        quote!(#storing __e.write_stored(__storing, |__e| { #write Ok(()) })?;)
    }

    /// Returns code that stores the field before a writer writes the number that states the field's size; the value of
    /// the code is the size in bytes.
    pub(super) fn store_ahead(&self, index: usize, write: &TokenStream) -> TokenStream {
        let storing = self.storing_code(index, &quote!(&[]));
        quote!({ #storing __e.store_ahead(__storing, |__e| { #write Ok(()) })? })
    }

    /// Returns code for how a writer stores the field, and for the facts that other fields state about the stored
    /// bytes.
    fn storing_code(&self, index: usize, spans: &TokenStream) -> TokenStream {
        let index = Literal::usize_unsuffixed(index);
        let transform = self.select_transform(ExprTree::condition_or_false);
        let stated = |tree: Option<&ExprTree>| match tree.filter(|tree| !tree.needs_space()) {
            Some(tree) => tree.option_code(),
            None => quote!(None),
        };
        let (size, content_size) = (stated(self.size.as_ref()), stated(self.content_size.as_ref()));
        let at = stated(self.at.as_ref());
        let numbered = self.checks.iter().enumerate().rev();
        let check = numbered.fold(quote!((None, None)), |rest, (place, (algorithms, when, stored))| {
            let (when, stored, place) =
                (when.condition_or_false(), stated(Some(stored)), Literal::usize_unsuffixed(place));
            let algorithm = option_literal(algorithms.first().map(|first| {
                let first = first.type_value("ChecksumType");
                quote!((#place, #first))
            }));
            quote!(if #when { (#algorithm, #stored) } else { #rest })
        });
        let joined = self.joined.as_ref().map(|_| self.join_parts());
        let parts = joined.iter();
        let joined = if joined.is_some() { quote!(Some(__parts.as_deref())) } else { quote!(None) };
        quote! {
            #(let __parts = #parts;)*
            let (__check, __sum) = #check;
            let __storing = rt::StoringPlan {
                fields: &FIELDS,
                index: #index,
                spans: #spans,
                transform: #transform,
                check: __check,
                stated: [#size, #content_size, __sum],
                at: #at,
                joined: #joined,
            };
        }
    }

    /// Returns code for the first transform whose condition holds.
    fn select_transform(&self, condition: impl Fn(&ExprTree) -> TokenStream) -> TokenStream {
        self.steps.iter().rev().fold(quote!(None), |rest, (transform, when)| {
            let (when, transform) = (condition(when), transform.type_value("TransformType"));
            quote!(if #when { Some(#transform) } else { #rest })
        })
    }

    /// Returns code for how the bytes are stored, as a reader needs it.
    fn stored_code(&self, label: &str, offset: &TokenStream, size: &TokenStream) -> TokenStream {
        let content_size = option_literal(self.content_size.as_ref().map(|tree| tree.read_fact(label, "content size")));
        let steps = self.select_transform(|when| when.read_condition(label));
        let checks = self.checks.iter().rev().fold(quote!(None), |rest, (algorithms, when, stored)| {
            let (when, stored) = (when.read_condition(label), stored.read_fact(label, "checksum"));
            let mut types = algorithms.iter().map(|name| name.type_value("ChecksumType"));
            let (first, second) = (types.next(), option_literal(types.next()));
            quote!(if #when {
                    Some(rt::StoredCheck { algorithms: (#first, #second), value: #stored })
                } else { #rest })
        });
        quote!(rt::StoredRegion {
            offset: #offset,
            size: #size,
            transform: #steps,
            content_size: #content_size,
            check: #checks,
        })
    }

    /// Returns code that computes the regions and reads their contents; `index` is the index of the field in `FIELDS`.
    pub(crate) fn read_all(&self, field: &Field, index: usize, content: &syn::Type) -> TokenStream {
        let Some(each) = &self.each else {
            return TokenStream::new();
        };
        let name = &field.name;
        let (label, array) = (name_of(name), name_of(each));
        let (start, starts) = (format_ident!("__at_{}", each), format_ident!("__starts_{}", each));
        let number = |tree: &Option<ExprTree>, fact| {
            tree.as_ref().map_or_else(|| quote!(0), |tree| tree.read_fact(&label, fact))
        };
        let (offset, size) = (number(&self.at, "offset"), number(&self.size, "size"));
        let stored = self.stored_code(&label, &offset, &size);
        let args = field.attrs.args.iter().map(|tree| tree.read_argument(&label));
        let schema = field_at_index(index);
        let mut trees = self.expressions();
        trees.extend(&field.attrs.args);
        let cost = ExprTree::search_cost(&trees);
        quote! {
            __d.charge_regions(#each.len(), #cost)?;
            let mut #name = rt::Regions::<#content>::default();
            for entry in &#each {
                #name.push(#stored);
            }
            __d.follow_regions::<#content, _>(#schema, #name.list(), (#array, #start, &#starts, &#each), &|__d, entry| {
                Ok(rt::Arguments::from_values([#(#args),*]))
            })?;
        }
    }
}
