//! Reads the content of one region.

use super::region::{RegionOrigin, Regions, StoredRegion};
use super::{DecodeOwned, Decoder, Fetch, Space};
use crate::budget::Budget;
use crate::limits::Limits;
use crate::report::{Class, Error, Location, Result};
use crate::schema::{Field, Text, Type};
use crate::source::ReadAt;
use std::sync::Arc;

/// Name of the regions in errors, as a value does not know the name of its field.
const NAME: &str = "regions";

impl<T: DecodeOwned> Regions<T> {
    /// Reads a region by its number from the bytes of the structure: decompresses, checks and decodes the content.
    /// `args` are the values of the content's parameters.
    ///
    /// ```
    /// # use bpx_schema::codec::Regions;
    /// # use bpx_schema::{Codec, Record, structure};
    /// # #[derive(Debug, Record)]
    /// # struct Entry { offset: u8, size: u8 }
    /// # #[structure]
    /// # #[derive(Debug)]
    /// # struct Part { #[br(parse_with = until_eof)] bytes: Vec<u8> }
    /// #[structure]
    /// #[derive(Debug)]
    /// struct File {
    ///     #[br(count = 2)]
    ///     table: Vec<Entry>,
    ///     #[schema(region(each = table, at = entry.offset, size = entry.size))]
    ///     parts: Regions<Part>,
    /// }
    ///
    /// let bytes = b"\x04\x01\x05\x02abb".as_slice();
    /// let file = File::from_slice(bytes).unwrap();
    /// assert_eq!(file.parts.read(1, [], &bytes).unwrap().bytes, b"bb");
    /// ```
    ///
    /// # Errors
    /// `BadReference` when the region does not exist; errors of its bytes, including a wrong checksum; and errors of
    /// decoding. Offsets in the errors count from the beginning of `source`.
    pub fn read(&self, index: usize, args: T::Args, source: &dyn ReadAt) -> Result<T> {
        let number = index as u64;
        let stored = *self.list().get(index).ok_or_else(|| {
            let message = format!("expected the number of one of {} regions, found {index}", self.list().len());
            Error::unlocated_fault(Class::BadReference, message).in_field(NAME)
        })?;
        let budget = Arc::new(Budget::new(Limits::default(), source.size()));
        let field = Field::new(Text::Borrowed(NAME), Type::CString);
        let at = Location { file: stored.offset, content: None };
        let (array, structure, bytes) = (Text::Borrowed(NAME), None, Vec::new());
        let origin = Some(RegionOrigin { array, index: number, structure, at, packed: false, bytes });
        let fetch = Fetch { source, space: Space::File(0), budget: Arc::clone(&budget), field: &field, stored, origin };
        let content = fetch.content()?;
        fetch.check_content(&content)?;
        let value = T::decode(&mut Decoder::in_space(&content, StoredRegion::content_space(&stored), &budget), args);
        value.map_err(|error| error.in_element(number).in_field(NAME))
    }
}
