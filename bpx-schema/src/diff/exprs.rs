//! Whether two expressions say the same.

use crate::schema::{Expr, Text};

/// Whether two expressions have the same value, when `same_path` says which names stand for the same value. Names of
/// constants do not count; the order of operands does.
pub(super) fn same(old: &Expr, new: &Expr, same_path: &dyn Fn(&[Text], &[Text]) -> bool) -> bool {
    let all = |old: &[Expr], new: &[Expr]| {
        old.len() == new.len() && old.iter().zip(new).all(|(old, new)| same(old, new, same_path))
    };
    match (old, new) {
        (Expr::Int(a) | Expr::Const(_, a), Expr::Int(b) | Expr::Const(_, b)) => a == b,
        (Expr::Path(a), Expr::Path(b)) | (Expr::Len(a), Expr::Len(b)) => same_path(a, b),
        (Expr::Sum(a, member), Expr::Sum(b, other)) => same_path(&join(a, member), &join(b, other)),
        (Expr::Find(a, key, wanted, member), Expr::Find(b, other_key, other, other_member)) => {
            same_path(&join(a, key), &join(b, other_key))
                && same_path(&join(a, member), &join(b, other_member))
                && all(wanted, other)
        }
        (Expr::Remaining, Expr::Remaining) | (Expr::Size, Expr::Size) | (Expr::Position, Expr::Position) => true,
        (Expr::Unary(a, old), Expr::Unary(b, new)) => a == b && all(old, new),
        (Expr::Binary(a, old), Expr::Binary(b, new)) => a == b && all(old, new),
        (Expr::If(old), Expr::If(new)) => all(old, new),
        _ => false,
    }
}

fn join(path: &[Text], member: &Text) -> Vec<Text> {
    path.iter().chain([member]).cloned().collect()
}

/// Names of constants, in the order of writing; empty for plain numbers.
pub(super) fn constants(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Int(_) => vec![""],
        Expr::Const(name, _) => vec![name],
        Expr::Find(_, _, operands, _) | Expr::Unary(_, operands) | Expr::Binary(_, operands) | Expr::If(operands) => {
            operands.iter().flat_map(constants).collect()
        }
        _ => Vec::new(),
    }
}

/// Parameters that a condition requires to have certain values: those of its comparisons with numbers, of which all
/// must hold.
pub(super) fn required(expr: &Expr) -> Vec<(&[Text], i64)> {
    use crate::schema::Binary;
    match expr {
        Expr::Binary(Binary::Both, operands) => operands.iter().flat_map(required).collect(),
        Expr::Binary(Binary::Eq, operands) => match &**operands {
            [Expr::Path(path), Expr::Int(value) | Expr::Const(_, value)]
            | [Expr::Int(value) | Expr::Const(_, value), Expr::Path(path)] => vec![(&**path, *value)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Whether two conditions over the same names can hold at once, as far as comparisons with numbers tell.
pub(super) fn can_both_hold(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    let (a, b) = (required(a), required(b));
    !a.iter().any(|(path, value)| b.iter().any(|(other, wanted)| path == other && value != wanted))
}
