use super::Checksum;
use super::stated_crc::{RunningCrc, StatedCrc, stated};
use crate::schema::{Algorithm, CrcParameters};

/// A type that implements [`Checksum`], as a value, or a CRC that a schema defines. It is one pointer wide, because each
/// region holds two.
#[derive(Clone, Copy)]
pub struct ChecksumType(&'static Facts);

pub(super) struct Facts {
    pub(super) name: &'static str,
    pub(super) bits: u32,
    pub(super) start: Start,
}

/// The beginning of a checksum.
pub(super) enum Start {
    /// The checksum of a type, with the parameters of a CRC that schemas define.
    Declared(fn() -> Box<dyn Run>, Option<CrcParameters>),
    /// The checksum of a CRC that a schema defines.
    Stated(&'static StatedCrc),
}

impl ChecksumType {
    /// Returns the type as a value.
    #[must_use]
    pub const fn of<C: Checksum>() -> Self {
        let facts = const {
            let start = Start::Declared(|| Box::new(C::default()), C::CRC);
            &Facts { name: C::NAME, bits: C::BITS, start }
        };
        Self(facts)
    }

    /// Returns the CRC of these parameters. It is kept for the life of the process, so the result is `None` after a
    /// thousand different ones, for parameters that do not fit their width, and for a name of more than 64 bytes.
    #[must_use]
    pub fn of_crc(name: &str, parameters: CrcParameters) -> Option<Self> {
        stated(name, parameters).map(Self)
    }

    /// Returns the algorithm of this checksum for a schema, with its type.
    #[must_use]
    pub const fn algorithm(this: &'static Self) -> Algorithm {
        let crc = match this.0.start {
            Start::Declared(_, crc) => crc,
            Start::Stated(_) => None,
        };
        Algorithm::declared(this.0.name, this).with_crc(crc)
    }

    /// Returns the stable name: [`Checksum::NAME`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Returns the width of values in bits: [`Checksum::BITS`].
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.bits
    }

    /// Starts a checksum over no bytes.
    #[must_use]
    pub fn start(self) -> RunningChecksum {
        let state = match &self.0.start {
            Start::Declared(start, _) => start(),
            Start::Stated(crc) => Box::new(RunningCrc::new(crc)),
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

    /// Returns a value as messages show it: hexadecimal, all digits of the width.
    pub(crate) fn shown(self, value: u64) -> String {
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
    state: Box<dyn Run>,
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

    /// Returns the checksum of the bytes so far; more may follow.
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

/// The operations of [`Checksum`] on a value of unknown type.
pub(super) trait Run: Send {
    fn update(&mut self, bytes: &[u8]);
    fn value(&self) -> u64;
}

impl Run for RunningCrc {
    fn update(&mut self, bytes: &[u8]) {
        Self::update(self, bytes);
    }

    fn value(&self) -> u64 {
        Self::value(self)
    }
}

impl<C: Checksum> Run for C {
    fn update(&mut self, bytes: &[u8]) {
        Checksum::update(self, bytes);
    }

    fn value(&self) -> u64 {
        Checksum::value(self)
    }
}
