//! Poses of bones and sockets.

use bpx_schema::Record;

/// Pose of a bone (`Layout`): 64 bytes, row by row.
///
/// The element in row r and column c is `rows[r][c]`. The translation is `rows[0][3]`, `rows[1][3]`, `rows[2][3]`,
/// which are the floats 3, 7 and 11. The last row is 0, 0, 0, 1. (The specification compares the bytes with those of a
/// `QMatrix4x4`, which are column by column; see I-76.)
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 64)]
pub struct Matrix {
    /// Four rows of four numbers.
    pub rows: [[f32; 4]; 4],
}

/// A matrix of a file with a bind palette (`Layout`): 64 bytes, column by column.
///
/// The element in row r and column c is `columns[c][r]`. The translation is `columns[3][0]`, `columns[3][1]`,
/// `columns[3][2]`, which are the floats 12, 13 and 14.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 64)]
pub struct ColumnMatrix {
    /// Four columns of four numbers.
    pub columns: [[f32; 4]; 4],
}

/// Pose of a socket (`Layout`): 48 bytes, the rows 0 to 2 of a [`Matrix`] whose last row is 0, 0, 0, 1.
#[derive(Debug, Clone, Copy, PartialEq, Record)]
#[brw(little)]
#[schema(spec = "Layout", size = 48)]
pub struct SocketMatrix {
    /// Three rows of four numbers.
    pub rows: [[f32; 4]; 3],
}

impl Matrix {
    /// The identity matrix, which has no rotation, scale or translation.
    pub const IDENTITY: Self =
        Self { rows: [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 0.0, 1.0]] };

    /// Returns the translation along x, y and z.
    #[must_use]
    pub fn translation(&self) -> [f32; 3] {
        let [[_, _, _, x], [_, _, _, y], [_, _, _, z], _] = self.rows;
        [x, y, z]
    }
}

impl ColumnMatrix {
    /// The identity matrix, which has no rotation, scale or translation.
    pub const IDENTITY: Self = Self { columns: Matrix::IDENTITY.rows };

    /// Returns the translation along x, y and z.
    #[must_use]
    pub fn translation(&self) -> [f32; 3] {
        let [_, _, _, [x, y, z, _]] = self.columns;
        [x, y, z]
    }
}

impl SocketMatrix {
    /// Returns the translation along x, y and z.
    #[must_use]
    pub fn translation(&self) -> [f32; 3] {
        let [[_, _, _, x], [_, _, _, y], [_, _, _, z]] = self.rows;
        [x, y, z]
    }
}
