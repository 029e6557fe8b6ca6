//! The rules of GPB files that are written by hand.

bpx_schema::rules! {
    /// A reference states the type of each object at the top.
    OBJECT_WITHOUT_REFERENCE = "gpb.object-without-reference", UnknownTag, "ID's";
    /// An object of the stated type begins at the offset of a reference.
    BAD_OFFSET = "gpb.bad-offset", BadReference, "References";
    /// A reference leads to each node.
    NODE_WITHOUT_REFERENCE = "gpb.node-without-reference", Missing, "ID's";
    /// A reference leads to each mesh.
    MESH_WITHOUT_REFERENCE = "gpb.mesh-without-reference", Missing, "ID's";
    /// A node names the node around it.
    PARENT_ID = "gpb.parent-id", Inconsistent as Warning, "Xrefs";
    /// A name is the id of a reference.
    UNRESOLVED_XREF = "gpb.unresolved-xref", BadReference, "Xrefs";
    /// A name names an object of the expected type.
    XREF_WRONG_TYPE = "gpb.xref-wrong-type", BadReference, "Xrefs";
}
