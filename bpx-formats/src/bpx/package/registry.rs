//! The rules of packages that are functions, not declarations.

use bpx_schema::report::Rule;
use std::sync::LazyLock;

/// The rule, declared in the file layout, that a package of revision 2 has an object table.
pub(crate) static OBJECT_TABLE: LazyLock<Rule> = LazyLock::new(|| crate::bpx::Layout::RULE_PACKAGE_OBJECT_TABLE.rule());

bpx_schema::rules! {
    /// The header of an object of revision 1 is in one section.
    HEADER_SPLIT = "package.header-split", Truncated, "14.1";
    /// An object begins inside of its Data section.
    OFFSET = "package.offset", OutOfBounds, "14.4";
    /// The Data sections hold all bytes of an object.
    SIZE = "package.size", Truncated, "14.4.1";
    /// An object that is read into memory is not larger than the limits allow.
    LIMIT = "package.limit", LimitExceeded, "14.4.1";
    /// All bytes of Data sections belong to objects.
    ORPHAN = "package.orphan", Inconsistent as Note, "14.3";
}
