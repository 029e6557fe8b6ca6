//! The rules of containers of versions 1 and 2 that are written by hand.

bpx_schema::rules! {
    /// No section lies in header or table.
    OVERLAP_HEAD = "container.overlap-head", Overlap as Warning, "9.1.1";
    /// Sections share all of their bytes or none.
    OVERLAP = "container.overlap", Overlap as Note, "9.1.1";
    /// The stored bytes of a section that an editor keeps are in the file.
    KEPT_BOUNDS = "sections.bounds", OutOfBounds, "";
}
