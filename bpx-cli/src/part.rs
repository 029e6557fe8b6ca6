//! One part of a texture or a model.

/// Bytes of a section that have a meaning of their own.
pub(crate) struct Part {
    /// The path, such as `layer[0]`.
    pub name: String,
    /// The name in the file, if it has one.
    pub title: Option<String>,
    /// The number of the section, and the offset in its content in bytes.
    pub place: (usize, u64),
    /// Size in bytes.
    pub size: u64,
    /// A description.
    pub about: String,
}
