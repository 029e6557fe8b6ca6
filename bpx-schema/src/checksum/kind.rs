use super::Checksum;
use crate::schema::Algorithm;

/// A type that implements [`Checksum`], as a value. It is one pointer wide, because each region holds two.
#[derive(Clone, Copy)]
pub struct ChecksumType(&'static Facts);

struct Facts {
    name: &'static str,
    bits: u32,
    start: fn() -> Box<dyn Run>,
}

impl ChecksumType {
    /// Returns the type as a value.
    #[must_use]
    pub const fn of<C: Checksum>() -> Self {
        Self(const { &Facts { name: C::NAME, bits: C::BITS, start: || Box::new(C::default()) } })
    }

    /// Returns the algorithm of this checksum for a schema, with its type.
    #[must_use]
    pub const fn algorithm(this: &'static Self) -> Algorithm {
        Algorithm::declared(this.0.name, this)
    }

    /// Returns the stable name: [`Checksum::NAME`].
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.0.name
    }

    /// Width of values in bits: [`Checksum::BITS`].
    #[must_use]
    pub const fn bits(self) -> u32 {
        self.0.bits
    }

    /// Starts a checksum over no bytes.
    #[must_use]
    pub fn start(self) -> RunningChecksum {
        RunningChecksum { ty: self, state: (self.0.start)() }
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
trait Run: Send {
    fn update(&mut self, bytes: &[u8]);
    fn value(&self) -> u64;
}

impl<C: Checksum> Run for C {
    fn update(&mut self, bytes: &[u8]) {
        Checksum::update(self, bytes);
    }

    fn value(&self) -> u64 {
        Checksum::value(self)
    }
}
