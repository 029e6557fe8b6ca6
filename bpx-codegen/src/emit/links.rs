//! What generated code assumes of other structures, which the macro does not see: the compiler checks it.

use crate::check::{Declaration, Field};
use crate::parse::{Attrs, Kind, Shape, name_of};
use bpx_model::Expr;
use proc_macro2::{Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Ident, Type};

/// Returns assertions about the structures that fields hold.
pub(super) fn assertions(declaration: &Declaration) -> TokenStream {
    let Declaration { name: owner, fields, .. } = declaration;
    let each = fields.iter().filter_map(|field| {
        let ty = structure_of(field)?;
        let order = order(owner, field);
        let args = params(owner, field, ty);
        Some(quote!(#args #order))
    });
    let bits = bit_members(declaration);
    quote!(#(#each)* #bits)
}

/// Returns assertions about the records that a record holds.
pub(super) fn of_record(declaration: &Declaration) -> TokenStream {
    let orders = declaration.fields.iter().filter_map(|field| order(&declaration.name, field));
    let bits = bit_members(declaration);
    quote!(#(#orders)* #bits)
}

/// Returns the structure that a field holds, or each of its elements.
fn structure_of(field: &Field) -> Option<&Type> {
    match &field.shape {
        Shape::One(Kind::Named(ty)) | Shape::Array(Kind::Named(ty), _) | Shape::List(Kind::Named(ty)) => Some(ty),
        Shape::Regions(ty) => Some(ty),
        _ => None,
    }
}

/// Returns an assertion that a structure gets as many values as it has parameters.
fn params(owner: &str, field: &Field, ty: &Type) -> TokenStream {
    let (given, name) = (Literal::usize_unsuffixed(field.attrs.args.len()), shown(ty));
    let place = format!("`{owner}.{}`", name_of(&field.name));
    let message = match field.attrs.args.len() {
        0 => format!("{place} gives `{name}` no values, and it has parameters: `#[br(args(..))]`"),
        1 => format!("{place} gives `{name}` one value, and it has another number of parameters (`import`)"),
        count => format!("{place} gives `{name}` {count} values, and it has another number of parameters (`import`)"),
    };
    let codec = if field.is_children() { quote!(rt::TreeNode) } else { quote!(rt::Codec) };
    quote_spanned!(here(ty)=> const _: () = ::core::assert!(<<#ty as #codec>::Args as rt::Arguments>::COUNT == #given, #message);)
}

/// Returns an assertion that no big-endian field holds bits, which are read least significant first.
fn order(owner: &str, field: &Field) -> Option<TokenStream> {
    let ty = structure_of(field).filter(|_| field.big && !field.is_children())?;
    let message = format!(
        "`{owner}.{}` is big-endian and holds bits of `{}`, of which the least significant comes first; most significant \
         bit first is not supported yet: say `#[brw(little)]` on the field, or declare the bits as an integer",
        name_of(&field.name),
        shown(ty)
    );
    Some(quote_spanned!(here(ty)=>
        const _: () = ::core::assert!(!::core::matches!(<#ty as rt::Codec>::BITS, Some(false)), #message);
    ))
}

/// Returns assertions that no expression names a bit field.
fn bit_members(declaration: &Declaration) -> TokenStream {
    let Declaration { attrs, fields, .. } = declaration;
    let mut asked: Vec<(&Ident, &Ident, &Type)> = Vec::new();
    for tree in fields.iter().map(|field| &field.attrs).chain([attrs]).flat_map(Attrs::expressions) {
        for part in tree.root().all().into_iter().filter(|part| matches!(part.expr, Expr::Path(_))) {
            let [first, member, ..] = part.names() else { continue };
            let held = fields.iter().find(|other| other.name == *first).and_then(structure_of);
            let seen = asked.iter().any(|(name, ..)| *name == first);
            if let (Some(ty), false) = (held, seen) {
                asked.push((first, member, ty));
            }
        }
    }
    let each = asked.into_iter().map(|(name, member, ty)| {
        let message = format!(
            "`{}.{}` is a bit field, which an expression does not know yet: declare the bits of `{}` as an integer, and \
             compare with `&` and a mask",
            name_of(name),
            name_of(member),
            shown(ty)
        );
        let span = Span::call_site().located_at(name.span());
        quote_spanned!(span=> const _: () = ::core::assert!(<#ty as rt::Codec>::BITS.is_none(), #message);)
    });
    quote!(#(#each)*)
}

fn here(ty: &Type) -> Span {
    Span::call_site().located_at(ty.span())
}

/// Returns the type as it is written.
fn shown(ty: &Type) -> String {
    quote!(#ty).to_string().replace(' ', "")
}
