//! The effects of a change on readers of both schemas.

/// The result if a reader of one schema reads the valid files of the other schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Effect {
    /// The reader is not affected.
    #[default]
    Same,
    /// The reader reads all valid files of the other schema correctly, and also accepts files that the other schema
    /// rejects.
    AcceptsMore,
    /// The reader rejects some valid files of the other schema, and reads the others correctly.
    Rejects,
    /// The reader reads wrong values from some valid files of the other schema, or rejects these files.
    ReadsDifferently,
    /// The schema does not show the effect.
    Unknown,
}

impl Effect {
    /// Returns the stable name of the effect.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Same => "same",
            Self::AcceptsMore => "accepts-more",
            Self::Rejects => "rejects",
            Self::ReadsDifferently => "reads-differently",
            Self::Unknown => "unknown",
        }
    }

    /// Returns whether a reader gets wrong values, rejects files, or may do so.
    #[must_use]
    pub fn is_breaking(self) -> bool {
        self >= Self::Rejects
    }
}

/// A direction: the schema of the reader, and the schema of the files.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Direction {
    /// Readers of the old schema read files of the new schema.
    OldReadsNew,
    /// Readers of the new schema read files of the old schema.
    NewReadsOld,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::OldReadsNew, Self::NewReadsOld];

    /// Returns the stable name of the direction.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::OldReadsNew => "old-reads-new",
            Self::NewReadsOld => "new-reads-old",
        }
    }

    /// Describes the direction in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::OldReadsNew => "old readers, new files",
            Self::NewReadsOld => "new readers, old files",
        }
    }
}

/// The effects on readers in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effects {
    /// The effect on readers of the old schema with files of the new schema.
    pub old_reads_new: Effect,
    /// The effect on readers of the new schema with files of the old schema.
    pub new_reads_old: Effect,
}

impl Effects {
    pub(super) const SAME: Self = Self::in_both_directions(Effect::Same);
    /// The new schema allows fewer values.
    pub(super) const TIGHTER: Self = Self { old_reads_new: Effect::AcceptsMore, new_reads_old: Effect::Rejects };
    /// The new schema allows more values.
    pub(super) const LOOSER: Self = Self { old_reads_new: Effect::Rejects, new_reads_old: Effect::AcceptsMore };
    pub(super) const REJECTS: Self = Self::in_both_directions(Effect::Rejects);
    pub(super) const DIFFER: Self = Self::in_both_directions(Effect::ReadsDifferently);
    pub(super) const UNKNOWN: Self = Self::in_both_directions(Effect::Unknown);

    const fn in_both_directions(effect: Effect) -> Self {
        Self { old_reads_new: effect, new_reads_old: effect }
    }

    /// Returns the effect on readers in a direction.
    #[must_use]
    pub const fn of(self, direction: Direction) -> Effect {
        match direction {
            Direction::OldReadsNew => self.old_reads_new,
            Direction::NewReadsOld => self.new_reads_old,
        }
    }

    /// Returns the worse of two effects for each direction.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            old_reads_new: self.old_reads_new.max(other.old_reads_new),
            new_reads_old: self.new_reads_old.max(other.new_reads_old),
        }
    }

    /// Returns whether readers break in at least one direction.
    #[must_use]
    pub fn is_breaking(self) -> bool {
        self.old_reads_new.is_breaking() || self.new_reads_old.is_breaking()
    }
}
