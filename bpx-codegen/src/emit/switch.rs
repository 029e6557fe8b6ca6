//! `#[structure]` on enums: a reader takes the first case whose condition holds.

use super::arguments::args_definition;
use super::binrw::structure_traits;
use super::codec::{CodecStatements, structure_codec};
use super::literals::{list_literal, option_literal, runtime_scope, text_literal};
use super::parts::DeclarationParts;
use super::rule_constants::rule_constants;
use super::write::write_prelude;
use super::{borrow, computed, links, schema};
use crate::check::{Case, Switch};
use crate::parse::{ExprTree, is_ours, name_of};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use syn::{Fields, ItemEnum};

/// Returns the code of `#[structure]` for an enum.
pub(crate) fn emit_switch(item: &ItemEnum, declaration: &Switch<'_>) -> TokenStream {
    let Switch { whole, cases } = declaration;
    let (ident, attrs) = (&item.ident, &whole.attrs);
    let definition = enum_definition(item, cases);
    let args = args_definition(&item.vis, ident, &attrs.import);
    let (mut schemas, mut reads, mut writes, mut assumed) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut statics = Vec::new();
    let mut before: Vec<&ExprTree> = Vec::new();
    let mut tags_before: Vec<TagBefore<'_>> = Vec::new();
    for (index, case) in cases.iter().enumerate() {
        let parts = DeclarationParts::of_case(&case.declaration);
        // Reader, writer and schema share the static with the fields.
        let fields = format_ident!("CASE_{index}");
        statics.push(parts.fields_static(&fields));
        schemas.push(case_schema(case, &fields));
        reads.push(read_case(case, &parts, &fields));
        writes.push(write_case(case, (&before, &tags_before), &parts, &fields));
        match case.tag() {
            Some(tag) => tags_before.push((tag, case.attrs.pre_assert.as_ref())),
            None => before.extend(case.attrs.pre_assert.as_ref().filter(|_| case.attrs.attempt.is_empty())),
        }
        assumed.push(links::link_assertions(&case.declaration));
    }
    let body = {
        let cases = list_literal(schemas);
        quote!(rt::Body::Switch(#cases))
    };
    let schema = schema::structure_schema(whole, &body, None);
    let generics = &item.generics;
    let traits = structure_traits(ident, generics, attrs);
    let tags: Vec<_> = attrs.import.iter().map(|(name, _)| name).collect();
    let shown = tags.iter().map(|tag| format!("{} = {{}}", name_of(tag))).collect::<Vec<_>>().join(", ");
    let owner = &whole.name;
    let shown_owner = whole.name.replace('{', "{{").replace('}', "}}");
    let message = format!("no case of {shown_owner} for {shown}");
    // The last case may have no condition.
    let open = cases.last().is_none_or(|case| case.attrs.pre_assert.is_some() || case.tag().is_some());
    let longest = cases.iter().filter_map(Case::tag).map(<[u8]>::len).max();
    let fault = open.then(|| match longest {
        Some(longest) => quote!(Err(__d.unknown_tag(#owner, ::std::format!(#shown, #(#tags),*), #longest))),
        None => quote!(Err(__d.fault(rt::Class::UnknownTag, ::std::format!(#message, #(#tags),*)))),
    });
    let statements = CodecStatements {
        read: quote!(#(#reads)* #fault),
        write: quote!(match self { #(#writes)* } Ok(())),
        many: Default::default(),
    };
    let codec = structure_codec(ident, generics, attrs, &statements);
    let of_cases = cases.iter().flat_map(|case| case.declaration.all_attrs().chain([&case.attrs]));
    let rules = rule_constants(&item.vis, whole.all_attrs().chain(of_cases));
    let rules = (!rules.is_empty()).then(|| quote!(impl #generics #ident #generics { #rules }));
    let items = quote! {
        #(#statics)*
        static STRUCTURE: rt::Structure = #schema;
        #(#assumed)*
        #rules
        #codec
        #traits
    };
    let scope = runtime_scope(attrs.runtime.as_ref(), &items);
    quote! {
        #definition
        #args
        #scope
    }
}

/// The tag of an earlier case, and its condition.
type TagBefore<'c> = (&'c [u8], Option<&'c ExprTree>);

/// Returns the enum without computed fields and without the attributes of the macro.
fn enum_definition(item: &ItemEnum, cases: &[Case<'_>]) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident, generics) = (&item.vis, &item.ident, &item.generics);
    let variants = cases.iter().map(|case| {
        let name = &case.variant.ident;
        let attributes = case.variant.attrs.iter().filter(|attribute| !is_ours(attribute));
        let members = case.declaration.kept_fields().map(|field| {
            let (kept, name, ty) = (&field.kept, &field.name, &field.ty);
            match case.variant.fields {
                Fields::Unnamed(_) => quote!(#(#kept)* #ty),
                _ => quote!(#(#kept)* #name: #ty),
            }
        });
        let members = match case.variant.fields {
            Fields::Unit => TokenStream::new(),
            Fields::Unnamed(_) => quote!((#(#members),*)),
            Fields::Named(_) => quote!({ #(#members),* }),
        };
        quote!(#(#attributes)* #name #members)
    });
    quote!(#(#attributes)* #vis enum #ident #generics { #(#variants),* })
}

/// Returns code that gives the static with the fields of a case the name under which the statements of the case know it;
/// `None` without fields.
fn renamed_fields(fields: &Ident, parts: &DeclarationParts<'_>) -> Option<TokenStream> {
    (!parts.schemas.is_empty()).then(|| quote!(static FIELDS: &[rt::Field] = &#fields;))
}

fn case_schema(case: &Case<'_>, fields: &Ident) -> TokenStream {
    let name = text_literal(&case.attrs.schema_name(&case.variant.ident));
    let doc = text_literal(&case.attrs.doc);
    let when = option_literal(case.attrs.pre_assert.as_ref().map(ExprTree::schema_code));
    let attempt = text_literal(&case.attrs.attempt);
    quote!(rt::Case { name: #name, doc: #doc, when: #when, attempt: #attempt, fields: Borrowed(&#fields) })
}

fn case_pattern(case: &Case<'_>) -> TokenStream {
    let name = &case.variant.ident;
    let names: Vec<_> = case.declaration.kept_fields().map(|field| &field.name).collect();
    match case.variant.fields {
        Fields::Unit => quote!(Self::#name),
        Fields::Unnamed(_) => quote!(Self::#name(#(#names),*)),
        Fields::Named(_) => quote!(Self::#name { #(#names),* }),
    }
}

fn read_case(case: &Case<'_>, parts: &DeclarationParts<'_>, fields: &Ident) -> TokenStream {
    let (statics, read, value) = (renamed_fields(fields, parts), parts.read_statements(), case_pattern(case));
    let stated = computed::computed_reports(&case.declaration);
    let hold = borrow::bytes_to_values(&case.declaration.fields, parts.first);
    let read = quote!(#read #stated #hold);
    let attempt = &*case.attrs.attempt;
    let tag = case.tag().map(Literal::byte_string);
    let chosen = match (case.attrs.pre_assert.as_ref().map(|condition| condition.read_condition("case")), tag) {
        (None, None) => return quote!(#statics #read Ok(#value)),
        (Some(condition), None) => condition,
        (None, Some(tag)) => quote!(__d.begins_with(#tag)),
        (Some(condition), Some(tag)) => quote!(#condition && __d.begins_with(#tag)),
    };
    let read = if attempt.is_empty() {
        quote!(#read return Ok(#value);)
    } else {
        quote! {
            if let Some(__value) = __d.attempt(#attempt, |__d| { #read Ok(#value) })? {
                return Ok(__value);
            }
        }
    };
    quote!(if #chosen { #statics #read })
}

/// Returns code that writes a case; `before` and `tags` have the conditions and the tags of the earlier cases, which a
/// reader would select first.
fn write_case(
    case: &Case<'_>,
    (before, tags): (&[&ExprTree], &[TagBefore<'_>]),
    parts: &DeclarationParts<'_>,
    fields: &Ident,
) -> TokenStream {
    let (statics, write, pattern) = (renamed_fields(fields, parts), parts.write_statements(), case_pattern(case));
    let (prelude, held) = (write_prelude(&case.declaration), borrow::values_to_bytes(&case.declaration.fields));
    let name = name_of(&case.variant.ident);
    let own = case.attrs.pre_assert.as_ref();
    let expect = own.map(|condition| {
        let holds = condition.option_code();
        quote!(__e.expect_case(#name, #holds)?;)
    });
    let others = before.iter().filter(|other| !own.is_some_and(|own| own.excludes(other)));
    let others = others.map(|other| {
        let holds = other.option_code();
        quote!(__e.expect_no_case(#name, #holds)?;)
    });
    // Longer tags come first.
    let tags = tags.iter().filter(|(tag, _)| case.tag().is_none_or(|own| tag.starts_with(own)));
    let tags: Vec<_> = tags.collect();
    let begin = (!tags.is_empty()).then(|| quote!(let __begin = __e.position();));
    let refused = tags.iter().filter(|(_, other)| !own.zip(*other).is_some_and(|(own, other)| own.excludes(other)));
    let refused = refused.map(|(tag, other)| {
        let (tag, holds) = (Literal::byte_string(tag), other.map_or_else(|| quote!(Some(true)), ExprTree::option_code));
        quote!(if #holds != Some(false) { __e.expect_no_tag(#name, __begin, #tag)?; })
    });
    quote!(#pattern => { #statics #held #expect #(#others)* #begin #prelude #write #(#refused)* })
}
