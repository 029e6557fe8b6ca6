//! Removes the groups that `macro_rules!` puts around types, and parentheses around types.

use proc_macro2::TokenStream;
use syn::{Field, GenericArgument, Item, PathArguments, Result, Type};

/// Reads an item, with the types of its fields as a declaration without macros has them.
pub(crate) fn parse_item(tokens: TokenStream) -> Result<Item> {
    let mut item = syn::parse2(tokens)?;
    fields_of_item(&mut item).for_each(|field| remove_groups(&mut field.ty));
    Ok(item)
}

/// Returns the fields of a struct, or those of all variants of an enum.
fn fields_of_item(item: &mut Item) -> impl Iterator<Item = &mut Field> {
    let (own, variants) = match item {
        Item::Struct(item) => (Some(&mut item.fields), None),
        Item::Enum(item) => (None, Some(&mut item.variants)),
        _ => (None, None),
    };
    let of_variants = variants.into_iter().flatten().map(|variant| &mut variant.fields);
    own.into_iter().chain(of_variants).flatten()
}

/// Removes groups and parentheses around a type, its elements and its generic arguments.
fn remove_groups(ty: &mut Type) {
    while let Type::Group(syn::TypeGroup { elem, .. }) | Type::Paren(syn::TypeParen { elem, .. }) = ty {
        let inner = std::mem::replace(&mut **elem, Type::Verbatim(TokenStream::new()));
        *ty = inner;
    }
    match ty {
        Type::Array(array) => remove_groups(&mut array.elem),
        Type::Slice(slice) => remove_groups(&mut slice.elem),
        Type::Reference(reference) => remove_groups(&mut reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter_mut().for_each(remove_groups),
        Type::Path(path) => {
            let arguments = path.path.segments.iter_mut().filter_map(|segment| match &mut segment.arguments {
                PathArguments::AngleBracketed(arguments) => Some(&mut arguments.args),
                _ => None,
            });
            for argument in arguments.flatten() {
                if let GenericArgument::Type(ty) = argument {
                    remove_groups(ty);
                }
            }
        }
        _ => {}
    }
}
