//! Writes relations between the parts of a file as declarations in Python.

use super::{expr, string};
use bpx_schema::report::Severity;
use bpx_schema::schema::{AbsentPool, Claim, Relation, RelationKind};

/// Returns the declaration of a relation.
pub(super) fn written(relation: &Relation) -> String {
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
    let mut args = vec![string(what), string(&relation.pool), claim(&relation.claim)];
    let mut named = |name: &str, value: Option<String>| args.extend(value.map(|value| format!("{name}={value}")));
    named("when", relation.when.as_ref().map(expr::function));
    named(
        "absent",
        match &relation.absent {
            AbsentPool::Unjudged => None,
            AbsentPool::Fault => Some(string("fault")),
            AbsentPool::Missing(missing) => Some(claim(missing)),
        },
    );
    match &relation.kind {
        RelationKind::Text(rules) => {
            named("whole", rules.whole.then(|| "True".to_owned()));
            named("largest", rules.largest.map(|largest| largest.to_string()));
            for (name, part) in rules.claims() {
                named(name, part.as_ref().map(claim));
            }
        }
        RelationKind::Index { first, required, .. } => {
            named("first", (*first != 0).then(|| first.to_string()));
            named("required", required.then(|| "True".to_owned()));
        }
        RelationKind::Count { multiple, .. } => named("multiple", multiple.then(|| "True".to_owned())),
        RelationKind::Tree(rules) => {
            named("children", Some(format!("({}, {})", string(&rules.first), string(&rules.count))));
            for (name, part) in [("parents", &rules.parents), ("orphan", &rules.orphan), ("depth", &rules.depth)] {
                named(name, Some(claim(part)));
            }
        }
        RelationKind::Referred { by, .. } => named("by", Some(string(by))),
        RelationKind::Needs { .. } | RelationKind::Single { .. } | RelationKind::Unique | RelationKind::Sorted => {}
    }
    named("key", relation.kind.key().map(expr::function));
    format!("Relation({})", args.join(", "))
}

fn claim(claim: &Claim) -> String {
    let mut args = vec![string(&claim.code)];
    if !claim.lenient.is_empty() {
        args.push(format!("lenient={}", string(&claim.lenient)));
    }
    match claim.severity {
        Severity::Note => args.push("severity=\"note\"".to_owned()),
        Severity::Warning => args.push("severity=\"warning\"".to_owned()),
        Severity::Error => {}
    }
    format!("Claim({})", args.join(", "))
}
