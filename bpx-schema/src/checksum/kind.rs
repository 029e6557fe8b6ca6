use super::Checksum;
use super::stated_crc::{RunningCrc, StatedCrc, intern_stated_crc};
use crate::schema::{Algorithm, CrcParameters};

/// A checksum as a value: a type that implements [`Checksum`], or a CRC whose parameters a schema states. The value is
/// one pointer wide, because each region holds two such values.
#[derive(Clone, Copy)]
pub struct ChecksumType(&'static ChecksumFacts);

pub(super) struct ChecksumFacts {
    pub(super) name: &'static str,
    pub(super) bits: u32,
    pub(super) start: ChecksumStart,
}

/// How a checksum starts.
pub(super) enum ChecksumStart {
    /// A checksum that a type implements; for a CRC that schemas define, with its parameters.
    Declared(fn() -> Box<dyn DynChecksum>, Option<CrcParameters>),
    /// A CRC whose parameters a schema states.
    Stated(&'static StatedCrc),
}

impl ChecksumType {
    /// Returns the checksum type `C` as a value.
    #[must_use]
    pub const fn of<C: Checksum>() -> Self {
        let facts = const {
            let start = ChecksumStart::Declared(|| Box::new(C::default()), C::CRC);
            &ChecksumFacts { name: C::NAME, bits: C::BITS, start }
        };
        Self(facts)
    }

    /// Returns the CRC with a name and parameters. CRCs are kept until the process ends, so the result is `None` after
    /// a thousand different CRCs. The result is also `None` for parameters that do not fit their width, and for a name
    /// of more than 64 bytes.
    #[must_use]
    pub fn of_crc(name: &str, parameters: CrcParameters) -> Option<Self> {
        intern_stated_crc(name, parameters).map(Self)
    }

    /// Returns the algorithm for a schema that names the checksum and contains its type.
    #[must_use]
    pub const fn algorithm(this: &'static Self) -> Algorithm {
        let crc = match this.0.start {
            ChecksumStart::Declared(_, crc) => crc,
            ChecksumStart::Stated(_) => None,
        };
        Algorithm::from_declaration(this.0.name, this).with_crc(crc)
    }

    /// Returns the stable name ([`Checksum::NAME`]).
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the width of values in bits ([`Checksum::BITS`]).
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.bits
    }

    /// Starts a checksum over no bytes.
    #[must_use]
    pub fn start(self) -> RunningChecksum {
        let state = match &self.0.start {
            ChecksumStart::Declared(start, _) => start(),
            ChecksumStart::Stated(crc) => Box::new(RunningCrc::new(crc)),
        };
        RunningChecksum { ty: self, state }
    }

    /// Returns the checksum of `bytes`, of any size, in one call.
    #[must_use]
    pub fn checksum(self, bytes: &[u8]) -> u64 {
        let mut running = self.start();
        running.update(bytes);
        running.value()
    }

    /// Returns a value as messages show it, in hexadecimal with all digits of the width.
    pub(crate) fn format_value(self, value: u64) -> String {
        let width = 2 + self.0.bits.div_ceil(4) as usize;
        format!("{value:#0width$x}")
    }
}

impl PartialEq for ChecksumType {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for ChecksumType {}

impl std::fmt::Debug for ChecksumType {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ChecksumType({})", self.0.name)
    }
}

/// A checksum of some type over bytes that arrive in pieces.
pub struct RunningChecksum {
    ty: ChecksumType,
    state: Box<dyn DynChecksum>,
}

impl RunningChecksum {
    /// Returns the type of the checksum.
    #[must_use]
    pub const fn ty(&self) -> ChecksumType {
        self.ty
    }

    /// Appends `bytes`, of any size.
    pub fn update(&mut self, bytes: &[u8]) {
        self.state.update(bytes);
    }

    /// Returns the checksum of the bytes so far; more bytes may follow.
    #[must_use]
    pub fn value(&self) -> u64 {
        self.state.value()
    }
}

impl std::fmt::Debug for RunningChecksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RunningChecksum").field("ty", &self.ty).field("value", &self.value()).finish()
    }
}

/// The operations of [`Checksum`], for a value whose type is not known at compile time.
pub(super) trait DynChecksum: Send {
    fn update(&mut self, bytes: &[u8]);
    fn value(&self) -> u64;
}

impl DynChecksum for RunningCrc {
    fn update(&mut self, bytes: &[u8]) {
        Self::update(self, bytes);
    }

    fn value(&self) -> u64 {
        Self::value(self)
    }
}

impl<C: Checksum> DynChecksum for C {
    fn update(&mut self, bytes: &[u8]) {
        Checksum::update(self, bytes);
    }

    fn value(&self) -> u64 {
        Checksum::value(self)
    }
}
