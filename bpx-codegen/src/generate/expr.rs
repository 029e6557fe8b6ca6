//! Expressions, as attributes spell them.

use super::names::ident;
use bpx_model::{Expr, Text, Unary};

/// The expression; a named constant becomes its value, as the schema does not say where it is declared.
pub(super) fn text(expr: &Expr) -> String {
    match expr {
        Expr::Int(value) | Expr::Const(_, value) => value.to_string(),
        Expr::Path(path) => self::path(path),
        Expr::Len(path) => format!("{}.len()", self::path(path)),
        Expr::Sum(path, member) => format!("sum({}.{})", self::path(path), ident(member)),
        Expr::Find(path, key, operands, member) => {
            let wanted: String = operands.iter().map(operand).collect();
            let path = self::path(path);
            format!("find({path}.{} == {wanted}, {path}.{})", ident(key), ident(member))
        }
        Expr::Remaining => "remaining".to_owned(),
        Expr::Size => "size".to_owned(),
        Expr::Position => "position".to_owned(),
        Expr::Unary(op, operands) => {
            let symbol = match op {
                Unary::Not => '!',
                Unary::Neg => '-',
            };
            let inner: String = operands.iter().map(operand).collect();
            format!("{symbol}{inner}")
        }
        Expr::Binary(op, operands) => {
            let [a, b] = &**operands else { return String::new() };
            format!("{} {} {}", operand(a), op.symbol(), operand(b))
        }
        Expr::If(operands) => {
            let [condition, yes, no] = &**operands else { return String::new() };
            format!("if {} {{ {} }} else {{ {} }}", text(condition), text(yes), text(no))
        }
    }
}

/// In parentheses where it is compound.
fn operand(expr: &Expr) -> String {
    match expr {
        Expr::Binary(..) | Expr::If(_) => format!("({})", text(expr)),
        _ => text(expr),
    }
}

/// `a.b.c`
pub(super) fn path(path: &[Text]) -> String {
    path.iter().map(|part| ident(part)).collect::<Vec<_>>().join(".")
}
