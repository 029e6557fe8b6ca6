use super::{Architecture, PackageExt, Platform};
use crate::bpx::container::{Check, Compression};

/// How a package is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackOptions {
    /// How Data sections are compressed; [balanced xz](Compression::XzBalanced) by default. Names and object table are compressed with xz when
    /// that makes them smaller, unless this is none.
    pub compression: Compression,
    /// How sections are checked; weakly by default.
    pub check: Check,
    /// Bytes of content after which another Data section begins, 16 to 200,000,000. By default
    /// [`DATA_SIZE`](Self::DATA_SIZE), with zlib [`ZLIB_DATA_SIZE`](Self::ZLIB_DATA_SIZE).
    pub section_size: Option<u32>,
    /// Bytes of content of an xz block, 4,096 to 16 MiB; 1 MiB by default, 16 MiB for [`Compression::XzMax`]. One block
    /// is decoded to read any of its bytes.
    pub block_size: Option<u32>,
    /// 1 or 2; 2 by default.
    pub revision: u32,
    /// Who must be able to read the package; none in particular by default.
    pub compat: Option<Compat>,
    /// The order of the objects; as added by default.
    pub order: Order,
}

/// A reader with limits of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compat {
    /// The reference crate in its fourth major version: revision 2, no zlib, no CRC-32 of IEEE 802.3, at most 15
    /// objects and arrays in the metadata.
    Bpx4,
}

/// The order in which objects are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Order {
    /// As they were added.
    #[default]
    Added,
    /// By the extension of the name, then by the name: alike contents come together.
    Extension,
    /// By the name, byte by byte.
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
    /// Content of a Data section by default, in bytes: other readers decode one as a whole for any object in it.
    pub const DATA_SIZE: u32 = 16 << 20;
    /// Content of a Data section by default with zlib, in bytes: such sections are read as a whole.
    pub const ZLIB_DATA_SIZE: u32 = 4 << 20;

    /// With another compression.
    #[must_use]
    pub const fn with_compression(mut self, compression: Compression) -> Self {
        self.compression = compression;
        self
    }

    /// With another check.
    #[must_use]
    pub const fn with_check(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// With Data sections of another size, in bytes of content.
    #[must_use]
    pub const fn with_section_size(mut self, bytes: u32) -> Self {
        self.section_size = Some(bytes);
        self
    }

    /// With xz blocks of another size, in bytes of content.
    #[must_use]
    pub const fn with_block_size(mut self, bytes: u32) -> Self {
        self.block_size = Some(bytes);
        self
    }

    /// In another revision, 1 or 2.
    #[must_use]
    pub const fn with_revision(mut self, revision: u32) -> Self {
        self.revision = revision;
        self
    }

    /// For a reader with limits of its own.
    #[must_use]
    pub const fn with_compat(mut self, compat: Compat) -> Self {
        self.compat = Some(compat);
        self
    }

    /// In another order.
    #[must_use]
    pub const fn with_order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }
}

impl PackageExt {
    /// For any processor and system, by `PK`: what packages of files usually say.
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
