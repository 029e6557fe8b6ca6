//! Evaluates the condition that ends a list, and the sums over the elements so far.

use super::{Scope, eval_condition, eval_int};
use crate::schema::{ComputedValue, Expr, Field, Length, RunningTotals, Text};

/// The condition that ends a list, evaluated for one element after the other.
pub struct ListEnding<'e> {
    condition: &'e Expr,
    totals: Option<ElementTotals>,
}

impl<'e> ListEnding<'e> {
    /// Returns the condition that ends a list, before the first element; `None` if no condition ends the list.
    #[must_use]
    pub fn of_field(field: &'e Field) -> Option<Self> {
        let Some(Length::Until(condition)) = &field.len else { return None };
        let totals = condition.running_totals(&field.name).map(|running| {
            let values = vec![0; running.totals.len()];
            ElementTotals { running, values }
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
        let Some(totals) = &mut self.totals else { return eval_condition(self.condition, scope) };
        totals.add(scope)?;
        eval_condition(&totals.running.expr, &WithTotals { scope, totals })
    }
}

/// Sums over the elements of a list so far.
struct ElementTotals {
    running: RunningTotals,
    values: Vec<i128>,
}

impl ElementTotals {
    /// Adds the element that `scope` names to the sums.
    fn add(&mut self, scope: &dyn Scope) -> Option<()> {
        for (value, (_, of_each)) in self.values.iter_mut().zip(&self.running.totals) {
            *value = value.checked_add(eval_int(of_each, scope)?)?;
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
    totals: &'t ElementTotals,
}

impl Scope for WithTotals<'_> {
    fn outer_scope(&self) -> Option<&dyn Scope> {
        Some(self.scope)
    }

    fn value(&self, path: &[Text]) -> Option<ComputedValue<'_>> {
        self.totals.value(path).map(ComputedValue::Int).or_else(|| self.scope.value(path))
    }
}
