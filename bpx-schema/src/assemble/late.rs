//! Sets computed values that depend on sizes or offsets, after the fields are written.

use super::Assembler;
use super::fields::FieldOwner;
use super::scope::{FieldPlaces, JsonScope};
use super::written::SetNumber;
use crate::codec::{FieldSpan, LinkResolver, bit_member, member_spans, set_bit_field};
use crate::interpret::late_values;
use crate::report::{Class, Result};
use crate::schema::{Field, Length, Link, Text, Type};
use crate::value::Scope;

impl<'m> Assembler<'m> {
    /// Computes the values that depend on sizes or offsets, stores them in the written fields, and checks the counts
    /// that depend on the values. `begin` is the position of the first byte of the structure.
    pub(super) fn set_late_values(
        &mut self,
        owner: FieldOwner<'_>,
        (spans, numbers): (&[FieldSpan<'_>], &[SetNumber]),
        begin: u64,
    ) -> Result<()> {
        let owner = FieldOwner { places: FieldPlaces { numbers, ..owner.places }, ..owner };
        let late = late_values(owner.fields, &owner.structure.derived);
        for path in late.paths() {
            let [name, ..] = path else { continue };
            self.late_value(owner, path, spans, begin).map_err(|error| match path {
                [_, member] => error.in_field(member).in_field(name),
                _ => error.in_field(name),
            })?;
        }
        for field in owner.fields {
            let Some(len @ Length::Count(count)) = &field.len else { continue };
            if !late.is_needed_by(count) || !spans.iter().any(|(name, ..)| *name == field.name) {
                continue;
            }
            let view = JsonScope {
                places: FieldPlaces { spans, begin, position: None, ..owner.places },
                ..self.scope_of(owner)
            };
            let found = view.len(std::slice::from_ref(&field.name)).and_then(|len| u64::try_from(len).ok());
            // A list that the JSON lacks has no elements.
            let checked = self.check_count_in(&view, len, found.unwrap_or(0));
            checked.map_err(|error| error.in_field(&field.name))?;
        }
        Ok(())
    }

    fn late_value(&mut self, owner: FieldOwner<'_>, path: &[Text], spans: &[FieldSpan<'_>], begin: u64) -> Result<()> {
        let model = self.model;
        let missing =
            |assembler: &Self| assembler.fault(Class::BadReference, "expected a number at a known offset, found none");
        let resolve = |link: &Link| model.get(link.name());
        let bits = bit_member(owner.fields, spans, path, &resolve);
        let number = || number_at(owner.fields, spans, path, &resolve).map(|(span, field)| (span, Some(field)));
        let Some(((start, end), field)) = bits.map(|(span, _)| (span, None)).or_else(number) else {
            // Fields of a node are written in two parts.
            let elsewhere = path.first().is_none_or(|own| !spans.iter().any(|(name, ..)| own == name));
            return if elsewhere { Ok(()) } else { Err(missing(self)) };
        };
        if start == end {
            return Ok(());
        }
        let own = owner.fields.iter().find(|field| path == std::slice::from_ref(&field.name));
        let derived = owner.structure.derived.iter().find(|derived| *derived.target == *path);
        let expr = own.and_then(|field| field.derived.as_ref()).or_else(|| derived.map(|derived| &derived.value));
        let Some(expr) = expr else { return Err(missing(self)) };
        let view = JsonScope {
            places: FieldPlaces { spans, begin, position: Some(start), ..owner.places },
            ..self.scope_of(owner)
        };
        let value = view.eval_computed(expr);
        let value = value.ok_or_else(|| {
            self.fault(Class::Overflow, format!("`{expr}` has no value, because its computation fails"))
        })?;
        let Some(field) = field else {
            let Some((span, bits)) = bits else { return Err(missing(self)) };
            let number = u128::try_from(value).ok().filter(|number| bits.can_hold(*number));
            let wide = || self.fault(Class::Overflow, format!("{value} needs more than {} bits", bits.width));
            let number = number.ok_or_else(wide)?;
            let set = set_bit_field(&mut self.out, span, bits, number);
            return set.ok_or_else(|| missing(self));
        };
        let written = std::mem::take(&mut self.out);
        let computed = self.write_computed(owner, field, value);
        let bytes = std::mem::replace(&mut self.out, written);
        computed?;
        let range = usize::try_from(start).ok().zip(usize::try_from(end).ok());
        let place = range.and_then(|(start, end)| self.out.get_mut(start..end));
        match place.filter(|place| place.len() == bytes.len()) {
            Some(place) => place.copy_from_slice(&bytes),
            None => return Err(missing(self)),
        }
        Ok(())
    }
}

/// Returns the field or member at a path, and the span of its bytes.
fn number_at<'x>(
    fields: &'x [Field],
    spans: &[FieldSpan<'_>],
    path: &[Text],
    resolve: &LinkResolver<'x>,
) -> Option<((u64, u64), &'x Field)> {
    let (found, _) = member_spans(fields, spans, path, resolve)?;
    let (own, member) = path.split_first()?;
    let field = fields.iter().find(|field| field.name == *own)?;
    let field = match (member, &field.ty) {
        ([], _) => field,
        ([member], Type::Named { link, .. }) => resolve(link)?.field(member)?,
        _ => return None,
    };
    Some((*found.first()?, field))
}
