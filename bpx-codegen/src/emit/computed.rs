//! Computed values, compared with what a file states once all fields are read.

use crate::check::field::Field;
use crate::check::follows::always_agrees;
use crate::emit::rules;
use crate::emit::schema;
use crate::emit::structure::watched;
use crate::parse::attrs::{Attrs, DerivedAttr};
use crate::parse::naming::name_of;
use bpx_model::name::kebab;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// The variable that says where a computed value is stated.
pub(crate) fn variable(field: &Field) -> Option<Ident> {
    field.may_differ.then(|| format_ident!("__stated_{}", field.name))
}

/// Reports computed values that a file states otherwise.
pub(crate) fn reports(attrs: &Attrs, fields: &[Field]) -> TokenStream {
    let first = usize::from(attrs.magic.is_some());
    let own = fields.iter().enumerate().filter_map(|(index, field)| report(field, index + first));
    let members = attrs.derived.iter().enumerate().filter_map(|(index, derived)| {
        let [own, member] = &*derived.target else { return None };
        let place = fields.iter().position(|field| name_of(&field.name) == name_of(own))?;
        if always_agrees(&derived.target, &derived.value, fields) {
            return None;
        }
        let at = format_ident!("__stated_{}", own);
        let (schema, index) = (schema::place(place + first), Literal::usize_unsuffixed(index));
        let computed = derived.value.code();
        Some(quote!(__d.compare_member(&STRUCTURE.derived[#index], #schema, #at, rt::value(&#own.#member), #computed);))
    });
    watched(&quote!(#(#own)* #(#members)*))
}

fn report(field: &Field, index: usize) -> Option<TokenStream> {
    let (at, name, calc) = (variable(field)?, &field.name, field.attrs.calc.as_ref()?);
    let (schema, computed) = (schema::place(index), calc.code());
    let report = quote!(__d.compare(#schema, #at, rt::value(&#name), #computed););
    // What is absent is not stated.
    let present = field.attrs.condition.as_ref().map(|(condition, _)| condition.wanted());
    Some(match present {
        Some(present) => quote!(if #present { #report }),
        None => report,
    })
}

/// The fields that hold a member which a file may state otherwise.
pub(crate) fn holders(attrs: &Attrs, fields: &[Field]) -> Vec<Ident> {
    let differs = attrs.derived.iter().filter(|one| !always_agrees(&one.target, &one.value, fields));
    differs.filter_map(|one| one.target.first().cloned()).collect()
}

/// The rule of a computed member; `None` when it cannot be broken.
pub(crate) fn rule(owner: &str, derived: &DerivedAttr, fields: &[Field]) -> Option<TokenStream> {
    if always_agrees(&derived.target, &derived.value, fields) {
        return None;
    }
    let target = derived.target.iter().map(|part| kebab(&name_of(part))).collect::<Vec<_>>().join(".");
    let code = derived.code.clone().unwrap_or_else(|| format!("{}.{target}.{}", kebab(owner), rules::CALC));
    let (spec, lenient) = (&derived.spec, &derived.lenient);
    Some(quote!(rt::Constraint {
        rule: rt::Rule::Computed, code: Borrowed(#code), spec: Borrowed(#spec), lenient: Borrowed(#lenient),
    }))
}
