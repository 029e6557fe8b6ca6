//! Finds out whether a computed value can differ from the stated value.
//!
//! The computed count of a list cannot differ from the stated count, because a reader uses the stated count to read the
//! list. This also holds if a count is split over several fields, `low | high << 16`, which are computed as
//! `items.len() & 0xFFFF` and `items.len() >> 16`. This module traces values bit by bit. A value that it cannot trace
//! may differ.

use super::field::Field;
use crate::parse::{ExprTree, FieldShape, NumberForm, StoredKind, name_of};
use bpx_model::{Binary, Expr, Text};
use syn::Ident;

/// Bits of a number that is not negative, lowest bit first; bits after the last one are zero.
type TracedBits = Vec<TracedBit>;

/// A known bit, or a bit of a field.
#[derive(Clone, PartialEq)]
enum TracedBit {
    Zero,
    One,
    Of(String, usize),
}

/// Number of bits of the widest number in a file.
const WIDEST: usize = 64;

/// Returns whether every file states the computed value at `target`.
pub(super) fn always_agrees(target: &[Ident], value: &ExprTree, fields: &[Field]) -> bool {
    let values = BitTracer { fields };
    let target: Vec<Text> = target.iter().map(|name| name_of(name).into()).collect();
    let (value, wanted) =
        (values.expr_bits(value.expr()).map(trim_zero_bits), values.of_path(&target).map(trim_zero_bits));
    value.is_some() && value == wanted
}

/// The known bits of values after all fields are read.
struct BitTracer<'f> {
    fields: &'f [Field],
}

impl BitTracer<'_> {
    fn expr_bits(&self, expr: &Expr) -> Option<TracedBits> {
        match (expr, expr.operands()) {
            (Expr::Int(number), _) => bits_of(*number),
            (Expr::Path(path), _) => self.of_path(path),
            (Expr::Len(path), _) => self.of_len(path),
            (Expr::Binary(op, _), [a, b]) => binary_bits(*op, self.expr_bits(a)?, b, || self.expr_bits(b)),
            _ => None,
        }
    }

    /// Returns the bits of a path, as many as the field has. A member may have 64 bits, because its type is not known
    /// here.
    fn of_path(&self, path: &[Text]) -> Option<TracedBits> {
        let name = path.join(".");
        let width = match path {
            [own] => match &self.find_field(own)?.shape {
                FieldShape::One(StoredKind::Number { size, signed: false, form: NumberForm::Binary, .. }) => {
                    size.checked_mul(8)?
                }
                FieldShape::One(StoredKind::Number { float: false, .. } | StoredKind::Varint { .. }) => WIDEST,
                _ => return None,
            },
            _ => WIDEST,
        };
        Some((0..width).map(|at| TracedBit::Of(name.clone(), at)).collect())
    }

    /// Returns the bits of the count that a reader uses to read the list.
    fn of_len(&self, path: &[Text]) -> Option<TracedBits> {
        let [list] = path else { return None };
        let field =
            self.find_field(list).filter(|field| matches!(field.shape, FieldShape::List(_)) && !field.optional)?;
        let count = field.attrs.count.as_ref()?;
        // A list that is counted by its own length gives no information.
        let plain = count.expr().parts().iter().all(|part| !matches!(part, Expr::Len(_)));
        plain.then(|| self.expr_bits(count.expr()))?
    }

    fn find_field(&self, name: &str) -> Option<&Field> {
        self.fields.iter().find(|field| name_of(&field.name) == name)
    }
}

fn binary_bits(op: Binary, a: TracedBits, second: &Expr, b: impl Fn() -> Option<TracedBits>) -> Option<TracedBits> {
    match (op, second) {
        (Binary::Shl, Expr::Int(by)) => {
            let by = usize::try_from(*by).ok().filter(|by| *by < WIDEST)?;
            Some(std::iter::repeat_n(TracedBit::Zero, by).chain(a).collect())
        }
        (Binary::Shr, Expr::Int(by)) => {
            let by = usize::try_from(*by).ok()?;
            Some(a.into_iter().skip(by).collect())
        }
        (Binary::And, _) => combine_bits(&a, &b()?, |a, b| match (a, b) {
            (TracedBit::Zero, _) | (_, TracedBit::Zero) => Some(TracedBit::Zero),
            (TracedBit::One, other) | (other, TracedBit::One) => Some(other.clone()),
            _ => (a == b).then(|| a.clone()),
        }),
        (Binary::Or, _) => combine_bits(&a, &b()?, |a, b| match (a, b) {
            (TracedBit::One, _) | (_, TracedBit::One) => Some(TracedBit::One),
            (TracedBit::Zero, other) | (other, TracedBit::Zero) => Some(other.clone()),
            _ => (a == b).then(|| a.clone()),
        }),
        _ => None,
    }
}

fn combine_bits(
    a: &[TracedBit],
    b: &[TracedBit],
    join: impl Fn(&TracedBit, &TracedBit) -> Option<TracedBit>,
) -> Option<TracedBits> {
    let bit = |bits: &[TracedBit], at: usize| bits.get(at).cloned().unwrap_or(TracedBit::Zero);
    (0..a.len().max(b.len())).map(|at| join(&bit(a, at), &bit(b, at))).collect()
}

fn bits_of(number: i64) -> Option<TracedBits> {
    let number = u64::try_from(number).ok()?;
    Some((0..WIDEST).map(|at| if number >> at & 1 == 1 { TracedBit::One } else { TracedBit::Zero }).collect())
}

fn trim_zero_bits(mut bits: TracedBits) -> TracedBits {
    while bits.last() == Some(&TracedBit::Zero) {
        bits.pop();
    }
    bits
}
