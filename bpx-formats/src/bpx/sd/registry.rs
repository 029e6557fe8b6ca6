//! The rules of structured data that are written by hand.

bpx_schema::rules! {
    /// There are no more objects and arrays than known readers take.
    BUDGET = "structured-data.budget", LimitExceeded as Warning, "10.2" excused "I-25";
    /// A hash is that of one property of an object; of several, the last one counts.
    DUPLICATE = "structured-data.duplicate", Duplicate as Warning, "10.2" excused "I-23";
    /// `__debug__` is an array of texts.
    DEBUG = "structured-data.debug", Inconsistent as Warning, "10.2" excused "I-24";
}
