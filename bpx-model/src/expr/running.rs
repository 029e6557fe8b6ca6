//! Computes sums over the elements of a list that have been read so far.

use super::{Expr, Fold, Unary};
use crate::Text;

/// An expression over the elements of a list that have been read so far. The sums in it grow with each element.
#[derive(Debug, Clone, PartialEq)]
pub struct RunningTotals {
    /// The expression, in which names replace the sums.
    pub expr: Expr,
    /// For each sum, the name that replaces the sum, and the expression for what an element ([`ENTRY`](Expr::ENTRY))
    /// adds to the sum.
    pub totals: Vec<(Text, Expr)>,
}

impl RunningTotals {
    /// Returns the name that replaces a sum. `place` is the number of the sum in the order of the source.
    #[must_use]
    pub fn total_name(place: usize) -> String {
        format!("__total_{place}")
    }
}

impl Expr {
    /// Returns whether the expression is a sum over the elements of the list `list`, or the number of its elements for
    /// which a condition holds.
    #[must_use]
    pub fn is_total_of(&self, list: &str) -> bool {
        matches!(self, Self::Sum(path, _) | Self::Fold(_, path, _) if matches!(&**path, [name] if *name == *list))
    }

    /// Returns the expression for what an element adds to the sum, or `None` if this expression is not a sum over a
    /// list.
    #[must_use]
    pub fn of_each(&self) -> Option<Self> {
        match self {
            Self::Sum(_, member) => Some(Self::Path(vec![Text::Borrowed(Self::ENTRY), member.clone()].into())),
            Self::Fold(Fold::Sum, _, operands) => operands.first().cloned(),
            Self::Fold(Fold::Count, _, operands) => Some(Self::Unary(Unary::Int, operands.clone())),
            _ => None,
        }
    }

    /// Separates the sums over a list from the rest of the expression. Returns `None` if there are no such sums.
    #[must_use]
    pub fn running_totals(&self, list: &str) -> Option<RunningTotals> {
        // Most conditions have none, and readers ask for each list.
        if !self.parts().iter().any(|part| part.is_total_of(list)) {
            return None;
        }
        let mut totals = Vec::new();
        let expr = self.split_totals(list, &mut totals);
        Some(RunningTotals { expr, totals })
    }

    fn split_totals(&self, list: &str, totals: &mut Vec<(Text, Self)>) -> Self {
        if let Some(of_each) = self.of_each().filter(|_| self.is_total_of(list)) {
            let name = Text::Owned(RunningTotals::total_name(totals.len()));
            totals.push((name.clone(), of_each));
            return Self::Path(vec![name].into());
        }
        let mut split = self.clone();
        if let Self::Element(_, operands, _)
        | Self::Find(_, _, operands, _)
        | Self::Fold(_, _, operands)
        | Self::Unary(_, operands)
        | Self::Binary(_, operands)
        | Self::If(operands) = &mut split
        {
            *operands = operands.iter().map(|operand| operand.split_totals(list, totals)).collect::<Vec<_>>().into();
        }
        split
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Binary;

    fn path(names: &[&'static str]) -> Expr {
        Expr::Path(names.iter().map(|name| Text::Borrowed(name)).collect::<Vec<_>>().into())
    }

    #[test]
    fn only_sums_over_the_list_are_taken_out() {
        let list = |name: &'static str| vec![Text::Borrowed(name)].into();
        let of_list = Expr::Sum(list("parts"), Text::Borrowed("size"));
        let of_other = Expr::Sum(list("others"), Text::Borrowed("size"));
        let count = Expr::Fold(Fold::Count, list("parts"), vec![Expr::Bool(true)].into());
        let sum = Expr::Binary(Binary::Add, vec![of_list, of_other.clone()].into());
        let whole = Expr::Binary(Binary::Ge, vec![sum, count].into());
        let running = whole.running_totals("parts").unwrap();
        let sum = Expr::Binary(Binary::Add, vec![path(&["__total_0"]), of_other.clone()].into());
        assert_eq!(running.expr, Expr::Binary(Binary::Ge, vec![sum, path(&["__total_1"])].into()));
        let counted = Expr::Unary(Unary::Int, vec![Expr::Bool(true)].into());
        let added = [("__total_0".into(), path(&["entry", "size"])), ("__total_1".into(), counted)];
        assert_eq!(running.totals, added);
        assert_eq!(of_other.running_totals("parts"), None);
    }
}
