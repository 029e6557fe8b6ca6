use std::ops::RangeInclusive;

/// How the bytes of a number of variable length state its size and its value.
///
/// The first four forms have groups of seven bits; the highest bit of each byte except the last one is set. In the
/// other forms, the first byte states the size.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "json", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
pub enum VarintForm {
    /// Unsigned LEB128: the least significant group first.
    #[default]
    Uleb,
    /// Signed LEB128: the least significant group first. The highest bit of the last group is the sign.
    Sleb,
    /// Zigzag: unsigned LEB128 of 0, -1, 1, -2, 2, ..
    Zigzag,
    /// The most significant group first, without a sign, as in MIDI.
    Vlq,
    /// The number of zero bits before the first one bit, plus 1, is the size in bytes. The bits after the one bit are
    /// the number, like a size in EBML. If all bits of the number are ones, the number is -1.
    Vint,
    /// A `Vint` whose first one bit is a part of the number, so that each number has one size, like an identifier in
    /// EBML.
    MarkedVint,
    /// The size in bytes is the number of one bits before the first zero bit, as in UTF-8, or 1 if the first bit is
    /// zero; at most 7 bytes with 36 bits, as in FLAC.
    Utf8Number,
}

impl VarintForm {
    /// All forms.
    pub const ALL: [Self; 7] =
        [Self::Uleb, Self::Sleb, Self::Zigzag, Self::Vlq, Self::Vint, Self::MarkedVint, Self::Utf8Number];

    /// Returns whether numbers may be negative.
    #[must_use]
    pub const fn is_signed(self) -> bool {
        matches!(self, Self::Sleb | Self::Zigzag | Self::Vint)
    }

    /// Returns the name of the form, which is also the name of its Rust type.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uleb => "Uleb",
            Self::Sleb => "Sleb",
            Self::Zigzag => "Zigzag",
            Self::Vlq => "Vlq",
            Self::Vint => "Vint",
            Self::MarkedVint => "MarkedVint",
            Self::Utf8Number => "Utf8Number",
        }
    }

    /// Returns the size in bytes of the largest encoding of a number of at most `bits` bits.
    #[must_use]
    pub fn greatest_size(self, bits: u8) -> usize {
        match self {
            Self::Uleb | Self::Sleb | Self::Zigzag | Self::Vlq => usize::from(bits).div_ceil(7),
            Self::Vint => 8,
            // The marker takes a bit beside the groups of seven. A number of no bits takes a byte too.
            Self::MarkedVint => usize::from(bits.saturating_sub(1) / 7).clamp(1, 8),
            Self::Utf8Number => 7,
        }
    }

    /// Returns the range of the numbers that need at most `bits` bits. Where one bit is the sign or the marker, 0 bits
    /// count as 1.
    #[must_use]
    pub fn range(self, bits: u8) -> RangeInclusive<i128> {
        let of_bits = |bits: u8| (1_i128 << bits.min(64)) - 1;
        match self {
            Self::Uleb | Self::Vlq => 0..=of_bits(bits),
            Self::Sleb | Self::Zigzag => {
                let most = of_bits(bits.saturating_sub(1));
                -most - 1..=most
            }
            // 56 bits that are all ones are -1.
            Self::Vint => -1..=of_bits(bits.saturating_sub(1)).min(of_bits(56) - 1),
            Self::MarkedVint => {
                // At most 8 groups of 7 bits: nothing is clipped.
                let data = u8::try_from(7 * self.greatest_size(bits)).unwrap_or(u8::MAX);
                0x80..=of_bits(data.saturating_add(1))
            }
            Self::Utf8Number => 0..=of_bits(bits.min(36)),
        }
    }

    /// Returns the numbers of the [`range`](Self::range) that fit into 64 bits with a sign.
    #[must_use]
    pub fn range_in_i64(self, bits: u8) -> RangeInclusive<i64> {
        let (low, high) = self.range(bits).into_inner();
        i64::try_from(low).unwrap_or(i64::MIN)..=i64::try_from(high).unwrap_or(i64::MAX)
    }

    /// Returns whether a number has an encoding and needs at most `bits` bits.
    #[must_use]
    pub fn can_hold(self, value: i128, bits: u8) -> bool {
        let width = i128::BITS - value.leading_zeros();
        (self != Self::MarkedVint || width % 7 == 1) && self.range(bits).contains(&value)
    }

    /// Returns the size in bytes of the number at the beginning of `bytes`; `None` if the bytes end before they show
    /// the size, or state no size.
    #[must_use]
    pub fn size_of(self, bytes: &[u8]) -> Option<usize> {
        let first = || bytes.first().copied();
        match self {
            Self::Uleb | Self::Sleb | Self::Zigzag | Self::Vlq => {
                bytes.iter().zip(1..).find(|(byte, _)| **byte & 0x80 == 0).map(|(_, size)| size)
            }
            Self::Vint | Self::MarkedVint => match first()?.leading_zeros() {
                8 => None,
                zeros => Some(1 + zeros as usize),
            },
            Self::Utf8Number => match first()?.leading_ones() {
                0 => Some(1),
                1 | 8 => None,
                ones => Some(ones as usize),
            },
        }
    }

    /// Returns whether the first byte states the size.
    #[must_use]
    pub const fn has_prefix(self) -> bool {
        matches!(self, Self::Vint | Self::MarkedVint | Self::Utf8Number)
    }

    #[cfg(feature = "json")]
    pub(crate) fn is_usual(&self) -> bool {
        *self == Self::Uleb
    }
}
