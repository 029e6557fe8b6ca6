//! Numbers that state the size or the checksum of a field. They are set after the field is written, so that other
//! fields must not have been written for other numbers.

use super::Assembler;
use super::fields::FieldOwner;
use super::scope::FieldPlaces;
use super::written::SetNumber;
use crate::codec::{FieldSpan, bit_member, member_spans, shaping_arguments, shaping_exprs};
use crate::report::{Class, Result};
use crate::schema::{Expr, Field, Link, Offset, Text};
use crate::value::LeafValue;

impl Assembler<'_> {
    /// Returns the numbers that were set after `field` was written.
    ///
    /// # Errors
    /// `Inconsistent` when a field was written for the number of the JSON, so that a reader would read it in another
    /// way.
    pub(super) fn numbers_set(
        &self,
        owner: FieldOwner<'_>,
        field: &Field,
        spans: &[FieldSpan<'_>],
    ) -> Result<Vec<SetNumber>> {
        let Some(region) = field.region_in_place() else { return Ok(Vec::new()) };
        let paths = region.fact_exprs().flat_map(|(expr, _)| expr.parts()).filter_map(|part| match part {
            Expr::Path(path) => Some((part, path)),
            _ => None,
        });
        let changed = paths.filter_map(|(part, path)| {
            let written = self.written_number(owner, path, spans)?;
            (self.eval(owner, part) != Some(written)).then(|| (path.clone(), written))
        });
        let set: Vec<_> = changed.collect();
        if !set.is_empty() {
            self.expect_not_used(owner, &set, spans)?;
        }
        Ok(set)
    }

    /// Returns the number at a path, from the written bytes.
    fn written_number(&self, owner: FieldOwner<'_>, path: &[Text], spans: &[FieldSpan<'_>]) -> Option<i128> {
        let resolve = |link: &Link| self.model.get(link.name());
        if let Some(((start, end), bits)) = bit_member(owner.fields, spans, path, &resolve) {
            let bytes = Offset::from(start).up_to(end, &self.out).filter(|bytes| !bytes.is_empty())?;
            return Some(bits.read_number(bytes).cast_signed());
        }
        let (found, ty) = member_spans(owner.fields, spans, path, &resolve)?;
        let (start, end) = *found.first()?;
        let bytes = Offset::from(start).up_to(end, &self.out).filter(|bytes| !bytes.is_empty())?;
        match LeafValue::from_bytes(&ty, bytes)? {
            LeafValue::Int(value) => Some(value),
            _ => None,
        }
    }

    /// Rejects numbers that were set if the condition, the count, the byte order, the width, an argument or the value of a
    /// written field depends on them.
    fn expect_not_used(&self, owner: FieldOwner<'_>, set: &[SetNumber], spans: &[FieldSpan<'_>]) -> Result<()> {
        let changed = FieldOwner { places: FieldPlaces { numbers: set, ..owner.places }, ..owner };
        let is_set = |part: &&Expr| set.iter().any(|(path, _)| part.path() == Some(path));
        let is_written = |field: &&Field| spans.iter().any(|(name, ..)| *name == field.name);
        for field in owner.fields.iter().filter(is_written) {
            let is_absent = field.when.as_ref().is_some_and(|when| self.eval(owner, when) == Some(0));
            let of_present = shaping_exprs(field).chain(shaping_arguments(field, &|link| self.resolve(link)));
            for expr in field.when.iter().chain(of_present.filter(|_| !is_absent)) {
                if expr.needs_space() || !expr.parts().iter().any(is_set) {
                    continue;
                }
                let (old, new) = (self.eval(owner, expr), self.eval(changed, expr));
                if old != new {
                    return Err(self.other_number(expr, old, new).in_field(&field.name));
                }
            }
        }
        Ok(())
    }

    #[cold]
    fn other_number(&self, expr: &Expr, old: Option<i128>, new: Option<i128>) -> crate::report::Error {
        let shown = |value: Option<i128>| value.map_or_else(|| "nothing".to_owned(), |value| value.to_string());
        let message = format!(
            "expected `{expr}` to be {}, for which the field was written, found {} after the size or the checksum of a \
                field was set",
            shown(old),
            shown(new)
        );
        self.fault(Class::Inconsistent, message)
    }
}
