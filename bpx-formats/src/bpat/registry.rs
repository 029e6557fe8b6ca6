//! The rules of BPAT files that are functions, not declarations.

bpx_schema::rules! {
    /// The sections lie in the file.
    BOUNDS = "bpat.bounds", OutOfBounds, "Validation 8";
    /// Sections share no bytes.
    OVERLAP = "bpat.overlap", Overlap, "Validation 8";
    /// The bytes that names share stay within a limit.
    NAMES_LIMIT = "bpat.names-limit", LimitExceeded, "";
    /// A name is UTF-8.
    NAME_UTF8 = "bpat.name-utf8", BadText, "Layout" excused "I-74";
    /// Nothing follows the last section.
    TRAILING_BYTES = "bpat.trailing-bytes", TrailingBytes as Warning, "Layout";
    /// Padding between sections is zero.
    PADDING = "bpat.padding", ReservedNotZero as Warning, "Layout";
}
