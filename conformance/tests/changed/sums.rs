//! Checksums with a mistake, under the names of the right ones.

use bpx_formats::algorithms;
use bpx_schema::Algorithms;
use bpx_schema::checksum::{ByteSum, Checksum, Crc32};
use bpx_schema::schema::Model;

/// Sums bytes as signed numbers.
#[derive(Default)]
struct Signed(u32);

/// Leaves out the last step of a CRC-32.
#[derive(Default)]
struct Unfinished(Crc32);

impl Checksum for Signed {
    const NAME: &'static str = ByteSum::NAME;
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        let signed = |byte: &u8| i32::from(byte.cast_signed()).cast_unsigned();
        self.0 = bytes.iter().map(signed).fold(self.0, u32::wrapping_add);
    }

    fn value(&self) -> u64 {
        self.0.into()
    }
}

impl Checksum for Unfinished {
    const NAME: &'static str = Crc32::NAME;
    const BITS: u32 = 32;

    fn update(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn value(&self) -> u64 {
        self.0.value() ^ u64::from(u32::MAX)
    }
}

/// Returns registries with one wrong checksum each, by its name.
pub(crate) fn wrong() -> [(&'static str, Algorithms); 2] {
    [
        (Signed::NAME, algorithms().with_checksum::<Signed>()),
        (Unfinished::NAME, algorithms().with_checksum::<Unfinished>()),
    ]
}

/// Returns whether a schema names a checksum.
pub(crate) fn is_named(model: &Model, checksum: &str) -> bool {
    let is = |structure: &bpx_schema::schema::Structure| {
        let checks =
            structure.all_fields().filter_map(|field| field.region.as_ref()).flat_map(|region| &*region.checks);
        let named = checks.flat_map(|check| &*check.algorithms).chain(structure.sums.iter().map(|sum| &sum.algorithm));
        named.into_iter().any(|algorithm| algorithm.name() == checksum)
    };
    model.structures.values().any(is)
}
