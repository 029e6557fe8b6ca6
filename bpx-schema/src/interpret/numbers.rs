//! Checks the rules for each number of a list.

use super::SchemaReader;
use super::env::{Env, ExprValue};
use crate::codec::Decoder;
use crate::report::Result;
use crate::schema::{Constraint, Expr, Text};

impl<'m> SchemaReader<'m> {
    /// Checks a rule for each number of a list.
    pub(super) fn each_number(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &mut Env<'m, '_>,
        rule: &'m Constraint,
        (array, expr): (&'m Text, &'m Expr),
    ) -> Result<()> {
        let Some(bound) = env.find(array) else { return Ok(()) };
        let (list, start) = (bound.value.clone(), bound.at);
        let (count, size) = match &list {
            ExprValue::Bytes(bytes) | ExprValue::Text(bytes) => (bytes.len(), 1),
            ExprValue::Numbers(numbers) => (numbers.iter().len(), numbers.size),
            _ => return Ok(()),
        };
        for index in 0..count {
            self.charge_reading(d, 0)?;
            let number = match &list {
                ExprValue::Bytes(bytes) | ExprValue::Text(bytes) => bytes.get(index).map(|byte| i128::from(*byte)),
                ExprValue::Numbers(numbers) => numbers.number_at(index).and_then(|number| number.as_int()),
                _ => None,
            };
            let Some(number) = number else { continue };
            env.bind(Constraint::ENTRY, ExprValue::Int(number));
            env.bind(Constraint::INDEX, ExprValue::Int(index as i128));
            let holds = self.eval_condition(d, env, expr)?;
            let values = if holds == Some(true) { Vec::new() } else { self.stated_values(d, env, rule)? };
            env.bound.truncate(env.bound.len() - 2);
            if holds != Some(true) {
                // The element was read, so its offset does not overflow.
                let at = start.advance((index as u64).saturating_mul(size as u64), d.is_packed());
                let element = (array.clone(), index as u64, at);
                d.assert_at(rule, element, holds, &|_, index| values.get(index).cloned().flatten());
            }
        }
        Ok(())
    }
}
