//! Finds comparisons of a fixed number of bytes with a literal of another length. The two are never equal, so a field
//! that depends on such a condition would never be read.

use super::declaration::Declaration;
use super::field::Field;
use crate::parse::{Errors, ExprPart, ExprTree, FieldShape, StoredKind, known_len, name_of};
use bpx_model::{Binary, Expr, describe_size};
use syn::Error;

/// Rejects signatures of another size than their field, and comparisons that have only one possible result.
pub(super) fn check_byte_counts(declaration: &Declaration, errors: &mut Errors) {
    for field in &declaration.fields {
        if let (Some(magic), Some(size)) = (&field.attrs.magic, byte_array_size(field))
            && magic.len() != size
        {
            let message = format!(
                "expected a type of {}, the size of the signature, found {}",
                describe_size(magic.len() as u64),
                describe_size(size as u64)
            );
            errors.add(Error::new_spanned(&field.ty, message));
        }
    }
    // A rule that never holds is reported in each file, and needs no error here.
    let mut trees = Vec::new();
    declaration.fields.iter().for_each(|field| trees.extend(field.attrs.expressions()));
    trees.extend(declaration.fields.iter().find_map(Field::byte_order_choice));
    for part in ExprTree::parts_of(&trees) {
        if let Expr::Binary(op @ (Binary::Eq | Binary::Ne), _) = part.expr
            && let [a, b] = &*part.operands()
        {
            check_compared_len(*a, *b, *op, &declaration.fields, errors);
            check_compared_len(*b, *a, *op, &declaration.fields, errors);
        }
    }
}

fn check_compared_len(value: ExprPart<'_>, literal: ExprPart<'_>, op: Binary, fields: &[Field], errors: &mut Errors) {
    let (Expr::Path(_), [name]) = (value.expr, value.names()) else { return };
    let found = match literal.expr {
        Expr::Bytes(literal) => literal.len(),
        Expr::Text(literal) => literal.len(),
        _ => return,
    };
    let field = fields.iter().find(|field| name_of(&field.name) == name_of(name));
    if let Some(size) = field.and_then(byte_array_size).filter(|size| *size != found) {
        let result = if op == Binary::Eq { "never" } else { "always" };
        let message = format!(
            "`{}` has {}, but this literal has {}: the condition {result} holds",
            name_of(name),
            describe_size(size as u64),
            describe_size(found as u64)
        );
        errors.add(Error::new_spanned(literal.tokens(), message));
    }
}

/// Returns the number of bytes of an array of bytes or a tag, if its declaration alone determines it.
fn byte_array_size(field: &Field) -> Option<usize> {
    let is_array = matches!(field.shape, FieldShape::Array(..)) && field.kind().is_some_and(StoredKind::is_byte);
    if is_array { known_len(&field.ty) } else { None }
}
