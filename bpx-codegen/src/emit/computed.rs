//! Generates code that compares computed values with the stated values after all fields are read.

use super::codec::only_if_watched;
use super::expr::span_of;
use super::literals::field_at_index;
use crate::check::{Declaration, Field};
use crate::parse::{ExprTree, name_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

/// Returns the variable for the location of a field that states a computed value, or that has a member which does.
pub(super) fn location_variable(name: &Ident) -> Ident {
    format_ident!("__stated_{}", name)
}

/// Returns code that reports stated values that differ from the computed values.
pub(super) fn computed_reports(declaration: &Declaration) -> TokenStream {
    let Declaration { attrs, fields, .. } = declaration;
    let first = usize::from(attrs.magic.is_some());
    let own = fields.iter().enumerate().filter(|(_, field)| field.may_differ());
    let own = own.filter_map(|(index, field)| field_report(field, index + first));
    let members = attrs.derived.iter().enumerate().filter_map(|(index, derived)| {
        let [own, member] = &*derived.target else { return None };
        let index_of_own = fields.iter().position(|field| name_of(&field.name) == name_of(own))?;
        if !declaration.may_differ(derived) {
            return None;
        }
        let at = location_variable(own);
        let (schema, index) = (field_at_index(index_of_own + first), Literal::usize_unsuffixed(index));
        let computed = derived.value.option_code();
        Some(quote!(__d.compare_member(&STRUCTURE.derived[#index], #schema, #at, rt::value(&#own.__members().#member), #computed);))
    });
    only_if_watched(&quote!(#(#own)* #(#members)*))
}

fn field_report(field: &Field, index: usize) -> Option<TokenStream> {
    let (at, name, calc) = (location_variable(&field.name), &field.name, field.attrs.calc.as_ref()?);
    let (schema, computed) = (field_at_index(index), at_field(name, calc));
    let report = quote!(__d.compare_field(#schema, #at, rt::value(&#name), #computed););
    // An absent field states no value.
    let present = field.attrs.condition.as_ref().map(|(condition, _)| condition.condition_or_false());
    Some(match present {
        Some(present) => quote!(if #present { #report }),
        None => report,
    })
}

/// Returns code for a computed value, in which `position` is the position of the field.
pub(super) fn at_field(name: &Ident, calc: &ExprTree) -> TokenStream {
    let (code, (start, _)) = (calc.option_code(), span_of(&name_of(name)));
    if calc.needs_space() { quote!({ let __d = rt::FieldPosition(#start); #code }) } else { code }
}

/// Returns the fields that have a member whose stated value may differ from the computed value.
pub(super) fn member_holders(declaration: &Declaration) -> Vec<Ident> {
    let differ = declaration.attrs.derived.iter().filter(|one| declaration.may_differ(one));
    differ.filter_map(|one| one.target.first().cloned()).collect()
}
