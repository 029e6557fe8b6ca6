//! Rules of a field, both as data and as a condition without branches.

use super::literals::{list_literal, option_literal, text_literal, variant_literal, variant_path};
use crate::check::Field;
use crate::parse::{AssertAttr, Attrs, FieldShape, PieceAttr, StoredKind, name_of};
use bpx_model::name::to_kebab_case;
use bpx_model::{Encoding, Rule, TextForm};
use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, quote};

/// Returns the rules of a field as data.
pub(super) fn rules_schema(owner: &str, field: &Field) -> TokenStream {
    let attrs = &field.attrs;
    let entries = field.rules.iter().map(|one| {
        let rule = rule_tokens(one);
        let code = match &attrs.code {
            Some(code) => code.clone(),
            None => format!("{}.{}.{}", to_kebab_case(owner), to_kebab_case(&name_of(&field.name)), one.name()),
        };
        constraint_schema(&rule, [&code, &attrs.spec, &attrs.lenient])
    });
    quote!(Borrowed(const { &[#(#entries),*] }))
}

/// Returns a rule with its code, its section of the specification, and its interpretation.
pub(super) fn constraint_schema(rule: &TokenStream, [code, spec, lenient]: [&str; 3]) -> TokenStream {
    quote!(rt::Constraint::new(#rule, Borrowed(#code), Borrowed(#spec), Borrowed(#lenient)))
}

/// Returns the rule of an assertion with its code, its section of the specification, and its interpretation.
pub(super) fn assertion_schema(assert: &AssertAttr, names: [&str; 3]) -> TokenStream {
    let condition = assert.condition.schema_code();
    let rule = match &assert.each {
        Some(array) => {
            let array = name_of(array);
            quote!(rt::Rule::Each(Borrowed(#array), #condition))
        }
        None => quote!(rt::Rule::Assert(#condition)),
    };
    if assert.class.is_none() && assert.severity.is_usual() && assert.text.is_empty() && assert.on.is_empty() {
        return constraint_schema(&rule, names);
    }
    let class = option_literal(assert.class.map(|class| variant_path("Class", &format!("{class:?}"))));
    let severity = variant_path("Severity", &format!("{:?}", assert.severity));
    let pieces = list_literal(assert.text.iter().map(|piece| match piece {
        PieceAttr::Words(words) => quote!(rt::MessagePiece::Words(Borrowed(#words))),
        PieceAttr::Value(tree) => {
            let value = tree.schema_code();
            quote!(rt::MessagePiece::Value(#value))
        }
        PieceAttr::Hex(tree) => {
            let value = tree.schema_code();
            quote!(rt::MessagePiece::Hex(#value))
        }
    }));
    let on = list_literal(assert.on.iter().map(|on| text_literal(&name_of(on))));
    let [code, spec, lenient] = names;
    quote!(rt::Constraint {
        rule: #rule, code: Borrowed(#code), spec: Borrowed(#spec), lenient: Borrowed(#lenient), class: #class,
        severity: #severity, text: #pieces, on: #on,
    })
}

/// Returns code for how bytes form a text, as data.
fn text_form(TextForm { encoding, pad }: TextForm) -> TokenStream {
    let encoding = match encoding {
        Encoding::ShiftJis => quote!(rt::algorithm::shift_jis!()),
        known => variant_path("Encoding", &format!("{known:?}")),
    };
    let pad = option_literal(pad.map(|pad| {
        let pad = Literal::u8_unsuffixed(pad);
        quote!(#pad)
    }));
    quote!(rt::TextForm { encoding: #encoding, pad: #pad })
}

/// Returns conditions without branches, which together state that the value at `place` keeps the rules of a field.
pub(super) fn rule_conditions(field: &Field, place: &TokenStream) -> Vec<TokenStream> {
    let is_array = matches!(field.shape, FieldShape::Array(..) | FieldShape::List(_));
    let nested = matches!(field.present_type(), syn::Type::Array(array) if matches!(*array.elem, syn::Type::Array(_)));
    let elements = if nested { quote!(#place.as_flattened()) } else { place.clone() };
    let conditions = field.rules.iter().filter_map(|rule| {
        if is_array && rule.is_of_elements() {
            let holds = rule_condition(field, rule, &quote!(value))?;
            return Some(quote!(#elements.iter().fold(true, |valid, &value| valid & (#holds))));
        }
        let holds = rule_condition(field, rule, place)?;
        Some(quote!((#holds)))
    });
    conditions.collect()
}

/// Returns code for a rule as data.
fn rule_tokens(rule: &Rule) -> TokenStream {
    let numbers = |numbers: &[i64]| {
        let numbers = numbers.iter().map(|number| Literal::i64_unsuffixed(*number));
        quote!(rt::KeyedList::from_numbers(&[#(#numbers),*]))
    };
    let rule_of = |name, values: &[&dyn ToTokens]| variant_literal("Rule", name, values);
    match rule {
        Rule::Zero => quote!(rt::Rule::Zero),
        Rule::Magic(magic) => {
            let magic = Literal::byte_string(magic);
            quote!(rt::Rule::Magic(Borrowed(#magic)))
        }
        Rule::OneOf(allowed) => rule_of("OneOf", &[&numbers(allowed)]),
        Rule::Supported(allowed) => rule_of("Supported", &[&numbers(allowed)]),
        Rule::Range(low, high) => rule_of("Range", &[&Literal::i64_unsuffixed(*low), &Literal::i64_unsuffixed(*high)]),
        Rule::MultipleOf(factor) => rule_of("MultipleOf", &[&Literal::i64_unsuffixed(*factor)]),
        Rule::Known => quote!(rt::Rule::Known),
        Rule::Finite => quote!(rt::Rule::Finite),
        Rule::Digits => quote!(rt::Rule::Digits),
        Rule::Utf8 => quote!(rt::Rule::Utf8),
        Rule::Text(form) => {
            let form = text_form(*form);
            quote!(rt::Rule::Text(#form))
        }
        Rule::Computed => quote!(rt::Rule::Computed),
        // These are rules across fields, which no field has.
        Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) => TokenStream::new(),
    }
}

/// Returns code that decides whether a value keeps a rule; `None` if the rule depends on more than the value.
fn rule_condition(field: &Field, rule: &Rule, value: &TokenStream) -> Option<TokenStream> {
    let is_float = matches!(field.kind(), Some(StoredKind::Number { float: true, .. }));
    let form = field.kind().map(|kind| (kind.digit_form(), kind.is_fixed_point()));
    let value = &match form {
        Some((Some(_), _)) if *rule == Rule::Digits => return Some(quote!(#value.value().is_some())),
        Some((Some(_), _)) => {
            // Bytes that are not a number break only the rule about digits.
            let holds = condition_of_number(field, rule, &quote!(__number), is_float)?;
            return Some(quote!(#value.value().is_none_or(|__number| #holds)));
        }
        Some((None, true)) => quote!(#value.value()),
        _ if field.is_narrow() && !is_float => quote!(#value.value()),
        _ => value.clone(),
    };
    condition_of_number(field, rule, value, is_float)
}

/// Returns code that decides whether a number, or a value of a Rust type, keeps a rule.
fn condition_of_number(field: &Field, rule: &Rule, value: &TokenStream, is_float: bool) -> Option<TokenStream> {
    Some(match rule {
        Rule::Zero if is_float => quote!(#value.to_bits() == 0),
        Rule::Zero => quote!(#value == 0),
        Rule::Magic(magic) => {
            let magic = Literal::byte_string(magic);
            quote!(#value == *#magic)
        }
        Rule::OneOf(allowed) | Rule::Supported(allowed) => {
            let allowed = allowed.iter().map(|number| Literal::i64_unsuffixed(*number));
            quote!(matches!(#value, #(#allowed)|*))
        }
        Rule::Range(low, high) => {
            let (low, high) = (Literal::i64_unsuffixed(*low), Literal::i64_unsuffixed(*high));
            quote!((#value >= #low) & (#value <= #high))
        }
        Rule::MultipleOf(factor) => {
            let factor = Literal::i64_unsuffixed(*factor);
            quote!(#value % #factor == 0)
        }
        Rule::Known => {
            let codes = field.attrs.codes.as_ref()?;
            quote!(<#codes as rt::Coded>::knows(#value as u64))
        }
        Rule::Finite => quote!(#value.is_finite()),
        Rule::Utf8 if matches!(field.kind(), Some(StoredKind::CText { .. })) => quote!(#value.as_str().is_some()),
        Rule::Utf8 => quote!(::core::str::from_utf8(&#value).is_ok()),
        // Every byte is a character.
        Rule::Text(TextForm { encoding: Encoding::Latin1, .. }) => return None,
        Rule::Text(form) => {
            let form = text_form(*form);
            quote!(rt::is_text(#form, &#value))
        }
        Rule::Digits | Rule::Computed | Rule::Assert(_) | Rule::Each(..) | Rule::Custom(_) => return None,
    })
}

/// Returns code that calls the Rust functions among the rules with a value, and reports broken rules at a location to a
/// listener.
pub(super) fn custom_reports(
    attrs: &Attrs,
    owner: &str,
    value: &TokenStream,
    at: &TokenStream,
    listener: &TokenStream,
) -> TokenStream {
    let checks = attrs.custom.iter().map(|path| {
        // A path has at least one segment.
        let name = path.segments.last().map(|last| name_of(&last.ident)).unwrap_or_default();
        let code = format!("{}.{}", to_kebab_case(owner), to_kebab_case(&name));
        let (spec, lenient) = (&attrs.spec, &attrs.lenient);
        quote! {
            if let Some(message) = #path(#value) {
                #listener.report(rt::custom_finding([#code, #spec, #lenient], #at, message));
            }
        }
    });
    quote!(#(#checks)*)
}
