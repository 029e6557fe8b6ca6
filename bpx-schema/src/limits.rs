//! How much a reader is willing to do for a file.

use std::num::Saturating;

/// What something costs, in bytes or in steps. Clipping is right for costs: one above 2^64 - 1 is as large as any limit, and
/// when more is paid than is due, nothing is due.
pub(crate) type Cost = Saturating<u64>;

/// Returns a number of bytes or of steps as a cost.
pub(crate) const fn cost(number: u64) -> Cost {
    Saturating(number)
}

/// A bound that grows with what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bound {
    /// What a source of any size may cost.
    pub base: u64,
    /// What each byte of the source adds.
    pub per_byte: u64,
}

impl Bound {
    /// Returns a bound for sources of all sizes.
    #[must_use]
    pub const fn fixed(base: u64) -> Self {
        Self { base, per_byte: 0 }
    }

    /// So many times the bound.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self { base: (cost(self.base) * cost(factor)).0, per_byte: (cost(self.per_byte) * cost(factor)).0 }
    }

    /// Returns the bound for a source of this size in bytes.
    #[must_use]
    pub fn of(self, size: u64) -> u64 {
        (cost(self.per_byte) * cost(size) + cost(self.base)).0
    }
}

/// Bounds that hold whatever a file says. A [`Budget`](crate::Budget) applies them to one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Memory in bytes for values, decompressed contents and decompressors at one time; 72 MiB and three times the
    /// size of the source by default.
    pub max_memory: Bound,
    /// Decompressed bytes in all; 1 GiB and 256 times the size of the source by default.
    pub max_content: Bound,
    /// Bytes that regions read in all, also when they share bytes; 1 MiB and 16 times the size of the source by default.
    pub max_shared: Bound,
    /// Steps of interpreted expressions, and of searches through arrays; 2^26 and 64 for each byte of the source by
    /// default. Of these a region may have 2^10, and 64 for each byte of its content.
    pub max_steps: Bound,
    /// Bytes that are written about a source, as JSON or as lines; 256 MiB and 512 times the size of the source by
    /// default.
    pub max_written: Bound,
    /// Memory that one decompressor may ask for, in bytes; 256 MiB by default.
    pub max_decoder: u64,
    /// Bytes of a stream that has to be held in memory as a whole, such as standard input; 1 GiB by default.
    pub max_input: u64,
    /// How deeply structures and regions may nest, counted from the root, and how many levels one tree may have; 512 by
    /// default.
    pub max_depth: u32,
    /// Number of sections; 1,000,000 by default.
    pub max_sections: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_memory: Bound { base: 72 << 20, per_byte: 3 },
            max_content: Bound { base: 1 << 30, per_byte: 256 },
            max_shared: Bound { base: 1 << 20, per_byte: 16 },
            max_steps: Bound { base: 1 << 26, per_byte: 64 },
            max_written: Bound { base: 256 << 20, per_byte: 512 },
            max_decoder: 256 << 20,
            max_input: 1 << 30,
            max_depth: 512,
            max_sections: 1_000_000,
        }
    }
}

impl Limits {
    /// Without any bound: for bytes that the caller wrote itself.
    #[must_use]
    pub const fn none() -> Self {
        let all = Bound::fixed(u64::MAX);
        Self {
            max_memory: all,
            max_content: all,
            max_shared: all,
            max_steps: all,
            max_written: all,
            max_decoder: u64::MAX,
            max_input: u64::MAX,
            max_depth: u32::MAX,
            max_sections: u32::MAX,
        }
    }

    /// With so many times the memory, content, shared and written bytes, steps and input; depth and number of sections
    /// stay.
    #[must_use]
    pub fn times(mut self, factor: u64) -> Self {
        let read = [&mut self.max_memory, &mut self.max_content, &mut self.max_shared];
        for bound in read.into_iter().chain([&mut self.max_steps, &mut self.max_written]) {
            *bound = bound.times(factor);
        }
        for bytes in [&mut self.max_decoder, &mut self.max_input] {
            *bytes = (cost(*bytes) * cost(factor)).0;
        }
        self
    }

    /// With another bound on memory, in bytes, for sources of all sizes.
    #[must_use]
    pub fn with_max_memory(mut self, bytes: u64) -> Self {
        self.max_memory = Bound::fixed(bytes);
        self
    }

    /// With another bound on decompressed bytes in all, for sources of all sizes.
    #[must_use]
    pub fn with_max_content(mut self, bytes: u64) -> Self {
        self.max_content = Bound::fixed(bytes);
        self
    }

    /// With another bound on nesting.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth;
        self
    }

    /// Returns what is wrong with values that nest deeper than this many levels.
    pub(crate) fn too_deep(max: u32) -> String {
        format!("values nest deeper than {max}")
    }
}
