use crate::bpx::container::{Check, Compression, SectionOptions};
use crate::bpx::package::Compat;
use crate::setters::setters;
use bpx_schema::report::{Class, Error, Result};

/// The largest content, in bytes, for which symbols and names are stored uncompressed.
const TABLE_THRESHOLD: u64 = 4096;

/// Options for writing a shader package.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ShaderOptions {
    /// Compression of code, if the compressed code is smaller; xz of level 2 by default. Symbols, names and extended
    /// data above 4,096 bytes are compressed in the same way.
    pub compression: Compression,
    /// Checksum of sections; weak by default.
    pub check: Check,
    /// A reader that must be able to read the package; none by default. For [`Compat::Bpx4`]: no zlib, no CRC-32 of
    /// IEEE 802.3, at most 3 objects and arrays in the extended data of a symbol.
    pub compat: Option<Compat>,
}

impl Default for ShaderOptions {
    fn default() -> Self {
        Self { compression: Compression::Xz(2), check: Check::Weak, compat: None }
    }
}

impl ShaderOptions {
    setters! {
        /// Sets the compression.
        fn with_compression(compression: Compression) => compression = compression;
        /// Sets the check.
        fn with_check(check: Check) => check = check;
        /// Sets a reader that must be able to read the package.
        fn with_compat(compat: Compat) => compat = Some(compat);
    }

    /// Checks that the options are compatible.
    ///
    /// # Errors
    /// `OutOfRange`, `UnsupportedFeature`.
    pub(super) fn check_options(&self) -> Result<()> {
        let wrong = |class, name: &str, message: &str| {
            Err(Error::unlocated_fault(class, message).in_field(name).in_field("options"))
        };
        let compat = self.compat == Some(Compat::Bpx4);
        match (self.compression, self.check) {
            (Compression::Zlib(10..) | Compression::Xz(10..), _) => {
                wrong(Class::OutOfRange, "compression", "expected a level from 0 to 9")
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

    /// Returns how code is stored.
    pub(super) fn code_options(&self) -> SectionOptions {
        SectionOptions::default().with_compression(self.compression).with_check(self.check).with_threshold(0)
    }

    /// Returns how symbols, names and extended data are stored.
    pub(super) fn table_options(&self) -> SectionOptions {
        self.code_options().with_threshold(TABLE_THRESHOLD)
    }
}
