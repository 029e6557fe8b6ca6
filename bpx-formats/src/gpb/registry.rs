//! The hand-written rules of GPB files.

bpx_schema::rules! {
    /// A reference states the type of each object at the top.
    OBJECT_WITHOUT_REFERENCE = "gpb.object-without-reference", UnknownTag, "ID's";
    /// An object of the stated type begins at the offset of a reference.
    BAD_OFFSET = "gpb.bad-offset", BadReference, "References";
    /// Each node has a reference to it.
    NODE_WITHOUT_REFERENCE = "gpb.node-without-reference", Missing, "ID's";
    /// Each mesh has a reference to it.
    MESH_WITHOUT_REFERENCE = "gpb.mesh-without-reference", Missing, "ID's";
    /// A node states the id of its parent node.
    PARENT_ID = "gpb.parent-id", Inconsistent as Warning, "Xrefs";
    /// A name is an id that a reference states.
    UNRESOLVED_XREF = "gpb.unresolved-xref", BadReference, "Xrefs";
    /// A name is the id of an object of the expected type.
    XREF_WRONG_TYPE = "gpb.xref-wrong-type", BadReference, "Xrefs";
}
