//! The rules of BPAT files that are written by hand.

bpx_schema::rules! {
    /// The file begins with the signature.
    MAGIC = "bpat.magic", BadMagic, "Validation 1";
    /// The version is a known one.
    VERSION = "bpat.version", UnsupportedVersion, "Validation 2";
    /// The species is one of the text.
    SPECIES = "bpat.species", UnknownCode, "Validation 3" excused "I-70";
    /// The sections lie in the file.
    BOUNDS = "bpat.bounds", OutOfBounds, "Validation 8";
    /// Sections share no bytes.
    OVERLAP = "bpat.overlap", Overlap, "Validation 8";
    /// A socket follows a bone of the creature.
    ANCHOR_BONE = "bpat.anchor-bone", BadReference, "BpatSocketEntry";
    /// The frames of a clip are among those of the file.
    FRAME_RANGE = "bpat.frame-range", OutOfBounds, "Validation 7";
    /// A clip begins at the frame that follows those of the clips before it.
    FRAME_ORDER = "bpat.frame-order", Inconsistent, "BpatClipEntry";
    /// The header states as many frames as the clips have.
    FRAME_TOTAL = "bpat.frame-total", CountMismatch, "Validation 6";
    /// A name and its NUL lie in the string table.
    NAME_RANGE = "bpat.name-range", OutOfBounds, "Validation 9";
    /// A NUL follows each name.
    NAME_END = "bpat.name-end", Unterminated, "Validation 10";
    /// Names do not share the string table beyond measure.
    NAMES_LIMIT = "bpat.names-limit", LimitExceeded, "";
    /// A name is UTF-8.
    NAME_UTF8 = "bpat.name-utf8", BadText, "Layout" excused "I-74";
    /// A file without sockets states no place of them.
    NO_SOCKETS = "bpat.no-sockets", Inconsistent as Warning, "BpatHeader";
    /// Nothing follows the last section.
    TRAILING_BYTES = "bpat.trailing-bytes", TrailingBytes as Warning, "Layout";
    /// Padding between sections is zero.
    PADDING = "bpat.padding", ReservedNotZero as Warning, "Layout";
}
