//! Names in the string table.

use super::{Clip, Socket};
use std::collections::HashMap;

/// A record that has a name.
pub trait Named {
    /// Returns the offset of the name in the string table, and its size without the NUL, in bytes.
    fn name_span(&self) -> (u32, u32);
}

impl Named for Clip {
    fn name_span(&self) -> (u32, u32) {
        (self.name_offset, self.name_length)
    }
}

impl Named for Socket {
    fn name_span(&self) -> (u32, u32) {
        (self.name_offset, self.name_length)
    }
}

/// Returns the name, or `None` when the name and one byte after the name do not lie in the table.
pub(super) fn find_name(strings: &[u8], (offset, length): (u32, u32)) -> Option<&[u8]> {
    let rest = strings.get(usize::try_from(offset).ok()?..)?;
    let (name, after) = rest.split_at_checked(usize::try_from(length).ok()?)?;
    (!after.is_empty()).then_some(name)
}

/// A string table to which names can be added. Equal names are stored once.
#[derive(Debug, Default)]
pub(super) struct Names {
    pub(super) table: Vec<u8>,
    known: HashMap<Vec<u8>, u32>,
}

impl Names {
    /// Adds a name, and returns its offset and size; `None` when the table would have 4 GiB.
    pub(super) fn add_name(&mut self, name: &[u8]) -> Option<(u32, u32)> {
        let length = u32::try_from(name.len()).ok()?;
        if let Some(offset) = self.known.get(name) {
            return Some((*offset, length));
        }
        let offset = u32::try_from(self.table.len()).ok()?;
        u32::try_from(self.table.len().checked_add(name.len())?.checked_add(1)?).ok()?;
        self.table.extend_from_slice(name);
        self.table.push(0);
        self.known.insert(name.to_vec(), offset);
        Some((offset, length))
    }
}
