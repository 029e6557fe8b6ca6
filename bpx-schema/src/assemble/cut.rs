//! Stores joined streams again when their content was changed, and cuts the new streams into as many parts as before.

use super::Assembler;
use super::fields::FieldOwner;
use crate::codec::MadeForm;
use crate::json::{DocBuilder, JsonDoc, JsonLeaf, JsonRef, JsonSink};
use crate::report::{Class, Result};
use crate::schema::{Expr, Field, JoinedParts, Text};
use crate::transform;
use crate::value::{bytes_from_hex, bytes_of_elements};

impl Assembler<'_> {
    /// Returns the object with new parts if the content of a field differs from the content of its joined parts.
    ///
    /// # Errors
    /// Returns the errors of storing the content; `Inconsistent` when the stream has fewer bytes than there are parts.
    pub(super) fn cut_anew(&mut self, owner: FieldOwner<'_>) -> Result<Option<JsonDoc>> {
        let mut doc: Option<JsonDoc> = None;
        for field in owner.fields {
            let Some(joined) = field.region.as_ref().and_then(|region| region.joined.as_ref()) else { continue };
            let object = doc.as_ref().map_or(owner.object, JsonDoc::root);
            let cut = self.cut_field(FieldOwner { object, ..owner }, field, joined);
            if let Some(cut) = cut.map_err(|error| error.in_field(&field.name))? {
                doc = Some(cut);
            }
        }
        Ok(doc)
    }

    fn cut_field(&mut self, owner: FieldOwner<'_>, field: &Field, joined: &JoinedParts) -> Result<Option<JsonDoc>> {
        let Some((region, member)) = field.region.as_ref().zip(member_of(&joined.bytes)) else { return Ok(None) };
        if owner.object.get(&field.name).is_none() {
            return Ok(None);
        }
        let parts = bytes_of_elements(std::slice::from_ref(&joined.array), &joined.bytes, &self.scope_of(owner));
        let Some(parts) = parts.filter(|parts| has_equal_parts(owner.object, &joined.array, member, parts)) else {
            return Ok(None);
        };
        // Writing the content reports its faults.
        let Ok(content) = self.field_content(owner, field) else { return Ok(None) };
        let step = self.select_transform(owner, region)?;
        let slices: Vec<_> = parts.iter().map(Vec::as_slice).collect();
        if MadeForm::from_parts(&content, step.as_deref(), None, (region, Some(&slices))).is_ok() {
            return Ok(None);
        }
        let made = MadeForm::from_content(content, step.as_deref(), None, (self.budget.forms(), None));
        let stored = made.map_err(|(class, message)| self.fault(class, message))?.stored;
        let sizes: Vec<_> = parts.iter().map(Vec::len).collect();
        let cut = transform::cut_stream(&stored, &sizes).ok_or_else(|| {
            let (size, count) = (stored.len(), sizes.iter().filter(|size| **size > 0).count());
            let array = &joined.array;
            let message =
                format!("expected at least one byte for each part in `{array}`, found {size} bytes for {count} parts");
            self.fault(Class::Inconsistent, message)
        })?;
        let mut doc = DocBuilder::new(&self.budget);
        write_with(owner.object, (&joined.array, member), &cut, &mut doc);
        let doc = doc.finish().map_err(|exceeded| self.fault(Class::LimitExceeded, exceeded.to_string()))?;
        Ok(Some(doc))
    }
}

/// Returns the member that contains the bytes of an element: `data` for `entry.data`; for a condition, the member of
/// the only branch that names a member.
fn member_of(bytes: &Expr) -> Option<&Text> {
    match bytes {
        Expr::Path(path) => match &**path {
            [_, member] => Some(member),
            _ => None,
        },
        Expr::If(operands) => {
            let [_, yes, no] = &**operands else { return None };
            member_of(yes).xor(member_of(no))
        }
        _ => None,
    }
}

/// Returns whether the members of the array's elements equal `parts`; empty parts are ignored.
fn has_equal_parts(object: JsonRef<'_>, array: &str, member: &str, parts: &[Vec<u8>]) -> bool {
    let Some(elements) = object.get(array).and_then(JsonRef::as_array) else { return false };
    let is_held = |(element, part): (JsonRef<'_>, &Vec<u8>)| {
        part.is_empty() || element.get(member).and_then(JsonRef::as_str).and_then(bytes_from_hex).as_ref() == Some(part)
    };
    object.member(array).len() == parts.len() && elements.zip(parts).all(is_held)
}

/// Writes an object in which a member of each element of an array has new bytes.
fn write_with(object: JsonRef<'_>, (array, member): (&str, &str), parts: &[&[u8]], sink: &mut dyn JsonSink) {
    sink.open_object();
    for (key, value) in object.members() {
        sink.key(key);
        if key != array {
            value.write(sink);
            continue;
        }
        sink.open_array();
        for (element, part) in value.elements().zip(parts) {
            if part.is_empty() {
                element.write(sink);
                continue;
            }
            sink.open_object();
            for (key, value) in element.members() {
                sink.key(key);
                if key == member { sink.leaf(JsonLeaf::Hex(part)) } else { value.write(sink) }
            }
            sink.close();
        }
        sink.close();
    }
    sink.close();
}
