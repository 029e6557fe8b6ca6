//! Rules of a field: as data, and as a condition without branches.

use super::attrs::Attrs;
use super::declaration::Field;
use super::types::{Kind, Shape};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Result};

/// One rule of a field.
pub(crate) struct Constraint {
    /// Last part of its stable name.
    pub(crate) rule: &'static str,
    /// As data.
    pub(crate) schema: TokenStream,
    /// Whether it holds for `value`, a single number; none for rules of the whole field.
    pub(crate) holds_each: Option<TokenStream>,
    /// Whether it holds for `value`, the whole field.
    pub(crate) holds_all: Option<TokenStream>,
}

/// The rules of a field.
pub(crate) fn constraints(field: &Field) -> Result<Vec<Constraint>> {
    let attrs = &field.attrs;
    let mut list = Vec::new();
    let each = |rule, schema, holds| Constraint { rule, schema, holds_each: Some(holds), holds_all: None };
    let float = matches!(field.kind(), Some(Kind::Number { float: true, .. }));
    let number = matches!(field.kind(), Some(Kind::Number { .. } | Kind::Uleb { .. }));
    let whole = number && !float;
    if let Some(span) = attrs.reserved {
        if !number {
            return Err(Error::new(span, "reserved bytes are numbers or arrays of them"));
        }
        let holds = if float { quote!(value.to_bits() == 0) } else { quote!(value == 0) };
        list.push(each("zero", quote!(rt::Rule::Zero), holds));
    }
    if let Some(magic) = &attrs.magic {
        let literal = proc_macro2::Literal::byte_string(magic);
        let schema = quote!(rt::Rule::Magic(rt::Cow::Borrowed(#literal)));
        list.push(Constraint { rule: "magic", schema, holds_each: None, holds_all: Some(quote!(value == *#literal)) });
    }
    let lists = [("one-of", quote!(OneOf), &attrs.one_of), ("supported", quote!(Supported), &attrs.supported)];
    for (rule, variant, allowed) in lists {
        let Some((span, allowed)) = allowed else {
            continue;
        };
        if !whole || allowed.is_empty() {
            return Err(Error::new(*span, "lists at least one value of a whole number"));
        }
        let schema = quote!(rt::Rule::#variant(rt::Cow::Borrowed(&[#(#allowed),*])));
        let literals = allowed.iter().map(|value| proc_macro2::Literal::i64_unsuffixed(*value));
        list.push(each(rule, schema, quote!(matches!(value, #(#literals)|*))));
    }
    if let Some((span, low, high)) = attrs.range {
        if !whole {
            return Err(Error::new(span, "`range` is for whole numbers"));
        }
        let (from, to) = (proc_macro2::Literal::i64_unsuffixed(low), proc_macro2::Literal::i64_unsuffixed(high));
        list.push(each("range", quote!(rt::Rule::Range(#low, #high)), quote!((value >= #from) & (value <= #to))));
    }
    if let Some((span, factor)) = attrs.multiple_of {
        if !whole {
            return Err(Error::new(span, "`multiple_of` is for whole numbers"));
        }
        let literal = proc_macro2::Literal::i64_unsuffixed(factor);
        list.push(each("multiple-of", quote!(rt::Rule::MultipleOf(#factor)), quote!(value % #literal == 0)));
    }
    if attrs.known && attrs.codes.is_none() {
        return Err(Error::new_spanned(&field.name, "`known` needs `codes = Type`: which values are known?"));
    }
    if let Some(codes) = &attrs.codes {
        if !whole {
            return Err(Error::new_spanned(codes, "codes are whole numbers"));
        }
        if attrs.known {
            list.push(each("known", quote!(rt::Rule::Known), quote!(<#codes as rt::Coded>::knows(value as u64))));
        }
    }
    if let Some(span) = attrs.finite {
        if !float {
            return Err(Error::new(span, "`finite` is for f32 and f64"));
        }
        list.push(each("finite", quote!(rt::Rule::Finite), quote!(value.is_finite())));
    }
    if let Some(span) = attrs.utf8 {
        let text = matches!(&field.shape, Shape::One(Kind::CText) | Shape::List(Kind::CText));
        if !text && !field.kind().is_some_and(Kind::is_byte) {
            return Err(Error::new(span, "`utf8` is for bytes and `CText`"));
        }
        let holds =
            if text { quote!(value.as_str().is_some()) } else { quote!(::core::str::from_utf8(&value).is_ok()) };
        list.push(Constraint {
            rule: "utf8",
            schema: quote!(rt::Rule::Utf8),
            holds_each: None,
            holds_all: Some(holds),
        });
    }
    Ok(list)
}

/// `SectionHeader` as `section-header`, `stored_size` as `stored-size`, `UInt8` as `uint8`.
pub(crate) fn kebab(name: &str) -> String {
    let mut text = String::new();
    let mut before = None;
    for letter in name.trim_start_matches("r#").chars() {
        let word = before.is_some_and(|before: char| before.is_ascii_lowercase() || before.is_ascii_digit());
        match letter {
            '_' => text.push('-'),
            upper if upper.is_ascii_uppercase() => {
                if word {
                    text.push('-');
                }
                text.push(upper.to_ascii_lowercase());
            }
            other => text.push(other),
        }
        before = Some(letter);
    }
    text
}

/// The rules of a field as data.
pub(crate) fn schema(owner: &str, field: &Field) -> Result<TokenStream> {
    let attrs = &field.attrs;
    let entries = constraints(field)?.into_iter().map(|constraint| {
        let rule = constraint.schema;
        let code = match &attrs.code {
            Some(code) => code.clone(),
            None => format!("{}.{}.{}", kebab(owner), kebab(&field.name.to_string()), constraint.rule),
        };
        let (spec, lenient) = (&attrs.spec, &attrs.lenient);
        quote!(rt::Constraint {
            rule: #rule,
            code: rt::Cow::Borrowed(#code),
            spec: rt::Cow::Borrowed(#spec),
            lenient: rt::Cow::Borrowed(#lenient),
        })
    });
    Ok(quote!(rt::Cow::Borrowed(&[#(#entries),*])))
}

/// Whether all rules of a field hold for `place`, without branches.
pub(crate) fn holds(field: &Field, place: &TokenStream) -> Result<Vec<TokenStream>> {
    let array = matches!(field.shape, Shape::Array(..));
    let nested = matches!(&field.ty, syn::Type::Array(array) if matches!(*array.elem, syn::Type::Array(_)));
    Ok(constraints(field)?
        .into_iter()
        .filter_map(|constraint| match (constraint.holds_each, constraint.holds_all) {
            (Some(holds), _) if nested => Some(quote!(#place.as_flattened().iter().fold(true, |valid, value| { let value = *value; valid & (#holds) }))),
            (Some(holds), _) if array => Some(quote!(#place.iter().fold(true, |valid, value| { let value = *value; valid & (#holds) }))),
            (Some(holds), _) => Some(quote!({ let value = #place; #holds })),
            (None, Some(holds)) => Some(quote!({ let value = #place; #holds })),
            (None, None) => None,
        })
        .collect())
}

/// Reports the rules that are Rust functions, when broken: what is checked, where it lies, and who listens.
pub(crate) fn custom_reports(
    attrs: &Attrs,
    owner: &str,
    value: &TokenStream,
    at: &TokenStream,
    listener: &TokenStream,
) -> TokenStream {
    let checks = attrs.custom.iter().map(|path| {
        let name = path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let code = format!("{}.{}", kebab(owner), kebab(&name));
        let (spec, lenient) = (&attrs.spec, &attrs.lenient);
        quote! {
            if let ::core::option::Option::Some(message) = #path(#value) {
                let finding = rt::Finding::new(rt::Class::Inconsistent, #at, message);
                #listener.report(finding.code(#code).spec(#spec).lenient(#lenient));
            }
        }
    });
    quote!(#(#checks)*)
}
