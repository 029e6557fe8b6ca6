use crate::schema::Text;

/// A member that the enclosing structure computes, and its value.
pub(super) type Given = (Text, i128);
