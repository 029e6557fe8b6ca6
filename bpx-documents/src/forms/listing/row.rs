//! Defines members of structures as rows of a table.

use crate::forms::block::Row;

/// A member of a structure, with what attributes state about its place.
#[derive(Debug, Clone)]
pub(super) struct MemberRow {
    pub line: usize,
    pub ty: String,
    pub name: String,
    pub notes: String,
    /// The offset in bytes.
    pub offset: Option<u64>,
    /// The alignment in bytes.
    pub align: Option<u64>,
}

impl MemberRow {
    /// Returns the row of a table with the columns type, name and notes.
    pub(super) fn into_row(self) -> Row {
        Row { line: self.line, cells: vec![self.ty, self.name, self.notes], when: String::new() }
    }
}

/// Returns a member without a stated place.
pub(super) fn member_row(line: usize, ty: &str, name: &str, notes: &str) -> MemberRow {
    let [ty, name, notes] = [ty, name, notes].map(|cell| cell.trim().to_owned());
    MemberRow { line, ty, name, notes, offset: None, align: None }
}
