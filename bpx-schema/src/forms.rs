//! Holds the stored forms of contents, so that a writer can keep the form of an unchanged content.

use crate::account::{HeldMemory, MemoryAccount};
use crate::laid_contents::LaidContents;
use crate::number_sizes::NumberSizes;
use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The known stored forms, in the order in which they were found. A form is looked up by its content, so the content
/// may move to another offset. A clone shares the forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct StoredForms {
    known: Arc<Mutex<KnownForms>>,
    old: Option<OldValues>,
    /// Whether each form is compared with the output of this build's encoder.
    #[cfg(feature = "interpret")]
    compares: bool,
}

/// What an edit knows of the old file besides stored forms.
#[derive(Debug, Clone, Default)]
struct OldValues {
    numbers: NumberSizes,
    contents: LaidContents,
}

#[derive(Debug, Default)]
struct KnownForms {
    list: Vec<StoredForm>,
    /// For each key, the indexes of its forms in `list`.
    numbers: HashMap<FormKey, Vec<usize>>,
}

/// Name of the transform, size of the content in bytes, and hash of the content. Different contents may have the same
/// key.
pub(crate) type FormKey = (&'static str, usize, u64);

/// The maximum number of known forms of one content. Only hostile files have more forms, and each new form is compared
/// with all known forms.
const MAX_OF_ONE: usize = 64;

/// The text that replaces the name of a transform in the key, for contents in which fields may have offsets.
const SPACED: &str = "";

/// A stored form of a content.
#[derive(Debug, Clone)]
pub(crate) struct StoredForm {
    /// Name of the transform.
    #[cfg(feature = "interpret")]
    pub(crate) transform: &'static str,
    pub(crate) stored: Arc<[u8]>,
    #[cfg(feature = "interpret")]
    is_of_others: bool,
    _held: Arc<HeldMemory>,
}

impl StoredForms {
    /// Creates an empty collection that compares each form with the output of this build's encoder.
    #[cfg(feature = "interpret")]
    pub(crate) fn with_comparison() -> Self {
        Self { compares: true, ..Self::default() }
    }

    /// Returns whether each form is compared with the output of this build's encoder.
    #[cfg(feature = "interpret")]
    pub(crate) fn has_comparison(&self) -> bool {
        self.compares
    }

    /// Creates an empty collection for an edit, which also holds the sizes of computed numbers, and the contents that a
    /// layout places.
    pub(crate) fn for_edit() -> Self {
        Self { old: Some(OldValues::default()), ..Self::default() }
    }

    /// Returns the sizes of computed numbers, if the collection holds them.
    pub(crate) fn numbers(&self) -> Option<&NumberSizes> {
        self.old.as_ref().map(|old| &old.numbers)
    }

    /// Returns the contents that a layout places, if the collection holds them.
    pub(crate) fn laid_contents(&self) -> Option<&LaidContents> {
        self.old.as_ref().map(|old| &old.contents)
    }

    /// Returns whether to add a form: the form is unknown, and fewer than 64 forms of the same content are known.
    pub(crate) fn is_new(&self, key: FormKey, stored: &[u8]) -> bool {
        let known = self.forms_with_key(key);
        known.len() < MAX_OF_ONE && known.iter().all(|form| *form.stored != *stored)
    }

    /// Adds a form; `is_of_others` is true if this build's encoder makes another form. Does not add the form if the
    /// account has no memory for it.
    pub(crate) fn insert(&self, key: FormKey, stored: &[u8], is_of_others: bool, memory: &MemoryAccount) {
        let mut held = memory.hold_nothing();
        if !held.grow(stored.len() as u64) {
            return;
        }
        #[cfg(not(feature = "interpret"))]
        let _ = is_of_others;
        let form = StoredForm {
            #[cfg(feature = "interpret")]
            transform: key.0,
            stored: stored.into(),
            #[cfg(feature = "interpret")]
            is_of_others,
            _held: Arc::new(held),
        };
        let mut known = self.lock();
        let number = known.list.len();
        known.list.push(form);
        known.numbers.entry(key).or_default().push(number);
    }

    /// Adds a content in which fields may have offsets of their own. `head` has the bytes of the fields without
    /// offsets.
    pub(crate) fn insert_spaced(&self, head: &[u8], content: &[u8], memory: &MemoryAccount) {
        let key = form_key(SPACED, head);
        if self.is_new(key, content) {
            self.insert(key, content, false, memory);
        }
    }

    /// Returns the contents that have the bytes `head` in the fields without offsets.
    pub(crate) fn spaced_contents(&self, head: &[u8]) -> Vec<Arc<[u8]>> {
        self.forms_with_key(form_key(SPACED, head)).into_iter().map(|form| form.stored).collect()
    }

    /// Returns all forms of each content that has at least one form that this build's encoder does not make.
    #[cfg(feature = "interpret")]
    pub(crate) fn of_others(&self) -> Vec<StoredForm> {
        let known = self.lock();
        let of_content = |number: &usize| known.list.get(*number);
        let has_others = |numbers: &&Vec<usize>| numbers.iter().filter_map(of_content).any(|form| form.is_of_others);
        let mut numbers: Vec<usize> = known.numbers.values().filter(has_others).flatten().copied().collect();
        numbers.sort_unstable();
        numbers.iter().filter_map(of_content).cloned().collect()
    }

    /// Returns the known forms of the contents with a key.
    pub(crate) fn forms_with_key(&self, key: FormKey) -> Vec<StoredForm> {
        let known = self.lock();
        let numbers = known.numbers.get(&key).into_iter().flatten();
        numbers.filter_map(|number| known.list.get(*number).cloned()).collect()
    }

    fn lock(&self) -> MutexGuard<'_, KnownForms> {
        // A form is added as a whole.
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the key under which the forms of a content are known.
pub(crate) fn form_key(transform: &'static str, content: &[u8]) -> FormKey {
    let mut hasher = DefaultHasher::new();
    content.hash(&mut hasher);
    (transform, content.len(), hasher.finish())
}
