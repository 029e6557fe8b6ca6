//! Mutants: deliberate mistakes that test the suite of cases. Each is plausible and at one place, and a case has to
//! find it.
//!
//! The feature `faults` compiles all of them in, and a program chooses one of them when it starts. Without the feature
//! `fault!(..)` is the literal `false`: the compiler removes all of them.

#[cfg(feature = "faults")]
use std::sync::atomic::{AtomicUsize, Ordering};

/// Evaluates to whether a mutant is active here.
#[cfg(feature = "faults")]
#[macro_export]
macro_rules! fault {
    ($mutant:ident) => {
        $crate::faults::Mutant::$mutant.is_active()
    };
}

/// Always false, because this build has no mutants.
#[doc(hidden)]
#[cfg(not(feature = "faults"))]
#[macro_export]
macro_rules! fault {
    ($mutant:ident) => {
        false
    };
}

/// Number of the mutant that is active, counted from 1; 0 for none.
#[cfg(feature = "faults")]
static ACTIVE: AtomicUsize = AtomicUsize::new(0);

#[cfg(feature = "faults")]
macro_rules! mutants {
    ($($mutant:ident $name:literal $what:literal)*) => {
        /// A codec with one deliberate mistake.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[repr(usize)]
        pub enum Mutant {
            $(#[doc = $what] $mutant,)*
        }

        impl Mutant {
            /// All of them.
            pub const ALL: &'static [Self] = &[$(Self::$mutant),*];

            /// Returns its name on command lines.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$mutant => $name,)* }
            }

            /// Returns a description of the mistake.
            #[must_use]
            pub fn what(self) -> &'static str {
                match self { $(Self::$mutant => $what,)* }
            }
        }
    };
}

#[cfg(feature = "faults")]
mutants! {
    // Sums.
    SkipsSums "skips-sums" "compares no checksum of a header"
    SumsFirstPart "sums-first-part" "sums the header, and leaves out the table"
    SumsOwnField "sums-own-field" "sums the checksum too"
    SumsNoContents "sums-no-contents" "ends the sum of a whole file behind the table"
    SumsSigned "sums-signed-bytes" "sums bytes as signed numbers"
    CrcUnfinished "crc-unfinished" "leaves out the last step of a CRC-32"
    CrcLegacy "crc-of-one-shift" "computes the CRC-32 of the reference crate, and no other"
    KeepsOldSums "keeps-old-sums" "writes the checksum of a header that the model states"
    SkipsContentSums "skips-content-sums" "compares no checksum of a section that it reads as values"
    SkipsPlainSums "skips-plain-sums" "compares no checksum of a section that is nothing but bytes"
    SumsStoredBytes "sums-stored-bytes" "compares the checksum of a section with its stored bytes"
    // Streams.
    IgnoresContentSize "ignores-content-size" "decompresses all data, and ignores the stated size"
    GuessesCompression "guesses-compression" "goes by the first bytes of a stream instead of the flags"
    AcceptsBrokenStreams "accepts-broken-streams" "takes what came out of a stream before it broke"
    // Numbers and texts.
    ReadsBigEndian "reads-16-bits-big-endian" "reads numbers of 16 bits with the most significant byte first"
    CutsLongs "cuts-64-bits" "keeps 32 of 64 bits"
    SwapsNibbles "swaps-nibbles" "takes the upper half of a byte for the lower one"
    LongVarints "long-varints" "takes variable-length numbers of one byte more than their type has"
    AnyBytesAreText "any-bytes-are-text" "takes texts that are not UTF-8"
    UnterminatedTexts "unterminated-texts" "takes a last text without a terminator"
    FoldsCase "folds-case" "hashes names in lower case"
    // Rules of fields.
    AcceptsVersions "accepts-later-versions" "takes versions after those that it knows"
    IgnoresReserved "ignores-reserved" "ignores reserved bytes"
    IgnoresFlags "ignores-unknown-flags" "ignores flags without a meaning"
    IgnoresCodes "ignores-unknown-codes" "ignores codes without a meaning"
    RangeOneMore "range-one-more" "takes one more than the largest number allowed"
    RangeOneLess "range-one-less" "takes one less than the smallest number allowed"
    SignatureHalf "signature-half" "knows a format by the first two bytes"
    // Containers of BPX.
    IgnoresFileSize "ignores-file-size" "ignores the stated size of a file"
    IgnoresSizeOfPlain "ignores-size-of-plain" "lets both sizes of a plain section differ"
    IgnoresDuplicates "ignores-duplicates" "takes a second section where there is one at most"
    IgnoresMissing "ignores-missing" "does not miss a required section"
    DropsRest "drops-rest" "writes a file up to its stated end"
    DropsReserved "drops-reserved" "writes zeros for reserved bytes of a table"
    DropsUnknown "drops-unknown" "leaves sections of unknown types out of the model"
    KeepsOldSizes "keeps-old-sizes" "writes the size of a content that the model states"
    // Structured data.
    SortsProperties "sorts-properties" "puts properties in the order of their hashes"
    DoublesAsFloats "doubles-as-floats" "rounds numbers of 64 bits to 32"
    LosesSigns "loses-signs" "takes signed numbers for unsigned ones"
    // Packages.
    StartFromOne "start-from-1" "counts the section of an object from 1"
    NeverSpans "never-spans" "ends an object with its section"
    ObjectOneMore "object-one-more" "lets an object have one byte more than there are"
    OffsetRunsOn "offset-runs-on" "lets an object begin behind the end of its section"
    NamesUnchecked "names-unchecked" "does not look where names of objects lead"
    HeadersUncounted "headers-uncounted" "leaves headers of objects out when it looks for the next one"
    // Textures, models, shader packages.
    PixelsHalved "pixels-halved" "takes the exponent of a size for one larger than it is"
    OneLayer "one-layer" "forgets the layers of a texture"
    CubeOfAny "cube-of-any" "takes cube maps without six sides"
    IndexMayEqualCount "index-may-equal-count" "takes an index that is the number of elements"
    VerticesOfAnySize "vertices-of-any-size" "takes vertices that do not divide their section"
    IndicesFromZero "indices-from-0" "counts the section of indices from 0"
    SymbolsUncounted "symbols-uncounted" "does not compare the number of symbols"
    // Version 0.
    OldSizeIgnored "old-size-ignored" "ignores the stated size of a file of version 0"
    OldSectionsFromZero "old-sections-from-0" "counts sections of version 0 from 0"
    // BPAT.
    BpatOverlaps "bpat-overlaps" "lets sections share bytes"
    BpatPosesOutside "bpat-poses-outside" "does not look whether poses lie in the file"
    BpatSocketsOfFourRows "bpat-sockets-of-4-rows" "takes poses of sockets for matrices of four rows"
    BpatNamesRunOn "bpat-names-run-on" "does not look for the NUL behind a name"
    BpatFramesUncounted "bpat-frames-uncounted" "does not add up the frames of all clips"
    // BLK.
    BlkSwapsColours "blk-swaps-colours" "takes blue for red"
    BlkNamesUnchecked "blk-names-unchecked" "does not look whether a parameter has a name"
    BlkTagIgnored "blk-tag-ignored" "looks for all strings in the payload"
    BlkOrphans "blk-orphans" "does not look whether all blocks are reached"
    BlkBlocksFromZero "blk-block-names-from-0" "counts names of blocks from 0"
    BlkNamesReversed "blk-names-reversed" "numbers names from the last one on"
    BlkLongSwapped "blk-long-swapped" "swaps the halves of numbers of 64 bits"
    // GPB.
    GpbOffsetsUnchecked "gpb-offsets-unchecked" "does not look whether an object begins where a reference leads"
    GpbKindsUnchecked "gpb-kinds-unchecked" "lets a name lead to an object of another type"
    GpbNamesUnchecked "gpb-names-unchecked" "lets a name lead to nothing"
    GpbDuplicates "gpb-duplicates" "takes an id that occurs twice"
}

/// Returns whether the active mutant omits the declared rule of this name.
#[cfg(feature = "faults")]
pub(crate) fn forgets(code: &str) -> bool {
    Mutant::ALL.iter().any(|mutant| mutant.is_active() && mutant.forgotten().contains(&code))
}

/// Always false, because this build has no mutants.
#[cfg(not(feature = "faults"))]
pub(crate) fn forgets(_: &str) -> bool {
    false
}

#[cfg(feature = "faults")]
impl Mutant {
    /// Returns the names of the declared rules that it omits.
    fn forgotten(self) -> &'static [&'static str] {
        match self {
            Self::IgnoresFileSize => &["container.file-size"],
            Self::IgnoresDuplicates => {
                &["texture.single", "model.single", "shader.single", "package.single", "v0.single"]
            }
            Self::IgnoresMissing => &[
                "texture.pixel-array",
                "model.vertex-array",
                "shader.symbol-table",
                "shader.shader",
                "shader.strings",
                "package.data",
                "package.object-table",
                "package.strings",
                "v0.required",
            ],
            Self::IgnoresSizeOfPlain => &["container.plain-size"],
            Self::CubeOfAny => &["texture.cube-layers"],
            Self::VerticesOfAnySize => &["model.vertices"],
            Self::OldSizeIgnored => &["v0.file-size"],
            Self::BlkOrphans => &["blk.block.orphan"],
            Self::BpatNamesRunOn => &["bpat.name-end"],
            Self::BpatFramesUncounted => &["bpat.frame-total"],
            _ => &[],
        }
    }

    /// Returns the mutant of this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|mutant| mutant.name() == name)
    }

    /// Activates this mutant, and no other.
    pub fn activate(self) {
        ACTIVE.store(self as usize + 1, Ordering::Relaxed);
    }

    /// Returns whether this mutant is active.
    #[must_use]
    pub fn is_active(self) -> bool {
        ACTIVE.load(Ordering::Relaxed) == self as usize + 1
    }
}
