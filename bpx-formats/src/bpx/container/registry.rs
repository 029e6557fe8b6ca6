//! The rules of containers of versions 1 and 2 that are written by hand.

bpx_schema::rules! {
    /// The file has at least the size that the header states.
    FILE_SIZE = "container.file-size", Truncated, "8.6";
    /// Nothing follows the end that the header states.
    TRAILING_BYTES = "container.trailing-bytes", TrailingBytes as Note, "8.6";
    /// The two sizes of a plain section are equal; readers use the size of the content.
    PLAIN_SIZE = "container.plain-size", SizeMismatch, "9.1.2";
    /// A section has one compression flag; if it has two, xz is used.
    BOTH_COMPRESSIONS = "container.both-compressions", Inconsistent as Note, "9.1.6";
    /// A section has one check flag; if it has two, the weak checksum is used.
    BOTH_CHECKS = "container.both-checks", Inconsistent as Note, "9.1.6";
    /// No section lies in header or table.
    OVERLAP_HEAD = "container.overlap-head", Overlap as Warning, "9.1.1";
    /// Sections share all of their bytes or none.
    OVERLAP = "container.overlap", Overlap as Note, "9.1.1";
    /// The stored bytes of a section that an editor keeps are in the file.
    KEPT_BOUNDS = "sections.bounds", OutOfBounds, "";
}
