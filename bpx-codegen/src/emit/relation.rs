//! Pools and relations as data, from which the runtime collects the values of pools and checks relations.

use super::literals::{list_literal, option_literal, text_literal, variant_literal};
use crate::check::Field;
use crate::parse::{AbsentAttr, ClaimAttr, ExprTree, RelationAttr, RelationKindAttr, name_of};
use bpx_model::name::to_kebab_case;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Returns the pool that a field is, if any, and the field's relations.
pub(super) fn of_field(owner: &str, field: &Field) -> (Option<TokenStream>, Option<TokenStream>) {
    let pool = field.attrs.pool.as_ref().map(|pool| {
        let (name, key) =
            (text_literal(&pool.name), option_literal(pool.key.as_ref().map(|key| text_literal(&name_of(key)))));
        quote!(rt::Pool { name: #name, key: #key })
    });
    let relations = field.attrs.relations.iter().map(|one| relation_schema(owner, field, one));
    (pool, (!field.attrs.relations.is_empty()).then(|| list_literal(relations)))
}

fn relation_schema(owner: &str, field: &Field, relation: &RelationAttr) -> TokenStream {
    let code = |rule: &str| format!("{}.{}.{rule}", to_kebab_case(owner), to_kebab_case(&name_of(&field.name)));
    let claim = |claim: &ClaimAttr, rule: &str| {
        let code = text_literal(&claim.code.clone().unwrap_or_else(|| code(rule)));
        let spec = text_literal(claim.spec.as_ref().unwrap_or(&field.attrs.spec));
        let lenient = text_literal(&claim.lenient);
        let severity = Ident::new(&format!("{:?}", claim.severity), Span::call_site());
        quote!(rt::Claim { code: #code, spec: #spec, lenient: #lenient, severity: rt::Severity::#severity })
    };
    let key = |key: &Option<ExprTree>| option_literal(key.as_ref().map(ExprTree::schema_code));
    let kind = match &relation.kind {
        RelationKindAttr::Text { largest, whole, shared, filled, file_path, unique } => {
            let largest = option_literal(largest.map(|largest| {
                let largest = Literal::u32_unsuffixed(largest);
                quote!(#largest)
            }));
            let part = |part: &Option<ClaimAttr>, rule| option_literal(part.as_ref().map(|part| claim(part, rule)));
            let (shared, filled, unique) = (part(shared, "limit"), part(filled, "empty"), part(unique, "unique"));
            let file_path = part(file_path, "file-path");
            let rules = quote!(rt::TextRules {
                whole: #whole, largest: #largest, shared: #shared, filled: #filled, file_path: #file_path,
                unique: #unique,
            });
            variant_literal("RelationKind", "Text", &[&rules])
        }
        RelationKindAttr::Index { first, required, key: of } => {
            let (first, of) = (Literal::i64_unsuffixed(*first), key(of));
            quote!(rt::RelationKind::Index { first: #first, required: #required, key: #of })
        }
        RelationKindAttr::Count { key: of, multiple } => {
            let of = key(of);
            quote!(rt::RelationKind::Count { key: #of, multiple: #multiple })
        }
        RelationKindAttr::Needs { key: of } => {
            let of = of.schema_code();
            quote!(rt::RelationKind::Needs { key: #of })
        }
        RelationKindAttr::Single { key: of } => {
            let of = of.schema_code();
            quote!(rt::RelationKind::Single { key: #of })
        }
        RelationKindAttr::Referred { key: of, by } => {
            let (of, by) = (of.schema_code(), text_literal(by));
            quote!(rt::RelationKind::Referred { key: #of, by: #by })
        }
        RelationKindAttr::Unique => quote!(rt::RelationKind::Unique),
        RelationKindAttr::Sorted => quote!(rt::RelationKind::Sorted),
        RelationKindAttr::Tree(rules) => {
            let (first, count) = (text_literal(&name_of(&rules.first)), text_literal(&name_of(&rules.count)));
            let (parents, orphan) = (claim(&rules.parents, "parents"), claim(&rules.orphan, "orphan"));
            let depth = claim(&rules.depth, "depth");
            let rules = quote!(rt::TreeRules {
                first: #first, count: #count, parents: #parents, orphan: #orphan, depth: #depth,
            });
            variant_literal("RelationKind", "Tree", &[&rules])
        }
    };
    let absent = match &relation.absent {
        AbsentAttr::Unjudged => quote!(rt::AbsentPool::Unjudged),
        AbsentAttr::Fault => quote!(rt::AbsentPool::Fault),
        AbsentAttr::Missing(missing) => variant_literal("AbsentPool", "Missing", &[&claim(missing, "missing")]),
    };
    let (pool, when) =
        (text_literal(&relation.pool), option_literal(relation.when.as_ref().map(ExprTree::schema_code)));
    let claim = claim(&relation.claim, &relation.word().replace('_', "-"));
    quote!(rt::Relation { kind: #kind, pool: #pool, when: #when, claim: #claim, absent: #absent })
}
