use crate::schema::Codes;
use std::marker::PhantomData;

/// An enumeration of named values. A record keeps an unknown value as a number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an enum of codes",
    label = "missing `#[derive(Record)]`",
    note = "derive `Record` for the enum of codes, and state the number of every variant"
)]
pub trait Coded: Sized + 'static {
    /// Returns the set of codes as data.
    fn codes() -> &'static Codes;
    /// Returns whether a value has a name; for flags, whether every set bit has a name.
    fn knows(raw: u64) -> bool;
    /// Returns the named value, if there is one.
    fn from_raw(raw: u64) -> Option<Self>;
    /// Returns the stored value.
    fn raw(self) -> u64;
}

/// A set of flags, which may have bits without a name.
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
    pub fn with_flag(self, flag: T) -> Self {
        Self::from_bits(self.bits | flag.raw())
    }

    /// Returns the bits without a name.
    #[must_use]
    pub fn unknown_bits(self) -> u64 {
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

/// Returns the names of the flags that are set in a value. The bits without a name become one hexadecimal number at the
/// end.
pub(crate) fn flag_names(codes: &Codes, bits: u64) -> Vec<String> {
    let named = codes.codes.iter().filter(|code| bits & code.value != 0).map(|code| code.name.to_string());
    let unknown = bits & !codes.mask();
    named.chain((unknown != 0).then(|| format!("{unknown:#x}"))).collect()
}
