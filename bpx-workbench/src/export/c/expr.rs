//! Expressions of a record, as code that computes in 128 bits.

use super::record::is_big;
use super::{Header, signed};
use bpx_schema::schema::{Binary, Body, Expr, Structure, Text, Type, Unary};

/// The value of an expression over a record that begins `base` bytes after `bytes`.
pub(super) fn of(header: &Header<'_>, structure: &Structure, base: u64, expr: &Expr) -> String {
    let sub = |expr: &Expr| of(header, structure, base, expr);
    let wide = |value: i64| format!("(schema_wide){}", signed(value));
    let none = || "schema_none(&ok)".to_owned();
    match expr {
        Expr::Int(value) | Expr::Const(_, value) => wide(*value),
        Expr::Path(path) => member(header, structure, base, path).unwrap_or_else(none),
        Expr::Len(path) => {
            let len = match &**path {
                [name] => structure.field(name).and_then(bpx_schema::schema::Field::fixed_len),
                _ => None,
            };
            len.and_then(|len| i64::try_from(len).ok()).map_or_else(none, wide)
        }
        Expr::Size | Expr::Remaining => {
            structure.size.and_then(|size| i64::try_from(size).ok()).map_or_else(none, wide)
        }
        Expr::Position => wide(0),
        Expr::Unary(op, operands) => match (op, operands.first()) {
            (Unary::Not, Some(operand)) => format!("(schema_wide)({} == 0)", sub(operand)),
            (Unary::Neg, Some(operand)) => format!("schema_sub(&ok, 0, {})", sub(operand)),
            (_, None) => none(),
        },
        Expr::Binary(op, operands) => match &**operands {
            [a, b] => binary(*op, &sub(a), &sub(b)),
            _ => none(),
        },
        Expr::If(operands) => match &**operands {
            [condition, yes, no] => format!("({} != 0 ? {} : {})", sub(condition), sub(yes), sub(no)),
            _ => none(),
        },
        // A record has no lists to search.
        Expr::Sum(..) | Expr::Find(..) => none(),
    }
}

fn binary(op: Binary, a: &str, b: &str) -> String {
    let call = |name: &str| format!("schema_{name}(&ok, {a}, {b})");
    match op {
        Binary::Add => call("add"),
        Binary::Sub => call("sub"),
        Binary::Mul => call("mul"),
        Binary::Div => call("div"),
        Binary::Rem => call("rem"),
        Binary::Shl => call("shl"),
        Binary::Shr => call("shr"),
        Binary::And | Binary::Or | Binary::Xor => format!("({a} {} {b})", op.symbol()),
        // Both sides have a value, or the whole has none.
        Binary::Both => format!("(schema_wide)(({a} != 0) & ({b} != 0))"),
        Binary::Either => format!("(schema_wide)(({a} != 0) | ({b} != 0))"),
        _ => format!("(schema_wide)({a} {} {b})", op.symbol()),
    }
}

/// The number at a path; none when there is no such number.
fn member(header: &Header<'_>, structure: &Structure, base: u64, path: &[Text]) -> Option<String> {
    let (name, rest) = path.split_first()?;
    if let Body::Bits(fields) = &structure.body {
        let field = fields.iter().find(|field| field.name == *name).filter(|field| field.bits <= 64)?;
        return Some(format!("(schema_wide)schema_get_bits(bytes + {base}, {}, {})", field.bit, field.bits));
    }
    let field = structure.field(name)?;
    let offset = base.checked_add(field.offset?)?;
    match &field.ty {
        Type::Named { link, .. } => member(header, header.resolve(link)?, offset, rest),
        Type::Int { size, signed, endian } => {
            let get = if *signed { "schema_get_signed" } else { "schema_get" };
            Some(format!("(schema_wide){get}(bytes + {offset}, {size}, {})", is_big(*endian)))
        }
        _ => None,
    }
}
