use super::{Architecture, PackageExt, Platform};
use crate::bpx::container::{Check, Compression};
use crate::setters::setters;

/// Options for writing a package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackOptions {
    /// Compression of Data sections; [balanced xz](Compression::XzBalanced) by default. Unless the compression is
    /// `None`, names and object table are compressed with xz if xz makes them smaller.
    pub compression: Compression,
    /// Check of sections; weak by default.
    pub check: Check,
    /// Content size of a Data section in bytes, from 16 to 200,000,000. The default is [`DATA_SIZE`](Self::DATA_SIZE),
    /// or [`ZLIB_DATA_SIZE`](Self::ZLIB_DATA_SIZE) for zlib.
    pub section_size: Option<u32>,
    /// Content size of an xz block, from 4,096 bytes to 16 MiB. The default is 1 MiB, or 16 MiB for
    /// [`Compression::XzMax`]. To read any byte of a block, a reader decodes the whole block.
    pub block_size: Option<u32>,
    /// Revision of the format of packages, 1 or 2; 2 by default.
    pub revision: u32,
    /// A reader that must be able to read the package; none by default.
    pub compat: Option<Compat>,
    /// The order of the objects; by default, the order in which they were added.
    pub order: Order,
}

/// A reader whose limits a package can respect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compat {
    /// The reference crate in its fourth major version, which reads only revision 2, no zlib, no CRC-32 of IEEE 802.3,
    /// and at most 15 objects and arrays in the metadata.
    Bpx4,
}

/// The order in which objects are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Order {
    /// The order in which the objects were added.
    #[default]
    Added,
    /// The order of the extensions of the names, then of the names, so that similar contents are adjacent.
    Extension,
    /// The order of the names, byte by byte.
    Name,
}

impl Default for PackOptions {
    fn default() -> Self {
        Self {
            compression: Compression::XzBalanced,
            check: Check::Weak,
            section_size: None,
            block_size: None,
            revision: 2,
            compat: None,
            order: Order::Added,
        }
    }
}

impl PackOptions {
    /// Default content size of a Data section, in bytes. Other readers decode the whole section for any object in the
    /// section.
    pub const DATA_SIZE: u32 = 16 << 20;
    /// Default content size of a zlib Data section, in bytes. Such sections are read as a whole.
    pub const ZLIB_DATA_SIZE: u32 = 4 << 20;

    setters! {
        /// Sets the compression.
        fn with_compression(compression: Compression) => compression = compression;
        /// Sets the check.
        fn with_check(check: Check) => check = check;
        /// Sets the size of Data sections, in bytes of content.
        fn with_section_size(bytes: u32) => section_size = Some(bytes);
        /// Sets the size of xz blocks, in bytes of content.
        fn with_block_size(bytes: u32) => block_size = Some(bytes);
        /// Sets the revision, 1 or 2.
        fn with_revision(revision: u32) => revision = revision;
        /// Sets a reader that must be able to read the package.
        fn with_compat(compat: Compat) => compat = Some(compat);
        /// Sets the order.
        fn with_order(order: Order) => order = order;
    }
}

impl PackageExt {
    /// Creates the extension for any processor and system, with the generator `PK`, which most packages of files
    /// have.
    #[must_use]
    pub const fn any() -> Self {
        Self {
            architecture: Architecture::Any as u8,
            platform: Platform::Any as u8,
            generator: *b"PK",
            reserved: [0; 12],
        }
    }
}

impl Default for PackageExt {
    fn default() -> Self {
        Self::any()
    }
}
