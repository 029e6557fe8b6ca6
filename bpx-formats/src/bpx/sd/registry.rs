//! The rules of structured data that are functions, not declarations.

bpx_schema::rules! {
    /// The number of objects and arrays stays within what known readers accept.
    BUDGET = "structured-data.budget", LimitExceeded as Warning, "10.2" excused "I-25";
    /// Each hash occurs once in an object; readers use the last of several properties with one hash.
    DUPLICATE = "structured-data.duplicate", Duplicate as Warning, "10.2" excused "I-23";
    /// `__debug__` is an array of texts.
    DEBUG = "structured-data.debug", Inconsistent as Warning, "10.2" excused "I-24";
}
