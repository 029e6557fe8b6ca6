use crate::schema::Text;

/// A member whose value the enclosing structure computes, and the value.
pub(super) type GivenMember = (Text, i128);
