//! Generates the code of `#[structure]` on structs: counts, conditions, texts, nested structures, regions.

use super::arguments::args_definition;
use super::binrw::structure_traits;
use super::codec::{CodecStatements, only_if_watched, structure_codec};
use super::early::EarlyRules;
use super::literals::{field_at_index, runtime_scope, text_literal};
use super::parts::DeclarationParts;
use super::rule_constants::rule_constants;
use super::rules::custom_reports;
use super::run::FieldRun;
use super::write::write_prelude;
use super::{borrow, computed, links, settings, sum};
use crate::check::{Declaration, Field};
use crate::parse::{AssertAttr, RelationKindAttr, is_ours, name_of};
use bpx_model::Constraint;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};
use syn::ItemStruct;

/// Returns the code of `#[structure]` for a struct.
pub(crate) fn emit_structure(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let (ident, attrs) = (&item.ident, &declaration.attrs);
    let definition = struct_definition(item, declaration);
    let parts = DeclarationParts::new(declaration);
    let schema = parts.schema_statics();
    let (read, write) = (parts.read_statements(), parts.write_statements());
    let names: Vec<_> = declaration.kept_fields().map(|field| &field.name).collect();
    let prelude = write_prelude(declaration);
    let (stated, checks, sums) =
        (computed::computed_reports(declaration), assertions_after_read(declaration, &parts.early), parts.check_sums());
    let (links, sum_types) = (links::link_assertions(declaration), sum::sum_assertions(declaration));
    let set_types = settings::setting_assertions(declaration);
    let seals = parts.seal_sums();
    let customs =
        only_if_watched(&custom_reports(attrs, &declaration.name, &quote!(&__value), &quote!(__at), &quote!(__d)));
    let (hold, held) =
        (borrow::bytes_to_values(&declaration.fields, parts.first), borrow::values_to_bytes(&declaration.fields));
    let value = match customs.is_empty() {
        true => quote!(#hold Ok(Self { #(#names),* })),
        false => quote!(#hold let __value = Self { #(#names),* }; #customs Ok(__value)),
    };
    let listens = [&stated, &checks, &sums, &customs].iter().any(|code| !code.is_empty());
    let many = FieldRun::of_whole_structure(declaration).map(|run| run.many_functions(ident, declaration, listens));
    let statements = CodecStatements {
        read: parts.early.around_read(quote!(#read #stated #checks #sums #value)),
        write: quote!(let Self { #(#names),* } = self; #held #prelude #write #seals Ok(())),
        // Other structures are read and written one after the other.
        many: many.unwrap_or_default(),
    };
    let generics = &item.generics;
    let codec = structure_codec(ident, generics, attrs, &statements);
    let traits = structure_traits(ident, generics, attrs);
    let rules = rule_constants(&item.vis, declaration.all_attrs());
    let (constants, relations) = (parts.offset_constants(), relations_impl(item, declaration, &parts));
    let items = quote! {
        #schema
        #links
        #sum_types
        #set_types
        impl #generics #ident #generics { #constants #rules }
        #codec
        #relations
        #traits
    };
    let scope = runtime_scope(attrs.runtime.as_ref(), &items);
    quote! {
        #definition
        #scope
    }
}

/// Returns code that checks the rules across fields of a value whose parts were read separately; nothing without such
/// rules, or if the rules need values that are not in memory.
fn relations_impl(item: &ItemStruct, declaration: &Declaration, parts: &DeclarationParts<'_>) -> TokenStream {
    let (ident, generics) = (&item.ident, &item.generics);
    let Declaration { attrs, fields, .. } = declaration;
    let is_whole = attrs.import.is_empty() && declaration.kept_fields().count() == fields.len();
    let (stated, checks) =
        (computed::computed_reports(declaration), assertions_after_read(declaration, &EarlyRules::default()));
    if !is_whole || parts.marks.has_measured_fields() || stated.is_empty() && checks.is_empty() {
        return TokenStream::new();
    }
    let names: Vec<_> = fields.iter().map(|field| &field.name).collect();
    let (places, held) = (parts.marks.relation_places(), borrow::values_to_bytes(fields));
    quote! {
        impl #generics rt::ReportRelations for #ident #generics {
            fn report_relations(&self, __d: &mut rt::Decoder<'_, '_>, __place: &dyn Fn(&str) -> rt::Location) {
                let Self { #(#names),* } = self;
                #held
                let __at = __place("");
                #places
                #stated
                #checks
            }
        }
    }
}

/// Returns the struct without computed fields and without the attributes of the macro, and the type of its parameters.
pub(super) fn struct_definition(item: &ItemStruct, declaration: &Declaration) -> TokenStream {
    let attributes = item.attrs.iter().filter(|attribute| !is_ours(attribute));
    let (vis, ident, generics) = (&item.vis, &item.ident, &item.generics);
    let members = declaration.kept_fields().map(|field| {
        let (kept, vis, name, ty) = (&field.kept, &field.vis, &field.name, &field.ty);
        quote!(#(#kept)* #vis #name: #ty)
    });
    let args = args_definition(vis, ident, &declaration.attrs.import);
    quote! {
        #(#attributes)*
        #vis struct #ident #generics { #(#members),* }
        #args
    }
}

/// Returns code that checks a rule of each element of an array.
fn each_element(assert: &AssertAttr, array: &Ident, index: &Literal) -> TokenStream {
    let (holds, values, name) = (assert.condition.option_code(), message_values(assert), name_of(array));
    let (start, starts) = (format_ident!("__at_{}", array), format_ident!("__starts_{}", array));
    let (summed, compared) = (assert.members_under(Constraint::BEFORE), assert.members_under(Constraint::FIRST));
    let seen: Vec<_> = compared.iter().map(|member| format_ident!("__seen_{}", member)).collect();
    let first = (!compared.is_empty()).then(
        || quote!(let first = __First { #(#compared: #seen.first_index(rt::value(&entry.__members().#compared), index)),* };),
    );
    let firsts = (!compared.is_empty()).then(|| named_numbers("__First", &compared));
    let placed = assert.members_under(Constraint::OVERLAPPED);
    let overlaps: Vec<_> = placed.iter().map(|regions| format_ident!("__overlaps_{}", regions)).collect();
    let overlapped = (!placed.is_empty())
        .then(|| quote!(let overlapped = __Overlapped { #(#placed: #overlaps.other_region(index)),* };));
    let others = (!placed.is_empty()).then(|| named_numbers("__Overlapped", &placed));
    let sums: Vec<_> = summed.iter().map(|member| format_ident!("__sum_{}", member)).collect();
    let before = (!summed.is_empty()).then(|| quote!(let before = __Before { #(#summed: #sums),* };));
    let structure = (!summed.is_empty()).then(|| named_numbers("__Before", &summed));
    let blamed = (!assert.on.is_empty()).then(|| {
        let on = &assert.on;
        // The expression makes the compiler reject a member that does not exist.
        quote!(let _ = &entry #(.__members().#on)*;)
    });
    quote! {{
        #structure
        #firsts
        #others
        #(let #overlaps = rt::Overlaps::of_regions(#placed.list());)*
        #(let mut #sums = 0_i128;)*
        #(let mut #seen = rt::SeenValues::default();)*
        for (__index, entry) in rt::elements(&#array).iter().enumerate() {
            let index = __index as i128;
            #before
            #first
            #overlapped
            let __holds = #holds;
            if __holds != Some(true) {
                #blamed
                let __rule = &STRUCTURE.rules[#index];
                __d.assert_element(__rule, (#name, #start, &#starts, rt::elements(&#array)), __index as u64, __holds, #values);
            }
            #(#sums += rt::value(&entry.__members().#summed);)*
        }
    }}
}

/// Returns code that checks a rule of each number of a list.
fn each_number(assert: &AssertAttr, field: &Field, rule: &Literal) -> TokenStream {
    let (holds, values, name, array) =
        (assert.condition.option_code(), message_values(assert), name_of(&field.name), &field.name);
    let (start, size) =
        (computed::location_variable(array), Literal::usize_unsuffixed(field.number_size().unwrap_or(1)));
    quote! {
        for (__index, entry) in rt::elements(&#array).iter().enumerate() {
            let index = __index as i128;
            let _ = (entry, index);
            let __holds = #holds;
            if __holds != Some(true) {
                let __rule = &STRUCTURE.rules[#rule];
                __d.assert_number(__rule, (#name, #start, #size), __index as u64, __holds, #values);
            }
        }
    }
}

/// Returns code of a struct of numbers, whose members an expression names.
fn named_numbers(name: &str, members: &[Ident]) -> TokenStream {
    let name = format_ident!("{}", name);
    quote! {
        struct #name { #(#members: i128),* }
        impl rt::MemberAccess for #name {}
    }
}

/// Returns code for the location at which a broken assertion is reported: the location of the stated member or field,
/// or of the structure.
pub(super) fn blamed_location(declaration: &Declaration, assert: &AssertAttr) -> TokenStream {
    if assert.is_at_end() {
        return quote!(__d.location());
    }
    let Some((own, members)) = assert.on.split_first() else { return quote!(__at) };
    let at = computed::location_variable(own);
    if members.is_empty() {
        return quote!(#at);
    }
    let first = usize::from(declaration.attrs.magic.is_some());
    let Some(index) = declaration.fields.iter().position(|field| name_of(&field.name) == name_of(own)) else {
        return quote!(#at);
    };
    let schema = field_at_index(index + first);
    let names = members.iter().map(|member| text_literal(&name_of(member)));
    // The expression makes the compiler reject a member that does not exist.
    quote!({ let _ = &#own #(.__members().#members)*; __d.member_at(#schema, #at, &[#(#names),*]) })
}

/// Returns code for the values in the message of a broken assertion.
pub(super) fn message_values(assert: &AssertAttr) -> TokenStream {
    let values = assert.text_values();
    if values.is_empty() {
        return quote!(&rt::nothing_stated);
    }
    let values = values.iter().enumerate().map(|(index, value)| {
        let (index, code) = (Literal::usize_unsuffixed(index), value.option_code());
        quote!(#index => rt::shown_text(#code),)
    });
    quote!(&|__d: &rt::Decoder<'_, '_>, __value| match __value { #(#values)* _ => None })
}

/// Returns code that checks assertions after all fields are read, and reports those that were checked early.
pub(super) fn assertions_after_read(declaration: &Declaration, early: &EarlyRules) -> TokenStream {
    let asserts: Vec<_> = declaration
        .asserts()
        .into_iter()
        .enumerate()
        .map(|(index, assert)| {
            let check = assertion_check(declaration, assert, index);
            if !early.has_rule(index) {
                return check;
            }
            let index = Literal::usize_unsuffixed(index);
            match assert.each {
                // Only the first findings of many elements were kept.
                Some(_) => quote!(if !__early.report_rule(__d, #index) { #check }),
                None => quote!(__early.report_rule(__d, #index);),
            }
        })
        .collect();
    let trees = check_trees(declaration);
    only_if_watched(&quote!(#(#asserts)* #trees))
}

/// Returns code that checks the assertion with a number.
pub(super) fn assertion_check(declaration: &Declaration, assert: &AssertAttr, number: usize) -> TokenStream {
    let number = Literal::usize_unsuffixed(number);
    if let Some(array) = &assert.each {
        return match declaration.find_number_list(array) {
            Some(field) => each_number(assert, field, &number),
            None => each_element(assert, array, &number),
        };
    }
    let (at, values) = (blamed_location(declaration, assert), message_values(assert));
    let holds = assert.condition.option_code();
    quote!(__d.assert_rule(&STRUCTURE.rules[#number], #at, #holds, #values);)
}

/// Returns code that checks that the elements of lists form a tree.
fn check_trees(declaration: &Declaration) -> TokenStream {
    let before = usize::from(declaration.attrs.magic.is_some());
    let of_fields = declaration.fields.iter().enumerate().flat_map(|(index, field)| {
        let relations = field.attrs.relations.iter().enumerate();
        relations.filter_map(move |(number, relation)| match &relation.kind {
            RelationKindAttr::Tree(rules) => Some((index, field, number, rules)),
            _ => None,
        })
    });
    let checks = of_fields.map(|(index, field, number, rules)| {
        let (schema, number, array) = (field_at_index(index + before), Literal::usize_unsuffixed(number), &field.name);
        let (start, starts) = (format_ident!("__at_{}", array), format_ident!("__starts_{}", array));
        let (first, count) = (&rules.first, &rules.count);
        quote! {
            __d.check_tree((#schema, #number), (#start, &#starts, &#array), |entry| {
                (rt::value(&entry.__members().#first), rt::value(&entry.__members().#count))
            });
        }
    });
    quote!(#(#checks)*)
}
