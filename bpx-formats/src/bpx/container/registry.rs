//! The rules of containers of versions 1 and 2 that are written by hand.

bpx_schema::rules! {
    /// The header states no larger size than the file has.
    FILE_SIZE = "container.file-size", Truncated, "8.6";
    /// Nothing follows the end that the header states.
    TRAILING_BYTES = "container.trailing-bytes", TrailingBytes as Note, "8.6";
    /// The two sizes of a plain section are equal; the size of the content counts.
    PLAIN_SIZE = "container.plain-size", SizeMismatch, "9.1.2";
    /// A section has one compression flag; of two, the one for xz counts.
    BOTH_COMPRESSIONS = "container.both-compressions", Inconsistent as Note, "9.1.6";
    /// A section has one check flag; of two, the one for the weak checksum counts.
    BOTH_CHECKS = "container.both-checks", Inconsistent as Note, "9.1.6";
    /// No section lies in header or table.
    OVERLAP_HEAD = "container.overlap-head", Overlap as Warning, "9.1.1";
    /// Sections share all of their bytes or none.
    OVERLAP = "container.overlap", Overlap as Note, "9.1.1";
    /// An editor finds the stored bytes of the sections that it keeps.
    KEPT_BOUNDS = "sections.bounds", OutOfBounds, "";
}
