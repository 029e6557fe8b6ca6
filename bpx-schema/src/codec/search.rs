//! Finds fields at offsets that a reader finds by searching for bytes.

use super::{Decoder, Encoder};
use crate::report::{Class, Error, Location, Result, quote_value};
use crate::schema::{Field, RegionSearch};
use crate::source::ReadAt;
use crate::value::SignatureBytes;

impl Decoder<'_, '_> {
    /// Searches for the offset of a field, and returns the offset.
    ///
    /// # Errors
    /// `BadMagic`, located at the beginning of the searched bytes, when the signature is not found; `LimitExceeded`;
    /// `UnsupportedFeature` when the file is not completely in memory.
    pub fn find_place(&mut self, field: &Field) -> Result<u64> {
        let place = self.search_offset(field)?;
        if let Some(watch) = self.watch() {
            watch.found_field(field, place);
        }
        Ok(place)
    }

    fn search_offset(&self, field: &Field) -> Result<u64> {
        let Some(search) = field.region.as_ref().and_then(|region| region.search.as_ref()) else {
            return Err(self
                .fault(
                    Class::Inconsistent,
                    "expected a field that is found by a search, found a field without a search",
                )
                .in_field(&field.name));
        };
        if self.source().is_some_and(|source| ReadAt::size(source) != self.size()) {
            let message = "a search needs the whole file in memory";
            return Err(self.fault(Class::UnsupportedFeature, message).in_field(&field.name));
        }
        let (from, to) = search.searched_range(self.size());
        self.charge_search(to - from).map_err(|error| error.in_field(&field.name))?;
        search.find(self.bytes()).ok_or_else(|| {
            let signature = quote_value(SignatureBytes(&search.bytes));
            let message = format!("expected the signature {signature} in the bytes from {from} to {to}, found none");
            Error::fault(Class::BadMagic, self.location_of(from), message).in_field(&field.name)
        })
    }

    /// Returns the location of a field that a search finds; the current location if the search finds nothing.
    #[must_use]
    pub fn location_found(&self, field: &Field) -> Location {
        self.search_offset(field).map_or_else(|_| self.location(), |place| self.location_of(place))
    }
}

impl Encoder<'_> {
    /// Rejects a field that begins at `from` if a reader would find the field at another offset.
    ///
    /// # Errors
    /// `Inconsistent`.
    pub fn expect_found(&mut self, field: &Field, from: u64) -> Result<()> {
        let Some(search) = field.region.as_ref().and_then(|region| region.search.as_ref()) else { return Ok(()) };
        if self.is_placed_later() || self.position() == from {
            return Ok(());
        }
        let found = self.written_bytes().map(|written| search.find(written));
        match found {
            Some(found) if found != Some(from) => {
                let (class, message) = found_elsewhere(search, found, from);
                Err(self.fault(class, message).in_field(&field.name))
            }
            _ => Ok(()),
        }
    }
}

/// Returns the fault that a reader would not find a field at the offset where it was written.
pub(crate) fn found_elsewhere(search: &RegionSearch, found: Option<u64>, wanted: u64) -> (Class, String) {
    let found = found.map_or_else(|| "finds nothing".to_owned(), |found| format!("finds the offset {found}"));
    (Class::Inconsistent, format!("`{search}` {found}, but the written bytes are at offset {wanted}"))
}
