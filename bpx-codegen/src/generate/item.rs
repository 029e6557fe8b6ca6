//! Items as text, and the imported names that items use.

/// An item as text, and its `TODO` lines.
pub(super) struct RustItem {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) todo: Vec<String>,
    /// The names in [`NEEDED`] that the item uses.
    pub(super) needs: Vec<&'static str>,
}

/// Paths of modules, and the names in each module that items may use.
pub(super) const NEEDED: [(&str, &[&str]); 3] = [
    ("bpx_schema", &["Record", "structure"]),
    ("bpx_schema::checksum::crc", &["Crc", "Parameters"]),
    (
        "bpx_schema::codec",
        &[
            "Bcd",
            "CText",
            "CText16",
            "Decimal",
            "F16",
            "FixedPoint",
            "Hex",
            "I24",
            "I40",
            "I48",
            "I56",
            "MarkedVint",
            "Nul",
            "NulSpace",
            "Octal",
            "Regions",
            "Sleb",
            "SpacesBefore",
            "SpacesBehind",
            "Tree",
            "U24",
            "U40",
            "U48",
            "U56",
            "Uleb",
            "Utf8Number",
            "Vint",
            "Vlq",
            "Zigzag",
        ],
    ),
];
