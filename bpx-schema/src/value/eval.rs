use crate::schema::{Expr, Text, Unary};

/// What an expression can ask for.
pub trait Scope {
    /// The integer at a path; a truth value is 0 or 1.
    fn get(&self, path: &[Text]) -> Option<i128>;
    /// Number of elements of an array.
    fn len(&self, path: &[Text]) -> Option<i128> {
        let _ = path;
        None
    }
    /// Sum of a member over the elements of an array.
    fn sum(&self, path: &[Text], member: &str) -> Option<i128> {
        let _ = (path, member);
        None
    }
    /// A member of the first element of an array whose key has a value; 0 when there is none.
    fn lookup(&self, path: &[Text], key: &str, wanted: i128, member: &str) -> Option<i128> {
        let _ = (path, key, wanted, member);
        None
    }
    /// Counts a step of an evaluation; false when no more are allowed.
    fn step(&self) -> bool {
        true
    }
    /// Offset in bytes of the next byte in the enclosing space.
    fn position(&self) -> i128 {
        0
    }
    /// Size in bytes of the enclosing space.
    fn size(&self) -> i128 {
        0
    }
}

/// The value of an expression; none when a name is unknown or a result does not fit.
#[must_use]
pub fn eval(expr: &Expr, scope: &dyn Scope) -> Option<i128> {
    if !scope.step() {
        return None;
    }
    match expr {
        Expr::Int(value) | Expr::Const(_, value) => Some(i128::from(*value)),
        Expr::Path(path) => scope.get(path),
        Expr::Len(path) => scope.len(path),
        Expr::Sum(path, member) => scope.sum(path, member),
        Expr::Find(path, key, operands, member) => scope.lookup(path, key, eval(operands.first()?, scope)?, member),
        Expr::Remaining => scope.size().checked_sub(scope.position()),
        Expr::Size => Some(scope.size()),
        Expr::Position => Some(scope.position()),
        Expr::Unary(op, operands) => {
            let value = eval(operands.first()?, scope)?;
            match op {
                Unary::Not => Some(i128::from(value == 0)),
                Unary::Neg => value.checked_neg(),
            }
        }
        Expr::Binary(op, operands) => match &**operands {
            [a, b] => op.apply(eval(a, scope)?, eval(b, scope)?),
            _ => None,
        },
        Expr::If(operands) => match &**operands {
            [condition, yes, no] => eval(if eval(condition, scope)? != 0 { yes } else { no }, scope),
            _ => None,
        },
    }
}
