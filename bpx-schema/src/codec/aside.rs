//! Writes fields that have their own offsets separately from the adjacent fields.

use super::apart::SealedStructure;
use super::{ApartHolder, Encoder, FieldSpan};
use crate::report::Result;
use crate::schema::{Field, Structure};

impl Encoder<'_> {
    /// Begins a structure that has fields with their own offsets; `fields` are the fields of the structure, or of the
    /// case that is written.
    pub fn begin_holder(&mut self, structure: &'static Structure, fields: &'static [Field], args: &[i128]) {
        if let (Some(apart), true) = (&mut self.apart, self.depth > 0) {
            apart.open.push(ApartHolder {
                structure,
                fields,
                args: args.to_vec(),
                spans: Vec::new(),
                found: Vec::new(),
            });
        }
    }

    /// Ends the structure that [`begin_holder`](Self::begin_holder) began.
    pub fn end_holder(&mut self) {
        if let (Some(apart), true) = (&mut self.apart, self.depth > 0) {
            apart.nested.holders.extend(apart.open.pop());
        }
    }

    /// Writes a field that has its own offset, at this offset or separately for a layout.
    ///
    /// # Errors
    /// Returns the errors of writing the field; `Inconsistent` when a reader that searches the field would find it at
    /// another offset.
    pub fn write_elsewhere(
        &mut self,
        field: &'static Field,
        write: impl FnOnce(&mut Encoder<'_>) -> Result<()>,
    ) -> Result<()> {
        let Some(apart) = self.apart.take_if(|_| self.depth > 0) else {
            let from = self.position();
            write(self)?;
            self.expect_found(field, from)?;
            self.note_written(&field.name, from);
            return Ok(());
        };
        let (known, mut bytes) = (apart.nested_counts(), Vec::new());
        let mut inner = self.inner_encoder(&mut bytes);
        inner.apart = Some(apart);
        let written = write(&mut inner);
        self.apart = inner.apart.take();
        written?;
        if let Some(apart) = &mut self.apart {
            let (start, end) = apart.push_field(&bytes, known);
            if let Some(holder) = apart.open.last_mut() {
                holder.spans.push((&field.name, start, end, None));
            }
        }
        Ok(())
    }

    /// Records that the bytes from the position `from` up to the current position belong to a field.
    pub fn note_written(&mut self, field: &'static str, from: u64) {
        let span = (field, from, self.position(), None);
        let Some(apart) = &mut self.apart else { return };
        match apart.open.last_mut() {
            Some(holder) => holder.spans.push(span),
            None if self.depth == 0 => apart.spans.push(span),
            None => {}
        }
    }

    /// Records the fields that the checksums of a structure need, because a layout may change numbers in these fields.
    pub(super) fn note_sealed(&mut self, structure: &'static Structure, spans: &[FieldSpan<'static>]) {
        let (depth, end) = (self.depth, self.position());
        let Some(apart) = &mut self.apart else { return };
        if depth > 0 {
            apart.nested.sealed.push(SealedStructure::new(structure, spans.to_vec(), end));
        } else if apart.spans.is_empty() {
            // Otherwise, all its fields were recorded.
            apart.spans.extend_from_slice(spans);
        }
    }
}
