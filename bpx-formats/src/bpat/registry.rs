//! The rules of BPAT files that are written by hand.

bpx_schema::rules! {
    /// The file begins with the signature.
    MAGIC = "bpat.magic", BadMagic, "Validation 1";
    /// The version is a known one.
    VERSION = "bpat.version", UnsupportedVersion, "Validation 2";
    /// The specification defines the species.
    SPECIES = "bpat.species", UnknownCode, "Validation 3" excused "I-70";
    /// The sections lie in the file.
    BOUNDS = "bpat.bounds", OutOfBounds, "Validation 8";
    /// Sections share no bytes.
    OVERLAP = "bpat.overlap", Overlap, "Validation 8";
    /// A socket follows a bone that exists.
    ANCHOR_BONE = "bpat.anchor-bone", BadReference, "BpatSocketEntry";
    /// The file has the frames of each clip.
    FRAME_RANGE = "bpat.frame-range", OutOfBounds, "Validation 7";
    /// A clip begins at the frame after the frames of the clips before it.
    FRAME_ORDER = "bpat.frame-order", Inconsistent, "BpatClipEntry";
    /// The header states the sum of the frames of all clips.
    FRAME_TOTAL = "bpat.frame-total", CountMismatch, "Validation 6";
    /// A name and its NUL lie in the string table.
    NAME_RANGE = "bpat.name-range", OutOfBounds, "Validation 9";
    /// A NUL follows each name.
    NAME_END = "bpat.name-end", Unterminated, "Validation 10";
    /// The bytes that names share stay within a limit.
    NAMES_LIMIT = "bpat.names-limit", LimitExceeded, "";
    /// A name is UTF-8.
    NAME_UTF8 = "bpat.name-utf8", BadText, "Layout" excused "I-74";
    /// A file without sockets states no offset for them.
    NO_SOCKETS = "bpat.no-sockets", Inconsistent as Warning, "BpatHeader";
    /// Nothing follows the last section.
    TRAILING_BYTES = "bpat.trailing-bytes", TrailingBytes as Warning, "Layout";
    /// Padding between sections is zero.
    PADDING = "bpat.padding", ReservedNotZero as Warning, "Layout";
}
