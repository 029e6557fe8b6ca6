//! Evaluates the condition that ends a list, and the sums over the elements so far.

use super::{Scope, eval, holds};
use crate::schema::{Computed, Expr, Field, Length, Running, Text};

/// The condition that ends a list, evaluated for one element after the other.
pub struct Ending<'e> {
    condition: &'e Expr,
    totals: Option<Totals>,
}

impl<'e> Ending<'e> {
    /// Returns the condition that ends a list, before the first element; `None` if no condition ends the list.
    #[must_use]
    pub fn of(field: &'e Field) -> Option<Self> {
        let Some(Length::Until(condition)) = &field.len else { return None };
        let totals = condition.running(&field.name).map(|running| {
            let values = vec![0; running.totals.len()];
            Totals { running, values }
        });
        Some(Self { condition, totals })
    }

    /// Returns the condition as declared.
    #[must_use]
    pub fn condition(&self) -> &'e Expr {
        self.condition
    }

    /// Returns whether the next element, which `scope` names, is the last one. Returns `None` if the condition or a sum
    /// over the elements so far has no value.
    pub fn is_last(&mut self, scope: &dyn Scope) -> Option<bool> {
        let Some(totals) = &mut self.totals else { return holds(self.condition, scope) };
        totals.add(scope)?;
        holds(&totals.running.expr, &WithTotals { scope, totals })
    }
}

/// Sums over the elements of a list so far.
struct Totals {
    running: Running,
    values: Vec<i128>,
}

impl Totals {
    /// Adds the element that `scope` names to the sums.
    fn add(&mut self, scope: &dyn Scope) -> Option<()> {
        for (value, (_, of_each)) in self.values.iter_mut().zip(&self.running.totals) {
            *value = value.checked_add(eval(of_each, scope)?)?;
        }
        Some(())
    }

    fn value(&self, path: &[Text]) -> Option<i128> {
        let [name] = path else { return None };
        let place = self.running.totals.iter().position(|(known, _)| known == name)?;
        self.values.get(place).copied()
    }
}

/// A scope that also knows the sums.
struct WithTotals<'t> {
    scope: &'t dyn Scope,
    totals: &'t Totals,
}

impl Scope for WithTotals<'_> {
    fn outer(&self) -> Option<&dyn Scope> {
        Some(self.scope)
    }

    fn value(&self, path: &[Text]) -> Option<Computed<'_>> {
        self.totals.value(path).map(Computed::Int).or_else(|| self.scope.value(path))
    }
}
