//! Generates assertions about other structures, which the compiler checks, because the macro does not see other
//! structures.

use crate::check::{Declaration, Field};
use crate::parse::{FieldShape, StoredKind, name_of};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned;

/// Returns code of assertions about the structures that fields hold.
pub(super) fn link_assertions(declaration: &Declaration) -> TokenStream {
    let Declaration { name: owner, fields, .. } = declaration;
    let each = fields.iter().filter_map(|field| {
        let ty = structure_of(field)?;
        let order = order_assertion(owner, field);
        let args = params_assertion(owner, field, ty);
        let keys = field.attrs.pool.as_ref().and_then(|pool| pool.key.as_ref()).map(|key| key_assertions(ty, key));
        Some(quote!(#args #order #keys))
    });
    quote!(#(#each)*)
}

/// Returns code of assertions about the records that a record holds.
pub(super) fn of_record(declaration: &Declaration) -> TokenStream {
    let orders = declaration.fields.iter().filter_map(|field| order_assertion(&declaration.name, field));
    quote!(#(#orders)*)
}

/// Returns the type of the structure that a field holds, or that each of its elements is.
fn structure_of(field: &Field) -> Option<&Type> {
    match &field.shape {
        FieldShape::One(StoredKind::Named(ty))
        | FieldShape::Array(StoredKind::Named(ty), _)
        | FieldShape::List(StoredKind::Named(ty)) => Some(ty),
        FieldShape::Regions(ty) => Some(ty),
        _ => None,
    }
}

/// Returns an assertion that a field passes as many values as its structure has parameters.
fn params_assertion(owner: &str, field: &Field, ty: &Type) -> TokenStream {
    let (given, name) = (Literal::usize_unsuffixed(field.attrs.args.len()), type_text(ty));
    let place = format!("`{owner}.{}`", name_of(&field.name));
    let message = match field.attrs.args.len() {
        0 => format!("{place} passes no values to `{name}`, but the structure has parameters: add `#[br(args(..))]`"),
        1 => format!(
            "{place} passes one value to `{name}`, but the structure has another number of parameters (`import`)"
        ),
        count => format!(
            "{place} passes `{name}` {count} values, but the structure has another number of parameters (`import`)"
        ),
    };
    let codec = if field.is_children() { quote!(rt::TreeNode) } else { quote!(rt::Codec) };
    quote_spanned!(span_of_type(ty)=> const _: () = ::core::assert!(<<#ty as #codec>::Args as rt::Arguments>::COUNT == #given, #message);)
}

/// Returns assertions that the elements of a pool are records, and that their key is a whole number.
fn key_assertions(ty: &Type, key: &Ident) -> TokenStream {
    let record = quote_spanned!(span_of_type(ty)=> const _: () = rt::keyed_element::<#ty>(););
    let at = Span::call_site().located_at(key.span());
    let number = quote_spanned!(at=> const _: fn(&#ty) = |__one| rt::number_of_key(&__one.__members().#key););
    quote!(#record #number)
}

/// Returns an assertion that a structure of bit fields in a big-endian field states its order of bits.
fn order_assertion(owner: &str, field: &Field) -> Option<TokenStream> {
    let ty =
        structure_of(field).filter(|_| (field.order.big || field.order.is_big.is_some()) && !field.is_children())?;
    let message = format!(
        "`{owner}.{}` {is} big-endian, but `{ty}` does not state its order of bits: add `#[brw(big)]` to `{ty}` if \
            the most significant bit comes first, or `#[brw(little)]` if the least significant bit comes first",
        name_of(&field.name),
        is = if field.order.big { "is" } else { "may be" },
        ty = type_text(ty)
    );
    Some(quote_spanned!(span_of_type(ty)=>
        const _: () = ::core::assert!(!::core::matches!(<#ty as rt::Codec>::BITS, Some(false)), #message);
    ))
}

fn span_of_type(ty: &Type) -> Span {
    Span::call_site().located_at(ty.span())
}

/// Returns the source text of the type without spaces.
fn type_text(ty: &Type) -> String {
    quote!(#ty).to_string().replace(' ', "")
}
