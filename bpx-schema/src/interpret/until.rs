//! Reads lists without a count.

use super::env::{Env, ExprValue, SchemaReader};
use super::nested::size_in_memory;
use crate::codec::{AnyText, Decoder, TerminatedText};
use crate::report::{Result, Segment};
use crate::schema::{Expr, Field, Length, Structure, Type};
use crate::value::{LeafValue, ListEnding};
use crate::watch::NodeKind;
use std::rc::Rc;

impl<'m> SchemaReader<'m> {
    /// Returns whether an element is the last one. Returns false for each element of a list that ends with a
    /// terminator.
    fn is_last<'b>(
        &self,
        d: &Decoder<'_, '_>,
        env: &Env<'m, 'b>,
        ending: &mut Option<ListEnding<'m>>,
        (entry, index): (ExprValue<'m, 'b>, u64),
    ) -> Result<Option<bool>> {
        let Some(ending) = ending else { return Ok(Some(false)) };
        let inner = env.with_values([(Length::ENTRY, entry), (Length::INDEX, ExprValue::Int(i128::from(index)))]);
        self.charge_reading(d, 0)?;
        self.in_scope(d, &inner, d.position(), |scope| ending.is_last(scope))
    }

    /// Returns the number of elements of a fixed size up to the end of a list.
    pub(super) fn numbers_until(
        &self,
        d: &mut Decoder<'_, '_>,
        env: &Env<'m, '_>,
        (field, ty): (&'m Field, &Type),
        size: u64,
        end: &Length,
    ) -> Result<u64> {
        let mut ending = ListEnding::of_field(field);
        d.count_until(field, size, end.terminator(), &mut |d, bytes, index| {
            let value = match LeafValue::from_bytes(ty, bytes) {
                Some(LeafValue::Int(value)) => ExprValue::Int(value),
                Some(LeafValue::F32(value)) => ExprValue::Float(f64::from(value)),
                Some(LeafValue::F64(value)) => ExprValue::Float(value),
                _ => ExprValue::Opaque,
            };
            self.is_last(d, env, &mut ending, (value, index))
        })
    }

    /// Reads texts up to the end of a list.
    pub(super) fn texts_until<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &Env<'m, '_>,
        field: &'m Field,
    ) -> Result<ExprValue<'m, 'b>> {
        let (name, start) = (Segment::Field(field.name.clone()), d.position());
        let terminator = field.len.as_ref().and_then(Length::terminator);
        let mut ending = ListEnding::of_field(field);
        let list = d.read_node(name, NodeKind::Array, None, Some(field), |d| {
            d.elements_until(
                field,
                terminator,
                |d, index| d.text_element::<AnyText>(field, index),
                |d, text, index| self.is_last(d, env, &mut ending, (text_of(field, text), index)),
            )
        })?;
        d.read_terminator(field, terminator)?;
        self.charge_reading(d, d.position() - start)?;
        Ok(ExprValue::Len(list.len() as u64))
    }

    /// Reads nested structures up to the end of a list.
    pub(super) fn list_until<'b>(
        &self,
        d: &mut Decoder<'b, '_>,
        env: &Env<'m, '_>,
        field: &'m Field,
        structure: &'m Structure,
        args: &[Expr],
    ) -> Result<ExprValue<'m, 'b>> {
        let name = Segment::Field(field.name.clone());
        let (keep, before, begin) = (self.keeps_elements(&field.name), d.rest(), d.location());
        let terminator = field.len.as_ref().and_then(Length::terminator);
        let (is_numbered, mut ending) = (numbers_elements(env, args), ListEnding::of_field(field));
        let may_ask = ending.is_some();
        let read = |d: &mut Decoder<'b, '_>, index| {
            d.read_element(index, |d| {
                let at = d.location();
                let numbered =
                    is_numbered.then(|| env.with_values([(Length::INDEX, ExprValue::Int(i128::from(index)))]));
                let args = self.eval_arguments(d, numbered.as_ref().unwrap_or(env), args, field)?;
                let value = self.read_value(d, structure, &args, keep || may_ask)?;
                if keep {
                    d.charge_memory(size_in_memory(&value))?;
                }
                Ok((at, value))
            })
        };
        let list = d.read_node(name, NodeKind::Array, Some(structure), Some(field), |d| {
            d.elements_until(field, terminator, read, |d, (_, value), index| {
                self.is_last(d, env, &mut ending, (value.clone(), index))
            })
        })?;
        let count = list.len() as u64;
        let read = d.read_since(before);
        d.relate_elements(field, (count, begin), (structure, read), &|link| self.resolve(link));
        d.read_terminator(field, terminator)?;
        Ok(match (structure.size, keep) {
            (Some(_), _) => ExprValue::Records(structure, read),
            (None, true) => ExprValue::List(structure, Rc::new(list)),
            (None, false) => ExprValue::Len(count),
        })
    }
}

/// Returns whether arguments use `index`, the number of the element. Returns false if a field or parameter has the name
/// `index`.
pub(super) fn numbers_elements(env: &Env<'_, '_>, args: &[Expr]) -> bool {
    let asks = |expr: &Expr| expr.used_names().iter().any(|name| **name == *Length::INDEX);
    env.find(Length::INDEX).is_none() && args.iter().any(asks)
}

/// Returns a text as a value for expressions.
fn text_of<'m, 'b>(field: &Field, text: &'b AnyText) -> ExprValue<'m, 'b> {
    if field.text_form().is_some() {
        ExprValue::Bytes(text.stored_bytes())
    } else {
        ExprValue::Text(text.stored_bytes())
    }
}
