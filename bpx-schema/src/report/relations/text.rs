//! Checks references to texts by their offsets.

use super::judge::{FindingSink, claim_finding, quoted_pool};
use super::{ValueBlock, ValuePlaces};
use crate::SharedBytes;
use crate::file_path::check_file_path;
use crate::report::Class;
use crate::schema::{Relation, Text, TextRules, memory_size};
use std::collections::hash_map::{Entry, HashMap};
use std::ffi::CStr;

/// Checks the references of one field to the texts of one pool.
pub(super) struct TextJudge<'b> {
    rules: &'b TextRules,
    pool: &'b Text,
    bytes: &'b [u8],
    /// Offset of the end of the last text.
    end: usize,
    /// The number of bytes that references may still read; `None` after a reference exceeded the limit, because later
    /// references are not checked.
    shared: Option<SharedBytes>,
    /// For each text, the first reference to it.
    known: HashMap<&'b [u8], (&'b ValuePlaces, u64)>,
}

impl<'b> TextJudge<'b> {
    pub(super) fn of_relation(relation: &'b Relation, rules: &'b TextRules, bytes: &'b [u8], shared: u64) -> Self {
        let end = bytes.iter().rposition(|byte| *byte == 0).map_or(0, |last| last + 1);
        Self {
            rules,
            pool: &relation.pool,
            bytes,
            end,
            shared: Some(SharedBytes::up_to(shared)),
            known: HashMap::new(),
        }
    }

    /// Reports the broken rules of each reference.
    pub(super) fn check_block(&mut self, block: &'b ValueBlock, report: FindingSink<'_>) {
        if self.rules.unique.is_some() {
            // Each text has at least a byte of its own.
            self.known.reserve(block.values.numbers().size_hint().0.min(self.bytes.len()));
        }
        for (index, offset) in block.values.numbers() {
            if self.rules.whole {
                self.check_text(block, index, offset, report);
            } else if let Some((class, message)) = self.reference_fault(offset) {
                report(claim_finding(&block.relation.claim, class, block.place.locate_value(index), message));
            }
        }
    }

    /// Returns the bytes from an offset on.
    fn bytes_from(&self, offset: u64) -> Result<&'b [u8], (Class, String)> {
        let rest = usize::try_from(offset).ok().and_then(|start| self.bytes.get(start..));
        rest.filter(|rest| !rest.is_empty()).ok_or_else(|| {
            let (size, name) = (self.bytes.len(), quoted_pool(self.pool));
            (Class::OutOfBounds, format!("expected an offset below {size}, the size of {name}, found {offset}"))
        })
    }

    /// Returns the fault of a reference. Does not search for the end of the text, so that many references are cheap.
    fn reference_fault(&self, offset: u64) -> Option<(Class, String)> {
        match self.bytes_from(offset) {
            Err(fault) => Some(fault),
            Ok(_) if memory_size(offset) >= self.end => Some(unterminated_fault(offset)),
            Ok([byte, ..]) if byte & 0xC0 == 0x80 => Some((
                Class::BadText,
                format!("expected the offset of a character, found {offset}, which is inside of a character"),
            )),
            Ok(_) => None,
        }
    }

    /// Reports the faults of a reference and of its text.
    fn check_text(&mut self, block: &'b ValueBlock, index: u64, offset: u64, report: FindingSink<'_>) {
        let Some(mut shared) = self.shared else { return };
        let claim = &block.relation.claim;
        let mut add =
            |claim, class, message| report(claim_finding(claim, class, block.place.locate_value(index), message));
        let text = self.text_at(offset);
        // An unterminated text was searched to the end of the pool.
        let looked = match &text {
            Ok(text) => text.len(),
            Err(_) => self.bytes_from(offset).map_or(0, <[u8]>::len).min(self.largest_size()),
        };
        self.shared = shared.take(looked as u64).then_some(shared);
        if self.shared.is_none() {
            let message =
                "the references up to this one read more bytes of their section than the limit allows".to_owned();
            return add(self.rules.shared.as_ref().unwrap_or(claim), Class::LimitExceeded, message);
        }
        let text = match text {
            Ok(text) => text,
            Err((class, message)) => return add(claim, class, message),
        };
        if let Err(error) = std::str::from_utf8(text) {
            let message =
                format!("expected a UTF-8 text, found an invalid byte at offset {} of the text", error.valid_up_to());
            add(claim, Class::BadText, message);
        } else if let Some(claim) = self.rules.filled.as_ref().filter(|_| text.is_empty()) {
            add(claim, Class::OutOfRange, "expected a text of at least one character, found an empty text".to_owned());
        } else if let Some(claim) = &self.rules.file_path
            && let Err(reason) = check_file_path(text)
        {
            let message = format!("the text cannot be the name of a file below a folder: {reason}");
            add(claim, Class::UnsafePath, message);
        }
        let Some(claim) = &self.rules.unique else { return };
        match self.known.entry(text) {
            Entry::Occupied(known) => {
                let (first, number) = known.get();
                let message = format!(
                    "expected different texts, found the text of `{}`; a search by name finds the last one",
                    first.locate_value(*number).0.short_text()
                );
                add(claim, Class::Duplicate, message);
            }
            Entry::Vacant(free) => _ = free.insert((&block.place, index)),
        }
    }

    /// Returns the text at an offset, without its NUL.
    fn text_at(&self, offset: u64) -> Result<&'b [u8], (Class, String)> {
        let (rest, largest) = (self.bytes_from(offset)?, self.largest_size());
        // The NUL may follow the largest text.
        let most = rest.get(..=largest).unwrap_or(rest);
        match CStr::from_bytes_until_nul(most) {
            Ok(text) => Ok(text.to_bytes()),
            Err(_) if rest.len() > largest => {
                Err((Class::LimitExceeded, format!("the text at offset {offset} exceeds the limit of {largest} bytes")))
            }
            Err(_) => Err(unterminated_fault(offset)),
        }
    }

    fn largest_size(&self) -> usize {
        self.rules.largest.and_then(|largest| usize::try_from(largest).ok()).unwrap_or(usize::MAX)
    }
}

fn unterminated_fault(offset: u64) -> (Class, String) {
    (Class::Unterminated, format!("expected a NUL at the end of the text at offset {offset}, found none"))
}
