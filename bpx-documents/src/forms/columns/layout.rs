//! Assigns the pieces of a line to the columns of a table, by their positions.

use super::segments::{Range, Segment};

/// The columns of a table, from left to right.
#[derive(Debug, Clone)]
pub(super) struct Layout {
    /// The positions of the titles.
    titles: Vec<Range>,
    /// The ranges that the titles and the cells of full rows cover.
    extents: Vec<Range>,
    /// The column of free text, whose words may have wide gaps.
    free: Option<usize>,
}

impl Layout {
    pub(super) fn new(titles: Vec<Range>, free: Option<usize>) -> Self {
        Self { extents: titles.clone(), titles, free }
    }

    pub(super) fn len(&self) -> usize {
        self.titles.len()
    }

    /// Extends the columns to the cells of a full row.
    pub(super) fn learn_from_row(&mut self, segments: &[Segment]) {
        let Some(columns) = self.columns_in_order(segments) else { return };
        let before = self.extents.clone();
        for (segment, column) in segments.iter().zip(columns) {
            if let Some(extent) = self.extents.get_mut(column) {
                *extent = extent.united_with(segment.range());
            }
        }
        // A cell that reaches into the next column would make both unclear.
        let apart = self.extents.iter().zip(self.extents.iter().skip(1)).all(|(left, right)| left.end <= right.start);
        if !apart {
            self.extents = before;
        }
    }

    /// Returns the cells of a row; `None` if the column of a piece is not clear.
    pub(super) fn row_cells(&self, segments: &[Segment]) -> Option<Vec<String>> {
        let columns = self.columns_in_order(segments).or_else(|| self.columns_by_place(segments))?;
        let mut cells = vec![String::new(); self.len()];
        let mut last = None;
        for (segment, column) in segments.iter().zip(columns) {
            let cell = cells.get_mut(column)?;
            if last > Some(column) || (last == Some(column) && self.free != last) {
                return None;
            }
            super::lines::append_words(cell, &segment.text);
            last = Some(column);
        }
        Some(cells)
    }

    /// Returns the columns of a row that has one piece for each column, in order.
    fn columns_in_order(&self, segments: &[Segment]) -> Option<Vec<usize>> {
        let fits = |(column, segment): (usize, &Segment)| {
            let own = self.titles.get(column).is_some_and(|title| segment.overlaps_range(*title));
            own || !self.titles.iter().any(|title| segment.overlaps_range(*title))
        };
        (segments.len() == self.len() && segments.iter().enumerate().all(fits)).then(|| (0..self.len()).collect())
    }

    /// Returns the columns of the pieces by their positions.
    fn columns_by_place(&self, segments: &[Segment]) -> Option<Vec<usize>> {
        let found: Vec<_> = segments.iter().map(|segment| self.place_segment(segment)).collect();
        let found: Option<Vec<_>> = found.into_iter().collect();
        let found = found?;
        let mut columns = Vec::new();
        let mut from = 0;
        for (at, place) in found.iter().enumerate() {
            let column = match *place {
                Place::In(column) => column,
                Place::Between(left, right) => {
                    let next = found.get(at + 1).map_or(self.len(), |next| next.first_column());
                    let taken = |column: usize| column < from || column >= next;
                    match (left.filter(|left| !taken(*left)), right.filter(|right| !taken(*right))) {
                        (Some(one), None) | (None, Some(one)) => one,
                        _ => return None,
                    }
                }
            };
            from = if self.free == Some(column) { column } else { column + 1 };
            columns.push(column);
        }
        Some(columns)
    }

    fn place_segment(&self, segment: &Segment) -> Option<Place> {
        let met = |ranges: &[Range]| {
            let mut met =
                ranges.iter().enumerate().filter(|(_, range)| segment.overlaps_range(**range)).map(|(at, _)| at);
            (met.next(), met.next())
        };
        match met(&self.extents) {
            (Some(column), None) => Some(Place::In(column)),
            (None, _) => {
                let right = self.extents.iter().position(|range| range.start >= segment.end);
                let left = right.unwrap_or(self.len()).checked_sub(1);
                Some(Place::Between(left, right))
            }
            _ => match met(&self.titles) {
                (Some(column), None) => Some(Place::In(column)),
                _ => None,
            },
        }
    }
}

/// The position of a piece of a line among the columns.
#[derive(Debug, Clone, Copy)]
enum Place {
    In(usize),
    /// A position between two columns; one of the columns may be absent.
    Between(Option<usize>, Option<usize>),
}

impl Place {
    /// Returns the first column that the piece can belong to.
    fn first_column(self) -> usize {
        match self {
            Self::In(column) | Self::Between(Some(column), _) | Self::Between(None, Some(column)) => column,
            Self::Between(None, None) => 0,
        }
    }
}
