//! Checks pools, and the relations of values to pools.

use super::field::Field;
use super::scope::ExprScope;
use crate::parse::{Errors, FieldShape, RelationAttr, RelationKindAttr, StoredKind};
use bpx_model::{ExprKind as Value, PoolContent};
use syn::Error;

/// Checks the relations of a field; `members` has the names that a condition may use, and is present only for records.
pub(super) fn check_relations(field: &Field, members: Option<&ExprScope>, errors: &mut Errors) {
    check_pool(field, members.is_some(), errors);
    for relation in &field.attrs.relations {
        let whole = match field.kind() {
            Some(StoredKind::Number { signed, float, .. }) => !signed && !float,
            Some(StoredKind::Varint { form, .. }) => !form.is_signed(),
            _ => false,
        };
        let bytes = matches!(field.shape, FieldShape::List(_) | FieldShape::Array(..))
            && field.kind().is_some_and(StoredKind::is_byte);
        let of_bytes = relation.kind.is_between_values() && members.is_none();
        let of_list =
            matches!(relation.kind, RelationKindAttr::Count { multiple: true, .. } | RelationKindAttr::Tree(_));
        let fits = match of_list {
            true => {
                matches!(&field.shape, FieldShape::List(StoredKind::Named(_)))
                    && !field.is_children()
                    && members.is_none()
            }
            false => whole && (of_bytes || !bytes),
        };
        if !fits {
            let message = match (of_list, relation.kind.is_between_values()) {
                (true, _) => {
                    let word = if relation.word() == "tree" { "tree" } else { "multiple" };
                    format!("expected a list of structures for `{word}`")
                }
                (_, true) => {
                    format!(
                        "expected whole numbers without a sign for `{}`, or bytes in a `#[structure]`",
                        relation.word()
                    )
                }
                _ => format!("expected whole numbers without a sign for `{}`", relation.word()),
            };
            errors.add(Error::new(relation.span, message));
        }
        match (&relation.when, members) {
            (Some(when), Some(scope)) => drop(errors.note_error(scope.check_expr(when, Value::Bool))),
            (Some(when), None) => errors.add(
                when.error("expected a condition over members of one record: make this number a field of a record"),
            ),
            (None, _) => {}
        }
        if let Some(key) = relation.key_expr() {
            errors.note_error(ExprScope::with_params(&[]).check_expr(key, Value::Int));
        }
    }
}

fn check_pool(field: &Field, is_record: bool, errors: &mut Errors) {
    let Some(pool) = &field.attrs.pool else { return };
    let named = matches!(&field.shape, FieldShape::List(StoredKind::Named(_)));
    let texts = matches!(&field.shape, FieldShape::List(kind) if kind.is_byte() || matches!(kind, StoredKind::CText { wide: false }));
    if is_record || field.is_children() || !(named || texts) {
        errors.add(Error::new(pool.span, "expected a list of structures, texts or bytes in a structure as a pool"));
    } else if let Some(key) = pool.key.as_ref().filter(|_| !named) {
        errors.add(Error::new(
            key.span(),
            "expected structures in a pool with a key, found texts or bytes; a key is a member of a structure",
        ));
    }
}

/// Checks that the pools of a structure hold what the relations of the same structure look for. The macro does not see
/// the pools of other structures, which the interpreter checks.
pub(super) fn check_pools_of_relations(fields: &[Field], errors: &mut Errors) {
    for relation in fields.iter().flat_map(|field| &field.attrs.relations) {
        if let Some(message) = pool_fault(relation, fields) {
            let of_word = || Error::new(relation.span, &message);
            errors.add(relation.key_expr().map_or_else(of_word, |key| key.error(&message)));
        }
    }
}

/// Returns why a relation finds nothing in the pools with its name; `None` without such a pool.
fn pool_fault(relation: &RelationAttr, fields: &[Field]) -> Option<String> {
    let pools = fields.iter().filter_map(|field| {
        let pool = field.attrs.pool.as_ref().filter(|pool| pool.name == relation.pool)?;
        let is_named = matches!(&field.shape, FieldShape::List(StoredKind::Named(_)));
        Some(if is_named { PoolContent::Elements { keyed: pool.key.is_some() } } else { PoolContent::Texts })
    });
    let has_key = relation.key_expr().is_some();
    PoolContent::fault_for_all(pools, relation.word(), has_key, &relation.pool)
}
