//! The rules of containers of versions 1 and 2 that are written by hand.

bpx_schema::rules! {
    /// The stored bytes of a section that an editor keeps are in the file.
    KEPT_BOUNDS = "sections.bounds", OutOfBounds, "";
}
