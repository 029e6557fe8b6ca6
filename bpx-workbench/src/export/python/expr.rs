//! Expressions as functions of a scope.

use super::{path, string};
use bpx_schema::schema::{Binary, Expr, Text, Unary};

/// A function that computes an expression over a scope `s`.
pub(super) fn function(expr: &Expr) -> String {
    format!("lambda s: {}", of(expr))
}

/// A function that names the member of `entry` from which an expression takes its value; none when it is no member.
pub(super) fn blame(expr: &Expr) -> String {
    member(expr).map_or_else(|| "None".to_owned(), |name| format!("lambda s: {name}"))
}

fn member(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.last().filter(|_| path.len() > 1).map(|name| string(name)),
        Expr::If(operands) => {
            let [condition, yes, no] = &**operands else { return None };
            let name = |expr| member(expr).unwrap_or_else(|| "None".to_owned());
            Some(format!("{} if {} else {}", name(yes), of(condition), name(no)))
        }
        _ => None,
    }
}

fn of(expr: &Expr) -> String {
    let names = |path: &[Text]| path.iter().map(|name| string(name)).collect::<Vec<_>>().join(", ");
    let number = |value: i64| if value < 0 { format!("({value})") } else { value.to_string() };
    match expr {
        Expr::Int(value) => number(*value),
        Expr::Const(_, value) => number(*value),
        Expr::Path(path) => format!("s.get({})", names(path)),
        Expr::Len(path) => format!("s.len({})", names(path)),
        Expr::Sum(list, member) => format!("s.sum({}, {})", path(list), string(member)),
        Expr::Find(list, key, operands, member) => {
            let wanted = operands.first().map_or_else(|| "0".to_owned(), of);
            format!("s.find({}, {}, {wanted}, {})", path(list), string(key), string(member))
        }
        Expr::Remaining => "s.remaining()".to_owned(),
        Expr::Size => "s.size()".to_owned(),
        Expr::Position => "s.position()".to_owned(),
        Expr::Unary(op, operands) => {
            let operand = operands.first().map_or_else(|| "0".to_owned(), of);
            match op {
                Unary::Not => format!("int({operand} == 0)"),
                Unary::Neg => format!("_fit(-{operand})"),
            }
        }
        Expr::Binary(op, operands) => match &**operands {
            [a, b] => binary(*op, &of(a), &of(b)),
            _ => "0".to_owned(),
        },
        Expr::If(operands) => match &**operands {
            [condition, yes, no] => format!("({} if {} else {})", of(yes), of(condition), of(no)),
            _ => "0".to_owned(),
        },
    }
}

fn binary(op: Binary, a: &str, b: &str) -> String {
    match op {
        Binary::Add | Binary::Sub | Binary::Mul => format!("_fit({a} {} {b})", op.symbol()),
        Binary::Div => format!("_div({a}, {b})"),
        Binary::Rem => format!("_rem({a}, {b})"),
        Binary::Shl => format!("_shl({a}, {b})"),
        Binary::Shr => format!("_shr({a}, {b})"),
        Binary::Both => format!("_both({a}, {b})"),
        Binary::Either => format!("_either({a}, {b})"),
        Binary::And | Binary::Or | Binary::Xor => format!("({a} {} {b})", op.symbol()),
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
            format!("int({a} {} {b})", op.symbol())
        }
    }
}
