//! Pools and relations as data, from which the runtime collects the values of pools and checks relations.

use super::literals::{list, option, text, variant};
use crate::check::Field;
use crate::parse::{AbsentAttr, ClaimAttr, RelationAttr, RelationKindAttr, Tree, name_of};
use bpx_model::name::kebab;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;

/// Returns the pool that a field is, if any, and the field's relations.
pub(super) fn of_field(owner: &str, field: &Field) -> (TokenStream, TokenStream) {
    let pool = field.attrs.pool.as_ref().map(|pool| {
        let (name, key) = (text(&pool.name), option(pool.key.as_ref().map(|key| text(&name_of(key)))));
        quote!(rt::Pool { name: #name, key: #key })
    });
    (option(pool), list(field.attrs.relations.iter().map(|one| relation(owner, field, one))))
}

fn relation(owner: &str, field: &Field, relation: &RelationAttr) -> TokenStream {
    let code = |rule: &str| format!("{}.{}.{rule}", kebab(owner), kebab(&name_of(&field.name)));
    let claim = |claim: &ClaimAttr, rule: &str| {
        let code = text(&claim.code.clone().unwrap_or_else(|| code(rule)));
        let spec = text(claim.spec.as_ref().unwrap_or(&field.attrs.spec));
        let lenient = text(&claim.lenient);
        let severity = Ident::new(&format!("{:?}", claim.severity), Span::call_site());
        quote!(rt::Claim { code: #code, spec: #spec, lenient: #lenient, severity: rt::Severity::#severity })
    };
    let key = |key: &Option<Tree>| option(key.as_ref().map(Tree::schema));
    let kind = match &relation.kind {
        RelationKindAttr::Text { largest, whole, shared, filled, file_path, unique } => {
            let largest = option(largest.map(|largest| {
                let largest = Literal::u32_unsuffixed(largest);
                quote!(#largest)
            }));
            let part = |part: &Option<ClaimAttr>, rule| option(part.as_ref().map(|part| claim(part, rule)));
            let (shared, filled, unique) = (part(shared, "limit"), part(filled, "empty"), part(unique, "unique"));
            let file_path = part(file_path, "file-path");
            let rules = quote!(rt::TextRules {
                whole: #whole, largest: #largest, shared: #shared, filled: #filled, file_path: #file_path,
                unique: #unique,
            });
            variant("RelationKind", "Text", &[&rules])
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
            let of = of.schema();
            quote!(rt::RelationKind::Needs { key: #of })
        }
        RelationKindAttr::Single { key: of } => {
            let of = of.schema();
            quote!(rt::RelationKind::Single { key: #of })
        }
        RelationKindAttr::Referred { key: of, by } => {
            let (of, by) = (of.schema(), text(by));
            quote!(rt::RelationKind::Referred { key: #of, by: #by })
        }
        RelationKindAttr::Unique => quote!(rt::RelationKind::Unique),
        RelationKindAttr::Sorted => quote!(rt::RelationKind::Sorted),
        RelationKindAttr::Tree(rules) => {
            let (first, count) = (text(&name_of(&rules.first)), text(&name_of(&rules.count)));
            let (parents, orphan) = (claim(&rules.parents, "parents"), claim(&rules.orphan, "orphan"));
            let depth = claim(&rules.depth, "depth");
            let rules = quote!(rt::TreeRules {
                first: #first, count: #count, parents: #parents, orphan: #orphan, depth: #depth,
            });
            variant("RelationKind", "Tree", &[&rules])
        }
    };
    let absent = match &relation.absent {
        AbsentAttr::Unjudged => quote!(rt::Absent::Unjudged),
        AbsentAttr::Fault => quote!(rt::Absent::Fault),
        AbsentAttr::Missing(missing) => variant("Absent", "Missing", &[&claim(missing, "missing")]),
    };
    let (pool, when) = (text(&relation.pool), option(relation.when.as_ref().map(Tree::schema)));
    let claim = claim(&relation.claim, &relation.word().replace('_', "-"));
    quote!(rt::Relation { kind: #kind, pool: #pool, when: #when, claim: #claim, absent: #absent })
}
