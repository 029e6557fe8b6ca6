use crate::bpx::container::{Check, Compression, SectionOptions};
use crate::bpx::package::Compat;
use bpx_schema::report::{Class, Error, Location, Result};

/// Content in bytes up to which symbols and names are stored as they are.
const TABLE_THRESHOLD: u64 = 4096;

/// How a shader package is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShaderOptions {
    /// How code is compressed, where that makes it smaller; xz of level 2 by default. Symbols, names and extended data
    /// above 4,096 bytes are compressed the same way.
    pub compression: Compression,
    /// How sections are checked; weakly by default.
    pub check: Check,
    /// Who must be able to read the package; none in particular by default. For [`Compat::Bpx4`]: no zlib, no CRC-32 of
    /// IEEE 802.3, at most 3 objects and arrays in the extended data of a symbol.
    pub compat: Option<Compat>,
}

impl Default for ShaderOptions {
    fn default() -> Self {
        Self { compression: Compression::Xz(2), check: Check::Weak, compat: None }
    }
}

impl ShaderOptions {
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

    /// For a reader with limits of its own.
    #[must_use]
    pub const fn with_compat(mut self, compat: Compat) -> Self {
        self.compat = Some(compat);
        self
    }

    /// Whether the options go together.
    ///
    /// # Errors
    /// `OutOfRange`, `UnsupportedFeature`.
    pub(super) fn validate(&self) -> Result<()> {
        let wrong = |class, name: &str, message: &str| {
            Err(Error::fault(class, Location::default(), message).in_field(name).in_field("options"))
        };
        let compat = self.compat == Some(Compat::Bpx4);
        match (self.compression, self.check) {
            (Compression::Zlib(10..) | Compression::Xz(10..), _) => {
                wrong(Class::OutOfRange, "compression", "levels are 0 to 9")
            }
            (Compression::Zlib(_), _) if compat => wrong(
                Class::UnsupportedFeature,
                "compression",
                "version 4 of the reference crate reads no zlib sections",
            ),
            (_, Check::Crc32) if compat => wrong(
                Class::UnsupportedFeature,
                "check",
                "version 4 of the reference crate reads no CRC-32 of IEEE 802.3",
            ),
            _ => Ok(()),
        }
    }

    /// How code is stored.
    pub(super) fn code(&self) -> SectionOptions {
        SectionOptions::default().with_compression(self.compression).with_check(self.check).with_threshold(0)
    }

    /// How symbols, names and extended data are stored.
    pub(super) fn tables(&self) -> SectionOptions {
        self.code().with_threshold(TABLE_THRESHOLD)
    }
}
