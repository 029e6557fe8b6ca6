use super::File;
use bpx_schema::Record;
use bpx_schema::field_name;

/// The kind of a file, which the first byte states, and which decides how the file stores its body.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Record)]
#[repr(u8)]
#[schema(spec = "Kinds of BLK files")]
pub enum Kind {
    /// A body with all of its names.
    #[schema(name = "FAT")]
    Fat = 1,
    /// A compressed body with all of its names; bytes may follow.
    #[schema(name = "FAT_ZST")]
    FatZst = 2,
    /// A body whose names are in a name map that several files share.
    #[schema(name = "SLIM")]
    Slim = 3,
    /// A compressed body whose names are in a name map that several files share.
    #[schema(name = "SLIM_ZST")]
    SlimZst = 4,
    /// A body that is compressed with a dictionary that several files share; the names are in a shared name map.
    #[schema(name = "SLIM_ZST_DICT")]
    SlimZstDict = 5,
    /// A body with all of its names, whose blocks may share parameters.
    #[schema(name = "FAT_DEDUP")]
    FatDedup = 6,
}

impl Kind {
    /// All kinds, in the order of their bytes.
    pub const ALL: [Self; 6] = [Self::Fat, Self::FatZst, Self::Slim, Self::SlimZst, Self::SlimZstDict, Self::FatDedup];

    /// Returns the kind that the first byte of a file states.
    #[must_use]
    pub fn of(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.byte() == byte)
    }

    /// Returns the kind of this name, such as `SLIM_ZST`, in any case.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name().eq_ignore_ascii_case(name))
    }

    /// Returns the first byte of a file of this kind.
    #[must_use]
    pub fn byte(self) -> u8 {
        self as u8
    }

    /// Returns the name of the kind in the specification.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Fat => "FAT",
            Self::FatZst => "FAT_ZST",
            Self::Slim => "SLIM",
            Self::SlimZst => "SLIM_ZST",
            Self::SlimZstDict => "SLIM_ZST_DICT",
            Self::FatDedup => "FAT_DEDUP",
        }
    }

    /// Returns whether the file also uses names of a shared name map.
    #[must_use]
    pub fn is_slim(self) -> bool {
        matches!(self, Self::Slim | Self::SlimZst | Self::SlimZstDict)
    }

    /// Returns the field of a file that holds its frame, or `None` when the body is not compressed.
    #[must_use]
    pub(super) fn frame_field(self) -> Option<&'static str> {
        match self {
            Self::Fat | Self::Slim | Self::FatDedup => None,
            Self::FatZst => Some(field_name!(File, sized)),
            Self::SlimZst | Self::SlimZstDict => Some(field_name!(File, frame)),
        }
    }

    /// Returns whether the body is compressed.
    #[must_use]
    pub fn is_packed(self) -> bool {
        self.frame_field().is_some()
    }
}
