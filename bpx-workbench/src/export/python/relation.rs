//! Writes relations between the parts of a file as declarations in Python.

use super::{expr, string_literal};
use bpx_schema::report::Severity;
use bpx_schema::schema::{AbsentPool, Claim, Relation, RelationKind};

/// Returns the declaration of a relation.
pub(super) fn relation_declaration(relation: &Relation) -> String {
    let what = match &relation.kind {
        RelationKind::Text(_) => "text",
        RelationKind::Index { .. } => "index",
        RelationKind::Count { .. } => "count",
        RelationKind::Needs { .. } => "needs",
        RelationKind::Single { .. } => "single",
        RelationKind::Referred { .. } => "referred",
        RelationKind::Unique => "unique",
        RelationKind::Sorted => "sorted",
        RelationKind::Tree(_) => "tree",
    };
    let mut args = vec![string_literal(what), string_literal(&relation.pool), claim_declaration(&relation.claim)];
    let mut named = |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
    named("when", relation.when.as_ref().map(expr::expr_function));
    named(
        "absent",
        match &relation.absent {
            AbsentPool::Unjudged => None,
            AbsentPool::Fault => Some(string_literal("fault")),
            AbsentPool::Missing(missing) => Some(claim_declaration(missing)),
        },
    );
    match &relation.kind {
        RelationKind::Text(rules) => {
            named("whole", rules.whole.then(|| "True".to_owned()));
            named("largest", rules.largest.map(|largest| largest.to_string()));
            for (name, part) in rules.claims() {
                named(name, part.as_ref().map(claim_declaration));
            }
        }
        RelationKind::Index { first, required, .. } => {
            named("first", (*first != 0).then(|| first.to_string()));
            named("required", required.then(|| "True".to_owned()));
        }
        RelationKind::Count { multiple, .. } => named("multiple", multiple.then(|| "True".to_owned())),
        RelationKind::Tree(rules) => {
            named("children", Some(format!("({}, {})", string_literal(&rules.first), string_literal(&rules.count))));
            for (name, part) in [("parents", &rules.parents), ("orphan", &rules.orphan), ("depth", &rules.depth)] {
                named(name, Some(claim_declaration(part)));
            }
        }
        RelationKind::Referred { by, .. } => named("by", Some(string_literal(by))),
        RelationKind::Needs { .. } | RelationKind::Single { .. } | RelationKind::Unique | RelationKind::Sorted => {}
    }
    named("key", relation.kind.key().map(expr::expr_function));
    format!("Relation({})", args.join(", "))
}

fn claim_declaration(claim: &Claim) -> String {
    let mut args = vec![string_literal(&claim.code)];
    if !claim.lenient.is_empty() {
        args.push(format!("lenient={}", string_literal(&claim.lenient)));
    }
    match claim.severity {
        Severity::Note => args.push("severity=\"note\"".to_owned()),
        Severity::Warning => args.push("severity=\"warning\"".to_owned()),
        Severity::Error => {}
    }
    format!("Claim({})", args.join(", "))
}
