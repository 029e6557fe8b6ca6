use crate::schema::Codes;
use std::marker::PhantomData;

/// An enumeration of named values. Unknown values are kept as numbers.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of codes",
    label = "missing `#[derive(Record)]`",
    note = "an enum of codes derives `Record`, and every variant states its number"
)]
pub trait Coded: Sized + 'static {
    /// Returns the set as data.
    fn codes() -> &'static Codes;
    /// Returns whether every part of a value has a name.
    fn knows(raw: u64) -> bool;
    /// Returns the named value, if there is one.
    fn from_raw(raw: u64) -> Option<Self>;
    /// Returns the stored value.
    fn raw(self) -> u64;
}

/// A set of flags: named ones, and bits without a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct FlagSet<T> {
    bits: u64,
    named: PhantomData<T>,
}

impl<T: Coded> FlagSet<T> {
    /// Returns the set with these bits.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Self {
        Self { bits, named: PhantomData }
    }

    /// Returns all bits, named or not.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.bits
    }

    /// Returns whether a flag is set.
    #[must_use]
    pub fn contains(self, flag: T) -> bool {
        self.bits & flag.raw() != 0
    }

    /// Returns the set with a flag added.
    #[must_use]
    pub fn with(self, flag: T) -> Self {
        Self::from_bits(self.bits | flag.raw())
    }

    /// Returns the bits without a name.
    #[must_use]
    pub fn unknown(self) -> u64 {
        self.bits & !T::codes().mask()
    }

    /// Returns the named flags that are set, lowest bit first.
    pub fn iter(self) -> impl Iterator<Item = T> {
        (0..u64::BITS).filter_map(move |bit| T::from_raw(self.bits & 1_u64.checked_shl(bit)?))
    }
}

impl<T: Coded> std::fmt::Debug for FlagSet<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&flag_names(T::codes(), self.bits).join(" | "))
    }
}

/// Returns names of the flags in a value; bits without a name as one number.
pub(crate) fn flag_names(codes: &Codes, bits: u64) -> Vec<String> {
    let named = codes.codes.iter().filter(|code| bits & code.value != 0).map(|code| code.name.to_string());
    let unknown = bits & !codes.mask();
    named.chain((unknown != 0).then(|| format!("{unknown:#x}"))).collect()
}
