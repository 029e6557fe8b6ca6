//! Writes expressions as Python functions of a scope.

use super::{byte_string, path_tuple, string_literal};
use bpx_schema::schema::{Binary, Expr, Text, Unary};

/// Returns a Python function that computes an expression over a scope `s`.
pub(super) fn expr_function(expr: &Expr) -> String {
    format!("lambda s: {}", expr_code(expr))
}

/// Returns the declaration of the end of a list, with what an element adds to the sums over the list.
pub(super) fn list_ending(condition: &Expr, list: &str) -> String {
    let Some(running) = condition.running_totals(list) else { return format!("Until({})", expr_function(condition)) };
    let totals =
        running.totals.iter().map(|(name, of_each)| format!("({}, {}),", string_literal(name), expr_function(of_each)));
    format!("Until({}, ({}))", expr_function(&running.expr), totals.collect::<Vec<_>>().join(" "))
}

/// Returns a Python function that names the member of `entry` from which an expression takes its value, or `None` in
/// Python if the expression is not a member.
pub(super) fn blamed_member(expr: &Expr) -> String {
    member_of_entry(expr).map_or_else(|| "None".to_owned(), |name| format!("lambda s: {name}"))
}

fn member_of_entry(expr: &Expr) -> Option<String> {
    match expr {
        Expr::Path(path) => path.get(1).map(|name| string_literal(name)),
        Expr::If(operands) => {
            let [condition, yes, no] = &**operands else { return None };
            let name = |expr| member_of_entry(expr).unwrap_or_else(|| "None".to_owned());
            Some(format!("{} if {} else {}", name(yes), expr_code(condition), name(no)))
        }
        _ => None,
    }
}

fn expr_code(expr: &Expr) -> String {
    let names = |path: &[Text]| path.iter().map(|name| string_literal(name)).collect::<Vec<_>>().join(", ");
    let number = |value: i64| if value < 0 { format!("({value})") } else { value.to_string() };
    let operands: Vec<_> = expr.operands().iter().map(expr_code).collect();
    match (expr, &*operands) {
        (Expr::Int(value) | Expr::Const(_, value), _) => number(*value),
        (Expr::Bool(true), _) => "True".to_owned(),
        (Expr::Bool(false), _) => "False".to_owned(),
        (Expr::Float(value), _) => format!("{value:?}"),
        (Expr::Text(text), _) => byte_string(text.as_bytes()),
        (Expr::Bytes(bytes), _) => byte_string(bytes),
        (Expr::Path(path), _) => format!("s.get({})", names(path)),
        (Expr::Element(array, _, members), [index]) => {
            format!("s.element({}, {index}, {})", path_tuple(array), path_tuple(members))
        }
        (Expr::Len(path), _) => format!("s.len({})", names(path)),
        (Expr::Sum(list, member), _) => format!("s.sum({}, {})", path_tuple(list), string_literal(member)),
        (Expr::Find(list, key, _, member), [wanted]) => {
            format!("s.find({}, {}, {wanted}, {})", path_tuple(list), string_literal(key), string_literal(member))
        }
        (Expr::Fold(_, list, _), [of_each]) => format!("s.fold({}, lambda s: {of_each})", path_tuple(list)),
        (Expr::Remaining, _) => "s.remaining()".to_owned(),
        (Expr::Size, _) => "s.size()".to_owned(),
        (Expr::Position, _) => "s.position()".to_owned(),
        (Expr::SizeOf(name), _) => format!("s.size_of({})", string_literal(name)),
        (Expr::OffsetOf(name), _) => format!("s.offset_of({})", string_literal(name)),
        (Expr::Unary(Unary::Not, _), [operand]) => format!("(not {operand})"),
        (Expr::Unary(Unary::Neg, _), [operand]) => format!("_fit(-{operand})"),
        (Expr::Unary(Unary::Float, _), [operand]) => format!("float({operand})"),
        (Expr::Unary(Unary::Int, _), [operand]) => format!("_whole({operand})"),
        (Expr::Binary(op, _), [a, b]) => binary_code(*op, a, b),
        (Expr::If(_), [condition, yes, no]) => format!("({yes} if {condition} else {no})"),
        // A schema with another number of operands is rejected.
        (Expr::Element(..) | Expr::Find(..) | Expr::Fold(..) | Expr::Unary(..) | Expr::Binary(..) | Expr::If(_), _) => {
            "_no_value()".to_owned()
        }
    }
}

fn binary_code(op: Binary, a: &str, b: &str) -> String {
    match op {
        Binary::Add | Binary::Sub | Binary::Mul => format!("_fit({a} {} {b})", op.symbol()),
        Binary::Div => format!("_div({a}, {b})"),
        Binary::Rem => format!("_rem({a}, {b})"),
        Binary::Shl => format!("_shl({a}, {b})"),
        Binary::Shr => format!("_shr({a}, {b})"),
        Binary::Both => format!("({a} and {b})"),
        Binary::Either => format!("({a} or {b})"),
        Binary::And | Binary::Or | Binary::Xor => format!("({a} {} {b})", op.symbol()),
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => {
            format!("({a} {} {b})", op.symbol())
        }
    }
}
