//! The rules of packages that are written by hand.

bpx_schema::rules! {
    /// A file that is opened as a package is one.
    KIND = "package.kind", BadMagic, "14";
    /// A package of revision 2 has an object table.
    OBJECT_TABLE = "package.object-table", Missing, "14.1";
    /// A package has a Data section.
    DATA = "package.data", Missing, "14.1";
    /// A package without objects has a Data section.
    DATA_OF_EMPTY = "package.data", Missing, "14.1" excused "I-29";
    /// A package has names.
    STRINGS = "package.strings", Missing, "14.1";
    /// A package without objects has a section of names.
    STRINGS_OF_EMPTY = "package.strings", Missing, "14.1" excused "I-29";
    /// An object table, names and metadata occur once; the first section of each is used.
    SINGLE = "package.single", Duplicate, "14.1";
    /// Data sections follow each other.
    CONTIGUOUS = "package.contiguous", Inconsistent, "14.1";
    /// A package of revision 1 has no object table.
    OBJECT_TABLE_UNUSED = "package.object-table-unused", Inconsistent as Warning, "14.1";
    /// The header of an object of revision 1 is in one section.
    HEADER_SPLIT = "package.header-split", Truncated, "14.1";
    /// An object begins inside of its Data section.
    OFFSET = "package.offset", OutOfBounds, "14.4";
    /// The Data sections hold all bytes of an object.
    SIZE = "package.size", Truncated, "14.4.1";
    /// An object that is read into memory is not larger than the limits allow.
    LIMIT = "package.limit", LimitExceeded, "14.4.1";
    /// The name of an object can be the name of a file below a folder.
    UNSAFE_NAME = "package.unsafe-name", UnsafePath as Warning, "14.4.2";
    /// All bytes of Data sections belong to objects.
    ORPHAN = "package.orphan", Inconsistent as Note, "14.3";
}
