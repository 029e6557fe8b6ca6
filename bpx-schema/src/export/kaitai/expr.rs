//! Expressions, in a language that tells numbers from truth values.

use super::{Spec, id};
use crate::schema::{Binary, Expr, Field, Structure, Text, Type, Unary};

/// Where an expression stands.
pub(super) struct Scope<'s, 'm> {
    pub(super) spec: &'s Spec<'m>,
    pub(super) structure: &'m Structure,
    /// The fields that it can name.
    fields: &'m [Field],
    /// What stands before the names of fields.
    prefix: &'static str,
    /// The structure of `entry`.
    entry: Option<&'m Structure>,
}

impl<'s, 'm> Scope<'s, 'm> {
    pub(super) fn of(spec: &'s Spec<'m>, structure: &'m Structure, fields: &'m [Field]) -> Self {
        Self { spec, structure, fields, prefix: "", entry: None }
    }

    /// The scope of regions that the elements of an array describe, from inside of a type of their own.
    pub(super) fn of_regions(spec: &'s Spec<'m>, structure: &'m Structure, array: &str) -> Self {
        let entry = structure.field(array).and_then(|field| match &field.ty {
            Type::Named { link, .. } => spec.resolve(link),
            _ => None,
        });
        Self { spec, structure, fields: structure.fields(), prefix: "_parent.", entry }
    }

    /// A truth value; none when the language has no word for it.
    pub(super) fn boolean(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Unary(Unary::Not, operands) => Some(format!("not ({})", self.boolean(operands.first()?)?)),
            Expr::Binary(op, operands) => {
                let [a, b] = &**operands else { return None };
                match op {
                    Binary::Both => Some(format!("({}) and ({})", self.boolean(a)?, self.boolean(b)?)),
                    Binary::Either => Some(format!("({}) or ({})", self.boolean(a)?, self.boolean(b)?)),
                    op if compares(*op) => Some(format!("{} {} {}", self.number(a)?, op.symbol(), self.number(b)?)),
                    _ => Some(format!("{} != 0", self.number(expr)?)),
                }
            }
            _ => Some(format!("{} != 0", self.number(expr)?)),
        }
    }

    /// A number, in parentheses where it is compound; none when the language has no word for it.
    pub(super) fn number(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::Int(value) | Expr::Const(_, value) if *value < 0 => Some(format!("({value})")),
            Expr::Int(value) | Expr::Const(_, value) => Some(value.to_string()),
            Expr::Path(path) => self.path(path),
            Expr::Len(path) => {
                let bytes = path.len() == 1 && self.field(path.first()?).is_some_and(Field::is_bytes);
                let path = path.iter().map(|name| id(name)).collect::<Vec<_>>().join(".");
                Some(format!("{}{path}.{}", self.prefix, if bytes { "length" } else { "size" }))
            }
            Expr::Sum(..) | Expr::Find(..) => None,
            Expr::Remaining => Some("(_io.size - _io.pos)".to_owned()),
            Expr::Size => Some("_io.size".to_owned()),
            Expr::Position => Some("_io.pos".to_owned()),
            Expr::Unary(Unary::Neg, operands) => Some(format!("(-{})", self.number(operands.first()?)?)),
            Expr::Unary(Unary::Not, _) => Some(format!("({} ? 1 : 0)", self.boolean(expr)?)),
            Expr::Binary(op, operands) => {
                let [a, b] = &**operands else { return None };
                if compares(*op) || matches!(op, Binary::Both | Binary::Either) {
                    return Some(format!("({} ? 1 : 0)", self.boolean(expr)?));
                }
                Some(format!("({} {} {})", self.number(a)?, op.symbol(), self.number(b)?))
            }
            Expr::If(operands) => {
                let [condition, yes, no] = &**operands else { return None };
                Some(format!("(({}) ? {} : {})", self.boolean(condition)?, self.number(yes)?, self.number(no)?))
            }
        }
    }

    fn field(&self, name: &str) -> Option<&'m Field> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// A number by its path: variable-length numbers are types of their own.
    fn path(&self, path: &[Text]) -> Option<String> {
        let (first, rest) = path.split_first()?;
        let (mut place, mut structure, mut varint) = match self.entry {
            Some(entry) if *first == "entry" => ("entry".to_owned(), Some(entry), false),
            _ => {
                let field = self.field(first);
                let nested = field.and_then(|field| self.nested(field));
                (format!("{}{}", self.prefix, id(first)), nested, field.is_some_and(is_varint))
            }
        };
        for name in rest {
            let field = structure.and_then(|structure| structure.field(name));
            place = format!("{place}.{}", id(name));
            varint = field.is_some_and(is_varint);
            structure = field.and_then(|field| self.nested(field));
        }
        Some(if varint { format!("{place}.number") } else { place })
    }

    fn nested(&self, field: &Field) -> Option<&'m Structure> {
        match &field.ty {
            Type::Named { link, .. } => self.spec.resolve(link),
            _ => None,
        }
    }
}

fn is_varint(field: &Field) -> bool {
    matches!(field.ty, Type::Varint { .. })
}

fn compares(op: Binary) -> bool {
    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}
