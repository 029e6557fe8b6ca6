//! Writes fields that are stored through a transform, or whose size is stated.

use super::Assembler;
use super::fields::FieldOwner;
use super::made::MadeField;
use crate::codec::{ApartFields, FieldSpan, LayoutContext, MadeForm, in_content, misstated_fact, set_fact};
use crate::json::{int_from_json, padded_from_json};
use crate::layout::arrange_content_by_model;
use crate::report::{Class, Error, Result};
use crate::schema::{Expr, Field, Region};
use crate::transform::DynTransform;
use crate::value::bytes_of_elements;
use std::sync::Arc;

impl<'m> Assembler<'m> {
    /// Writes a variable-length number that states the size of the next field. The stored form of the next field is
    /// made first.
    ///
    /// # Errors
    /// Returns the errors of both fields, with the names of the fields.
    pub(super) fn size_stated(
        &mut self,
        owner: FieldOwner<'_>,
        number: &Field,
        content: &Field,
    ) -> Result<Option<MadeField>> {
        let Some(region) = content.region_stored() else { return Ok(None) };
        let made = self.make_stored_form(owner, (content, region)).map_err(|error| error.in_field(&content.name))?;
        let size = match &made {
            MadeField::Stored(made, _) => Some(made.stored.len() as i128),
            _ => None,
        };
        let json = owner.object.get(&number.name);
        let stated = json.and_then(|json| int_from_json(padded_from_json(json).map_or(json, |(number, _)| number)));
        let written = match size.filter(|size| stated != Some(*size)) {
            Some(size) => self.write_computed(owner, number, size),
            // An unchanged size keeps its encoding.
            None => self.write_field(owner, number),
        };
        written.map_err(|error| error.in_field(&number.name)).map(|()| Some(made))
    }

    /// Writes a field into separate content, stores the content, and sets the numbers of the structure that describe
    /// the content.
    pub(super) fn write_stored_field(
        &mut self,
        owner: FieldOwner<'_>,
        (field, region): (&Field, &Region),
        spans: &[FieldSpan<'_>],
        ahead: Option<MadeField>,
    ) -> Result<()> {
        let is_size_set = ahead.is_some();
        let made = match ahead {
            Some(made) => made,
            None => self.make_stored_form(owner, (field, region))?,
        };
        let (made, check) = match made {
            MadeField::Absent => return Ok(()),
            MadeField::Content(content) => {
                self.out.extend_from_slice(&content);
                return Ok(());
            }
            MadeField::Stored(made, check) => (made, check),
        };
        // What takes no bytes may lie anywhere.
        if let Some(at) = region.at.as_ref().filter(|_| !made.stored.is_empty()) {
            self.fill_to_offset(owner, at)?;
        }
        self.out.extend_from_slice(&made.stored);
        let model = self.model;
        for (expr, fact) in made.stated_facts(region, check).into_iter().flatten() {
            if is_size_set && Some(expr) == region.size.as_ref() {
                continue;
            }
            let set =
                set_fact(Some(&mut self.out), (owner.fields, spans), (expr, fact), &|link| model.get(link.name()));
            let set = set.map_err(|(class, message)| self.fault(class, message))?;
            let stated = if set || expr.needs_space() { Some(i128::from(fact)) } else { self.eval(owner, expr) };
            if stated != Some(i128::from(fact)) {
                let (class, message) = misstated_fact(expr, stated, fact);
                return Err(self.fault(class, message));
            }
        }
        Ok(())
    }

    /// Writes a field into separate content, and returns the stored form of the content.
    fn make_stored_form(&mut self, owner: FieldOwner<'_>, (field, region): (&Field, &Region)) -> Result<MadeField> {
        // A joined field may be omitted, because its parts have the content.
        if region.joined.is_some() && owner.object.get(&field.name).is_none() {
            return Ok(MadeField::Absent);
        }
        let content = self.field_content(owner, field)?;
        // An absent field is not stored.
        if content.is_empty() && owner.object.get(&field.name).is_none() {
            return Ok(MadeField::Absent);
        }
        if !region.is_in_place() && self.is_placed_later() {
            return Ok(MadeField::Content(content));
        }
        let algorithms = self.budget.algorithms().clone();
        let step = self.select_transform(owner, region)?;
        let mut check = None;
        for (place, one) in region.checks.iter().enumerate() {
            if self.eval_condition(owner, &one.when)? {
                let known = |name| algorithms.expect_checksum(name).map_err(|message| self.unsupported(message));
                check = one.algorithms.first().map(known).transpose()?.map(|ty| (place, ty));
                break;
            }
        }
        let ty = check.map(|(_, ty)| ty);
        let made = match &region.joined {
            Some(joined) => {
                let parts =
                    bytes_of_elements(std::slice::from_ref(&joined.array), &joined.bytes, &self.scope_of(owner));
                let parts: Option<Vec<_>> = parts.as_ref().map(|parts| parts.iter().map(Vec::as_slice).collect());
                MadeForm::from_parts(&content, step.as_deref(), ty, (region, parts.as_deref()))
            }
            None => {
                let stated = region.size.as_ref().and_then(|size| self.eval_as_stated(owner, size));
                MadeForm::from_content(content, step.as_deref(), ty, (self.budget.forms(), stated))
            }
        };
        let made = made.map_err(|(class, message)| self.fault(class, message))?;
        Ok(MadeField::Stored(made, check.map(|(place, _)| place)))
    }

    /// Returns the content of a field, written in a separate space.
    pub(super) fn field_content(&mut self, owner: FieldOwner<'_>, field: &Field) -> Result<Vec<u8>> {
        let (before, around) = (std::mem::take(&mut self.out), std::mem::take(&mut self.apart));
        let around_space = std::mem::take(&mut self.space);
        let written = self.write_field(owner, field);
        let space = std::mem::replace(&mut self.space, around_space);
        let content = std::mem::replace(&mut self.out, before);
        let apart = std::mem::replace(&mut self.apart, around);
        let arranged = written.and_then(|()| self.arrange_content(content, apart));
        let mut content = arranged.map_err(|error| in_content(error, self.position()))?;
        self.add_rest(owner, field, &mut content)?;
        space.expect_read_alike(content.len() as u64).map_err(|error| in_content(error, self.position()))?;
        Ok(content)
    }

    /// Returns the content after a layout has placed the fields of `apart`.
    fn arrange_content(&self, content: Vec<u8>, apart: ApartFields<'m>) -> Result<Vec<u8>> {
        if apart.nested.holders.is_empty() {
            return Ok(content);
        }
        let (algorithms, forms) = (Some(self.budget.algorithms()), self.budget.forms().cloned());
        let (room, before) = (self.budget.limits().max_memory.for_size(0), content.len() as u64 + apart.size());
        let arranged = arrange_content_by_model(self.model, content, apart, LayoutContext { algorithms, forms, room })?;
        // Content that became smaller takes no more memory.
        let charged = self.budget.charge_memory((arranged.len() as u64).saturating_sub(before));
        charged.map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()))?;
        Ok(arranged)
    }

    /// Returns the first transform of a region whose condition holds.
    pub(super) fn select_transform(
        &self,
        owner: FieldOwner<'_>,
        region: &Region,
    ) -> Result<Option<Arc<dyn DynTransform>>> {
        let algorithms = self.budget.algorithms();
        for one in region.steps.iter() {
            if self.eval_condition(owner, &one.when)? {
                let ty = algorithms.expect_transform(&one.transform).map_err(|message| self.unsupported(message))?;
                return Ok(Some(algorithms.value_of(ty)));
            }
        }
        Ok(None)
    }

    fn eval_condition(&self, owner: FieldOwner<'_>, when: &Expr) -> Result<bool> {
        let value = self.eval(owner, when);
        let value = value.ok_or_else(|| {
            self.fault(Class::Overflow, format!("the condition `{when}` has no value, because its computation fails"))
        })?;
        Ok(value != 0)
    }

    fn unsupported(&self, message: String) -> Error {
        self.fault(Class::UnsupportedFeature, message)
    }
}
