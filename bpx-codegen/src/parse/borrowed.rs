//! Types that borrow from the bytes that a reader gets.

use syn::{Error, GenericArgument, Generics, Lifetime, PathArguments, Result, Type, TypePath};

/// A borrowed type.
pub(crate) struct BorrowedType {
    /// The lifetime of the bytes.
    pub(crate) lifetime: Lifetime,
    /// Whether the bytes are a text in UTF-8.
    pub(crate) is_text: bool,
}

/// Returns the borrowed type of a field; `None` for an owned type, such as `Vec<u8>`.
pub(super) fn borrowed_type(ty: &Type) -> Result<Option<BorrowedType>> {
    let (lifetime, inner) = match ty {
        Type::Reference(reference) if reference.mutability.is_none() => {
            let lifetime = reference.lifetime.clone();
            (
                lifetime.ok_or_else(|| {
                    Error::new_spanned(ty, "missing lifetime of the bytes: `&'a [u8]`, in a `struct Item<'a>`")
                })?,
                &*reference.elem,
            )
        }
        Type::Path(path) => match cow_parts(path) {
            Some(parts) => parts,
            None => return Ok(None),
        },
        _ => return Ok(None),
    };
    let is_text = match inner {
        Type::Path(path) if path.path.is_ident("str") => true,
        Type::Slice(slice) if matches!(&*slice.elem, Type::Path(path) if path.path.is_ident("u8")) => false,
        _ => {
            let message = "expected `&'a [u8]`, `&'a str`, `Cow<'a, [u8]>` or `Cow<'a, str>` for borrowed bytes; \
                numbers of several bytes cannot be borrowed, because they have a byte order: declare a `Vec` of \
                numbers";
            return Err(Error::new_spanned(inner, message));
        }
    };
    Ok(Some(BorrowedType { lifetime, is_text }))
}

/// Returns the parts of `Cow<'a, T>`.
fn cow_parts(path: &TypePath) -> Option<(Lifetime, &Type)> {
    let last = path.path.segments.last().filter(|last| last.ident == "Cow")?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else { return None };
    let mut arguments = arguments.args.iter();
    match (arguments.next(), arguments.next()) {
        (Some(GenericArgument::Lifetime(lifetime)), Some(GenericArgument::Type(inner))) => {
            Some((lifetime.clone(), inner))
        }
        _ => None,
    }
}

/// Returns the type of a structure that borrows bytes, with inferred lifetimes; `None` if the type has other parameters
/// than lifetimes.
pub(super) fn without_lifetimes(path: &TypePath) -> Option<Type> {
    let mut path = path.clone();
    let PathArguments::AngleBracketed(arguments) = &mut path.path.segments.last_mut()?.arguments else { return None };
    for argument in &mut arguments.args {
        let GenericArgument::Lifetime(lifetime) = argument else { return None };
        *lifetime = Lifetime::new("'_", lifetime.span());
    }
    Some(Type::Path(path))
}

/// Returns whether a type names a structure that borrows bytes.
pub(crate) fn has_lifetime(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    let last = path.path.segments.last();
    let Some(PathArguments::AngleBracketed(arguments)) = last.map(|last| &last.arguments) else { return false };
    arguments.args.iter().any(|argument| matches!(argument, GenericArgument::Lifetime(_)))
}

/// Returns whether an item has no parameters, or only the lifetime of the bytes that it borrows.
pub(crate) fn is_plain_lifetime(generics: &Generics) -> bool {
    let mut params = generics.params.iter();
    let first = params.next();
    let is_lifetime =
        matches!(first, None | Some(syn::GenericParam::Lifetime(syn::LifetimeParam { colon_token: None, .. })));
    is_lifetime && params.next().is_none() && generics.where_clause.is_none()
}
