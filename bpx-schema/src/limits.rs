//! Defines the limits on the work that a reader does for a file.

use std::num::Saturating;

/// A cost in bytes or steps. The type may saturate: a cost above 2^64 - 1 exceeds any limit, and a cost below zero is
/// zero.
pub(crate) type Cost = Saturating<u64>;

/// Returns a number of bytes or of steps as a cost.
pub(crate) const fn cost(number: u64) -> Cost {
    Saturating(number)
}

/// A bound that grows with the size of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SizeBound {
    /// The bound for a source of size 0.
    pub base: u64,
    /// The addition for each byte of the source.
    pub per_byte: u64,
}

impl SizeBound {
    /// Returns a bound that is the same for sources of all sizes.
    #[must_use]
    pub const fn fixed(base: u64) -> Self {
        Self { base, per_byte: 0 }
    }

    /// Returns the bound, multiplied by a factor.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self { base: (cost(self.base) * cost(factor)).0, per_byte: (cost(self.per_byte) * cost(factor)).0 }
    }

    /// Returns the bound for a source of `size` bytes.
    #[must_use]
    pub fn for_size(self, size: u64) -> u64 {
        (cost(self.per_byte) * cost(size) + cost(self.base)).0
    }
}

/// Bounds that hold for every file. A [`Budget`](crate::Budget) applies them to one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Memory in bytes for values, decompressed contents and decompressors at one time; 68 MiB plus three times the
    /// size of the source by default.
    pub max_memory: SizeBound,
    /// Sum of all decompressed bytes; 1 GiB plus 256 times the size of the source by default.
    pub max_content: SizeBound,
    /// Sum of the bytes that regions read, including shared bytes; 1 MiB plus 16 times the size of the source by
    /// default.
    pub max_shared: SizeBound,
    /// Steps of interpreted expressions, of searches through arrays, and of checksums; 50,331,648 plus 64 for each byte of the source
    /// by default. A region gets 2^10 steps, plus 64 steps for each byte of its content.
    pub max_steps: SizeBound,
    /// Bytes that are written about a source, as JSON or as lines; 256 MiB plus 512 times the size of the source by
    /// default.
    pub max_written: SizeBound,
    /// Memory that one decompressor may ask for, in bytes; 256 MiB by default.
    pub max_decoder: u64,
    /// Bytes of a stream that a reader must hold in memory as a whole, such as standard input; 1 GiB by default.
    pub max_input: u64,
    /// The maximum depth of structures and regions, counted from the root, and the maximum number of levels of a tree; 512 by
    /// default.
    pub max_depth: u32,
    /// The maximum number of sections; 1,000,000 by default.
    pub max_sections: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            max_memory: SizeBound { base: 68 << 20, per_byte: 3 },
            max_content: SizeBound { base: 1 << 30, per_byte: 256 },
            max_shared: SizeBound { base: 1 << 20, per_byte: 16 },
            // Two readings of as many steps end within the seconds that a gibibyte of content may take.
            max_steps: SizeBound { base: 48 << 20, per_byte: 64 },
            max_written: SizeBound { base: 256 << 20, per_byte: 512 },
            max_decoder: 256 << 20,
            max_input: 1 << 30,
            max_depth: 512,
            max_sections: 1_000_000,
        }
    }
}

impl Limits {
    /// Returns limits without any bound, for bytes that the caller has written.
    #[must_use]
    pub const fn none() -> Self {
        let all = SizeBound::fixed(u64::MAX);
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

    /// Multiplies the bounds on memory, content, shared and written bytes, steps and input. Does not change the bounds
    /// on the depth and the number of sections.
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

    /// Sets the bound on memory, in bytes, for sources of all sizes.
    #[must_use]
    pub fn with_max_memory(mut self, bytes: u64) -> Self {
        self.max_memory = SizeBound::fixed(bytes);
        self
    }

    /// Sets the bound on the sum of decompressed bytes, for sources of all sizes.
    #[must_use]
    pub fn with_max_content(mut self, bytes: u64) -> Self {
        self.max_content = SizeBound::fixed(bytes);
        self
    }

    /// Sets the maximum depth.
    #[must_use]
    pub fn with_max_depth(mut self, depth: u32) -> Self {
        self.max_depth = depth;
        self
    }

    /// Returns the message for values that nest deeper than `max` levels.
    pub(crate) fn too_deep(max: u32) -> String {
        format!("expected values of at most {max} levels, found more")
    }
}
