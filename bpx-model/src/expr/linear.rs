//! Finds expressions that a writer can solve for a number. Such an expression is the number, times a constant, plus a
//! constant.

use super::{Binary, Expr};

/// The parts of `number * factor + more`.
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct LinearForm<'e> {
    /// The path of the number.
    pub number: &'e Expr,
    /// The factor, which is at least 1.
    pub factor: i128,
    /// The constant that is added.
    pub more: i128,
}

impl LinearForm<'_> {
    /// Returns the number for which the expression has a value; `None` if there is no such number.
    #[must_use]
    pub fn number_for(&self, value: i128) -> Option<i128> {
        let rest = value.checked_sub(self.more)?;
        if rest.checked_rem(self.factor)? == 0 { rest.checked_div(self.factor) } else { None }
    }
}

impl Expr {
    /// Returns the parts of an expression such as `number`, `number * 4`, `number << 2` or `(number - 1) * 4 + 8`;
    /// `None` for an expression of another form.
    #[must_use]
    pub fn linear_form(&self) -> Option<LinearForm<'_>> {
        let (mut number, mut steps) = (self, Vec::new());
        while let Self::Binary(op, parts) = number {
            let [a, b] = &**parts else { return None };
            let (inner, constant) = match (a.constant_value(), b.constant_value()) {
                (None, Some(constant)) => (a, constant),
                (Some(constant), None) if matches!(op, Binary::Add | Binary::Mul) => (b, constant),
                _ => return None,
            };
            steps.push((op, constant));
            number = inner;
        }
        let (mut factor, mut more) = (1_i128, 0_i128);
        while let Some((op, constant)) = steps.pop() {
            let times = match op {
                Binary::Add | Binary::Sub => 1,
                Binary::Mul => constant,
                Binary::Shl => 1_i128.checked_shl(u32::try_from(constant).ok().filter(|bits| *bits < 127)?)?,
                _ => return None,
            };
            (factor, more) = (factor.checked_mul(times)?, more.checked_mul(times)?);
            more = match op {
                Binary::Add => more.checked_add(constant)?,
                Binary::Sub => more.checked_sub(constant)?,
                _ => more,
            };
        }
        (factor > 0 && matches!(number, Self::Path(_))).then_some(LinearForm { number, factor, more })
    }

    fn constant_value(&self) -> Option<i128> {
        match self {
            Self::Int(value) | Self::Const(_, value) => Some(i128::from(*value)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Text;

    fn of(expr: &Expr) -> Option<(i128, i128)> {
        expr.linear_form().map(|found| (found.factor, found.more))
    }

    #[test]
    fn numbers_times_and_plus_constants_are_turned_around() {
        let number = || Expr::Path(vec![Text::Borrowed("n")].into());
        let two = |op, a, b| Expr::Binary(op, vec![a, b].into());
        let words = two(Binary::Sub, two(Binary::Mul, number(), Expr::Int(4)), Expr::Int(20));
        assert_eq!(of(&words), Some((4, -20)));
        assert_eq!(of(&two(Binary::Shl, two(Binary::Add, Expr::Int(1), number()), Expr::Int(9))), Some((512, 512)));
        assert_eq!(of(&two(Binary::Sub, Expr::Int(9), number())), None);
        assert_eq!(of(&two(Binary::Mul, number(), Expr::Int(0))), None);
        assert_eq!(of(&two(Binary::Add, number(), number())), None);
        assert_eq!(words.linear_form().and_then(|found| found.number_for(4)), Some(6));
        assert_eq!(words.linear_form().and_then(|found| found.number_for(5)), None);
    }
}
