//! The trait of checksums, and the checksums that every build contains.
//!
//! A checksum is a type that implements [`Checksum`]. A declaration names the type by its path. Built-in checksums have
//! short names: `byte_sum`, `sum16_le`, `sum16_be`, `sum32_le`, `sum32_be`, `adler32`, `crc32` (feature `crc32`). The
//! CRCs of [`crc`] are named by their paths.

mod adler32;
mod byte_sum;
mod contract;
pub mod crc;
#[cfg(feature = "crc32")]
mod crc32;
mod kind;
mod stated_crc;
#[cfg(test)]
mod tests;
mod words;

pub use self::adler32::Adler32;
pub use self::byte_sum::ByteSum;
pub use self::contract::{Checksum, checksum_of};
#[cfg(feature = "crc32")]
pub use self::crc32::Crc32;
pub use self::kind::{ChecksumType, RunningChecksum};
pub use self::words::{Sum16Be, Sum16Le, Sum32Be, Sum32Le};

/// The checksums that every declaration and every registry knows.
pub(crate) const BUILT_IN: &[ChecksumType] = &[
    ChecksumType::of::<ByteSum>(),
    ChecksumType::of::<Sum16Le>(),
    ChecksumType::of::<Sum16Be>(),
    ChecksumType::of::<Sum32Le>(),
    ChecksumType::of::<Sum32Be>(),
    ChecksumType::of::<Adler32>(),
    #[cfg(feature = "crc32")]
    ChecksumType::of::<Crc32>(),
    ChecksumType::of::<crc::Crc8>(),
    ChecksumType::of::<crc::Crc16Arc>(),
    ChecksumType::of::<crc::Crc16Ccitt>(),
    ChecksumType::of::<crc::Crc16Kermit>(),
    ChecksumType::of::<crc::Crc16Modbus>(),
    ChecksumType::of::<crc::Crc16Xmodem>(),
    ChecksumType::of::<crc::Crc24OpenPgp>(),
    ChecksumType::of::<crc::Crc32Bzip2>(),
    ChecksumType::of::<crc::Crc32c>(),
    ChecksumType::of::<crc::Crc32Mpeg2>(),
    ChecksumType::of::<crc::Crc64Ecma>(),
    ChecksumType::of::<crc::Crc64Xz>(),
];
