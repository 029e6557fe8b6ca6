//! Expressions, in a language that tells numbers from truth values.

use super::Spec;
use super::names::Owner;
use bpx_schema::schema::{Binary, Expr, Field, Structure, Text, Type, Unary};

/// Where an expression stands.
pub(super) struct Scope<'s, 'm> {
    pub(super) spec: &'s Spec<'m>,
    /// The type whose fields it can name.
    pub(super) owner: Owner<'m>,
    /// What stands before the names of fields.
    prefix: &'static str,
    /// The structure of `entry`.
    entry: Option<&'m Structure>,
    /// Where the position of the reader was noted, when the expression is computed later.
    noted: Option<String>,
}

impl<'s, 'm> Scope<'s, 'm> {
    pub(super) fn of(spec: &'s Spec<'m>, owner: Owner<'m>) -> Self {
        Self { spec, owner, prefix: "", entry: None, noted: None }
    }

    /// The scope of regions that the elements of an array describe, from inside of a type of their own.
    pub(super) fn of_regions(spec: &'s Spec<'m>, owner: Owner<'m>, field: &Field, array: &str) -> Self {
        let entry = owner.fields.iter().find(|field| field.name == array).and_then(|field| match &field.ty {
            Type::Named { link, .. } => spec.resolve(link),
            _ => None,
        });
        let noted = Some(format!("_parent.{}.offset", spec.note_id(owner, &field.name)));
        Self { spec, owner, prefix: "_parent.", entry, noted }
    }

    /// The same scope, where expressions are computed when a field is asked for, not when it would be read.
    pub(super) fn later(&self, field: &Field) -> Self {
        let noted = Some(format!("{}.offset", self.spec.note_id(self.owner, &field.name)));
        Self { spec: self.spec, owner: self.owner, prefix: self.prefix, entry: self.entry, noted }
    }

    fn position(&self) -> &str {
        self.noted.as_deref().unwrap_or("_io.pos")
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
                let (place, last) = self.place(path)?;
                let bytes = matches!(last, Last::Field(field) if field.is_bytes());
                Some(format!("{place}.{}", if bytes { "length" } else { "size" }))
            }
            Expr::Sum(..) | Expr::Find(..) => None,
            Expr::Remaining => Some(format!("(_io.size - {})", self.position())),
            Expr::Size => Some("_io.size".to_owned()),
            Expr::Position => Some(self.position().to_owned()),
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
        self.owner.fields.iter().find(|field| field.name == name)
    }

    /// A number by its path: variable-length numbers are types of their own, single bits are truth values.
    fn path(&self, path: &[Text]) -> Option<String> {
        let (place, last) = self.place(path)?;
        Some(match last {
            Last::Field(field) if is_varint(field) => format!("{place}.number"),
            Last::Bit => format!("({place} ? 1 : 0)"),
            _ => place,
        })
    }

    /// Where a path leads.
    fn place(&self, path: &[Text]) -> Option<(String, Last<'m>)> {
        let (first, rest) = path.split_first()?;
        let (mut place, mut structure, mut last) = match self.entry {
            Some(entry) if *first == "entry" => ("entry".to_owned(), Some(entry), Last::Other),
            _ => {
                let field = self.field(first);
                let nested = field.and_then(|field| self.nested(field));
                (format!("{}{}", self.prefix, self.spec.id(self.owner, first)), nested, Last::of(field))
            }
        };
        for name in rest {
            let owner = structure.map(Owner::of);
            let field = structure.and_then(|structure| structure.field(name));
            let bit = structure.is_some_and(|one| one.bits().iter().any(|bit| bit.name == *name && bit.bits == 1));
            place = format!("{place}.{}", owner.map_or_else(|| super::id(name), |owner| self.spec.id(owner, name)));
            last = if bit { Last::Bit } else { Last::of(field) };
            structure = field.and_then(|field| self.nested(field));
        }
        Some((place, last))
    }

    fn nested(&self, field: &Field) -> Option<&'m Structure> {
        match &field.ty {
            Type::Named { link, .. } => self.spec.resolve(link),
            _ => None,
        }
    }
}

/// What a path leads to.
enum Last<'m> {
    Field(&'m Field),
    /// A bit field of one bit.
    Bit,
    /// A parameter, or the element of an array.
    Other,
}

impl<'m> Last<'m> {
    fn of(field: Option<&'m Field>) -> Self {
        field.map_or(Self::Other, Self::Field)
    }
}

fn is_varint(field: &Field) -> bool {
    matches!(field.ty, Type::Varint { .. })
}

fn compares(op: Binary) -> bool {
    matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge)
}
