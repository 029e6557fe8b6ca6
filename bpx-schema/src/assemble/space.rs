//! Checks what a reader takes from the size of the space that contains a value: lists up to the end of the space, and
//! conditions and counts that use the number of left bytes.

use super::Assembler;
use super::fields::FieldOwner;
use super::written::{PendingValue, other_value};
use crate::codec::after_rest;
use crate::report::{Class, Result};
use crate::schema::{Binary, ComputedValue, Expr, Field, List};
use crate::value::{Scope, compute_value, eval_int};

impl Assembler<'_> {
    /// Records that a list that takes all bytes up to the end of the space ends here. Rejects another such list before it.
    pub(super) fn note_filled(&mut self) -> Result<()> {
        self.expect_not_filled()?;
        self.space.filled = Some(self.position());
        Ok(())
    }

    /// Rejects bytes of `field` after a list that takes all bytes.
    pub(super) fn expect_not_filled(&self) -> Result<()> {
        let more = self.space.filled.map_or(0, |end| self.position().saturating_sub(end));
        if more == 0 { Ok(()) } else { Err(self.fault(Class::TrailingBytes, after_rest(more))) }
    }

    /// Checks that a reader at `position` would compute `value`, as soon as all values of the expression are known.
    pub(super) fn expect_in_space(
        &mut self,
        owner: FieldOwner<'_>,
        (field, expr): (&Field, &Expr),
        (position, value): (u64, i128),
    ) -> Result<()> {
        if self.space.is_elsewhere || !expr.needs_space() {
            return Ok(());
        }
        let mut scope = self.scope_of(owner);
        scope.places.position = Some(position);
        if !needs_size(expr) {
            let found = eval_int(expr, &scope);
            let other = || other_value(&expr.to_string(), value, found, position);
            return if found == Some(value) { Ok(()) } else { Err(other()) };
        }
        let Some(closed) = with_known_values(expr, &scope, position) else { return Ok(()) };
        let (shown, field) = (expr.to_string(), field.name.to_string());
        let size = size_of::<PendingValue>() + shown.len() + closed.parts().len() * size_of::<Expr>();
        let charged = self.budget.charge_memory(size as u64);
        charged.map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()))?;
        self.space.pending.push(PendingValue { expr: closed, shown, field, position, value });
        Ok(())
    }
}

fn needs_size(expr: &Expr) -> bool {
    expr.parts().iter().any(|part| matches!(part, Expr::Remaining | Expr::Size))
}

/// Returns the expression with constants in place of all values except the size of the space; `None` if a value is not
/// known, or is not constant.
fn with_known_values(expr: &Expr, scope: &dyn Scope, position: u64) -> Option<Expr> {
    if !needs_size(expr) {
        return Some(match compute_value(expr, scope)? {
            ComputedValue::Int(value) => Expr::Int(i64::try_from(value).ok()?),
            ComputedValue::Bool(value) => Expr::Bool(value),
            ComputedValue::Float(value) => Expr::Float(value),
            ComputedValue::Text(_) | ComputedValue::Bytes(_) => return None,
        });
    }
    let operands = expr.operands().iter().map(|operand| with_known_values(operand, scope, position));
    let operands = || operands.collect::<Option<Vec<_>>>().map(List::from);
    match expr {
        Expr::Size => Some(Expr::Size),
        Expr::Remaining => {
            let position = Expr::Int(i64::try_from(position).ok()?);
            Some(Expr::Binary(Binary::Sub, vec![Expr::Size, position].into()))
        }
        Expr::Unary(op, _) => Some(Expr::Unary(*op, operands()?)),
        Expr::Binary(op, _) => Some(Expr::Binary(*op, operands()?)),
        Expr::If(_) => Some(Expr::If(operands()?)),
        _ => None,
    }
}
