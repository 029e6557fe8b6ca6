//! Holds the sizes of computed numbers of variable length, so that a writer can keep encodings that are longer than
//! needed.

use crate::account::{HeldMemory, MemoryAccount};
use crate::schema::Field;
use std::collections::{HashMap, VecDeque};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The sizes of the computed numbers that a reader found. A size is looked up by field and number, so the number may
/// move to another offset. A clone shares the sizes.
#[derive(Debug, Clone, Default)]
pub(crate) struct NumberSizes(Arc<Mutex<KnownSizes>>);

/// The address of a field's declaration, because fields of other structures may have the same name.
type FieldKey = usize;

#[derive(Debug, Default)]
struct KnownSizes {
    /// In the order of reading.
    read: Vec<ReadNumber>,
    /// For each field and number, the sizes that no number has taken yet, in the order of reading. Empty if no number is
    /// longer than needed.
    left: HashMap<(FieldKey, i128), VecDeque<u8>>,
    /// For each field, the size of all of its numbers in the file, if each is longer than needed.
    common: HashMap<FieldKey, Option<u8>>,
    held: Option<HeldMemory>,
}

#[derive(Debug)]
struct ReadNumber {
    field: FieldKey,
    value: i128,
    size: u8,
    is_padded: bool,
}

impl NumberSizes {
    /// Adds a number of `size` bytes, of which `least` are needed. Does not add the number if the account has no memory
    /// for it.
    pub(crate) fn add(&self, field: &Field, value: i128, (size, least): (usize, usize), memory: &MemoryAccount) {
        /// The memory in bytes for a number in the list and in the tables.
        const NOTED: u64 = 160;
        let mut known = self.lock();
        // No form has as many bytes.
        let size = u8::try_from(size).unwrap_or(u8::MAX);
        let one = ReadNumber { field: key_of(field), value, size, is_padded: usize::from(size) > least };
        if known.held.get_or_insert_with(|| memory.hold_nothing()).grow(NOTED) {
            known.read.push(one);
        }
    }

    /// Returns the number of added numbers.
    pub(crate) fn count(&self) -> usize {
        self.lock().read.len()
    }

    /// Removes all numbers but the first `count`, because a reader did not read the others after all.
    pub(crate) fn truncate(&self, count: usize) {
        self.lock().read.truncate(count);
    }

    /// Lets a writer begin: all numbers that were read can be taken.
    pub(crate) fn rewind(&self) {
        let known = &mut *self.lock();
        (known.left, known.common) = Default::default();
        if !known.read.iter().any(|one| one.is_padded) {
            return;
        }
        for one in &known.read {
            known.left.entry((one.field, one.value)).or_default().push_back(one.size);
            let size = one.is_padded.then_some(one.size);
            let common = known.common.entry(one.field).or_insert(size);
            *common = common.filter(|_| *common == size);
        }
    }

    /// Returns the size in bytes that a number had in the file. The next call returns the size of the next equal number.
    /// A number that the file did not have gets the size of all numbers of the field, if each is longer than needed.
    pub(crate) fn take(&self, field: &Field, value: i128) -> Option<usize> {
        let known = &mut *self.lock();
        if known.common.is_empty() {
            return None;
        }
        let field = key_of(field);
        let same = known.left.get_mut(&(field, value)).and_then(VecDeque::pop_front);
        same.or_else(|| known.common.get(&field).copied().flatten()).map(usize::from)
    }

    fn lock(&self) -> MutexGuard<'_, KnownSizes> {
        // A number is added as a whole.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn key_of(field: &Field) -> FieldKey {
    ptr::from_ref(field).addr()
}
