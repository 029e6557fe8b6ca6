//! One part of a texture or a model.

/// Bytes of a section that have a meaning of their own.
pub(crate) struct Part {
    /// Such as `layer[0]`.
    pub name: String,
    /// A name in the file, when it has one.
    pub title: Option<String>,
    /// Number of the section, and offset in its content.
    pub place: (usize, u64),
    /// Size in bytes.
    pub size: u64,
    /// More about it, in words.
    pub about: String,
}
