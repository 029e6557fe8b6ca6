//! Finds out whether a computed value can differ from the stated value.
//!
//! The computed count of a list cannot differ from the stated count, because a reader uses the stated count to read the
//! list. This also holds if a count is split over several fields, `low | high << 16`, which are computed as
//! `items.len() & 0xFFFF` and `items.len() >> 16`. This module traces values bit by bit. A value that it cannot trace
//! may differ.

use super::field::Field;
use crate::parse::{Kind, NumberForm, Shape, Tree, name_of};
use bpx_model::{Binary, Expr, Text};
use syn::Ident;

/// Bits of a number that is not negative, lowest bit first; bits after the last one are zero.
type Bits = Vec<Bit>;

/// A known bit, or a bit of a field.
#[derive(Clone, PartialEq)]
enum Bit {
    Zero,
    One,
    Of(String, usize),
}

/// Number of bits of the widest number in a file.
const WIDEST: usize = 64;

/// Returns whether every file states the computed value at `target`.
pub(super) fn always_agrees(target: &[Ident], value: &Tree, fields: &[Field]) -> bool {
    let values = Values { fields };
    let target: Vec<Text> = target.iter().map(|name| name_of(name).into()).collect();
    let (value, wanted) = (values.of(value.expr()).map(trimmed), values.of_path(&target).map(trimmed));
    value.is_some() && value == wanted
}

/// The known bits of values after all fields are read.
struct Values<'f> {
    fields: &'f [Field],
}

impl Values<'_> {
    fn of(&self, expr: &Expr) -> Option<Bits> {
        match (expr, expr.operands()) {
            (Expr::Int(number), _) => bits_of(*number),
            (Expr::Path(path), _) => self.of_path(path),
            (Expr::Len(path), _) => self.of_len(path),
            (Expr::Binary(op, _), [a, b]) => binary(*op, self.of(a)?, b, || self.of(b)),
            _ => None,
        }
    }

    /// Returns the bits of a path, as many as the field has. A member may have 64 bits, because its type is not known
    /// here.
    fn of_path(&self, path: &[Text]) -> Option<Bits> {
        let name = path.join(".");
        let width = match path {
            [own] => match &self.find(own)?.shape {
                Shape::One(Kind::Number { size, signed: false, form: NumberForm::Binary, .. }) => {
                    size.checked_mul(8)?
                }
                Shape::One(Kind::Number { float: false, .. } | Kind::Varint { .. }) => WIDEST,
                _ => return None,
            },
            _ => WIDEST,
        };
        Some((0..width).map(|at| Bit::Of(name.clone(), at)).collect())
    }

    /// Returns the bits of the count that a reader uses to read the list.
    fn of_len(&self, path: &[Text]) -> Option<Bits> {
        let [list] = path else { return None };
        let field = self.find(list).filter(|field| matches!(field.shape, Shape::List(_)) && !field.optional)?;
        let count = field.attrs.count.as_ref()?;
        // A list that is counted by its own length gives no information.
        let plain = count.expr().parts().iter().all(|part| !matches!(part, Expr::Len(_)));
        plain.then(|| self.of(count.expr()))?
    }

    fn find(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| name_of(&field.name) == name)
    }
}

fn binary(op: Binary, a: Bits, second: &Expr, b: impl Fn() -> Option<Bits>) -> Option<Bits> {
    match (op, second) {
        (Binary::Shl, Expr::Int(by)) => {
            let by = usize::try_from(*by).ok().filter(|by| *by < WIDEST)?;
            Some(std::iter::repeat_n(Bit::Zero, by).chain(a).collect())
        }
        (Binary::Shr, Expr::Int(by)) => {
            let by = usize::try_from(*by).ok()?;
            Some(a.into_iter().skip(by).collect())
        }
        (Binary::And, _) => combine(&a, &b()?, |a, b| match (a, b) {
            (Bit::Zero, _) | (_, Bit::Zero) => Some(Bit::Zero),
            (Bit::One, other) | (other, Bit::One) => Some(other.clone()),
            _ => (a == b).then(|| a.clone()),
        }),
        (Binary::Or, _) => combine(&a, &b()?, |a, b| match (a, b) {
            (Bit::One, _) | (_, Bit::One) => Some(Bit::One),
            (Bit::Zero, other) | (other, Bit::Zero) => Some(other.clone()),
            _ => (a == b).then(|| a.clone()),
        }),
        _ => None,
    }
}

fn combine(a: &[Bit], b: &[Bit], join: impl Fn(&Bit, &Bit) -> Option<Bit>) -> Option<Bits> {
    let bit = |bits: &[Bit], at: usize| bits.get(at).cloned().unwrap_or(Bit::Zero);
    (0..a.len().max(b.len())).map(|at| join(&bit(a, at), &bit(b, at))).collect()
}

fn bits_of(number: i64) -> Option<Bits> {
    let number = u64::try_from(number).ok()?;
    Some((0..WIDEST).map(|at| if number >> at & 1 == 1 { Bit::One } else { Bit::Zero }).collect())
}

fn trimmed(mut bits: Bits) -> Bits {
    while bits.last() == Some(&Bit::Zero) {
        bits.pop();
    }
    bits
}
