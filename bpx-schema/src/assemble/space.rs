//! Checks what a reader takes from the size of the space that contains a value: lists up to the end of the space, and
//! conditions and counts that use the number of left bytes.

use super::Assembler;
use super::fields::FieldOwner;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Binary, ComputedValue, Expr, Field, List, Text};
use crate::value::{Scope, compute_value, eval_int};

/// What is known of the space that is being written.
#[derive(Default)]
pub(super) struct WrittenSpace {
    /// The position after the last list that takes all bytes up to the end of the space.
    filled: Option<u64>,
    /// Conditions and counts that need the size of the space.
    pending: Vec<PendingValue>,
    /// Whether a layout places the bytes later, so that positions are not known.
    is_elsewhere: bool,
}

/// A condition or a count that needs the size of the space, and the value for which a field was written.
struct PendingValue {
    /// The expression. Its only unknown value is the size of the space.
    expr: Expr,
    shown: String,
    field: String,
    position: u64,
    value: i128,
}

impl WrittenSpace {
    /// Creates the space of a field that a layout places later.
    pub(super) fn elsewhere() -> Self {
        Self { is_elsewhere: true, ..Self::default() }
    }
}

impl Assembler<'_> {
    /// Records that a list that takes all bytes up to the end of the space ends here.
    pub(super) fn note_filled(&mut self) {
        self.space.filled = Some(self.position());
    }

    /// Rejects bytes of `field` after a list that takes all bytes.
    pub(super) fn expect_not_filled(&self) -> Result<()> {
        let more = self.space.filled.map_or(0, |end| self.position().saturating_sub(end));
        if more == 0 { Ok(()) } else { Err(self.fault(Class::TrailingBytes, after_last(more))) }
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

    /// Checks a space of `size` bytes after it was written.
    ///
    /// # Errors
    /// `TrailingBytes` when bytes follow a list that takes all bytes, `Inconsistent` when a reader would compute another
    /// condition or count than that for which a field was written.
    pub(super) fn expect_read_alike(space: WrittenSpace, size: u64) -> Result<()> {
        if let Some(end) = space.filled.filter(|end| *end < size) {
            let location = Location { file: end, content: None };
            return Err(Error::fault(Class::TrailingBytes, location, after_last(size - end)));
        }
        for PendingValue { expr, shown, field, position, value } in space.pending {
            let found = eval_int(&expr, &SizeScope { size });
            if found != Some(value) {
                return Err(other_value(&shown, value, found, position).in_field(&field));
            }
        }
        Ok(())
    }
}

/// Provides the size of a space, and no other value.
struct SizeScope {
    size: u64,
}

impl Scope for SizeScope {
    fn value(&self, _: &[Text]) -> Option<ComputedValue<'_>> {
        None
    }

    fn size(&self) -> i128 {
        self.size.into()
    }
}

fn needs_size(expr: &Expr) -> bool {
    expr.parts().iter().any(|part| matches!(part, Expr::Remaining | Expr::Size))
}

/// Returns the expression with constants in place of all values except the size of the space; `None` if a value is not
/// known, or is no constant.
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

#[cold]
fn after_last(more: u64) -> String {
    format!("expected no bytes after a list that takes all bytes up to the end, found {more} bytes")
}

#[cold]
fn other_value(expr: &str, wanted: i128, found: Option<i128>, position: u64) -> Error {
    let found = found.map_or_else(|| "nothing".to_owned(), |found| found.to_string());
    let message = format!("expected `{expr}` to be {wanted}, as the field was written, found {found}");
    Error::fault(Class::Inconsistent, Location { file: position, content: None }, message)
}
