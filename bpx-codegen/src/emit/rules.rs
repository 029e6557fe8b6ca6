//! Rules of a field: as data, and as a condition without branches.

use crate::check::field::Field;
use crate::parse::attrs::Attrs;
use crate::parse::naming::name_of;
use crate::parse::types::{Kind, Shape};
use bpx_model::name::kebab;
use proc_macro2::{Literal, Span, TokenStream};
use quote::quote;
use syn::{Error, Result};

/// One rule of a field.
pub(crate) struct Constraint {
    /// Last part of its stable name.
    pub(crate) rule: &'static str,
    /// As data.
    pub(crate) schema: TokenStream,
    /// Whether it holds for one number; none for rules of the whole field.
    pub(crate) holds_each: Option<TokenStream>,
    /// Whether it holds for the whole field.
    pub(crate) holds_all: Option<TokenStream>,
}

/// The rules of a field; `place` is its value in an expression.
pub(crate) fn constraints(field: &Field, place: &TokenStream) -> Result<Vec<Constraint>> {
    let attrs = &field.attrs;
    let mut list = Vec::new();
    let each = |rule, schema, holds| Constraint { rule, schema, holds_each: Some(holds), holds_all: None };
    let all = |rule, schema, holds| Constraint { rule, schema, holds_each: None, holds_all: Some(holds) };
    // Elements of arrays are checked one by one.
    let value = if matches!(field.shape, Shape::Array(..)) { quote!(value) } else { place.clone() };
    let float = matches!(field.kind(), Some(Kind::Number { float: true, .. }));
    let number = matches!(field.kind(), Some(Kind::Number { .. } | Kind::Uleb { .. }));
    let whole = number && !float;
    if let Some(span) = attrs.reserved {
        if !number {
            return Err(Error::new(span, "reserved bytes are numbers or arrays of them"));
        }
        let holds = if float { quote!(#value.to_bits() == 0) } else { quote!(#value == 0) };
        list.push(each("zero", quote!(rt::Rule::Zero), holds));
    }
    if let Some(magic) = &attrs.magic {
        let literal = Literal::byte_string(magic);
        list.push(all("magic", quote!(rt::Rule::Magic(Borrowed(#literal))), quote!(#place == *#literal)));
    }
    let lists = [("one-of", quote!(OneOf), &attrs.one_of), ("supported", quote!(Supported), &attrs.supported)];
    for (rule, variant, allowed) in lists {
        let Some((span, allowed)) = allowed else {
            continue;
        };
        if !whole || allowed.is_empty() {
            return Err(Error::new(*span, "lists at least one value of a whole number"));
        }
        fits(field, *span, allowed)?;
        let literals: Vec<_> = allowed.iter().map(|value| Literal::i64_unsuffixed(*value)).collect();
        let schema = quote!(rt::Rule::#variant(rt::Keyed::numbers(&[#(#literals),*])));
        list.push(each(rule, schema, quote!(matches!(#value, #(#literals)|*))));
    }
    if let Some((span, low, high)) = attrs.range {
        if !whole {
            return Err(Error::new(span, "`range` is for whole numbers"));
        }
        fits(field, span, &[low, high])?;
        let (from, to) = (Literal::i64_unsuffixed(low), Literal::i64_unsuffixed(high));
        list.push(each("range", quote!(rt::Rule::Range(#from, #to)), quote!((#value >= #from) & (#value <= #to))));
    }
    if let Some((span, factor)) = attrs.multiple_of {
        if !whole {
            return Err(Error::new(span, "`multiple_of` is for whole numbers"));
        }
        fits(field, span, &[factor])?;
        let literal = Literal::i64_unsuffixed(factor);
        list.push(each("multiple-of", quote!(rt::Rule::MultipleOf(#literal)), quote!(#value % #literal == 0)));
    }
    if attrs.known && attrs.codes.is_none() {
        return Err(Error::new_spanned(&field.name, "`known` needs `codes = Type`: which values are known?"));
    }
    if let Some(codes) = &attrs.codes {
        if !whole {
            return Err(Error::new_spanned(codes, "codes are whole numbers"));
        }
        if attrs.known {
            let holds = quote!(<#codes as rt::Coded>::knows(#value as u64));
            list.push(each("known", quote!(rt::Rule::Known), holds));
        }
    }
    if let Some(span) = attrs.finite {
        if !float {
            return Err(Error::new(span, "`finite` is for f32 and f64"));
        }
        list.push(each("finite", quote!(rt::Rule::Finite), quote!(#value.is_finite())));
    }
    if let Some(span) = attrs.utf8 {
        let text = matches!(&field.shape, Shape::One(Kind::CText) | Shape::List(Kind::CText));
        if !text && !field.kind().is_some_and(Kind::is_byte) {
            return Err(Error::new(span, "`utf8` is for bytes and `CText`"));
        }
        let holds =
            if text { quote!(#place.as_str().is_some()) } else { quote!(::core::str::from_utf8(&#place).is_ok()) };
        list.push(all("utf8", quote!(rt::Rule::Utf8), holds));
    }
    // Known only when all fields are read; the last, so that generated code finds it.
    if field.may_differ {
        list.push(Constraint { rule: CALC, schema: quote!(rt::Rule::Computed), holds_each: None, holds_all: None });
    }
    if let (true, Some(span)) = (list.is_empty(), attrs.ruled) {
        return Err(Error::new(
            span,
            "there is no rule here: what is read is what is computed, whatever a file states",
        ));
    }
    Ok(list)
}

/// Last part of the names of rules for computed values.
pub(crate) const CALC: &str = "calc";

/// Refuses values that the field can never have.
pub(crate) fn fits(field: &Field, span: Span, values: &[i64]) -> Result<()> {
    let bounds = match field.kind() {
        _ if field.bits.is_some_and(|bits| bits < 63) => 0..=(1_i64 << field.bits.unwrap_or_default()) - 1,
        Some(Kind::Number { size: size @ 0..8, signed: true, .. }) => {
            let half = 1_i64 << (size * 8 - 1);
            -half..=half - 1
        }
        Some(Kind::Number { size: 8, signed: true, .. }) => i64::MIN..=i64::MAX,
        Some(Kind::Number { size: size @ 0..8, .. }) => 0..=(1_i64 << (size * 8)) - 1,
        _ => 0..=i64::MAX,
    };
    match values.iter().find(|value| !bounds.contains(value)) {
        Some(value) => {
            let (low, high) = bounds.into_inner();
            Err(Error::new(span, format!("{value} cannot stand here: the field holds {low} to {high}")))
        }
        None => Ok(()),
    }
}

/// The rules of a field as data.
pub(crate) fn schema(owner: &str, field: &Field) -> Result<TokenStream> {
    let attrs = &field.attrs;
    let entries = constraints(field, &TokenStream::new())?.into_iter().map(|constraint| {
        let rule = constraint.schema;
        let code = match &attrs.code {
            Some(code) => code.clone(),
            None => format!("{}.{}.{}", kebab(owner), kebab(&name_of(&field.name)), constraint.rule),
        };
        let (spec, lenient) = (&attrs.spec, &attrs.lenient);
        quote!(rt::Constraint {
            rule: #rule,
            code: Borrowed(#code),
            spec: Borrowed(#spec),
            lenient: Borrowed(#lenient),
        })
    });
    Ok(quote!(Borrowed(&[#(#entries),*])))
}

/// Whether all rules of a field hold for `place`, without branches.
pub(crate) fn holds(field: &Field, place: &TokenStream) -> Result<Vec<TokenStream>> {
    let array = matches!(field.shape, Shape::Array(..));
    let nested = matches!(&field.ty, syn::Type::Array(array) if matches!(*array.elem, syn::Type::Array(_)));
    let elements = if nested { quote!(#place.as_flattened()) } else { place.clone() };
    Ok(constraints(field, place)?
        .into_iter()
        .filter_map(|constraint| match (constraint.holds_each, constraint.holds_all) {
            (Some(holds), _) if array => Some(quote!(#elements.iter().fold(true, |valid, &value| valid & (#holds)))),
            (Some(holds), _) | (None, Some(holds)) => Some(quote!((#holds))),
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
        let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
        let code = format!("{}.{}", kebab(owner), kebab(&name));
        let (spec, lenient) = (&attrs.spec, &attrs.lenient);
        quote! {
            if let Some(message) = #path(#value) {
                #listener.report(rt::custom_finding([#code, #spec, #lenient], #at, message));
            }
        }
    });
    quote!(#(#checks)*)
}
