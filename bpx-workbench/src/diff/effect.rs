//! The effects of a change on readers of both schemas.

/// The result when a reader of one schema reads the valid files of the other one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
#[non_exhaustive]
pub enum Effect {
    /// Nothing changes.
    #[default]
    Same,
    /// The reader reads all of these files correctly, and also accepts files that the other schema rejects.
    AcceptsMore,
    /// The reader rejects some of these files, and reads the others correctly.
    Rejects,
    /// The reader reads wrong values from some of these files, or rejects them.
    ReadsDifferently,
    /// Unknown: the schema does not show it.
    Unknown,
}

impl Effect {
    /// Returns the stable name.
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
    /// Readers of the old schema, files of the new one.
    OldReadsNew,
    /// Readers of the new schema, files of the old one.
    NewReadsOld,
}

impl Direction {
    /// Both.
    pub const ALL: [Self; 2] = [Self::OldReadsNew, Self::NewReadsOld];

    /// Returns the stable name.
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

/// The effects in both directions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Effects {
    /// To readers of the old schema with files of the new one.
    pub old_reads_new: Effect,
    /// To readers of the new schema with files of the old one.
    pub new_reads_old: Effect,
}

impl Effects {
    pub(super) const SAME: Self = Self::in_both_directions(Effect::Same);
    /// The new schema allows less.
    pub(super) const TIGHTER: Self = Self { old_reads_new: Effect::AcceptsMore, new_reads_old: Effect::Rejects };
    /// The new schema allows more.
    pub(super) const LOOSER: Self = Self { old_reads_new: Effect::Rejects, new_reads_old: Effect::AcceptsMore };
    pub(super) const REJECTS: Self = Self::in_both_directions(Effect::Rejects);
    pub(super) const DIFFER: Self = Self::in_both_directions(Effect::ReadsDifferently);
    pub(super) const UNKNOWN: Self = Self::in_both_directions(Effect::Unknown);

    const fn in_both_directions(effect: Effect) -> Self {
        Self { old_reads_new: effect, new_reads_old: effect }
    }

    /// Returns the effect in a direction.
    #[must_use]
    pub const fn of(self, direction: Direction) -> Effect {
        match direction {
            Direction::OldReadsNew => self.old_reads_new,
            Direction::NewReadsOld => self.new_reads_old,
        }
    }

    /// Combines two effects into the worse one, in each direction.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        Self {
            old_reads_new: self.old_reads_new.max(other.old_reads_new),
            new_reads_old: self.new_reads_old.max(other.new_reads_old),
        }
    }

    /// Returns whether either direction breaks.
    #[must_use]
    pub fn is_breaking(self) -> bool {
        self.old_reads_new.is_breaking() || self.new_reads_old.is_breaking()
    }
}
