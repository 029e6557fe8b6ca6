//! `#[structure]` with `children`: nodes of a tree, kept in one vector.

use super::attrs::Attrs;
use super::declaration::Field;
use super::structure::{self, Parts};
use super::types::{Kind, Shape};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, ItemStruct, Result};

/// What `#[structure]` makes of a node.
pub(crate) fn expand(item: &ItemStruct, attrs: &Attrs, fields: &[Field]) -> Result<TokenStream> {
    let ident = &item.ident;
    let owner = ident.to_string();
    let places: Vec<_> =
        fields.iter().enumerate().filter(|(_, field)| field.is_children()).map(|(place, _)| place).collect();
    let &[place] = &*places else {
        return Err(Error::new_spanned(&item.ident, "a node has one field of children"));
    };
    let (Some(head), Some(children), Some(tail)) = (fields.get(..place), fields.get(place), fields.get(place + 1..))
    else {
        return Err(Error::new_spanned(&item.ident, "a node has one field of children"));
    };
    let same = matches!(&children.shape, Shape::List(Kind::Named(ty)) if quote!(#ty).to_string() == owner);
    if !same {
        return Err(Error::new_spanned(&children.ty, format!("the children of a node are nodes: `Vec<{owner}>`")));
    }
    let Some(count) = &children.attrs.count else {
        return Err(Error::new_spanned(&children.name, "how many children? `#[br(count = ..)]`"));
    };
    let definition = structure::definition(item, fields);
    let parts = Parts::new(&owner, attrs, fields)?;
    let statics = parts.statics(&owner, attrs, fields);
    let first = usize::from(attrs.magic.is_some());
    let child_place = place + first;
    let params = structure::params(attrs);
    let reads = head.iter().enumerate().map(|(index, field)| structure::read_field(field, index + first));
    let read_tail = tail.iter().enumerate().map(|(index, field)| structure::read_field(field, index + child_place + 1));
    let writes = head.iter().enumerate().map(|(index, field)| structure::write_field(field, index + first));
    let write_tail =
        tail.iter().enumerate().map(|(index, field)| structure::write_field(field, index + child_place + 1));
    let all: Vec<_> = structure::kept(fields).map(|field| &field.name).collect();
    let kept: Vec<_> = structure::kept(head).map(|field| &field.name).collect();
    let types: Vec<_> = structure::kept(head).map(|field| &field.ty).collect();
    let prelude = structure::write_prelude(attrs, fields);
    let checks = structure::after_read(attrs, fields);
    let label = children.name.to_string();
    let arity = children.attrs.args.len();
    let args: Vec<_> = children.attrs.args.iter().map(super::expr::Tree::code).collect();
    let read_args = args.iter().map(|code| quote!(rt::argument(__d, #code, #label)?));
    let write_args = args.iter().map(|code| quote!(rt::write_argument(__e, #code, #label)?));
    let expected = count.code();
    let count = count.code();
    let children_name = &children.name;
    Ok(quote! {
        #definition
        const _: () = {
            use ::bpx_schema::rt;
            #statics

            #[allow(clippy::all, clippy::pedantic, clippy::restriction, unused_variables, unused_parens)]
            impl rt::TreeNode for #ident {
                type Head = (#(#types,)*);
                type Args = [i128; #arity];

                fn schema() -> &'static rt::Structure { &STRUCTURE }
                fn children() -> &'static rt::Field { &FIELDS[#child_place] }

                fn read_head(__d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<(Self::Head, u64, Self::Args)> {
                    #params rt::args(__d, __args)?;
                    #(#reads)*
                    let __count = rt::count(__d, #count, #label)?;
                    let __child_args = [#(#read_args),*];
                    Ok(((#(#kept,)*), __count, __child_args))
                }

                fn read_tail(__head: Self::Head, __d: &mut rt::Decoder<'_, '_>, __args: &[i128]) -> rt::Result<Self> {
                    #params rt::args(__d, __args)?;
                    let __at = __d.location();
                    let (#(#kept,)*) = __head;
                    #(#read_tail)*
                    #checks
                    Ok(Self { #(#all),* })
                }

                fn write_head(&self, __children: u64, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<Self::Args> {
                    #params rt::write_args(__e, __args)?;
                    let Self { #(#all),* } = self;
                    let #children_name = rt::Count(__children);
                    #prelude
                    #(#writes)*
                    __e.expect_len(&FIELDS[#child_place], #expected, #children_name.len())?;
                    Ok([#(#write_args),*])
                }

                fn write_tail(&self, __e: &mut rt::Encoder<'_>, __args: &[i128]) -> rt::Result<()> {
                    #params rt::write_args(__e, __args)?;
                    let Self { #(#all),* } = self;
                    #(#write_tail)*
                    Ok(())
                }
            }
        };
    })
}
