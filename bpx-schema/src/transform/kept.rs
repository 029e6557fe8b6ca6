//! Looks up the stored forms that contents keep.

#[cfg(feature = "interpret")]
use super::encodes_to;
use super::{DynTransform, StreamLimits, decode};
use crate::budget::Budget;
use crate::forms::{StoredForms, form_key};
use std::sync::Arc;

impl StoredForms {
    /// Adds the stored form of a content, unless the form is known.
    pub(crate) fn add_form(&self, transform: &dyn DynTransform, stored: &[u8], content: &[u8], budget: &Budget) {
        let key = form_key(transform.name(), content);
        if self.is_new(key, stored) {
            #[cfg(feature = "interpret")]
            let is_of_others = self.has_comparison() && !encodes_to(transform, content, stored);
            #[cfg(not(feature = "interpret"))]
            let is_of_others = false;
            self.insert(key, stored, is_of_others, &budget.memory_account());
        }
    }

    /// Returns a stored form of a content. If there are several forms, returns the first one with the stated size in
    /// bytes, or the first one if none has that size.
    pub(crate) fn find_form(
        &self,
        transform: &dyn DynTransform,
        content: &[u8],
        stated: Option<i128>,
    ) -> Option<Arc<[u8]>> {
        let forms = self.forms_with_key(form_key(transform.name(), content)).into_iter().map(|form| form.stored);
        let (stated, others): (Vec<_>, Vec<_>) = forms.partition(|form| stated == Some(form.len() as i128));
        [stated, others].into_iter().flatten().find(|form| decodes_to(transform, form, content))
    }
}

/// Returns whether stored bytes are exactly one stream of a content.
pub(crate) fn decodes_to(transform: &dyn DynTransform, stored: &[u8], content: &[u8]) -> bool {
    let decoded = decode(transform, stored, content.len() as u64, &StreamLimits::default());
    decoded.is_ok_and(|decoded| decoded == content)
}
