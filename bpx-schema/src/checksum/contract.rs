//! The trait of checksums.

use crate::schema::CrcParameters;

/// A checksum over bytes that arrive in pieces; the default value is the checksum of no bytes.
///
/// The value must not depend on how the bytes are split.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a checksum; implement `bpx_schema::checksum::Checksum` for this type",
    label = "no checksum"
)]
pub trait Checksum: Default + Send + 'static {
    /// Stable name in schemas and messages, in lower case with dashes, such as `crc32` and `byte-sum`.
    const NAME: &'static str;
    /// Width of the value in bits, from 1 to 64.
    const BITS: u32;
    /// The parameters of a CRC that is not built in, which schemas state because no other reader knows the name of the
    /// CRC.
    const CRC: Option<CrcParameters> = None;

    /// Appends `bytes`, of any size.
    fn update(&mut self, bytes: &[u8]);

    /// Returns the checksum of the bytes so far, a number below 2^[`BITS`](Self::BITS); more bytes may follow.
    fn value(&self) -> u64;
}

/// Returns the checksum of `bytes`, of any size, in one call.
#[must_use]
pub fn checksum_of<C: Checksum>(bytes: &[u8]) -> u64 {
    let mut checksum = C::default();
    checksum.update(bytes);
    checksum.value()
}
