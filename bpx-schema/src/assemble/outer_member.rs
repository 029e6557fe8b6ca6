use crate::schema::Text;

/// A member whose value the enclosing structure computes, and the value.
pub(super) type OuterMember = (Text, i128);
