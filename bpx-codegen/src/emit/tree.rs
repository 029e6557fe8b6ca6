//! `#[structure]` with `children`: nodes of a tree, kept in one vector.

use crate::check::field::Field;
use crate::emit::computed;
use crate::emit::links;
use crate::emit::schema;
use crate::emit::structure::{self, Parts};
use crate::parse::attrs::Attrs;
use crate::parse::naming::name_of;
use crate::parse::types::{Kind, Shape};
use proc_macro2::{Literal, TokenStream};
use quote::quote;
use syn::{Error, ItemStruct, Result};

/// What `#[structure]` makes of a node.
pub(crate) fn expand(item: &ItemStruct, attrs: &Attrs, fields: &[Field]) -> Result<TokenStream> {
    let ident = &item.ident;
    let owner = attrs.called(ident);
    let places: Vec<_> =
        fields.iter().enumerate().filter(|(_, field)| field.is_children()).map(|(place, _)| place).collect();
    let &[place] = &*places else {
        return Err(Error::new_spanned(&item.ident, "a node has one field of children"));
    };
    let (Some(head), Some(children), Some(tail)) = (fields.get(..place), fields.get(place), fields.get(place + 1..))
    else {
        return Err(Error::new_spanned(&item.ident, "a node has one field of children"));
    };
    let same = matches!(&children.shape, Shape::List(Kind::Named(ty)) if *ident == quote!(#ty).to_string());
    if !same {
        return Err(Error::new_spanned(&children.ty, format!("the children of a node are nodes: `Vec<{ident}>`")));
    }
    let Some(count) = &children.attrs.count else {
        return Err(Error::new_spanned(
            &children.name,
            "how many children? `#[br(count = ..)]` with a number that stands before",
        ));
    };
    if let Some(field) = fields.iter().find(|field| field.attrs.region.is_some()) {
        return Err(Error::new_spanned(&field.name, "the bytes of a node lie together: no regions in it"));
    }
    if let Some(field) = tail.iter().find(|field| field.is_temp()) {
        return Err(Error::new_spanned(
            &field.name,
            "a computed field of a node has to be declared before its children",
        ));
    }
    if let Some(derived) =
        attrs.derived.iter().find(|derived| tail.iter().any(|field| derived.target.first() == Some(&field.name)))
    {
        let target = derived.target.first();
        return Err(Error::new_spanned(target, "a node with a computed member has to be declared before its children"));
    }
    if let Some(word) = [("custom", attrs.custom.is_empty()), ("sum", attrs.sums.is_empty())].iter().find(|(_, no)| !no)
    {
        let message = format!("`{}` is not for nodes of a tree: put it on the structure that holds the tree", word.0);
        return Err(Error::new_spanned(&item.ident, message));
    }
    let definition = structure::definition(item, fields);
    let parts = Parts::new(&owner, attrs, fields)?;
    let statics = parts.statics(&owner, attrs, fields);
    let child = schema::place(place + parts.first);
    let constants = parts.constants(fields)?;
    let start = parts.start();
    let params = structure::params(attrs, &quote!(rt::args(__d, __args)?));
    let write_params = structure::params(attrs, &quote!(rt::write_args(__e, __args)?));
    let reads = head.iter().enumerate().map(|(index, field)| parts.read_field(field, index));
    let read_tail = tail.iter().enumerate().map(|(index, field)| parts.read_field(field, index + place + 1));
    let writes = head.iter().enumerate().map(|(index, field)| parts.write_field(field, index));
    let write_tail = tail.iter().enumerate().map(|(index, field)| parts.write_field(field, index + place + 1));
    let all: Vec<_> = structure::kept(fields).map(|field| &field.name).collect();
    // Rules and fields behind the children see what was computed before them, too.
    let names: Vec<_> = head.iter().map(|field| &field.name).collect();
    let types: Vec<_> = head.iter().map(|field| &field.ty).collect();
    let stated = parts.marks.stated_in(head);
    let locations = stated.iter().map(|_| quote!(rt::Location));
    let prelude = structure::write_prelude(attrs, fields);
    let (reports, checks) = (computed::reports(attrs, fields), structure::after_read(attrs, fields));
    let links = links::assertions(&owner, attrs, fields);
    let params_count = Literal::usize_unsuffixed(attrs.import.len());
    let label = name_of(&children.name);
    let arity = Literal::usize_unsuffixed(children.attrs.args.len());
    let read_args = children.attrs.args.iter().map(|tree| tree.argument(&label));
    let write_args = children.attrs.args.iter().map(|tree| tree.write_argument(&label));
    let (expected, count) = (count.code(), count.count(&label));
    let children_name = &children.name;
    let items = quote! {
        #statics
        #links
        impl #ident { #constants }

        impl rt::TreeNode for #ident {
            const PARAMS: usize = #params_count;
            type Head = (#(#types,)* rt::Count, #(#locations,)*);
            type Args = [i128; #arity];

            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn children() -> &'static rt::Field { #child }

            fn read_head(__d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<(Self::Head, u64, Self::Args)> {
                #params
                #(#reads)*
                let __count = #count;
                let __child_args = [#(#read_args),*];
                Ok(((#(#names,)* rt::Count(__count), #(#stated,)*), __count, __child_args))
            }

            fn read_tail(__head: Self::Head, __d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<Self> {
                #params
                #start
                let (#(#names,)* #children_name, #(#stated,)*) = __head;
                #(#read_tail)*
                #reports
                #checks
                Ok(Self { #(#all),* })
            }

            fn write_head(&self, __children: u64, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<Self::Args> {
                #write_params
                let Self { #(#all),* } = self;
                let #children_name = rt::Count(__children);
                #prelude
                #(#writes)*
                __e.expect_len(#child, #expected, #children_name.len())?;
                Ok([#(#write_args),*])
            }

            fn write_tail(&self, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<()> {
                #write_params
                let Self { #(#all),* } = self;
                #(#write_tail)*
                Ok(())
            }
        }
    };
    let scope = schema::scope(attrs.runtime.as_ref(), &items);
    Ok(quote! {
        #definition
        #scope
    })
}
