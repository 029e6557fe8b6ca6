//! Stored forms of contents: what a writer keeps of a content that nobody changed.

use crate::budget::{Budget, Held};
use crate::transform::{self, DynTransform, StreamLimits};
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Stored forms that are known, in the order in which they were found. They are found again by their content, so that it
/// does not matter where it lies now. A clone holds the same forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoredForms {
    known: Arc<Mutex<Known>>,
    /// Whether each form is compared with what an encoder here makes.
    #[cfg(feature = "interpret")]
    compares: bool,
}

#[derive(Debug, Default)]
struct Known {
    list: Vec<StoredForm>,
    /// Numbers of the forms in the list.
    numbers: HashMap<Key, Vec<usize>>,
}

/// Name of the transform, size of the content, and its hash. Contents with the same key may still differ.
type Key = (&'static str, usize, u64);

/// Forms of one content that are known. No file but a hostile one has more, and all of them are compared.
const MAX_OF_ONE: usize = 64;

/// One stored form.
#[derive(Debug, Clone)]
pub(crate) struct StoredForm {
    /// Name of the transform.
    #[cfg(feature = "interpret")]
    pub(crate) transform: &'static str,
    pub(crate) stored: Arc<[u8]>,
    #[cfg(feature = "interpret")]
    is_of_others: bool,
    _held: Arc<Held>,
}

impl StoredForms {
    /// No forms yet, each of which is compared with what an encoder here makes.
    #[cfg(feature = "interpret")]
    pub(crate) fn compared() -> Self {
        Self { compares: true, ..Self::default() }
    }

    /// Notes how a content was stored. Without memory for it, the form is not known.
    pub(crate) fn note(&self, transform: &dyn DynTransform, stored: &[u8], content: &[u8], budget: &Budget) {
        let key = key(transform, content);
        let known = self.candidates(key);
        if known.len() >= MAX_OF_ONE || known.iter().any(|form| *form.stored == *stored) {
            return;
        }
        let mut held = budget.memory_account().hold_nothing();
        if !held.grow(stored.len() as u64) {
            return;
        }
        let form = StoredForm {
            #[cfg(feature = "interpret")]
            transform: transform.name(),
            stored: stored.into(),
            #[cfg(feature = "interpret")]
            is_of_others: self.compares && !transform::encodes_to(transform, content, stored),
            _held: Arc::new(held),
        };
        let mut known = self.lock();
        let number = known.list.len();
        known.list.push(form);
        known.numbers.entry(key).or_default().push(number);
    }

    /// A stored form of a content; of several, the first one of a stated size in bytes, or the first one.
    pub(crate) fn find(&self, transform: &dyn DynTransform, content: &[u8], stated: Option<i128>) -> Option<Arc<[u8]>> {
        let mut forms = self.candidates(key(transform, content));
        forms.sort_by_key(|form| stated != Some(form.stored.len() as i128));
        let form = forms.into_iter().find(|form| decodes_to(transform, &form.stored, content))?;
        Some(form.stored)
    }

    /// The forms of all contents that have one which an encoder here does not make.
    #[cfg(feature = "interpret")]
    pub(crate) fn of_others(&self) -> Vec<StoredForm> {
        let known = self.lock();
        let of_content = |number: &usize| known.list.get(*number);
        let has_others = |numbers: &&Vec<usize>| numbers.iter().filter_map(of_content).any(|form| form.is_of_others);
        let mut numbers: Vec<usize> = known.numbers.values().filter(has_others).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.iter().filter_map(of_content).cloned().collect()
    }

    fn candidates(&self, key: Key) -> Vec<StoredForm> {
        let known = self.lock();
        let numbers = known.numbers.get(&key).into_iter().flatten();
        numbers.filter_map(|number| known.list.get(*number).cloned()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        // A form is added as a whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Whether stored bytes are one stream of a content.
pub(crate) fn decodes_to(transform: &dyn DynTransform, stored: &[u8], content: &[u8]) -> bool {
    let decoded = transform::decode(transform, stored, content.len() as u64, &StreamLimits::default());
    decoded.is_ok_and(|decoded| decoded == content)
}

fn key(transform: &dyn DynTransform, content: &[u8]) -> Key {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    (transform.name(), content.len(), hasher.finish())
}
