//! `#[structure]` with `children`: nodes of a tree, which are kept in one vector.

use super::arguments::{args_conversion, args_names, args_type};
use super::literals::{field_at_index, runtime_scope};
use super::parts::DeclarationParts;
use super::rule_constants::rule_constants;
use super::structure::{assertions_after_read, struct_definition};
use super::write::write_prelude;
use super::{computed, links};
use crate::check::{Declaration, NodeParts};
use crate::parse::name_of;
use proc_macro2::TokenStream;
use quote::quote;
use syn::ItemStruct;

/// Returns the code of `#[structure]` for a node.
pub(crate) fn emit_node(item: &ItemStruct, declaration: &Declaration, node: &NodeParts<'_>) -> TokenStream {
    let (ident, attrs) = (&item.ident, &declaration.attrs);
    let NodeParts { head, children, count, tail } = node;
    let place_of_children = head.len();
    let definition = struct_definition(item, declaration);
    let parts = DeclarationParts::new(declaration);
    let statics = parts.schema_statics();
    let child = field_at_index(place_of_children + parts.first);
    let constants = parts.offset_constants();
    let rules = rule_constants(&item.vis, declaration.all_attrs());
    let start = parts.record_start();
    let (params, numbers) = (args_names(&attrs.import), args_type(&attrs.import));
    let conversion = args_conversion(ident, &attrs.import);
    let numbered_tail = || tail.iter().enumerate().map(|(index, field)| (index + place_of_children + 1, field));
    let (reads, read_tail) = (parts.read_fields(head.iter().enumerate()), parts.read_fields(numbered_tail()));
    let (writes, write_tail) = (parts.write_fields(head.iter().enumerate()), parts.write_fields(numbered_tail()));
    let all: Vec<_> = declaration.kept_fields().map(|field| &field.name).collect();
    // Rules and fields after the children may name values that were computed before them, too.
    let names: Vec<_> = head.iter().map(|field| &field.name).collect();
    let types: Vec<_> = head.iter().map(|field| &field.ty).collect();
    let stated = parts.marks.stated_in(head);
    let locations = stated.iter().map(|_| quote!(rt::Location));
    let prelude = write_prelude(declaration);
    let (reports, checks) = (computed::computed_reports(declaration), assertions_after_read(declaration, &parts.early));
    let links = links::link_assertions(declaration);
    let label = name_of(&children.name);
    let read_args = children.attrs.args.iter().map(|tree| tree.read_argument(&label));
    let write_args = children.attrs.args.iter().map(|tree| tree.write_argument(&label));
    let (expected, count) = (count.option_code(), count.read_count(&label));
    let children_name = &children.name;
    let items = quote! {
        #statics
        #links
        impl #ident { #constants #rules }

        #conversion

        impl rt::TreeNode for #ident {
            type Args = #numbers;
            type Head = (#(#types,)* rt::ChildCount, #(#locations,)*);

            fn schema() -> &'static rt::Structure { &STRUCTURE }
            fn children() -> &'static rt::Field { #child }

            fn read_head(__d: &mut rt::Decoder<'_, '_>, __args: Self::Args) -> rt::Result<(Self::Head, u64, Self::Args)> {
                #params
                #reads
                let __count = #count;
                let __child_args = rt::Arguments::from_values([#(#read_args),*]);
                Ok(((#(#names,)* rt::ChildCount(__count), #(#stated,)*), __count, __child_args))
            }

            fn read_tail(__head: Self::Head, __d: &mut rt::Decoder<'_, '_>, __args: Self::Args) -> rt::Result<Self> {
                #params
                #start
                let (#(#names,)* #children_name, #(#stated,)*) = __head;
                #read_tail
                #reports
                #checks
                Ok(Self { #(#all),* })
            }

            fn write_head(&self, __children: u64, __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<Self::Args> {
                #params
                let Self { #(#all),* } = self;
                let #children_name = rt::ChildCount(__children);
                #prelude
                #writes
                __e.expect_len(#child, #expected, #children_name.len())?;
                Ok(rt::Arguments::from_values([#(#write_args),*]))
            }

            fn write_tail(&self, __e: &mut rt::Encoder<'_>, __args: Self::Args) -> rt::Result<()> {
                #params
                let Self { #(#all),* } = self;
                #write_tail
                Ok(())
            }
        }
    };
    let scope = runtime_scope(attrs.runtime.as_ref(), &items);
    quote! {
        #definition
        #scope
    }
}
