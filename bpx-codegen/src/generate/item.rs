//! Items as text, and the names that they need.

/// One item, and what it does not say.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) text: String,
    pub(super) todo: Vec<String>,
    /// The names that it needs of [`NEEDED`].
    pub(super) needs: Vec<&'static str>,
}

/// What items may need: a path, and names in it.
pub(super) const NEEDED: [(&str, &[&str]); 2] = [
    ("bpx_schema", &["Record", "structure"]),
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
            "Vlq",
            "Zigzag",
        ],
    ),
];
