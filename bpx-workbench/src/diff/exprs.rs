//! Compares expressions independently of names.

use bpx_schema::schema::{Expr, Text};
use std::fmt::Write;

/// Writes an expression as a text. Expressions with the same text have the same value, if `path` maps names of the same
/// value to the same text. The text does not depend on the names of constants, but on the order of operands. Returns
/// `None` if `path` does not know a name.
pub(super) fn expr_key(expr: &Expr, path: &dyn Fn(&[Text]) -> Option<String>) -> Option<String> {
    let mut text = String::new();
    write_expr(expr, path, &mut text)?;
    Some(text)
}

fn write_expr(expr: &Expr, path: &dyn Fn(&[Text]) -> Option<String>, text: &mut String) -> Option<()> {
    let join = |of: &[Text], member: &Text| path(&of.iter().chain([member]).cloned().collect::<Vec<_>>());
    let (sign, operands): (String, &[Expr]) = match expr {
        Expr::Int(value) | Expr::Const(_, value) => return write!(text, "{value}").ok(),
        Expr::Bool(_) | Expr::Float(_) | Expr::Text(_) | Expr::Bytes(_) => return write!(text, "{expr}").ok(),
        Expr::Path(of) => return write!(text, "{}", path(of)?).ok(),
        Expr::Element(of, index, members) => {
            (format!("element {}", path(&of.iter().chain(members.iter()).cloned().collect::<Vec<_>>())?), index)
        }
        Expr::Len(of) => return write!(text, "len {}", path(of)?).ok(),
        Expr::Sum(of, member) => return write!(text, "sum {}", join(of, member)?).ok(),
        Expr::Remaining => return write!(text, "remaining").ok(),
        Expr::Size => return write!(text, "size").ok(),
        Expr::Position => return write!(text, "position").ok(),
        Expr::SizeOf(of) => return write!(text, "size {}", measured_key(of, path)?).ok(),
        Expr::OffsetOf(of) => return write!(text, "offset {}", measured_key(of, path)?).ok(),
        Expr::Find(of, key, wanted, member) => (format!("find {} {}", join(of, key)?, join(of, member)?), wanted),
        Expr::Fold(fold, of, of_each) => {
            write!(text, "({} {}", fold.name(), path(of)?).ok()?;
            // A member of the element is a member of the type of the array.
            let inner = |found: &[Text]| match found.split_first() {
                Some((first, members)) if *first == *Expr::ENTRY => {
                    path(&of.iter().chain(members).cloned().collect::<Vec<_>>()).map(|path| format!("@{path}"))
                }
                _ => path(found),
            };
            for operand in of_each.iter() {
                text.push(' ');
                write_expr(operand, &inner, text)?;
            }
            text.push(')');
            return Some(());
        }
        Expr::Unary(op, operands) => (format!("{op:?}"), operands),
        Expr::Binary(op, operands) => (op.symbol().to_owned(), operands),
        Expr::If(operands) => ("if".to_owned(), operands),
    };
    write!(text, "({sign}").ok()?;
    for operand in operands {
        text.push(' ');
        write_expr(operand, path, text)?;
    }
    text.push(')');
    Some(())
}

/// Returns the text for the argument of `size_of` or `offset_of`: a field, or the structure itself.
fn measured_key(name: &Text, path: &dyn Fn(&[Text]) -> Option<String>) -> Option<String> {
    if name == Expr::SELF { Some(name.to_string()) } else { path(std::slice::from_ref(name)) }
}

/// Returns the names of constants, in the order of the expression; an empty name for each plain number.
pub(super) fn constant_names(expr: &Expr) -> Vec<&str> {
    match expr {
        Expr::Int(_) => vec![""],
        Expr::Const(name, _) => vec![name],
        _ => expr.operands().iter().flat_map(constant_names).collect(),
    }
}

/// Returns the parameters that a condition requires to have certain values, and these values. The parameters are those
/// in comparisons with numbers, all of which must hold.
pub(super) fn required_params(expr: &Expr) -> Vec<(&[Text], i64)> {
    use bpx_schema::schema::Binary;
    match expr {
        Expr::Binary(Binary::Both, operands) => operands.iter().flat_map(required_params).collect(),
        Expr::Binary(Binary::Eq, operands) => match &**operands {
            [Expr::Path(path), Expr::Int(value) | Expr::Const(_, value)]
            | [Expr::Int(value) | Expr::Const(_, value), Expr::Path(path)] => vec![(&**path, *value)],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Returns whether two conditions over the same names can hold at once, as far as their comparisons with numbers show.
pub(super) fn can_both_hold(a: Option<&Expr>, b: Option<&Expr>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return true };
    let (a, b) = (required_params(a), required_params(b));
    !a.iter().any(|(path, value)| b.iter().any(|(other, wanted)| path == other && value != wanted))
}
